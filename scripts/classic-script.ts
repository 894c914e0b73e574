import { build } from 'vite'
import { root } from './root.ts'

/** Bundles a file with its imports into one classic script, which runs synchronously, unlike a module. */
export async function classicScript(entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', rollupOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} produced no script`)
  return chunk.code
}

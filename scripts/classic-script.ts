import { build } from 'vite'
import { root } from './root.ts'

/**
 * Bundles a file with its imports into one classic script, which runs synchronously, unlike a module. Nearly
 * every browser with modules understands its syntax, so that it can tell the users of an old one.
 */
export async function classicScript(entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2018', rollupOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} produced no script`)
  return chunk.code
}

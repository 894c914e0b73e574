import { build } from 'vite'
import { root } from './root.ts'

/** A file of ours with all it imports as one classic script, for where no module can be: it neither imports nor waits. */
export async function classicScript(entry: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', rollupOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${entry} made no script`)
  return chunk.code
}

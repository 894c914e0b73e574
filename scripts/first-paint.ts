import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { root } from './root.ts'

const ENTRY = 'client/settings/first-paint.ts'

/** The one script that runs before anything is painted, with all it imports, as a classic script: a module would wait for the whole page. */
async function bundle(): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, emptyOutDir: false, target: 'es2022', lib: { entry: path.join(root, ENTRY), formats: ['iife'], name: 'firstPaint', fileName: 'first-paint' } },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const chunk = outputs.flatMap(({ output }) => output).find((file) => file.type === 'chunk')
  if (chunk === undefined) throw new Error(`${ENTRY} came to nothing`)
  return chunk.code
}

/** Puts the settings into force before the first paint: a file of our own origin, so that no inline script need be allowed. */
export function firstPaint(): Plugin {
  let file = ''
  return {
    name: 'first-paint',
    async buildStart() {
      if (this.meta.watchMode) return
      const source = await bundle()
      file = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) => [
        { tag: 'script', attrs: server ? { type: 'module', src: `/${ENTRY}` } : { src: `/${file}` }, injectTo: 'head-prepend' },
      ],
    },
  }
}

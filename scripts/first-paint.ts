import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { classicScript } from './classic-script.ts'

/** The only script that runs before the first paint. A module would run after the document is parsed. */
const ENTRY = 'client/app/first-paint.ts'

/**
 * Vite plugin that applies the user's settings before the first paint. The script is a file of our own
 * origin, so that the CSP need not allow inline scripts.
 */
export function firstPaint(): Plugin {
  let file = ''
  return {
    name: 'first-paint',
    async buildStart() {
      if (this.meta.watchMode) return
      const source = await classicScript(ENTRY)
      file = `assets/first-paint-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: file, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) => {
        const tag = 'script'
        if (server) return [{ tag, attrs: { type: 'module', src: `/${ENTRY}` }, injectTo: 'head-prepend' }]
        const attrs = { src: `/${file}` }
        return [
          { tag, attrs, injectTo: 'head-prepend' },
          // Requests the script again if it did not arrive, because nothing else of the app would load.
          { tag, attrs, injectTo: 'body' },
        ]
      },
    },
  }
}

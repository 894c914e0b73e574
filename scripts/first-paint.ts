import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { classicScript } from './classic-script.ts'

/** The one script that runs before anything is painted. A module would wait for the whole page. */
const ENTRY = 'client/settings/first-paint.ts'

/** Puts the settings into force before the first paint: a file of our own origin, so that no inline script need be allowed. */
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
      handler: (_html, { server }) => [
        {
          tag: 'script',
          attrs: server ? { type: 'module', src: `/${ENTRY}` } : { src: `/${file}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

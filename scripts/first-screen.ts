import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Plugin } from 'vite'
import type { FirstScreens } from '../data/model/first-screen.ts'
import { withScreen } from '../server/first-screens.ts'
import { root } from './root.ts'

const ENTRY = 'client/first-screen.tsx'
const OUT = path.join(root, 'dist', 'first-screen')

/** The app's components as a module that writes screens, for the server and for this build. */
async function buildScreens(): Promise<FirstScreens> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    // All of it, React included, in the form that is meant for use: whoever runs the server need not say so.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: { ssr: ENTRY, outDir: OUT, emptyOutDir: true, target: 'node24', rollupOptions: { output: { entryFileNames: 'first-screen.js' } } },
  })
  return (await import(`${pathToFileURL(path.join(OUT, 'first-screen.js')).href}?${Date.now()}`)) as FirstScreens
}

/** What is seen comes over the network before what draws it anew: styles, typeface and pictures before the app's code. */
const codeLast = (document: string) => document.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')

/**
 * Writes first screens into the documents that a device keeps: `index.html` for the home page, `page.html` with what stands around every other
 * screen. What needs a directory is the server's to write, per request.
 */
export function firstScreens(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async writeBundle({ dir }) {
      const { firstScreen } = await buildScreens()
      const document = codeLast(await readFile(path.join(dir!, 'index.html'), 'utf8'))
      for (const [file, screen] of [['index.html', '/'], ['page.html', '/page']] as const) {
        await writeFile(path.join(dir!, file), withScreen(document, await firstScreen(screen, {}, 0)))
      }
    },
  }
}

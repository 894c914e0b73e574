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
    build: {
      ssr: ENTRY,
      outDir: OUT,
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: { output: { entryFileNames: 'first-screen.js' } },
    },
  })
  return (await import(
    `${pathToFileURL(path.join(OUT, 'first-screen.js')).href}?${Date.now()}`
  )) as FirstScreens
}

/** The pieces of the app's code are named, and fetched when the written screen is seen (client/ui/bring-code.ts); the one that imports the others stands first. */
function codeLater(document: string): string {
  const begins = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  if (!begins.test(document)) throw new Error('the document names no code')
  return document
    .replace(begins, '<link rel="app-code" href="$1">')
    .replaceAll(/<link rel="modulepreload" crossorigin href="/g, '<link rel="app-code" href="')
}

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
      const document = codeLater(await readFile(path.join(dir!, 'index.html'), 'utf8'))
      for (const [file, screen] of [
        ['index.html', '/'],
        ['page.html', '/page'],
      ] as const) {
        await writeFile(path.join(dir!, file), withScreen(document, await firstScreen(screen, {}, 0)))
      }
    },
  }
}

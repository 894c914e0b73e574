import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Plugin } from 'vite'
import type { FirstScreens } from '../data/screens/first-screen.ts'
import { withPart } from '../data/screens/document-parts.ts'
import { root } from './root.ts'

const ENTRY = 'client/app/first-screen.tsx'
const OUT = path.join(root, 'dist', 'first-screen')

/** Builds the app's components as a module that renders first screens, for the server and for this build. */
async function buildScreens(): Promise<FirstScreens> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    // Bundle everything, including React, in production mode, so that the server need not set NODE_ENV.
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

/**
 * Replaces script tags by links that name the code files. client/first-screen/load-app.ts loads them when the
 * prerendered screen is visible. The file that imports the others comes first.
 */
function deferCode(document: string): string {
  const entryScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/
  if (!entryScript.test(document)) throw new Error('the document has no entry script')
  return document
    .replace(entryScript, '<link rel="app-code" href="$1">')
    .replaceAll(/<link rel="modulepreload" crossorigin href="/g, '<link rel="app-code" href="')
}

/**
 * Vite plugin that writes prerendered screens into the documents cached by devices: `index.html` for the home
 * page, `page.html` with the frame of every other screen. The server renders screens that need the directory,
 * per request.
 */
export function firstScreens(): Plugin {
  return {
    name: 'first-screen',
    apply: 'build',
    async writeBundle({ dir }) {
      const { firstScreen } = await buildScreens()
      const document = deferCode(await readFile(path.join(dir!, 'index.html'), 'utf8'))
      for (const [file, screen] of [
        ['index.html', '/'],
        ['page.html', '/page'],
      ] as const) {
        const prerendered = withPart(document, 'screen', await firstScreen(screen, {}, 0))
        if (prerendered === undefined) throw new Error('the document has no place for the prerendered screen')
        if (screen === '/' && withPart(prerendered, 'results', '') === undefined)
          throw new Error('the home page has no results that the service worker could replace')
        await writeFile(path.join(dir!, file), prerendered)
      }
    },
  }
}

import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { writeKnown, type Known } from '../data/model/first-screen.ts'
import { isWritten } from '../data/places/written.ts'
import { DataProvider } from './queries/index.ts'
import { firstRequest, learn, withClocks } from './queries/known.ts'
import { createQueryClient } from './queries/query-client.ts'
import { createAppRouter } from './router.tsx'

/** A screen without a tab of its own: what stands around the others is taken from it. */
const ANY = '/privacy'

/**
 * Marks of React's for reading it again are of no use: the app draws its first screen anew and puts it in the place of this one. Style attributes
 * are nothing the Content-Security-Policy lets a document have.
 */
const bare = (html: string) => html.replaceAll(/<!--.*?-->|<template[^>]*><\/template>| style="[^"]*"/g, '')

/**
 * `FirstScreens.firstScreen`: what the app's own components draw where nobody is signed in and nothing is saved. Of a screen that is not the same
 * for everybody it is what stands around it.
 */
export async function firstScreen(path: string, known: Known, instant: number): Promise<string> {
  const written = isWritten(path)
  const answers = createQueryClient()
  learn(answers, known, instant)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [written ? path : ANY] }))
  await router.load()
  const html = bare(
    renderToString(
      <DataProvider answers={answers}>
        <RouterProvider router={router} />
      </DataProvider>,
    ),
  )
  answers.clear()
  if (!written) return html.replace(/(<main[^>]*>)[^]*(<\/main>)/, '$1$2')
  return Object.keys(known).length === 0 ? html : `${html}${writeKnown(withClocks(known, instant))}`
}

export { firstRequest }

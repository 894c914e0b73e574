import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { writeKnown, type Known } from '../../data/screens/first-screen.ts'
import { isPrerendered } from '../../data/screens/prerendered.ts'
import { DataProvider } from './provider.tsx'
import { firstRequest, learn, withTimeZoneOffsets } from '../queries/first-screen-data.ts'
import { createQueryClient } from '../queries/query-client.ts'
import { createAppRouter } from './router.tsx'

/** A page that highlights no tab: its header and footer are used for pages that are not prerendered. */
const FRAME_ONLY = '/privacy'

/**
 * Removes React's hydration markers, because the app replaces the prerendered screen instead of hydrating it,
 * and style attributes, which the Content-Security-Policy forbids.
 */
const stripMarkup = (html: string) =>
  html.replaceAll(/<!--.*?-->|<template[^>]*><\/template>| style="[^"]*"/g, '')

/**
 * `FirstScreens.firstScreen`: renders a page as HTML for a visitor who is signed out and has saved nothing.
 * For a page that depends on the user, only the frame around it.
 */
export async function firstScreen(path: string, known: Known, instant: number): Promise<string> {
  const prerendered = isPrerendered(path)
  const answers = createQueryClient()
  learn(answers, known, instant)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [prerendered ? path : FRAME_ONLY] }))
  await router.load()
  const html = stripMarkup(
    renderToString(
      <DataProvider answers={answers}>
        <RouterProvider router={router} />
      </DataProvider>,
    ),
  )
  answers.clear()
  if (!prerendered) return html.replace(/(<main[^>]*>)[^]*(<\/main>)/, '$1$2')
  return Object.keys(known).length === 0 ? html : `${html}${writeKnown(withTimeZoneOffsets(known, instant))}`
}

export { firstRequest }

import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { firstScreenDataElement, type FirstScreens } from '../../data/screens/first-screen.ts'
import { isPrerendered } from '../../data/screens/prerendered.ts'
import { createQueryClient } from '../queries/query-client.ts'
import { firstRequest, fillQueryCache } from './known-data.ts'
import { withPartComments } from './render-marks.tsx'
import { withTimeZoneOffsets } from './time-zone-offsets.ts'

/** A page that highlights no tab: its header and footer are used for pages that are not prerendered. */
const FRAME_ONLY = '/privacy'

/** Removes style attributes, which the Content-Security-Policy forbids. */
const withoutStyles = (html: string) => html.replaceAll(/ style="[^"]*"/g, '')

/**
 * Renders pages as HTML for a visitor who is signed out and has saved nothing. For a page that depends on the
 * user, only the frame around it.
 * @param pageAt the app's components at a path, with the given query client
 */
export const createFirstScreens = (
  pageAt: (path: string, answers: QueryClient) => Promise<ReactNode>,
): FirstScreens => ({
  firstRequest,
  async firstScreen(path, known, instant) {
    const prerendered = isPrerendered(path)
    const answers = createQueryClient()
    fillQueryCache(answers, known, instant)
    const page = await pageAt(prerendered ? path : FRAME_ONLY, answers)
    const html = withPartComments(withoutStyles(renderToStaticMarkup(page)))
    answers.clear()
    if (!prerendered) return html.replace(/(<main[^>]*>)[^]*(<\/main>)/, '$1$2')
    return Object.keys(known).length === 0
      ? html
      : `${html}${firstScreenDataElement(withTimeZoneOffsets(known, instant))}`
  },
})

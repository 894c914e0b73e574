import type { FirstScreenData, StoredResults } from '../../data/screens/first-screen.ts'
import { SCREEN, SCREEN_CACHE } from '../store/names.ts'
import { KEPT, PERSONAL, TIME_DEPENDENT } from './marks.ts'
import { withTimeZoneOffsets } from './time-zone-offsets.ts'

const selectorOf = (mark: Record<string, string>) => `[${Object.keys(mark).join()}]`

/** Path of this build's app script, which identifies the build. */
const buildPath = () => document.querySelector('link[rel=app-code]')?.getAttribute('href') ?? ''

/** HTML of the results on screen, without what depends on the time or on the user. Their space is kept. */
function resultsOnScreen(): string | undefined {
  const results = document.querySelector(selectorOf(KEPT))?.cloneNode(true) as HTMLElement | undefined
  if (results === undefined) return undefined
  for (const element of results.querySelectorAll(selectorOf(TIME_DEPENDENT)))
    element.classList.add('invisible')
  for (const element of results.querySelectorAll(selectorOf(PERSONAL))) {
    element.replaceChildren()
    element.removeAttribute('aria-label')
    element.classList.add('invisible')
  }
  // The Content-Security-Policy forbids style attributes.
  for (const styled of results.querySelectorAll('[style]')) styled.removeAttribute('style')
  return results.outerHTML
}

/** Stores the results on screen for the next start, with the data that they show. */
export async function storeResults(known: FirstScreenData): Promise<void> {
  const results = resultsOnScreen()
  if (results === undefined || !('caches' in window)) return
  const screen: StoredResults = {
    build: buildPath(),
    results,
    known: withTimeZoneOffsets(known, Date.now()),
  }
  await (await caches.open(SCREEN_CACHE)).put(SCREEN, new Response(JSON.stringify(screen)))
}

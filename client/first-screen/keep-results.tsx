import { useEffect, useEffectEvent, type ComponentProps } from 'react'
import type { StoredResults } from '../../data/screens/first-screen.ts'
import type { HomeAddress } from '../queries/home-address.ts'
import { useDirectoryReader, type SearchRead } from '../queries/index.ts'
import { pageIdle } from '../platform/idle.ts'
import { SCREEN, SCREEN_CACHE } from '../store/names.ts'
import { withTimeZoneOffsets } from './known-data.ts'
import { PERSONAL, TIME_DEPENDENT } from './marks.ts'
import { isPrerendering } from './prerendering.ts'
import { RESULTS_END, RESULTS_START } from './render-marks.tsx'

const selectorOf = (mark: Record<string, string>) => `[${Object.keys(mark).join()}]`

/** Marks the element of {@link KeptResults}. */
const KEPT = { 'data-results': '' } as const

/**
 * The section with the results of `/`. {@link useKeepResults} stores its HTML, and the service worker puts it
 * in place of the prerendered section.
 */
export const KeptResults = (props: ComponentProps<'section'>) => (
  <>
    {isPrerendering && RESULTS_START}
    <section {...KEPT} {...props} />
    {isPrerendering && RESULTS_END}
  </>
)

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

/**
 * Stores what `/` shows without a search, once the results come from the device. The service worker puts it
 * into the document of the next start, so that parks are visible before any script runs.
 */
export function useKeepResults(
  address: HomeAddress,
  { status, source, isFetching, parks, total, maybe, understood }: SearchRead,
): void {
  const directory = useDirectoryReader()
  const isDefault = Object.values(address).every((parameter) => parameter === undefined)
  const settledParks =
    isDefault && status === 'ready' && source === 'device' && !isFetching && parks.length > 0 ? parks : null
  const keepResults = useEffectEvent(async () => {
    const results = resultsOnScreen()
    const { version } = directory()
    if (results === undefined || version === null || !('caches' in window)) return
    const screen: StoredResults = {
      build: buildPath(),
      results,
      known: withTimeZoneOffsets({ parks: { parks, total, maybe, understood }, version }, Date.now()),
    }
    await (await caches.open(SCREEN_CACHE)).put(SCREEN, new Response(JSON.stringify(screen)))
  })
  useEffect(() => {
    if (settledParks === null) return
    let cancelled = false
    // If storage is full, the next start simply has no stored results.
    pageIdle()
      .then(() => (cancelled ? undefined : keepResults()))
      .catch(() => undefined)
    return () => {
      cancelled = true
    }
  }, [settledParks])
}

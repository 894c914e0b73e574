import { useEffect, useEffectEvent } from 'react'
import type { KeptScreen } from '../../../data/screens/first-screen.ts'
import { pageIdle } from '../../platform/idle.ts'
import { withTimeZoneOffsets } from '../../queries/first-screen-data.ts'
import { useDirectoryReader, type SearchRead } from '../../queries/index.ts'
import { SCREEN, SCREEN_CACHE } from '../../store/names.ts'
import type { HomeAddress } from '../../queries/home-address.ts'

/** Path of this build's app script, which identifies the build. */
const buildPath = () => document.querySelector('link[rel=app-code]')?.getAttribute('href') ?? ''

/**
 * HTML of the results on screen. Parts that depend on the time (`data-transient`, such as "open now") keep
 * their space but are invisible. Personal parts (`data-own`, such as the heart) are emptied.
 */
function resultsOnScreen(): string | undefined {
  const results = document.querySelector('[data-results]')?.cloneNode(true) as HTMLElement | undefined
  if (results === undefined) return undefined
  for (const transient of results.querySelectorAll('[data-transient]')) transient.classList.add('invisible')
  for (const personal of results.querySelectorAll('[data-own]')) {
    personal.replaceChildren()
    personal.removeAttribute('aria-label')
    personal.classList.add('invisible')
  }
  // The Content-Security-Policy forbids style attributes.
  for (const styled of results.querySelectorAll('[style]')) styled.removeAttribute('style')
  return results.outerHTML
}

/**
 * Caches what `/` shows without a search, once the results come from the device. The service worker puts the
 * cached HTML into the document of the next start (sw/shell.ts), so that parks are visible before any script
 * runs.
 */
export function useCacheFirstScreen(
  address: HomeAddress,
  { status, source, isFetching, parks, total, maybe, understood }: SearchRead,
): void {
  const directory = useDirectoryReader()
  const isDefault = Object.values(address).every((parameter) => parameter === undefined)
  const settledParks =
    isDefault && status === 'ready' && source === 'device' && !isFetching && parks.length > 0 ? parks : null
  const cacheScreen = useEffectEvent(async () => {
    const results = resultsOnScreen()
    const { version } = directory()
    if (results === undefined || version === null || !('caches' in window)) return
    const screen: KeptScreen = {
      build: buildPath(),
      results,
      known: withTimeZoneOffsets({ parks: { parks, total, maybe, understood }, version }, Date.now()),
    }
    await (await caches.open(SCREEN_CACHE)).put(SCREEN, Response.json(screen))
  })
  useEffect(() => {
    if (settledParks === null) return
    let cancelled = false
    // If storage is full, the next start simply has no cached screen.
    pageIdle()
      .then(() => (cancelled ? undefined : cacheScreen()))
      .catch(() => undefined)
    return () => {
      cancelled = true
    }
  }, [settledParks])
}

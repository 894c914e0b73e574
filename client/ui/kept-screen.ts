import { useEffect, useEffectEvent } from 'react'
import type { KeptScreen } from '../../data/model/first-screen.ts'
import { pageIdle } from '../queries/later.ts'
import { withClocks } from '../queries/known.ts'
import { useDirectoryReader, type SearchRead } from '../queries/index.ts'
import { SCREEN, SCREEN_CACHE } from '../store/names.ts'
import type { HomeAddress } from './home-address.ts'

/** Path of the code of this build. */
const build = () => document.querySelector('link[rel=app-code]')?.getAttribute('href') ?? ''

/**
 * HTML of the results on the screen, without what passes: what is open at this moment keeps its room and is not seen (`data-passing`), and whether
 * a person has saved a park is nothing to be kept here (`data-own`).
 */
function resultsOnScreen(): string | undefined {
  const results = document.querySelector('[data-results]')?.cloneNode(true) as HTMLElement | undefined
  if (results === undefined) return undefined
  for (const passing of results.querySelectorAll('[data-passing]')) passing.classList.add('invisible')
  for (const own of results.querySelectorAll('[data-own]')) {
    own.replaceChildren()
    own.removeAttribute('aria-label')
    own.classList.add('invisible')
  }
  // The Content-Security-Policy lets no document have any.
  for (const styled of results.querySelectorAll('[style]')) styled.removeAttribute('style')
  return results.outerHTML
}

/**
 * Keeps what `/` shows when nothing has been asked of it, once the device has answered it: the service worker puts it into the document of the next
 * start (sw/shell.ts), so that parks are seen before any script has run.
 */
export function useKeptScreen(
  address: HomeAddress,
  { status, source, isFetching, parks, total, maybe, understood }: SearchRead,
): void {
  const directory = useDirectoryReader()
  const bare = Object.values(address).every((part) => part === undefined)
  const answer =
    bare && status === 'ready' && source === 'device' && !isFetching && parks.length > 0 ? parks : null
  const keep = useEffectEvent(async () => {
    const results = resultsOnScreen()
    const { version } = directory()
    if (results === undefined || version === null || !('caches' in window)) return
    const kept: KeptScreen = {
      build: build(),
      results,
      known: withClocks({ parks: { parks, total, maybe, understood }, version }, Date.now()),
    }
    await (await caches.open(SCREEN_CACHE)).put(SCREEN, Response.json(kept))
  })
  useEffect(() => {
    if (answer === null) return
    let gone = false
    // A device that is full starts as it would without.
    pageIdle()
      .then(() => (gone ? undefined : keep()))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [answer])
}

import { useEffect, useEffectEvent, type ComponentProps } from 'react'
import type { FirstScreenData } from '../../data/screens/first-screen.ts'
import type { HomeAddress } from '../queries/home-address.ts'
import { useDirectoryReader, type SearchRead } from '../queries/index.ts'
import { pageIdle } from '../platform/idle.ts'
import { KEPT } from './marks.ts'
import { isPrerendering } from './prerendering.ts'
import { RESULTS_END, RESULTS_START } from './render-marks.tsx'

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
  const known = useEffectEvent((): FirstScreenData | null => {
    const { version } = directory()
    return version === null ? null : { parks: { parks, total, maybe, understood }, version }
  })
  useEffect(() => {
    if (settledParks === null) return
    let cancelled = false
    const keepResults = async () => {
      await pageIdle()
      // Not part of what the first screen waits for.
      const { storeResults } = await import('./store-results.ts')
      const shown = cancelled ? null : known()
      if (shown) await storeResults(shown)
    }
    // If storage is full, the next start simply has no stored results.
    keepResults().catch(() => undefined)
    return () => {
      cancelled = true
    }
  }, [settledParks])
}

import type { QueryClient } from '@tanstack/react-query'
import { learnOffsets, noteOffsets } from '../../data/hours/index.ts'
import { KNOWN, type Known } from '../../data/screens/first-screen.ts'
import type { SearchRequest } from '../../data/model/search.ts'
import { hoursPlace } from './hours-place.ts'
import { QUESTION_STEP, readHomeAddress, requestOf } from './home-address.ts'
import { isPrerendering } from '../platform/prerendering.ts'
import { parkKey, searchKey } from './search.ts'
import type { Served } from './sources.ts'

/** What `/` asks when nothing has been asked of it. `instant`: milliseconds since 1970. */
export const firstRequest = (instant: number): SearchRequest =>
  requestOf(readHomeAddress({}), null, Math.floor(instant / QUESTION_STEP) * QUESTION_STEP)

/** The same with the clocks of its parks. `instant`: milliseconds since 1970. */
export const withClocks = (known: Known, instant: number): Known => ({
  ...known,
  clocks: noteOffsets(
    [...(known.parks?.parks ?? []), ...(known.park ? [known.park] : [])].map(hoursPlace),
    instant,
  ),
})

/** Puts answers under their questions. `instant`: milliseconds since 1970. */
export function learn(queryClient: QueryClient, { parks, park, version }: Known, instant: number): void {
  const served = <T>(value: T): Served<T> => ({ source: version === undefined ? 'server' : 'device', value })
  if (parks) queryClient.setQueryData(searchKey(firstRequest(instant)), served(parks))
  if (park) queryClient.setQueryData(parkKey(park.id), served({ park, successor: null }))
}

/**
 * Takes over what this document's first screen was written from, so that the app begins with the very same: the server's answers stand, the
 * device's own from an earlier visit are asked for anew behind what is shown. It comes in the document that brings the app's own code, and is
 * believed as much.
 * @param version of the directory on this device
 */
export function takeKnown(queryClient: QueryClient, version: string | null): void {
  const written = isPrerendering ? null : document.getElementById(KNOWN)
  if (written === null) return
  const known = JSON.parse(written.textContent) as Known
  learnOffsets(known.clocks ?? [])
  if (known.version !== undefined && known.version !== version) return
  learn(queryClient, known, Date.now())
  if (known.version !== undefined) void queryClient.invalidateQueries({ refetchType: 'none' })
}

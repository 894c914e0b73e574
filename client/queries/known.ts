import type { QueryClient } from '@tanstack/react-query'
import type { Known } from '../../data/model/first-screen.ts'
import type { SearchRequest } from '../../data/model/search.ts'
import { QUESTION_STEP, readHomeAddress, requestOf } from '../ui/home-address.ts'
import { isWriting } from '../ui/written.ts'
import { parkKey, searchKey } from './search.ts'
import type { Served } from './sources.ts'

/** Where a document says what its first screen was written from. Data, no script: no policy need allow it. */
export const KNOWN = 'known'

/** What `/` asks when nothing has been asked of it. `instant`: milliseconds since 1970. */
export const firstRequest = (instant: number): SearchRequest => requestOf(readHomeAddress({}), null, Math.floor(instant / QUESTION_STEP) * QUESTION_STEP)

/** Puts answers under their questions, as the server's own. `instant`: milliseconds since 1970. */
export function learn(queryClient: QueryClient, { parks, park }: Known, instant: number): void {
  const served = <T>(value: T): Served<T> => ({ source: 'server', value })
  if (parks) queryClient.setQueryData(searchKey(firstRequest(instant)), served(parks))
  if (park) queryClient.setQueryData(parkKey(park.id), served({ park, successor: null }))
}

/**
 * Takes over what the server wrote this document's first screen from, so that the app begins with the very same and asks nobody. It comes in
 * the document that brings the app's own code, and is believed as much.
 */
export function takeKnown(queryClient: QueryClient): void {
  const written = isWriting ? null : document.getElementById(KNOWN)
  if (written !== null) learn(queryClient, JSON.parse(written.textContent) as Known, Date.now())
}

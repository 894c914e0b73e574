import type { QueryClient } from '@tanstack/react-query'
import { setKnownOffsets } from '../../data/hours/index.ts'
import { FIRST_SCREEN_DATA_ID, type FirstScreenData } from '../../data/screens/first-screen.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { roundedDown } from '../platform/clock.ts'
import { QUESTION_STEP, readHomeAddress, requestOf } from '../queries/home-address.ts'
import { parkKey, searchKey } from '../queries/search.ts'
import type { Served } from '../queries/sources.ts'
import { isPrerendering } from './prerendering.ts'

/** The search request of `/` without parameters. `instant`: milliseconds since 1970. */
export const firstRequest = (instant: number): SearchRequest =>
  requestOf(readHomeAddress({}), null, roundedDown(instant, QUESTION_STEP))

/** Adds known results to the query cache. `instant`: milliseconds since 1970. */
export function fillQueryCache(
  queryClient: QueryClient,
  { parks, park, version }: FirstScreenData,
  instant: number,
): void {
  const served = <T>(value: T): Served<T> => ({ source: version === undefined ? 'server' : 'device', value })
  if (parks) queryClient.setQueryData(searchKey(firstRequest(instant)), served(parks))
  if (park) queryClient.setQueryData(parkKey(park.id), served({ park, successor: null }))
}

/**
 * Loads the data of the first screen from the document into the query cache, so that the app starts with the
 * same content. Results from the server are final; results that this device saved at an earlier visit are
 * fetched again in the background. The data is not validated, because it is part of the same document as the
 * app's code.
 * @param version version of the directory on this device
 */
export function loadKnownData(queryClient: QueryClient, version: string | null): void {
  const element = isPrerendering ? null : document.getElementById(FIRST_SCREEN_DATA_ID)
  if (element === null) return
  const known = JSON.parse(element.textContent) as FirstScreenData
  setKnownOffsets(known.clocks ?? [])
  if (known.version !== undefined && known.version !== version) return
  fillQueryCache(queryClient, known, Date.now())
  if (known.version !== undefined) void queryClient.invalidateQueries({ refetchType: 'none' })
}

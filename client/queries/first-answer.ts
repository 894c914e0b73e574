import type { QueryClient } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { roundedDown } from '../platform/clock.ts'
import type { Device } from './device.ts'
import { positionIn, QUESTION_STEP, readHomeAddress, requestOf } from './home-address.ts'
import { searchQuery } from './search.ts'

/** Path, query parameters and history state of the page that is opened first. */
export interface FirstLocation {
  pathname: string
  search: Record<string, unknown>
  state: HistoryState
}

/** How long rendering waits for the search. Longer than the worker usually needs on a slow phone. */
export const FIRST_ANSWER_TIMEOUT_MS = 150

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, FIRST_ANSWER_TIMEOUT_MS))

/**
 * Starts the search of `/` on the device before the app renders, so that its first screen already shows the
 * answer and renders once. Resolves with the answer, or after {@link FIRST_ANSWER_TIMEOUT_MS}. Without a directory on the
 * device nothing is asked.
 */
export async function askForFirstScreen(
  { device, queryClient }: { device: Device; queryClient: QueryClient },
  { pathname, search, state }: FirstLocation,
): Promise<void> {
  if (pathname !== '/' || !device.hasDirectory()) return
  const now = roundedDown(Date.now(), QUESTION_STEP)
  const request = requestOf(readHomeAddress(search), positionIn(state), now)
  await Promise.race([
    queryClient.prefetchQuery({ ...searchQuery(device, request), staleTime: 0 }),
    timeout(),
  ])
}

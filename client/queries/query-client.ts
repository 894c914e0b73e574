import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { HOUR } from '../../data/model/constants.ts'
import { isDatabaseTrouble } from '../api/error.ts'
import { retryRead, retryWait, retryWrite } from '../api/retry.ts'
import { serverGate } from '../store/server-gate.ts'
import type { Device } from './device.ts'
import type { Served } from './sources.ts'

/**
 * First element of the keys of queries with {@link Served} data, which can also come from the device or the
 * samples.
 */
export const DIRECTORY_KEY = 'directory'

type AnyQuery = Query<unknown, Error, unknown, readonly unknown[]>

const isDirectoryQuery = (query: AnyQuery) => query.queryKey[0] === DIRECTORY_KEY
const sourceOf = (query: { state: { data?: unknown } }) =>
  (query.state.data as Served<unknown> | undefined)?.source

/**
 * Reads never go stale, are not repeated on focus and, with a network, are retried three times (specification
 * 17.49, 17.50 and 17.52). Samples are the exception, because they replace a real result: they are stale at
 * once, and while they are shown the server is asked again after 1 s, 2 s … 30 s, or as soon as the gate lets
 * automatic calls through. `networkMode: 'always'`: without a network, reads fail at once instead of waiting, so that the
 * device's data is used.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: (query) => (isDirectoryQuery(query) && sourceOf(query) === 'samples' ? 0 : Infinity),
        gcTime: HOUR,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        refetchInterval: (query) =>
          isDirectoryQuery(query) && sourceOf(query) === 'samples'
            ? Math.max(retryWait(query.state.dataUpdateCount - 1), serverWait())
            : false,
        networkMode: 'always',
        retry: retryRead,
        retryDelay,
      },
      mutations: { networkMode: 'always', retry: retryWrite, retryDelay },
    },
  })
}

/** Milliseconds until automatic calls to the server are allowed. */
const serverWait = () => serverGate.waitKnown()
const retryDelay = (failures: number, error: unknown) =>
  retryWait(failures, error, Math.random(), serverWait())

/**
 * Fetches failed queries and samples again when the server answers again. Also tells TanStack Query when the
 * network is lost and, at the random time of `onNetworkReturn`, when it is back.
 * @returns a function that stops it
 */
export function followServer(
  queryClient: QueryClient,
  onNetworkReturn: (listener: () => void) => () => void,
): () => void {
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => setOnline(false)
    // The page may have been loaded without a network.
    if (!navigator.onLine) onOffline()
    addEventListener('offline', onOffline)
    const stop = onNetworkReturn(() => setOnline(true))
    return () => {
      removeEventListener('offline', onOffline)
      stop()
    }
  })
  return serverGate.onRecovery(() => {
    void queryClient.refetchQueries(
      {
        type: 'active',
        predicate: (query) =>
          query.state.status === 'error' || (isDirectoryQuery(query) && sourceOf(query) === 'samples'),
      },
      // After an aborted call the gate may let the next one through a minute later.
      { cancelRefetch: false },
    )
  })
}

/**
 * Fetches all directory queries again in the background when the device gets a directory or a new version of
 * it. Results from the server stay the same, because both use the same engine and data; samples are replaced.
 * A query that is still waiting for a slow server is answered by the device instead.
 * @returns a function that stops it
 */
export function followDirectory(queryClient: QueryClient, device: Device): () => void {
  let last = device.directory()
  return device.subscribe(() => {
    const now = device.directory()
    const before = last
    last = now
    if (now.state !== 'ready' || (before.state === 'ready' && before.version === now.version)) return
    const isUnanswered = (query: AnyQuery) => isDirectoryQuery(query) && query.state.data === undefined
    void queryClient
      .cancelQueries({ predicate: isUnanswered })
      .then(() => queryClient.invalidateQueries({ predicate: isDirectoryQuery }))
  })
}

/**
 * Whether the data on the screen is limited (specification 18.27): sample parks are shown, or the server's
 * database has failed and the device has no directory.
 */
export function isLimited(queryClient: QueryClient, device: Device): boolean {
  return queryClient
    .getQueryCache()
    .getAll()
    .some(
      (query) =>
        isDirectoryQuery(query) &&
        query.isActive() &&
        (sourceOf(query) === 'samples' ||
          (device.directory().state !== 'ready' && isDatabaseTrouble(query.state.error))),
    )
}

import { onlineManager, QueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { HOUR } from '../../data/model/constants.ts'
import { isDatabaseTrouble } from '../api/error.ts'
import { retryRead, retryWait, retryWrite } from '../api/retry.ts'
import { serverGate } from '../store/server-gate.ts'
import type { Device } from './device.ts'
import type { Served } from './sources.ts'

/** Marks the queries whose data is `Served`: they can come from the device or the samples as well. */
export const DIRECTORY_KEY = 'directory'

type AnyQuery = Query<unknown, Error, unknown, readonly unknown[]>

const isDirectoryQuery = (query: AnyQuery) => query.queryKey[0] === DIRECTORY_KEY
const sourceOf = (query: { state: { data?: unknown } }) =>
  (query.state.data as Served<unknown> | undefined)?.source

/**
 * Reads never go stale, are not repeated on focus and are retried three times (specification 17.49, 17.50 and
 * 17.52). Samples are the exception: they are shown instead of an answer, so they are stale from the start, and
 * the server is asked again after 1 s, 2 s … 30 s while they are shown, or when the gate lets automatic calls
 * through.
 * `always`: without network a read fails at once instead of waiting, because only a failure brings out what is on the device.
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

/** Milliseconds until the server as a whole may be called by itself. */
const serverWait = () => serverGate.waitKnown('reads')
const retryDelay = (failures: number, error: unknown) =>
  retryWait(failures, error, Math.random(), serverWait())

/**
 * Asks again what has failed, or is shown from samples, when the server answers again, and lets reads follow a returning network.
 * @returns stops
 */
export function followServer(
  queryClient: QueryClient,
  onNetworkReturn: (listener: () => void) => () => void,
): () => void {
  onlineManager.setEventListener((setOnline) => {
    const away = () => setOnline(false)
    addEventListener('offline', away)
    const stop = onNetworkReturn(() => setOnline(true))
    return () => {
      removeEventListener('offline', away)
      stop()
    }
  })
  return serverGate.onRecovery(() => {
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) =>
        query.state.status === 'error' || (isDirectoryQuery(query) && sourceOf(query) === 'samples'),
    })
  })
}

/**
 * Keeps answers in step with the directory on the device: when it comes or moves, all of them are asked again, behind what is shown. What the
 * server has answered meanwhile is the same engine's word on the same rows, so the screen stays as it is; samples give way. A question
 * that still waits for a slow server is put to the device instead.
 * @returns stops
 */
export function followDirectory(queryClient: QueryClient, device: Device): () => void {
  let seen = device.directory()
  return device.subscribe(() => {
    const now = device.directory()
    const before = seen
    seen = now
    if (now.state !== 'ready' || (before.state === 'ready' && before.version === now.version)) return
    const unanswered = (query: AnyQuery) => isDirectoryQuery(query) && query.state.data === undefined
    void queryClient
      .cancelQueries({ predicate: unanswered })
      .then(() => queryClient.invalidateQueries({ predicate: isDirectoryQuery }))
  })
}

/**
 * Whether what is on the screen is limited (specification 18.27): sample parks are shown, or the server's database is in trouble and the device has
 * nothing of its own.
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

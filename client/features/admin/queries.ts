import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { retryWithNewSession, recheckSessionAfter } from '../../queries/account-calls.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { ACCOUNT_KEY } from '../../queries/session.ts'
import { ApiError } from '../../api/error.ts'
import { markAutomatic } from '../../api/request.ts'
import { retryFormWrite } from '../../api/retry.ts'
import { useConnection } from '../../queries/index.ts'
import { useDirectoryRefresh } from '../../queries/refresh.ts'
import { toast } from '../../platform/toast.ts'
import { serverGate } from '../../store/server-gate.ts'
import { ADMIN_TEXTS as T } from './texts.ts'

/** Below the user's own query key, so that the data is removed when the user changes. */
export const ADMIN_KEY = [ACCOUNT_KEY, 'admin'] as const

export interface AdminRead<T> {
  data: T | undefined
  /** Why there is no data. `null` while loading. */
  problem: 'offline' | 'failed' | null
  error: Error | null
  /** Whether `data` is still that of the previous request. */
  stale: boolean
  retry(): void
}

/**
 * Reads data for administrators from the server. Keeps the previous data until the new data has loaded.
 * @param options `every`: milliseconds until the data is read again while the page is visible; by default it is
 *   not. `fresh`: there is no data until it has been read for this component, as for a form that is filled once
 */
export function useAdminRead<T>(
  address: string,
  fetch: (address: string, signal: AbortSignal) => Promise<T>,
  { every, fresh = false }: { every?: (data: T | undefined) => number; fresh?: boolean } = {},
): AdminRead<T> {
  const client = useQueryClient()
  const { online } = useConnection()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...ADMIN_KEY, address],
    queryFn({ signal, queryKey }) {
      if (every && client.getQueryData(queryKey) !== undefined) markAutomatic(signal)
      return retryWithNewSession(client, () => fetch(address, signal))
    },
    refetchInterval:
      every !== undefined &&
      ((query) => Math.max(every(query.state.data as T | undefined), serverGate.waitKnown())),
    staleTime: 0,
    ...(fresh ? { gcTime: 0 } : {}),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (error) recheckSessionAfter(client, error)
  }, [client, error])
  return {
    data,
    error,
    problem: data !== undefined ? null : !online ? 'offline' : error ? 'failed' : null,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  }
}

/**
 * A mutation by an administrator. Reads all admin data again when it succeeds.
 * @param options `directory`: parks change, so the directory on this device is refreshed; `quiet`: no error
 *   toast, because the form shows the error; `done`: called after success, even if the component has
 *   unmounted, unlike callbacks of `mutate`
 */
export function useAdminChange<V, R>(
  change: (value: V) => Promise<R>,
  {
    directory = false,
    quiet = false,
    done,
  }: { directory?: boolean; quiet?: boolean; done?: (result: R) => void } = {},
) {
  const client = useQueryClient()
  const refresh = useDirectoryRefresh()
  return useMutation({
    mutationFn: (value: V) => retryWithNewSession(client, () => change(value)),
    // If only the reply was lost, the retry gets the error 'taken', which the page shows.
    retry: retryFormWrite,
    async onSuccess(result) {
      if (directory) void refresh()
      await client.invalidateQueries({ queryKey: ADMIN_KEY })
      done?.(result)
    },
    onError(error) {
      recheckSessionAfter(client, error)
      // Another administrator has decided already: reading again shows the decision.
      if (error instanceof ApiError && error.code === 'taken')
        void client.invalidateQueries({ queryKey: ADMIN_KEY })
      if (!quiet) toast({ title: T.failed, description: sentenceOf(error), look: 'destructive' })
    },
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../api/error.ts'
import { isTransient, retryFormWrite } from '../api/retry.ts'
import { toast } from '../platform/toast.ts'
import { sentenceOf } from '../platform/explained-error.ts'
import { refetchUser, ACCOUNT_KEY, fetchCurrentUser } from './session.ts'
import { QUERY_TEXTS } from './texts.ts'

/** Updates the whole app if an error shows that the session has ended or is no longer an administrator's. */
export function recheckSessionAfter(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && (error.code === 'not-signed-in' || error.code === 'not-allowed'))
    void refetchUser(client)
}

/**
 * Makes a call for the signed-in user. Repeats it once if its session was replaced meanwhile, which happens
 * when the password is changed.
 * @throws what `call` throws
 */
export async function retryWithNewSession<T>(client: QueryClient, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-signed-in')) throw error
    if ((await fetchCurrentUser(client).catch(() => null)) === null) throw error
    return call()
  }
}

/** What the server has of an account, as several screens read it. */
type AccountDataName = 'profile' | 'dogs' | 'providers' | 'devices'

/** Account data from the server, fetched again by each screen that shows it. */
export function useAccountData<T>(name: AccountDataName, fetch: (signal: AbortSignal) => Promise<T>) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [ACCOUNT_KEY, name],
    queryFn: ({ signal }) => retryWithNewSession(client, () => fetch(signal)),
    staleTime: 0,
  })
  const { error } = query
  useEffect(() => {
    if (error) recheckSessionAfter(client, error)
  }, [client, error])
  return query
}

/**
 * Changes account data and fetches the affected data again.
 * @param affected names of the {@link useAccountData} queries to fetch again
 * @param options `quiet`: no toast on failure, because the form shows the error
 */
export function useAccountChange<V, R>(
  change: (value: V) => Promise<R>,
  affected: readonly AccountDataName[],
  { quiet = false } = {},
) {
  const client = useQueryClient()
  const refetchAffected = () =>
    Promise.all(affected.map((name) => client.invalidateQueries({ queryKey: [ACCOUNT_KEY, name] })))
  return useMutation({
    mutationFn: (value: V) => retryWithNewSession(client, () => change(value)),
    retry: retryFormWrite,
    onSuccess: refetchAffected,
    onError(error) {
      recheckSessionAfter(client, error)
      // Without a reply, the change may have been made.
      if (isTransient(error)) void refetchAffected()
      if (!quiet)
        toast({ title: QUERY_TEXTS.changeFailed, description: sentenceOf(error), look: 'destructive' })
    },
  })
}

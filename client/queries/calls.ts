import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../api/error.ts'
import { retryWrite } from '../api/retry.ts'
import { toast } from '../platform/toast-queue.ts'
import { sentenceOf } from '../ui/form.tsx'
import { refetchUser, PERSONAL, fetchCurrentUser } from './session.ts'
import { ACCOUNT_TEXTS as T } from '../features/account/texts.ts'

/** The session is over, or is no administrator's any more: the whole app is to know. */
export function noticeEnd(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && (error.code === 'not-signed-in' || error.code === 'not-allowed'))
    void refetchUser(client)
}

/**
 * Makes a call for the person who is signed in; once more where the session it was made by is over and they are signed in all the same: their
 * password was changed at that moment, and the session goes on under another id.
 * @throws what `call` throws
 */
export async function asPerson<T>(client: QueryClient, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not-signed-in')) throw error
    if ((await fetchCurrentUser(client).catch(() => null)) === null) throw error
    return call()
  }
}

/** Something of the person's own, from the server; asked again by each screen that shows it. */
export function usePersonal<T>(name: string, fetch: (signal: AbortSignal) => Promise<T>) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [PERSONAL, name],
    queryFn: ({ signal }) => asPerson(client, () => fetch(signal)),
    staleTime: 0,
  })
  const { error } = query
  useEffect(() => {
    if (error) noticeEnd(client, error)
  }, [client, error])
  return query
}

/** The name of one of the lists that {@link usePersonal} shows. */
export type PersonalList = 'profile' | 'dogs' | 'providers' | 'devices'

/**
 * Changes something of the person's own, and shows what it has become.
 * @param options `quiet`: a form says itself what went wrong
 */
export function usePersonalChange<V, R>(
  change: (value: V) => Promise<R>,
  shown: readonly PersonalList[],
  { quiet = false } = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: V) => asPerson(client, () => change(value)),
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 429) && retryWrite(failures, error),
    onSuccess: () =>
      Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [PERSONAL, name] }))),
    onError(error) {
      noticeEnd(client, error)
      if (!quiet) toast({ title: T.profile.failed, description: sentenceOf(error), look: 'destructive' })
    },
  })
}

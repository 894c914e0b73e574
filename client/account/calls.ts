import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../api/error.ts'
import { retryWrite } from '../api/retry.ts'
import { toast } from '../ui/toast-queue.ts'
import { sentenceOf } from './form.tsx'
import { askWhoIsHere, PERSONAL } from './session.ts'
import { ACCOUNT_TEXTS as T } from './texts.ts'

/** The session is over, or is no administrator's any more: the whole app is to know. */
export function noticeEnd(client: QueryClient, error: unknown): void {
  if (error instanceof ApiError && (error.code === 'not-signed-in' || error.code === 'not-allowed')) void askWhoIsHere(client)
}

/** Something of the person's own, from the server; asked again by each screen that shows it. */
export function usePersonal<T>(name: string, fetch: (signal: AbortSignal) => Promise<T>) {
  const client = useQueryClient()
  const query = useQuery({ queryKey: [PERSONAL, name], queryFn: ({ signal }) => fetch(signal), staleTime: 0 })
  const { error } = query
  useEffect(() => {
    if (error) noticeEnd(client, error)
  }, [client, error])
  return query
}

/** The name of one of the lists that {@link usePersonal} shows. */
export type Shown = 'profile' | 'dogs' | 'providers' | 'devices'

/**
 * Changes something of the person's own, and shows what it has become.
 * @param options `quiet`: a form says itself what went wrong
 */
export function usePersonalChange<V, R>(change: (value: V) => Promise<R>, shown: readonly Shown[], { quiet = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    retry: (failures, error) => !(error instanceof ApiError && error.status === 429) && retryWrite(failures, error),
    onSuccess: () => Promise.all(shown.map((name) => client.invalidateQueries({ queryKey: [PERSONAL, name] }))),
    onError(error) {
      noticeEnd(client, error)
      if (!quiet) toast({ title: T.profile.failed, description: sentenceOf(error), look: 'destructive' })
    },
  })
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asPerson, noticeEnd } from '../account/calls.ts'
import { sentenceOf } from '../account/form.tsx'
import { PERSONAL } from '../account/session.ts'
import { ApiError } from '../api/error.ts'
import { retryWrite } from '../api/retry.ts'
import { useConnection } from '../queries/index.ts'
import { useDirectoryRefresh } from '../queries/refresh.ts'
import { toast } from '../ui/toast-queue.ts'
import { ADMIN_TEXTS as T } from './texts.ts'

/** Under the person's own answers, so that it goes when somebody else is here. */
const KEY = [PERSONAL, 'admin'] as const

export interface AdminRead<T> {
  data: T | undefined
  /** What to say where the data would be. */
  trouble: 'offline' | 'failed' | null
  error: Error | null
  /** Shown is what was asked before this. */
  stale: boolean
  retry(): void
}

/** Something only administrators see, from the server; what was shown before stays until it is there. */
export function useAdminRead<T>(
  address: string,
  fetch: (address: string, signal: AbortSignal) => Promise<T>,
): AdminRead<T> {
  const client = useQueryClient()
  const { online } = useConnection()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...KEY, address],
    queryFn: ({ signal }) => asPerson(client, () => fetch(address, signal)),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (error) noticeEnd(client, error)
  }, [client, error])
  return {
    data,
    error,
    trouble: data !== undefined ? null : !online ? 'offline' : error ? 'failed' : null,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  }
}

/**
 * Changes something for everybody, and shows what it has become.
 * @param options `directory`: parks change, and this device's own are to follow; `quiet`: a form says itself what went wrong; `done`: what
 *   follows, also where who asked is gone from the screen by then: callbacks given to `mutate` would go with them
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
    mutationFn: (value: V) => asPerson(client, () => change(value)),
    // What was done and whose answer got lost is answered 'taken' the second time, which the page says.
    retry: (failures, error) =>
      !(error instanceof ApiError && error.status === 429) && retryWrite(failures, error),
    async onSuccess(result) {
      if (directory) void refresh()
      await client.invalidateQueries({ queryKey: KEY })
      done?.(result)
    },
    onError(error) {
      noticeEnd(client, error)
      // Somebody else has decided meanwhile: the page shows what.
      if (error instanceof ApiError && error.code === 'taken')
        void client.invalidateQueries({ queryKey: KEY })
      if (!quiet) toast({ title: T.failed, description: sentenceOf(error), look: 'destructive' })
    },
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Park } from '../../data/model/park.ts'
import { useDataServices } from './context.ts'
import { parkQuery } from './search.ts'

const NO_PARKS: Park[] = []

/** The existing parks with these ids, in any order. `undefined` while loading. */
export function useParks(ids: readonly number[]): Park[] | undefined {
  const { device } = useDataServices()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: ['parks', ids] as const,
    enabled: ids.length > 0,
    retry: false,
    gcTime: 60_000,
    queryFn: async () => {
      const reads = await Promise.all(
        ids.map((id) => queryClient.fetchQuery(parkQuery(device, queryClient, id)).catch(() => null)),
      )
      return reads.flatMap((read) => (read?.value.park ? [read.value.park] : []))
    },
  })
  return ids.length === 0 ? NO_PARKS : query.data
}

/**
 * A size in bytes from an asynchronous function, called once; `null` if it failed, `undefined` while loading.
 */
export function useBytes(
  key: readonly unknown[],
  wanted: boolean,
  work: () => Promise<number>,
): number | null | undefined {
  const query = useQuery({
    queryKey: ['bytes', ...key] as const,
    enabled: wanted,
    retry: 1,
    gcTime: 60_000,
    queryFn: work,
  })
  return query.isError ? null : query.data
}

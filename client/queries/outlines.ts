import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { OUTLINES_AT_ONCE } from '../../data/model/outline.ts'
import type { Outline, OutlineOfPark } from '../../data/model/outline.ts'
import { fetchOutlines } from '../api/outlines.ts'
import { useDataServices } from './context.ts'
import { DIRECTORY_KEY } from './query-client.ts'
import { readInOrder } from './sources.ts'

const NONE: ReadonlyMap<number, Outline> = new Map()

/** The outlines of those of the parks that have one, by id. Empty while loading, and if they cannot be read. */
export function useOutlines(ids: readonly number[]): ReadonlyMap<number, Outline> {
  const { device } = useDataServices()
  const asked = [...ids].sort((a, b) => a - b).slice(0, OUTLINES_AT_ONCE)
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'outlines', asked] as const,
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    queryFn: (context) =>
      readInOrder<OutlineOfPark[]>(
        {
          deviceFirst: device.hasDirectory(),
          device: () => device.ask('outlines', { in: 'directory', ids: asked }, context.signal),
          server: () => fetchOutlines(asked, context.signal),
          samples: async () => [],
        },
        context,
      ),
    select: ({ value }) => new Map(value.map(({ id, outline }) => [id, outline])),
    structuralSharing: false,
  })
  return query.data ?? NONE
}

/** The outline of a park; `undefined` while loading, and if it has none. */
export function useOutline(id: number): Outline | undefined {
  return useOutlines([id]).get(id)
}

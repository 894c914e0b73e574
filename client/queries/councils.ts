import { useQuery } from '@tanstack/react-query'
import type { Council } from '../../data/model/council.ts'
import { fetchCouncils } from '../api/councils.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import { DIRECTORY_KEY } from './query-client.ts'
import { readInOrder } from './sources.ts'

/**
 * The councils with these codes, in their order, without those that are not known. From the device, or from
 * the server if the device has no directory with councils.
 */
export function useCouncils(codes: readonly (string | null)[]): readonly Council[] {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'councils'] as const,
    enabled: codes.some((code) => code !== null),
    queryFn: (context) =>
      readInOrder<Council[]>(
        {
          deviceFirst: device.hasDirectory(),
          async device() {
            const councils = await device.ask('councils', { in: 'directory' }, context.signal)
            return councils === ABSENT || councils.length === 0 ? ABSENT : councils
          },
          server: () => fetchCouncils(context.signal),
          samples: async () => [],
        },
        context,
      ),
    select: ({ value }) => new Map(value.map((council) => [council.code, council])),
    structuralSharing: false,
  })
  return [...new Set(codes)].flatMap((code) => (code && query.data?.get(code)) || [])
}

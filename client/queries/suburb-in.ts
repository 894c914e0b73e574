import { useQuery } from '@tanstack/react-query'
import { placeLabel } from '../../data/places/label.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import { DIRECTORY_KEY } from './query-client.ts'

/**
 * The suburb in a postal address, as a text to search for; `null` until it is known, and if the address does
 * not clearly name one. Read by this device, so that the address is not sent.
 */
export function useSuburbIn(address: string): string | null {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'suburb in', address] as const,
    enabled: address !== '',
    retry: false,
    queryFn: async () => {
      const answer = await device.ask('search', { in: 'directory', request: { query: address, limit: 1 } })
      if (answer === ABSENT) return null
      const { place, corrected } = answer.understood
      return place === null || place.kind === 'state' || corrected ? null : placeLabel(place)
    },
  })
  return query.data ?? null
}

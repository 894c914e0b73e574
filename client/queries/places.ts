import { useQuery } from '@tanstack/react-query'
import { citySlug, findBySlug } from '../../data/places/slug.ts'
import { STATE_CODES, STATE_NAMES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { ApiError } from '../api/error.ts'
import { fetchCities, fetchPostcodes, fetchStates } from '../api/places.ts'
import { useDataServices } from './context.ts'
import { ABSENT } from './device.ts'
import type { Device } from './device.ts'
import { DIRECTORY_KEY } from './query-client.ts'
import { readState } from './search.ts'
import { readInOrder } from './sources.ts'
import type { ReadContext } from './sources.ts'
import type { CityRead, RegionEntry, RegionsRead, StateEntry, StatesRead } from './types.ts'

interface StateCount {
  code: StateCode
  parks: number | null
}

const statesQuery = (device: Device) => ({
  queryKey: [DIRECTORY_KEY, 'states'] as const,
  queryFn: (context: ReadContext) =>
    readInOrder<StateCount[]>(
      {
        deviceFirst: device.hasDirectory(),
        device: () => device.ask('states', { in: 'directory' }, context.signal),
        server: async () => (await fetchStates(context.signal)).map((code) => ({ code, parks: null })),
        // The list of states is complete, so counts of the sample parks would be misleading.
        samples: async () => STATE_CODES.map((code) => ({ code, parks: null })),
      },
      context,
    ),
})

const NO_STATES: StateEntry[] = []

/** The states and territories, with their number of parks if the source provides it. */
export function useStates(): StatesRead {
  const { device } = useDataServices()
  const query = useQuery({
    ...statesQuery(device),
    select: ({ source, value }) => ({
      source,
      value: value.map(({ code, parks }) => ({ code, name: STATE_NAMES[code], parks })),
    }),
  })
  return { ...readState(query), states: query.data?.value ?? NO_STATES }
}

/** A region from the server's list, which only contains names. */
const regionOfName = (name: string): RegionEntry => ({
  name,
  slug: citySlug(name),
  postcodes: [],
  parks: null,
  latitude: null,
  longitude: null,
})

const regionsQuery = (device: Device, state: StateCode) => ({
  queryKey: [DIRECTORY_KEY, 'regions', state] as const,
  queryFn: (context: ReadContext) =>
    readInOrder<RegionEntry[]>(
      {
        deviceFirst: device.hasDirectory(),
        device: () => device.ask('regions', { in: 'directory', state }, context.signal),
        server: async () => (await fetchCities(state, context.signal)).map(regionOfName),
        samples: () => device.ask('regions', { in: 'samples', state }, context.signal),
      },
      context,
    ),
  // Comparing thousands of regions with the previous ones takes longer than rendering the changed ones.
  structuralSharing: false,
})

const NO_REGIONS: RegionEntry[] = []

/** The suburbs and towns of a state, by name. */
export function useRegions(state: StateCode): RegionsRead {
  const { device } = useDataServices()
  const query = useQuery(regionsQuery(device, state))
  return { ...readState(query), regions: query.data?.value ?? NO_REGIONS }
}

/**
 * One suburb or town of a state, with all its postcodes. `missing`: the state has no region with this slug.
 */
export function useCity(state: StateCode, slug: string): CityRead {
  const { device } = useDataServices()
  const query = useQuery({
    queryKey: [DIRECTORY_KEY, 'city', state, slug] as const,
    queryFn: (context: ReadContext) => {
      const among = (regions: RegionEntry[]) => findBySlug(regions, slug) ?? null
      return readInOrder<RegionEntry | null>(
        {
          deviceFirst: device.hasDirectory(),
          async device() {
            const regions = await device.ask('regions', { in: 'directory', state }, context.signal)
            return regions === ABSENT ? ABSENT : among(regions)
          },
          async server() {
            const region = among((await fetchCities(state, context.signal)).map(regionOfName))
            return region && { ...region, postcodes: await postcodesOf(state, region.name, context.signal) }
          },
          async samples() {
            const regions = await device.ask('regions', { in: 'samples', state }, context.signal)
            return (regions === ABSENT ? null : among(regions)) ?? ABSENT
          },
        },
        context,
      )
    },
  })
  const read = readState(query)
  return {
    ...read,
    status: query.data?.value === null ? 'missing' : read.status,
    city: query.data?.value ?? null,
  }
}

/**
 * Empty if the server has no postcodes: the city page then searches by the name alone (specification 17.48).
 */
async function postcodesOf(state: StateCode, name: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await fetchPostcodes(state, name, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  }
}

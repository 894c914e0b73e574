import { namedPlaces } from '../../data/geo/labels.ts'
import type { NamedPlace } from '../../data/geo/labels.ts'
import type { CouncilArea } from '../../data/model/council.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import type { Gazetteer, SearchEngine } from '../../data/search/index.ts'
import type { DirectoryRecord, Tombstones } from '../store/meta.ts'

/** What follows from localities and councils alone, each decoded or built on first use. @throws DirectoryDamaged */
interface Places {
  localities(): readonly Locality[]
  gazetteer(): Gazetteer
  /** Place names for maps. */
  names(): readonly NamedPlace[]
}

/** A collection of parks in memory. Its engine is built on first use. */
export interface Loaded {
  parks: readonly DirectoryPark[]
  park(id: number): DirectoryPark | undefined
  places: Places
  /** Decoded at each question. @throws DirectoryDamaged */
  councils(): readonly CouncilArea[]
  tombstones: Tombstones
  record: DirectoryRecord | null
  engine(): SearchEngine
}

/** @param decode called once, on first use; `councils` too */
export function createPlaces(
  decode: () => readonly Locality[],
  councils: () => readonly CouncilArea[],
): Places {
  let localities: readonly Locality[] | undefined
  let gazetteer: Gazetteer | undefined
  let names: readonly NamedPlace[] | undefined
  const places: Places = {
    localities: () => (localities ??= decode()),
    gazetteer: () => (gazetteer ??= buildGazetteer(places.localities(), councils())),
    names: () => (names ??= namedPlaces(places.localities())),
  }
  return places
}

/** The gazetteer is built later, because it takes longer than the parks and the first list does not need it. */
export function createLoaded(
  stored: Pick<Loaded, 'parks' | 'places' | 'councils' | 'tombstones' | 'record'>,
): Loaded {
  const { parks, places } = stored
  const byId = new Map(parks.map((park) => [park.id, park]))
  let engine: SearchEngine | undefined
  return {
    ...stored,
    park: (id) => byId.get(id),
    engine: () => (engine ??= buildEngine(parks, places.gazetteer)),
  }
}

/** The localities of the parks themselves, used as a gazetteer for the samples. */
export function localitiesOf(parks: readonly DirectoryPark[]): Locality[] {
  const seen = new Map<string, Locality>()
  for (const { city, postcode, state, area, latitude, longitude } of parks) {
    const key = `${state} ${city} ${postcode}`
    if (!seen.has(key))
      seen.set(key, {
        name: city,
        postcode,
        state,
        region: area,
        region4: '',
        latitude,
        longitude,
        population: 0,
      })
  }
  return [...seen.values()]
}

/** The samples as a collection. Their gazetteer has only the places that they are in. */
export function createSamples(parks: readonly DirectoryPark[]): Loaded {
  const councils = () => []
  return createLoaded({
    parks,
    places: createPlaces(() => localitiesOf(parks), councils),
    councils,
    tombstones: {},
    record: null,
  })
}

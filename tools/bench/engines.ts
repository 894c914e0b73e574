import { count, create, insertMultiple, search as searchOrama } from '@orama/orama'
import FlexSearch from 'flexsearch'
import MiniSearch from 'minisearch'
import type { FeatureId } from '../../data/model/feature.ts'
import { featureBits } from '../../data/directory/feature-bits.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { buildEngine } from '../../data/search/index.ts'
import type { Gazetteer } from '../../data/search/index.ts'
import type { BenchQuery } from './queries.ts'
import { wholeMetresBetween } from '../../data/model/point.ts'

/** The first twenty ids that an engine returns, and its total number of results. */
interface SearchResult {
  ids: number[]
  total: number
}
export interface Competitor {
  readonly name: string
  /** How it is configured, printed with the results. */
  readonly setup: string
  build(parks: readonly DirectoryPark[]): (query: BenchQuery) => SearchResult
}

const PAGE = 20
const textOf = (park: DirectoryPark) =>
  [park.name, park.address, park.city, park.area, park.postcode].join(' ')

/**
 * The work an app must do with the results of an engine without geo search: filter, measure, sort and cut.
 * Nearest first, or in the engine's order without a position.
 */
function page(query: BenchQuery, hits: Iterable<DirectoryPark>): SearchResult {
  const wanted = featureBits(query.features)
  const kept: { id: number; metres: number }[] = []
  const from = query.position ?? query.place
  for (const park of hits) {
    if ((featureBits(park.features) & wanted) !== wanted) continue
    kept.push({ id: park.id, metres: from ? wholeMetresBetween(from, park) : 0 })
  }
  if (from) kept.sort((a, b) => a.metres - b.metres)
  return { ids: kept.slice(0, PAGE).map(({ id }) => id), total: kept.length }
}

export const offlead = (gazetteer: Gazetteer): Competitor => ({
  name: 'data/search',
  setup: 'as in the product: reads the place itself, sorts by distance, counts all results',
  build(parks) {
    const engine = buildEngine(parks, () => gazetteer)
    return ({ words, place, position, features }) => {
      const query = place ? `${words} ${place.name} ${place.state}` : words
      const { hits, total } = engine.search({ query, ...position, features, limit: PAGE })
      return { ids: hits.map(({ id }) => id), total }
    }
  },
})

export const miniSearch: Competitor = {
  name: 'MiniSearch',
  setup:
    'five fields, all words (AND), last word as prefix, no fuzziness; features in its filter; distance sorted by the app',
  build(parks) {
    const byId = new Map(parks.map((park) => [park.id, park]))
    const index = new MiniSearch({ fields: ['name', 'address', 'city', 'area', 'postcode'] })
    index.addAll(parks)
    return (query) => {
      if (query.words === '') return page(query, parks)
      const wanted = featureBits(query.features)
      const hits = index.search(query.words, {
        combineWith: 'AND',
        prefix: (_term, at, terms) => at === terms.length - 1,
        ...(wanted === 0
          ? {}
          : {
              filter: ({ id }: { id: number }) => (featureBits(byId.get(id)!.features) & wanted) === wanted,
            }),
      })
      return page(
        query,
        hits.map(({ id }) => byId.get(id as number)!),
      )
    }
  },
}

export const flexSearch: Competitor = {
  name: 'FlexSearch',
  setup:
    "one Index over the fields' texts, tokenize 'forward' (prefixes), all words; features and distance by the app",
  build(parks) {
    const byId = new Map(parks.map((park) => [park.id, park]))
    const index = new FlexSearch.Index({ tokenize: 'forward' })
    for (const park of parks) index.add(park.id, textOf(park))
    return (query) => {
      if (query.words === '') return page(query, parks)
      const ids = index.search(query.words, { limit: parks.length }) as number[]
      return page(
        query,
        ids.map((id) => byId.get(id)!),
      )
    }
  },
}

/** Orama needs a radius: the one that the product uses for places. */
const ORAMA_RADIUS_METRES = 25_000

export const orama: Competitor = {
  name: 'Orama',
  setup: `text, features (enum[]) and geopoint in its schema; all words (threshold 0); within ${ORAMA_RADIUS_METRES / 1000} km of a position; distance sorted by the app`,
  build(parks) {
    const index = create({ schema: { text: 'string', features: 'enum[]', spot: 'geopoint' } as const })
    const documents = parks.map((park) => ({
      id: String(park.id),
      text: textOf(park),
      features: park.features as string[],
      spot: { lat: park.latitude, lon: park.longitude },
    }))
    // Insertion is synchronous with these settings; it returns a promise only for asynchronous plugins.
    void insertMultiple(index, documents, 10_000, undefined, undefined, 0)
    if (count(index) !== parks.length) throw new Error(`Orama has ${count(index)} of ${parks.length} parks`)
    const byId = new Map(parks.map((park) => [String(park.id), park]))
    return (query) => {
      const from = query.position ?? query.place
      const found = searchOrama(index, {
        term: query.words,
        properties: ['text'],
        threshold: 0,
        // Without a position, Orama's own order is used; otherwise the app needs all results to sort them.
        limit: from ? parks.length : PAGE,
        where: {
          ...(query.features.length === 0
            ? {}
            : { features: { containsAll: query.features as FeatureId[] } }),
          ...(from
            ? {
                spot: {
                  radius: {
                    coordinates: { lat: from.latitude, lon: from.longitude },
                    unit: 'm',
                    value: ORAMA_RADIUS_METRES,
                  },
                },
              }
            : {}),
        },
      })
      if (found instanceof Promise) throw new Error('Orama answered asynchronously')
      const { ids } = page(
        { ...query, features: [] },
        found.hits.map((hit) => byId.get(hit.id)!),
      )
      return { ids, total: found.count }
    }
  },
}

import { count, create, insertMultiple, search as searchOrama } from '@orama/orama'
import FlexSearch from 'flexsearch'
import MiniSearch from 'minisearch'
import type { FeatureId } from '../../data/model/feature.ts'
import { featureBits } from '../../data/model/feature.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { buildEngine, metresBetween } from '../../data/search/index.ts'
import type { Gazetteer } from '../../data/search/index.ts'
import type { Question } from './questions.ts'

/** The first twenty ids an engine answers with, and how many parks it found in all. */
export interface Answer {
  ids: number[]
  total: number
}
export interface Contestant {
  readonly name: string
  /** How it is set up, for the reader of the table. */
  readonly setUp: string
  build(parks: readonly DirectoryPark[]): (question: Question) => Answer
}

const PAGE = 20
const textOf = (park: DirectoryPark) =>
  [park.name, park.address, park.city, park.area, park.postcode].join(' ')

/** What an app does with the hits of an engine that knows no positions: filter, measure, sort, cut. The nearest first, else as they came. */
function page(question: Question, hits: Iterable<DirectoryPark>): Answer {
  const wanted = featureBits(question.features)
  const kept: { id: number; metres: number }[] = []
  const from = question.position ?? question.place
  for (const park of hits) {
    if ((featureBits(park.features) & wanted) !== wanted) continue
    kept.push({ id: park.id, metres: from ? metresBetween(from, park) : 0 })
  }
  if (from) kept.sort((a, b) => a.metres - b.metres)
  return { ids: kept.slice(0, PAGE).map(({ id }) => id), total: kept.length }
}

export const offlead = (gazetteer: Gazetteer): Contestant => ({
  name: 'data/search',
  setUp: 'as the product has it: reads the place itself, sorts by distance, counts all answers',
  build(parks) {
    const engine = buildEngine(parks, () => gazetteer)
    return ({ words, place, position, features }) => {
      const query = place ? `${words} ${place.name} ${place.state}` : words
      const { hits, total } = engine.search({ query, ...position, features, limit: PAGE })
      return { ids: hits.map(({ id }) => id), total }
    }
  },
})

export const miniSearch: Contestant = {
  name: 'MiniSearch',
  setUp:
    'five fields, all words (AND), last word as prefix, no fuzziness; features in its filter; distance sorted by the app',
  build(parks) {
    const byId = new Map(parks.map((park) => [park.id, park]))
    const index = new MiniSearch({ fields: ['name', 'address', 'city', 'area', 'postcode'] })
    index.addAll(parks)
    return (question) => {
      if (question.words === '') return page(question, parks)
      const wanted = featureBits(question.features)
      const hits = index.search(question.words, {
        combineWith: 'AND',
        prefix: (_term, at, terms) => at === terms.length - 1,
        ...(wanted === 0
          ? {}
          : {
              filter: ({ id }: { id: number }) => (featureBits(byId.get(id)!.features) & wanted) === wanted,
            }),
      })
      return page(
        question,
        hits.map(({ id }) => byId.get(id as number)!),
      )
    }
  },
}

export const flexSearch: Contestant = {
  name: 'FlexSearch',
  setUp:
    "one Index over the fields' texts, tokenize 'forward' (prefixes), all words; features and distance by the app",
  build(parks) {
    const byId = new Map(parks.map((park) => [park.id, park]))
    const index = new FlexSearch.Index({ tokenize: 'forward' })
    for (const park of parks) index.add(park.id, textOf(park))
    return (question) => {
      if (question.words === '') return page(question, parks)
      const ids = index.search(question.words, { limit: parks.length }) as number[]
      return page(
        question,
        ids.map((id) => byId.get(id)!),
      )
    }
  },
}

/** Orama's radius must be named: the one inside which the product's own places answer. */
const ORAMA_RADIUS_METRES = 25_000

export const orama: Contestant = {
  name: 'Orama',
  setUp: `text, features (enum[]) and geopoint in its schema; all words (threshold 0); within ${ORAMA_RADIUS_METRES / 1000} km of a position; distance sorted by the app`,
  build(parks) {
    const index = create({ schema: { text: 'string', features: 'enum[]', spot: 'geopoint' } as const })
    const documents = parks.map((park) => ({
      id: String(park.id),
      text: textOf(park),
      features: park.features as string[],
      spot: { lat: park.latitude, lon: park.longitude },
    }))
    // Its insertion is synchronous with these settings; it only returns a promise for asynchronous plugins.
    void insertMultiple(index, documents, 10_000, undefined, undefined, 0)
    if (count(index) !== parks.length) throw new Error(`Orama holds ${count(index)} of ${parks.length} parks`)
    const byId = new Map(parks.map((park) => [String(park.id), park]))
    return (question) => {
      const from = question.position ?? question.place
      const found = searchOrama(index, {
        term: question.words,
        properties: ['text'],
        threshold: 0,
        // Its own order is kept where there is no position; else the app needs all hits to sort them.
        limit: from ? parks.length : PAGE,
        where: {
          ...(question.features.length === 0
            ? {}
            : { features: { containsAll: question.features as FeatureId[] } }),
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
        { ...question, features: [] },
        found.hits.map((hit) => byId.get(hit.id)!),
      )
      return { ids, total: found.count }
    }
  },
}

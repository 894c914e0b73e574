import { localityRadius } from '../../data/geo/area.ts'
import { toPark } from '../../data/model/to-park.ts'
import type { Outline } from '../../data/model/outline.ts'
import { distanceMetres } from '../../data/model/point.ts'
import type { SearchAnswer } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import { STATE_CODES, STATE_NAMES } from '../../data/model/state.ts'
import { parksOfRegion, regionsOf } from '../../data/places/regions.ts'
import type { Region } from '../../data/places/regions.ts'
import type { SearchEngine } from '../../data/search/index.ts'
import type { Loaded } from './loaded.ts'
import type { Answer, Ask, Collection, ParkAnswer, QuestionKind } from './messages.ts'

/**
 * Maximum number of names inside and around a map: more than fit, so that it can choose, but quick to place.
 */
const MAX_NAMES = 60

/**
 * Finds the parks that contain a text anywhere, also inside a word: "osma" finds Mosman (specification 13.97).
 * Only for the samples: in the directory, parts of words would match nearly everything.
 */
function searchForPartOfWord(engine: SearchEngine, request: SearchRequest): SearchAnswer {
  const { query = '', offset = 0, limit, ...rest } = request
  const text = query.trim().toLowerCase()
  const answer = engine.search(rest)
  const hits = answer.hits.filter(({ id }) => {
    const { name, address, city, state, postcode } = engine.park(id)!
    return [name, address, city, state, STATE_NAMES[state], postcode].some((part) =>
      part.toLowerCase().includes(text),
    )
  })
  return {
    ...answer,
    hits: hits.slice(offset, limit === undefined ? undefined : offset + limit),
    total: hits.length,
    maybe: 0,
  }
}

function parkAnswer(loaded: Loaded, id: number): ParkAnswer {
  const { tombstones } = loaded
  const park = loaded.park(id)
  return {
    park: park === undefined ? null : toPark(park),
    gone: id in tombstones,
    successor: tombstones[id] ?? null,
  }
}

/** How each question about parks is answered. */
export const createAnswers = ({
  collection,
  outlines,
}: {
  /** @throws Absent if it is not on the device */
  collection(name: Collection): Promise<Loaded>
  /** The functions that decode the outlines on the device, by park. */
  outlines(): Promise<ReadonlyMap<number, () => Outline>>
}): { [K in Exclude<QuestionKind, 'sync'>]: (ask: Ask<K>) => Promise<Answer<K>> } => ({
  async search({ in: name, request }) {
    const { park, engine } = await collection(name)
    const found = engine().search(request)
    const { hits, total, maybe, understood } =
      name === 'samples' && found.total === 0 && found.maybe === 0 && request.query
        ? searchForPartOfWord(engine(), request)
        : found
    return {
      parks: hits.map(({ id, distanceMetres }) => toPark(park(id)!, distanceMetres)),
      total,
      maybe,
      understood,
    }
  },
  async points({ in: name, request }) {
    const { park, engine } = await collection(name)
    const { offset: _offset, limit: _limit, ...all } = request
    return engine()
      .search(all)
      .hits.map(({ id }) => {
        const { name, accuracy, latitude, longitude } = park(id)!
        return { id, name, accuracy, latitude, longitude }
      })
  },
  async names({ center }) {
    return (await collection('directory')).places
      .names()
      .map((place) => ({ place, metres: distanceMetres(center, place) }))
      .sort((one, other) => one.metres - other.metres)
      .slice(0, MAX_NAMES)
      .map(({ place }) => place)
  },
  async areas({ places }) {
    const localities = (await collection('directory')).places.localities()
    return places.map((place) => localityRadius(place, localities))
  },
  park: async ({ in: name, id }) => parkAnswer(await collection(name), id),
  async parks({ in: name, ids }) {
    const loaded = await collection(name)
    return ids.map((id) => parkAnswer(loaded, id))
  },
  async suggest({ text, near, limit }) {
    const { engine } = await collection('directory')
    return engine().suggest(text, { limit, ...(near === null ? {} : { near }) })
  },
  async start({ text, near }) {
    return (await collection('directory')).places.gazetteer().readPlaces(text, near)
  },
  async states({ in: name }) {
    const { parks } = await collection(name)
    const counts = new Map(STATE_CODES.map((code) => [code, 0]))
    for (const { state } of parks) counts.set(state, counts.get(state)! + 1)
    return [...counts].map(([code, count]) => ({ code, parks: count }))
  },
  async regions({ in: name, state }) {
    const { places, engine } = await collection(name)
    const count = (region: Region) => engine().search({ ...parksOfRegion(region, state), limit: 0 }).total
    return regionsOf(places.localities(), state).map((region) => ({ ...region, parks: count(region) }))
  },
  async outlines({ in: name, ids }) {
    await collection(name)
    if (name === 'samples') return []
    const known = await outlines()
    return ids.flatMap((id) => {
      const outline = known.get(id)?.()
      return outline ? [{ id, outline }] : []
    })
  },
  async councils({ in: name }) {
    return [...(await collection(name)).councils()]
  },
})

import { METRES_PER_MILE, QUERY_MAX_LENGTH } from '../model/constants.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { Place, SearchAnswer, SearchRequest } from '../model/search.ts'
import { openStateAt } from '../hours/index.ts'
import {
  addBit,
  addRange,
  bitsFor,
  bitsPool,
  countBits,
  drop,
  forEachBit,
  hasBit,
  isEmpty,
  join,
  keep,
  overlap,
  take,
} from './bits.ts'
import type { Bits } from './bits.ts'
import { buildFilters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerPlace } from './place.ts'
import { buildRanking } from './ranking.ts'
import { understandText } from './understanding.ts'
import type { Meaning } from './understanding.ts'
import { buildSphere, originAt, sphereOrder } from './sphere.ts'
import type { Origin, Point } from './sphere.ts'
import { allAtOnce } from './steps.ts'
import type { Steps } from './steps.ts'
import { buildSuggestions } from './suggestions.ts'
import type { Suggestion } from './suggestions.ts'
import { typedWords } from './text.ts'
import { buildWordIndex } from './words.ts'

/** A place means what lies this near its centre... */
export const NEARBY_METRES = 25_000
/** ...but at least this many parks, however far they are: a suburb without a park shows the nearest ones. */
export const NEARBY_LEAST = 10
/** How far from its centre the parks of a suburb are counted, when a name is several suburbs'. */
const WALKING_METRES = 2_000

export interface SearchEngine {
  /**
   * Answers one page of a search.
   *
   * Text is read as a place, as words of a park, or both. A place answers with the parks within 25 km of its centre, but at least the nearest ten
   * (a region or state with the parks in it), and with parks whose name has the words of the text, wherever they are. Words answer with the
   * parks that have them all in name, address, suburb, area or postcode, or as a feature; the last word may be half typed. Only when nothing is
   * spelled so is a slip forgiven. `city` and `postcodes` are one filter: parks of that city or with one of these postcodes.
   *
   * Order: parks known to be closed last when asked for; parks of which something asked is unknown after the others; names that are the text;
   * for a text that is not merely a place or feature, names that have its words; then distance in whole metres, rating, name, id. Without a
   * position or a place the distance plays no part.
   *
   * `distanceMetres`, and the `distance` filter, count from the place named (not for a state, which has no one point to stand at), else from
   * the person's position. With a `distance`, the 25 km and the ten do not apply: what is farther is out, so the page may be empty.
   */
  search(request: SearchRequest): SearchAnswer
  park(id: number): DirectoryPark | undefined
  /** While typing: suburbs, postcodes and parks that begin so, likeliest first. `limit` is 8 unless told. */
  suggest(text: string, options?: { near?: Point; limit?: number }): Suggestion[]
  /** All parks by id. */
  all(): readonly DirectoryPark[]
}

export interface EngineOptions {
  /** Whether a park is open at an instant; the product's own reading of hours unless told. */
  openStateAt?: typeof openStateAt
}

/**
 * Builds the index of a directory. Answers depend on the rows alone, not on their order.
 * @param gazetteer called when a place is first asked about, and each time after: it may make the gazetteer then, and is to keep it
 */
export const buildEngine = (
  parks: readonly DirectoryPark[],
  gazetteer: () => Gazetteer,
  options: EngineOptions = {},
): SearchEngine => allAtOnce(buildEngineInSteps(parks, gazetteer, options))

/** The same, for who has others to answer meanwhile. */
export function* buildEngineInSteps(
  parks: readonly DirectoryPark[],
  gazetteer: () => Gazetteer,
  options: EngineOptions = {},
): Steps<SearchEngine> {
  const isOpenAt = options.openStateAt ?? openStateAt
  const rows = Array.from(
    sphereOrder(parks, (a, b) => parks[a]!.id - parks[b]!.id),
    (row) => parks[row]!,
  )
  yield
  const sphere = buildSphere(rows)
  yield
  const pool = bitsPool(rows.length)
  const words = yield* buildWordIndex(rows, pool)
  yield
  const filters = yield* buildFilters(rows)
  yield
  const ranking = buildRanking(rows, sphere)
  yield
  const everything = bitsFor(rows.length)
  addRange(everything, 0, rows.length)
  const byId = new Map(rows.map((park) => [park.id, park]))
  const ids = Float64Array.from(rows, (park) => park.id)
  let sorted: DirectoryPark[] | undefined

  // Regions: which parks lie in one is worked out when the first region is asked for.
  let homes: ReturnType<Gazetteer['home']>[] | undefined
  const regionRows = new Map<string, Bits>()
  function inRegion(name: string): Bits {
    let known = regionRows.get(name)
    if (!known) {
      known = bitsFor(rows.length)
      homes ??= homesOf(rows, gazetteer())
      for (const [row, home] of homes.entries())
        if (home && (home.region === name || home.region4 === name)) addBit(known, row)
      regionRows.set(name, known)
    }
    return known
  }

  const counts = new Map<string, number>()
  /** Of two places the one with more parks in walking distance has more; where these are equal, the one with more nearby. */
  function parkCount({ place: { latitude, longitude } }: GazetteerPlace): number {
    const key = `${latitude} ${longitude}`
    let known = counts.get(key)
    if (known === undefined) {
      const from = originAt({ latitude, longitude })
      known =
        sphere.countWithin(from, WALKING_METRES) + sphere.countWithin(from, NEARBY_METRES) / (rows.length + 1)
      counts.set(key, known)
    }
    return known
  }

  function membersOf(place: Place): Bits | null {
    if (place.kind === 'region') return inRegion(place.name)
    return place.kind === 'state' ? filters.inState[place.state] : null
  }

  function holds(place: Place, set: Bits): boolean {
    const members = membersOf(place)
    if (members) return overlap(members, set)
    const around = pool.take()
    sphere.addWithin(originAt(place), NEARBY_METRES, around)
    return overlap(around, set)
  }

  /** What of the set counts as near the place. */
  function nearby(set: Bits, place: Place): Bits {
    const count = countBits(set)
    const members = membersOf(place)
    if (count === 0 || (!members && count <= NEARBY_LEAST)) return set
    const from = originAt(place)
    const near = pool.take(members ?? undefined)
    if (!members) sphere.addWithin(from, NEARBY_METRES, near)
    keep(near, set)
    if (members ? !isEmpty(near) : countBits(near) >= NEARBY_LEAST) return near
    const farthest = ranking.first(set, count, from, NEARBY_LEAST).at(-1)!
    // Parks as far away as the tenth are as near as it is.
    sphere.addWithin(from, sphere.metres(from, farthest), near)
    keep(near, set)
    return near
  }

  const openAt = new Int8Array(rows.length)
  let openWhen = NaN
  function openState(row: number, now: number): 'open' | 'closed' | 'unknown' {
    if (now !== openWhen) {
      openAt.fill(0)
      openWhen = now
    }
    if (openAt[row] === 0) {
      const park = rows[row]!
      const state = isOpenAt(park.openingHours, park, now)
      openAt[row] = state === 'open' ? 1 : state === 'closed' ? 2 : 3
    }
    return openAt[row] === 1 ? 'open' : openAt[row] === 2 ? 'closed' : 'unknown'
  }
  function knownOpen(set: Bits, now: number): Bits {
    const open = pool.take()
    const asked = pool.take(set)
    keep(asked, filters.withHours)
    forEachBit(asked, (row) => {
      if (openState(row, now) === 'open') addBit(open, row)
    })
    return open
  }

  /** Rows that come one segment after the other, each segment in its own order. */
  interface Segment {
    rows: Bits
    count: number
  }

  /** The first `most` rows of the segments. */
  function firstOf(segments: readonly Segment[], from: Origin | null, most: number): number[] {
    const found: number[] = []
    for (const segment of segments) {
      if (found.length >= most) break
      found.push(...ranking.first(segment.rows, segment.count, from, most - found.length))
    }
    return found
  }

  /** The same with the parks known to be closed put last. Hours are only worked out for as many parks as the page needs. */
  function firstOpen(
    segments: readonly Segment[],
    from: Origin | null,
    most: number,
    total: number,
    now: number,
  ): number[] {
    for (let wanted = Math.min(total, most + 16); ; wanted = Math.min(total, wanted * 4)) {
      const found = firstOf(segments, from, wanted)
      const closed = (row: number) => hasBit(filters.withHours, row) && openState(row, now) === 'closed'
      const others = found.filter((row) => !closed(row))
      if (others.length >= most || wanted >= total) return [...others, ...found.filter(closed)].slice(0, most)
    }
  }

  /** Parts a set by how exactly its parks are what the text says. Uses the set up. */
  function byTier(set: Bits, count: number, tiers: readonly Bits[]): Segment[] {
    const segments: Segment[] = []
    let left = count
    for (const tier of tiers) {
      const exact = pool.take()
      const found = take(set, tier, exact)
      if (found > 0) segments.push({ rows: exact, count: found })
      left -= found
    }
    return [...segments, { rows: set, count: left }]
  }

  /** What of the set answers a text that names a place: what matches near it, and what answers anywhere. Uses the set up. */
  function answering(set: Bits, place: Place, { matching, anywhere }: Meaning): Bits {
    if (!anywhere) return nearby(set, place)
    const fitting = pool.take(set)
    if (matching) keep(fitting, matching)
    const near = nearby(fitting, place)
    keep(set, anywhere)
    join(near, set)
    return near
  }

  function search(request: SearchRequest): SearchAnswer {
    pool.release()
    const position = positionOf(request)
    const text = (request.query ?? '').slice(0, QUERY_MAX_LENGTH).trim()
    const meaning =
      text === ''
        ? null
        : understandText(
            typedWords(text),
            { near: position ?? undefined, state: request.state, parkCount },
            { gazetteer: gazetteer(), words, filters, pool, holds },
          )
    const place = meaning?.place ?? null
    const standing = place && place.kind !== 'state' ? place : position
    let from = standing ? originAt(standing) : null

    let possible = pool.take(meaning?.matching ?? everything)
    if (meaning?.matching && meaning.anywhere) join(possible, meaning.anywhere)
    filters.applyKnown(request, possible)
    filters.applyPossible(request, possible)
    if (request.distance !== undefined && from) {
      const within = pool.take()
      sphere.addWithin(from, request.distance * METRES_PER_MILE, within)
      keep(possible, within)
    }
    if (request.open === 'only' && request.now !== undefined) possible = knownOpen(possible, request.now)

    // What is not sure stays in `unsure` once the sure ones are taken out.
    let sure = possible
    let unsure: Bits | null = null
    if (filters.asksUnknown(request)) {
      sure = pool.take(possible)
      filters.applySure(request, sure)
      drop(possible, sure)
      unsure = possible
    }
    if (meaning && place && (request.distance === undefined || !from)) {
      sure = answering(sure, place, meaning)
      if (unsure) unsure = answering(unsure, place, meaning)
      // A state without parks of its own shows those around it.
      if (!from && !holds(place, sure) && !(unsure && holds(place, unsure))) from = originAt(place)
    }

    const maybe = unsure ? countBits(unsure) : 0
    const known = countBits(sure)
    const tiers = meaning?.tiers ?? []
    const segments = [
      ...byTier(sure, known, tiers),
      ...(unsure && request.unsure ? byTier(unsure, maybe, tiers) : []),
    ]
    const total = known + (request.unsure ? maybe : 0)
    const offset = Math.min(total, request.offset ?? 0)
    const most = Math.min(total, offset + (request.limit ?? total))
    const page =
      request.open === 'last' && request.now !== undefined
        ? firstOpen(segments, from, most, total, request.now)
        : firstOf(segments, from, most)
    return {
      hits: page
        .slice(offset)
        .map((row) => ({ id: ids[row]!, distanceMetres: from ? sphere.metres(from, row) : null })),
      total,
      maybe,
      understood: meaning
        ? { place, others: meaning.others, corrected: meaning.corrected }
        : { place: null, others: [], corrected: false },
    }
  }

  const suggestions = buildSuggestions({ rows, gazetteer, words, pool, ranking, parkCount })
  return {
    search,
    park: (id) => byId.get(id),
    suggest: (text, { near, limit = 8 } = {}) => suggestions(text.slice(0, QUERY_MAX_LENGTH), near, limit),
    all: () => (sorted ??= [...rows].sort((a, b) => a.id - b.id)),
  }
}

/** The locality of each park. Most suburbs have one locality of their name, so each suburb is looked up once. */
function homesOf(parks: readonly DirectoryPark[], gazetteer: Gazetteer) {
  const named = new Map<string, Map<string, ReturnType<Gazetteer['localitiesOf']>>>()
  return parks.map((park) => {
    let inState = named.get(park.state)
    if (!inState) named.set(park.state, (inState = new Map()))
    let found = inState.get(park.city)
    if (!found) inState.set(park.city, (found = gazetteer.localitiesOf(park.state, park.city)))
    return found.length === 1 ? found[0] : gazetteer.home(park)
  })
}

function positionOf({ latitude, longitude }: SearchRequest): Point | null {
  if (
    latitude === undefined ||
    longitude === undefined ||
    !Number.isFinite(latitude) ||
    !Number.isFinite(longitude)
  )
    return null
  return { latitude, longitude }
}

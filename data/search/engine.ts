import { METRES_PER_MILE, QUERY_MAX_LENGTH } from '../model/constants.ts'
import type { DirectoryPark } from '../model/park.ts'
import { MIN_NEARBY_PARKS, NEARBY_METRES } from '../model/search.ts'
import type { Place, SearchAnswer, SearchArea, Understood } from '../model/search.ts'
import type { SearchRequest } from '../model/search-request.ts'
import { openStateAt } from '../hours/index.ts'
import {
  addBit,
  addRange,
  createBits,
  createBitsPool,
  countBits,
  extract,
  forEachBit,
  hasBit,
  intersect,
  intersects,
  isEmpty,
  subtract,
  unite,
} from './bits.ts'
import type { Bits } from './bits.ts'
import { buildFilters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerPlace } from './place.ts'
import { createOpenStates } from './open-states.ts'
import { buildRanking } from './ranking.ts'
import { createRegionIndex } from './region-index.ts'
import { understandText } from './text-meaning.ts'
import type { Meaning } from './text-meaning.ts'
import { buildSphere, originAt, sphereOrder } from './sphere.ts'
import type { Origin } from './sphere.ts'
import { runAllSteps } from './steps.ts'
import type { Steps } from './steps.ts'
import { buildSuggestions } from './suggestions.ts'
import type { Suggestion } from './suggestions.ts'
import { typedWords } from './typed-words.ts'
import { buildWordIndex } from './words.ts'
import type { LatLng } from '../model/point.ts'

/**
 * Radius within which the parks of a suburb are counted, to choose between suburbs of the same name. Metres.
 */
const PARK_COUNT_METRES = 2_000

export interface SearchEngine {
  /**
   * Answers one page of a search.
   *
   * Text is read as a place, as words of a park, or both. A place finds the parks within 25 km of its centre,
   * but at least the nearest ten (for a region or state, the parks in it), plus all parks whose name contains
   * the words of the text, wherever they are. Words find the parks that have all of them in name, address,
   * suburb, area or postcode, or as a feature; the last word may be incomplete. A typo is corrected only if
   * nothing matches the text as typed. `city` and `postcodes` act as one filter: parks in that city or with
   * one of these postcodes.
   *
   * Order: if requested, parks known to be closed come last; parks for which a filter's answer is unknown
   * come after the others; names equal to the text come first, then, unless the text is only a place or a
   * feature, names that contain its words; then by distance in whole metres, rating, name and id. Without a
   * position or a place, distance is ignored.
   *
   * `distanceMetres` and the `distance` filter are measured from the named place (but not from a state, which
   * has no single point), otherwise from the user's position. With a `distance` filter the 25 km and the
   * minimum of ten do not apply, so the page may be empty.
   */
  search(request: SearchRequest): SearchAnswer
  park(id: number): DirectoryPark | undefined
  /**
   * Suggestions while typing, likeliest first: what {@link search} reads the text as, then suburbs, postcodes
   * and parks that begin with it. `limit` defaults to 8.
   */
  suggest(text: string, options?: { near?: LatLng; limit?: number }): Suggestion[]
  /** All parks, ordered by id. */
  all(): readonly DirectoryPark[]
}

export interface EngineOptions {
  /** Whether a park is open at an instant. Defaults to the product's own evaluation of opening hours. */
  openStateAt?: typeof openStateAt
}

/**
 * Builds the index of a directory. Results do not depend on the order of the rows.
 * @param gazetteer called on every access, first when a search needs a place. It may build the gazetteer
 * lazily and must cache it.
 */
export const buildEngine = (
  parks: readonly DirectoryPark[],
  gazetteer: () => Gazetteer,
  options: EngineOptions = {},
): SearchEngine => runAllSteps(buildEngineInSteps(parks, gazetteer, options))

/** Like {@link buildEngine}, in steps, so that the caller can answer requests in between. */
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
  const pool = createBitsPool(rows.length)
  const words = yield* buildWordIndex(rows, pool)
  yield
  const filters = yield* buildFilters(rows)
  yield
  const ranking = buildRanking(rows, sphere)
  yield
  const everything = createBits(rows.length)
  addRange(everything, 0, rows.length)
  const byId = new Map(rows.map((park) => [park.id, park]))
  const ids = Float64Array.from(rows, (park) => park.id)
  let sorted: DirectoryPark[] | undefined

  const inRegion = createRegionIndex(rows, gazetteer)

  const counts = new Map<string, number>()
  /**
   * Ranks places by the parks within 2 km, then by the parks nearby: the second count is added as a fraction
   * below one.
   */
  function parkCount({ place: { latitude, longitude } }: GazetteerPlace): number {
    const key = `${latitude} ${longitude}`
    let known = counts.get(key)
    if (known === undefined) {
      const from = originAt({ latitude, longitude })
      known =
        sphere.countWithin(from, PARK_COUNT_METRES) +
        sphere.countWithin(from, NEARBY_METRES) / (rows.length + 1)
      counts.set(key, known)
    }
    return known
  }

  function membersOf(place: Place): Bits | null {
    if (place.kind === 'region') return inRegion(place)
    return place.kind === 'state' ? filters.inState[place.state] : null
  }

  function hasParkAt(place: Place, set: Bits): boolean {
    const members = membersOf(place)
    if (members) return intersects(members, set)
    const around = pool.take()
    sphere.addWithin(originAt(place), NEARBY_METRES, around)
    return intersects(around, set)
  }

  function parksWithin(place: Place, metres: number): Bits {
    const around = pool.take()
    sphere.addWithin(originAt(place), metres, around)
    return around
  }

  /** The parks of the set that count as near the place. */
  function nearby(set: Bits, place: Place): Bits {
    const count = countBits(set)
    const members = membersOf(place)
    if (count === 0 || (!members && count <= MIN_NEARBY_PARKS)) return set
    const from = originAt(place)
    const near = pool.take(members ?? undefined)
    if (!members) sphere.addWithin(from, NEARBY_METRES, near)
    intersect(near, set)
    if (members ? !isEmpty(near) : countBits(near) >= MIN_NEARBY_PARKS) return near
    const farthest = ranking.first(set, count, from, MIN_NEARBY_PARKS).at(-1)!
    // Parks at the same distance as the tenth are included.
    sphere.addWithin(from, sphere.metres(from, farthest), near)
    intersect(near, set)
    return near
  }

  /**
   * How many of the listed parks are near the place, if others are listed with them. `lists`: the parks that
   * match, and those that may.
   */
  function countNear(lists: readonly Bits[], place: Place): Understood['near'] | null {
    const from = originAt(place)
    const far = pool.take()
    for (const list of lists) unite(far, list)
    const total = countBits(far)
    const around = pool.take(membersOf(place) ?? undefined)
    if (place.kind !== 'state') sphere.addWithin(from, NEARBY_METRES, around)
    subtract(far, around)
    const farCount = countBits(far)
    if (farCount === 0) return null
    const count = total - farCount
    intersect(around, everything)
    return {
      count,
      nextMetres: sphere.metres(from, ranking.first(far, farCount, from, 1)[0]!),
      ...(countBits(around) > count && { isFiltered: true }),
    }
  }

  const openState = createOpenStates(rows, isOpenAt)
  /** The parks of the set that are known to be open, and those that are known to be closed. */
  function knownStates(set: Bits, now: number): { open: Bits; closed: Bits } {
    const open = pool.take()
    const closed = pool.take()
    const withHours = pool.take(set)
    intersect(withHours, filters.withHours)
    forEachBit(withHours, (row) => {
      const state = openState(row, now)
      if (state === 'open') addBit(open, row)
      else if (state === 'closed') addBit(closed, row)
    })
    return { open, closed }
  }
  /** The parks in an area of the map. */
  function inArea({ south, west, north, east }: SearchArea): Bits {
    const inside = pool.take()
    for (const [row, { latitude, longitude }] of rows.entries()) {
      const isBetween =
        west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
      if (latitude >= south && latitude <= north && isBetween) addBit(inside, row)
    }
    return inside
  }

  /** A group of results. Segments follow one another, each ordered in itself. */
  interface Segment {
    rows: Bits
    count: number
  }

  /** How the rows of a segment are ordered. */
  interface Order {
    readonly from: Origin | null
    readonly sort: SearchRequest['sort']
  }

  /** The first `limit` rows of all segments. */
  function firstOf(segments: readonly Segment[], { from, sort }: Order, limit: number): number[] {
    const found: number[] = []
    for (const { rows: set, count } of segments) {
      if (found.length >= limit) break
      found.push(
        ...(sort === 'name' || sort === 'checked'
          ? ranking.firstBy(sort, set, limit - found.length)
          : ranking.first(set, count, from, limit - found.length)),
      )
    }
    return found
  }

  /**
   * Like {@link firstOf}, with the parks known to be closed moved to the end. Opening hours are evaluated
   * only for as many parks as the page needs.
   */
  function firstOpen(
    segments: readonly Segment[],
    order: Order,
    limit: number,
    total: number,
    now: number,
  ): number[] {
    for (let wanted = Math.min(total, limit + 16); ; wanted = Math.min(total, wanted * 4)) {
      const found = firstOf(segments, order, wanted)
      const closed = (row: number) => hasBit(filters.withHours, row) && openState(row, now) === 'closed'
      const others = found.filter((row) => !closed(row))
      if (others.length >= limit || wanted >= total)
        return [...others, ...found.filter(closed)].slice(0, limit)
    }
  }

  /** Splits a set by how exactly its parks match the text. Consumes `set`. */
  function byTier(set: Bits, count: number, tiers: readonly Bits[]): Segment[] {
    const segments: Segment[] = []
    let remaining = count
    for (const tier of tiers) {
      const exact = pool.take()
      const found = extract(set, tier, exact)
      if (found > 0) segments.push({ rows: exact, count: found })
      remaining -= found
    }
    return [...segments, { rows: set, count: remaining }]
  }

  /**
   * The parks of the set that match a text naming a place: the matches near it, plus those that match
   * wherever they are. Consumes `set`.
   * @param matching the parks that match near the place; `null` for all
   */
  function matchingNear(set: Bits, place: Place, matching: Bits | null, anywhere: Bits | null): Bits {
    if (!anywhere) return nearby(set, place)
    const candidates = pool.take(set)
    if (matching) intersect(candidates, matching)
    const near = nearby(candidates, place)
    intersect(set, anywhere)
    unite(near, set)
    return near
  }

  function meaningOf({ query = '', state }: SearchRequest, position: LatLng | null): Meaning | null {
    const text = query.slice(0, QUERY_MAX_LENGTH).trim()
    if (text === '') return null
    const context = { near: position ?? undefined, state, parkCount }
    const tools = { gazetteer: gazetteer(), words, filters, pool, hasParkAt, parksWithin }
    return understandText(typedWords(text), context, tools)
  }

  /**
   * The parks that may match the text and the filters.
   * @param from what distances are measured from
   */
  function possibleParks(request: SearchRequest, meaning: Meaning | null, from: Origin | null): Bits {
    const possible = pool.take(meaning?.possible ?? meaning?.matching ?? everything)
    if (meaning?.matching && meaning.anywhere) unite(possible, meaning.anywhere)
    filters.applyKnown(request, possible)
    filters.applyPossible(request, possible)
    if (request.distance !== undefined && from) {
      const within = pool.take()
      sphere.addWithin(from, request.distance * METRES_PER_MILE, within)
      intersect(possible, within)
      // The distance is measured from the person, so it does not limit the parks to those of the state.
      if (meaning?.place?.kind === 'state') {
        const inState = pool.take(filters.inState[meaning.place.state])
        if (meaning.anywhere) unite(inState, meaning.anywhere)
        intersect(possible, inState)
      }
    }
    if (request.area) intersect(possible, inArea(request.area))
    return possible
  }

  /**
   * Separates the parks for which the answer to a filter, or to a feature that the text names, is unknown from
   * the certain ones. Consumes `possible`.
   */
  function splitByCertainty(
    request: SearchRequest,
    meaning: Meaning | null,
    possible: Bits,
  ): { certain: Bits; unsure: Bits | null } {
    const states =
      request.open === 'only' && request.now !== undefined ? knownStates(possible, request.now) : null
    if (states) subtract(possible, states.closed)
    if (!states && !meaning?.possible && !filters.hasUncertainFilters(request))
      return { certain: possible, unsure: null }
    const certain = pool.take(possible)
    filters.applyCertain(request, certain)
    if (meaning?.possible && meaning.matching) {
      const matching = pool.take(meaning.matching)
      if (meaning.anywhere) unite(matching, meaning.anywhere)
      intersect(certain, matching)
    }
    if (states) intersect(certain, states.open)
    subtract(possible, certain)
    return { certain, unsure: possible }
  }

  function search(request: SearchRequest): SearchAnswer {
    pool.release()
    const position = positionOf(request)
    const meaning = meaningOf(request, position)
    const place = meaning?.place ?? null
    const centre = place && place.kind !== 'state' ? place : position
    let from = centre ? originAt(centre) : null
    const isLimited = request.distance !== undefined && from !== null

    let { certain, unsure } = splitByCertainty(request, meaning, possibleParks(request, meaning, from))
    let nearCount: Understood['near'] | null = null
    if (meaning && place && (!isLimited || place.kind === 'state')) {
      if (!isLimited) {
        const { matching, possible, anywhere } = meaning
        certain = matchingNear(certain, place, matching, anywhere)
        if (unsure) unsure = matchingNear(unsure, place, possible ?? matching, anywhere)
      }
      // A state without parks of its own shows the nearest parks, measured from its centre.
      if (!from && !hasParkAt(place, unsure && isEmpty(certain) ? unsure : certain)) from = originAt(place)
      nearCount = countNear(unsure && request.unsure ? [certain, unsure] : [certain], place)
    }
    const maybe = unsure ? countBits(unsure) : 0
    const known = countBits(certain)
    const tiers = request.sort === undefined ? (meaning?.tiers ?? []) : []
    const segments = [
      ...byTier(certain, known, tiers),
      ...(unsure && request.unsure ? byTier(unsure, maybe, tiers) : []),
    ]
    const total = known + (request.unsure ? maybe : 0)
    const offset = Math.min(total, request.offset ?? 0)
    const limit = Math.min(total, offset + (request.limit ?? total))
    const order: Order = { from, sort: request.sort }
    const page =
      request.open === 'last' && request.now !== undefined
        ? firstOpen(segments, order, limit, total, request.now)
        : firstOf(segments, order, limit)
    return {
      hits: page
        .slice(offset)
        .map((row) => ({ id: ids[row]!, distanceMetres: from ? sphere.metres(from, row) : null })),
      total,
      maybe,
      understood: meaning
        ? {
            place,
            others: meaning.others,
            corrected: meaning.corrected,
            ...(meaning.parkName && { parkName: true }),
            ...(meaning.possible && { namesFeatures: true }),
            ...(meaning.otherWords !== '' && { otherWords: meaning.otherWords }),
            ...(nearCount && { near: nearCount }),
          }
        : { place: null, others: [], corrected: false },
    }
  }

  const suggestions = buildSuggestions({ rows, gazetteer, words, pool, ranking, parkCount, search })
  return {
    search,
    park: (id) => byId.get(id),
    suggest: (text, { near, limit = 8 } = {}) => suggestions(text.slice(0, QUERY_MAX_LENGTH), near, limit),
    all: () => (sorted ??= [...rows].sort((a, b) => a.id - b.id)),
  }
}

function positionOf({ latitude, longitude }: SearchRequest): LatLng | null {
  if (
    latitude === undefined ||
    longitude === undefined ||
    !Number.isFinite(latitude) ||
    !Number.isFinite(longitude)
  )
    return null
  return { latitude, longitude }
}

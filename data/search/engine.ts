import { METRES_PER_MILE, QUERY_MAX_LENGTH } from '../model/constants.ts'
import type { DirectoryPark } from '../model/park.ts'
import type { SearchAnswer, SearchArea, Understood } from '../model/search.ts'
import type { SearchRequest } from '../model/search-request.ts'
import { openStateAt } from '../hours/index.ts'
import {
  addBit,
  createBitsPool,
  countBits,
  forEachBit,
  hasBit,
  intersect,
  isEmpty,
  subtract,
  unite,
} from './bits.ts'
import type { Bits } from './bits.ts'
import { buildFilters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Meaning } from './meanings.ts'
import { createNearPlace } from './near-place.ts'
import { createOpenStates } from './open-states.ts'
import { buildRanking } from './ranking.ts'
import { createResultOrder } from './result-order.ts'
import type { Order } from './result-order.ts'
import { understandText } from './text-meaning.ts'
import { buildSphere, originAt, sphereOrder } from './sphere.ts'
import type { Origin } from './sphere.ts'
import { runAllSteps } from './steps.ts'
import type { Steps } from './steps.ts'
import { buildSuggestions } from './suggestions.ts'
import type { Suggestion } from './suggestions.ts'
import { typedWords } from './typed-words.ts'
import { buildWordIndex } from './words.ts'
import type { LatLng } from '../model/point.ts'

export interface SearchEngine {
  /**
   * Answers one page of a search.
   *
   * Text is read as a place, as words of a park, or both. A place finds the parks within 25 km of its centre,
   * but at least the nearest ten (for a region or state, the parks in it), plus all parks whose name contains
   * the words of the text, wherever they are. Words find the parks that have all of them in name, address,
   * suburb, area or postcode, or as a feature; the last word may be incomplete. A typo is corrected only if
   * nothing matches the text as typed. Parks for which a filter's answer is unknown are from farther than 25 km
   * only if there are not ten with the others. `city` and `postcodes` act as one filter: parks in that city or with
   * one of these postcodes.
   *
   * Order: if requested, parks known to be closed come last; parks for which a filter's answer is unknown
   * come after the others; names equal to the text come first, then, unless the text is only a place or a
   * feature, names that contain its words; then parks that have the features of the text or their words in the name,
   * before those with the words only in their address; then by distance in whole metres, rating, name and id. Without
   * a position or a place, distance is ignored.
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
  const nearPlace = createNearPlace({ rows, sphere, pool, filters, ranking, gazetteer })
  const byId = new Map(rows.map((park) => [park.id, park]))
  const ids = Float64Array.from(rows, (park) => park.id)
  let sorted: DirectoryPark[] | undefined

  const openState = createOpenStates(rows, isOpenAt)
  const isClosed = (row: number, now: number) =>
    hasBit(filters.withHours, row) && openState(row, now) === 'closed'
  const { byTier, firstOf, firstOpen } = createResultOrder({ pool, ranking, isClosed })
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

  function meaningOf({ query = '', state }: SearchRequest, position: LatLng | null): Meaning | null {
    const text = query.slice(0, QUERY_MAX_LENGTH).trim()
    if (text === '') return null
    const context = { near: position ?? undefined, state, parkCount: nearPlace.parkCount }
    return understandText(typedWords(text), context, {
      gazetteer: gazetteer(),
      words,
      filters,
      pool,
      nearPlace,
    })
  }

  /**
   * The parks that may match the text and the filters.
   * @param from what distances are measured from
   */
  function possibleParks(request: SearchRequest, meaning: Meaning | null, from: Origin | null): Bits {
    const possible = pool.take(meaning?.possible ?? meaning?.matching ?? filters.everything)
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

  /** The parks that match, and what their distances are measured from. */
  function findParks(request: SearchRequest, meaning: Meaning | null) {
    const position = positionOf(request)
    const place = meaning?.place ?? null
    const centre = place && place.kind !== 'state' ? place : position
    const from = centre ? originAt(centre) : null
    const found = splitByCertainty(request, meaning, possibleParks(request, meaning, from))
    const isLimited = request.distance !== undefined && from !== null
    if (!meaning || !place || (isLimited && place.kind !== 'state')) return { ...found, from, near: null }
    let { certain, unsure } = found
    if (!isLimited) {
      const { matching, possible, anywhere } = meaning
      certain = nearPlace.matchingNear(certain, place, matching, anywhere)
      if (unsure) unsure = nearPlace.matchingNear(unsure, place, possible ?? matching, anywhere, certain)
    }
    // A state without parks of its own shows the nearest parks, measured from its centre.
    const isFromCentre = !from && !nearPlace.hasParkAt(place, unsure && isEmpty(certain) ? unsure : certain)
    return {
      certain,
      unsure,
      from: isFromCentre ? originAt(place) : from,
      near: nearPlace.countNear(unsure && request.unsure ? [certain, unsure] : [certain], place),
    }
  }

  function search(request: SearchRequest): SearchAnswer {
    pool.release()
    const meaning = meaningOf(request, positionOf(request))
    const { certain, unsure, from, near } = findParks(request, meaning)
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
      understood: understoodOf(meaning, near),
    }
  }

  const suggestions = buildSuggestions({
    rows,
    gazetteer,
    words,
    pool,
    ranking,
    parkCount: nearPlace.parkCount,
    search,
  })
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

/** What a search tells of how it read its text. `near`: the parks near the place that the text names. */
function understoodOf(meaning: Meaning | null, near: Understood['near'] | null): Understood {
  if (!meaning) return { place: null, others: [], corrected: false }
  const { place, others, corrected, parkName, possible, otherWords } = meaning
  return {
    place,
    others,
    corrected,
    ...(parkName && { parkName: true }),
    ...(possible && { namesFeatures: true }),
    ...(otherWords !== null && { otherWords }),
    ...(near && { near }),
  }
}

import { checkedOrder } from '../../../../data/model/park.ts'
import type { DirectoryPark } from '../../../../data/model/park.ts'
import { wholeMetresBetween } from '../../../../data/model/point.ts'
import type { LatLng } from '../../../../data/model/point.ts'
import type { Place, SearchAnswer } from '../../../../data/model/search.ts'
import type { SearchRequest } from '../../../../data/model/search-request.ts'
import type { EngineOptions } from '../../../../data/search/engine.ts'
import type { Gazetteer } from '../../../../data/search/index.ts'
import { isInPlace } from './places.ts'
import { understand } from './understanding.ts'
import type { Understanding } from './understanding.ts'
import { readWords, tags } from './words.ts'

type OpenStateAt = NonNullable<EngineOptions['openStateAt']>

/** Whether a park is in the place that the filters name. */
function isInFilteredPlace(park: DirectoryPark, request: SearchRequest): boolean {
  if (request.state !== undefined && park.state !== request.state) return false
  if (request.postcode && park.postcode !== request.postcode) return false
  const city = request.city?.trim().toLowerCase() ?? ''
  const postcodes = (request.postcodes ?? []).filter((postcode) => postcode !== '')
  return (
    (city === '' && postcodes.length === 0) ||
    park.city.trim().toLowerCase() === city ||
    postcodes.includes(park.postcode)
  )
}

function isInArea(park: DirectoryPark, area: NonNullable<SearchRequest['area']>): boolean {
  const isBetween =
    area.west <= area.east
      ? park.longitude >= area.west && park.longitude <= area.east
      : park.longitude >= area.west || park.longitude <= area.east
  return isBetween && park.latitude >= area.south && park.latitude <= area.north
}

/** Whether a park passes the filters and matches the text. */
function answers(
  park: DirectoryPark,
  request: SearchRequest,
  meaning: Understanding | null,
  from: LatLng | null,
  openStateAt: OpenStateAt,
): 'yes' | 'maybe' | 'no' {
  if (!isInFilteredPlace(park, request)) return 'no'
  if (request.rating !== undefined && park.rating !== null && park.rating < request.rating) return 'no'
  const isMatch = !meaning || meaning.matches(park) || meaning.anywhere(park)
  if (!isMatch && !(meaning.namesFeatures && meaning.mayMatch(park))) return 'no'
  if (request.distance !== undefined && from && wholeMetresBetween(from, park) > request.distance * 1609.344)
    return 'no'
  if (request.area && !isInArea(park, request.area)) return 'no'
  let sure = isMatch
  if (request.open === 'only' && request.now !== undefined) {
    const state = openStateAt(park.openingHours, park, request.now)
    if (state === 'closed') return 'no'
    if (state === 'unknown') sure = false
  }
  for (const feature of request.features ?? []) {
    if (tags(park).includes(feature)) continue
    if (park.lacks.includes(feature)) return 'no'
    sure = false
  }
  if (request.size !== undefined && park.size !== request.size) {
    if (park.size !== null) return 'no'
    sure = false
  }
  return sure ? 'yes' : 'maybe'
}

/** Of the parks that pass the filters, those that a text with a place finds. */
function nearest(
  set: readonly DirectoryPark[],
  { gazetteer, place, meaning }: { gazetteer: Gazetteer; place: Place; meaning: Understanding },
  isMatch: (park: DirectoryPark) => boolean,
  listed: readonly DirectoryPark[],
): DirectoryPark[] {
  const matching = set.filter(isMatch)
  const all = [...listed, ...matching]
  const members = all.filter((park) => isInPlace(gazetteer, place, park))
  const enough = place.kind === 'locality' || place.kind === 'postcode' ? 10 : 1
  const distances = all.map((park) => wholeMetresBetween(place, park)).sort((a, b) => a - b)
  const farthest =
    members.length >= enough || distances.length === 0 ? -1 : distances[Math.min(10, distances.length) - 1]!
  return set.filter(
    (park) =>
      meaning.anywhere(park) ||
      (matching.includes(park) &&
        (isInPlace(gazetteer, place, park) || wholeMetresBetween(place, park) <= farthest)),
  )
}

/** How many of the found parks are near the place, and how far the next one is, if others are found too. */
function countNear(
  parks: readonly DirectoryPark[],
  found: readonly DirectoryPark[],
  gazetteer: Gazetteer,
  place: Place,
): SearchAnswer['understood']['near'] {
  const isNear = (park: DirectoryPark) =>
    isInPlace(gazetteer, place, park) ||
    (place.kind === 'region' && wholeMetresBetween(park, place) <= 25_000)
  const far = found.filter((park) => !isNear(park)).map((park) => wholeMetresBetween(place, park))
  if (far.length === 0) return undefined
  const count = found.length - far.length
  const isFiltered = parks.filter(isNear).length > count
  return { count, nextMetres: Math.min(...far), ...(isFiltered && { isFiltered }) }
}

/** The parks in the order of the results. */
function inOrder(
  { sure, unsure }: { sure: readonly DirectoryPark[]; unsure: readonly DirectoryPark[] },
  request: SearchRequest,
  meaning: Understanding | null,
  from: LatLng | null,
  openStateAt: OpenStateAt,
): DirectoryPark[] {
  const closed = (park: DirectoryPark) =>
    request.open === 'last' &&
    request.now !== undefined &&
    openStateAt(park.openingHours, park, request.now) === 'closed'
  const listed = [...sure, ...(request.unsure ? unsure : [])].map((park) => ({
    park,
    key: [
      Number(closed(park)),
      Number(unsure.includes(park)),
      ...(request.sort === 'name'
        ? []
        : request.sort === 'checked'
          ? [-checkedOrder(park.asOf)]
          : [
              request.sort === 'nearest' ? 0 : (meaning?.tier(park) ?? 0),
              from ? wholeMetresBetween(from, park) : 0,
              -(park.rating ?? -1),
            ]),
    ],
  }))
  listed.sort((a, b) => {
    const at = a.key.findIndex((value, at) => value !== b.key[at])
    if (at !== -1) return a.key[at]! - b.key[at]!
    const isSorted = request.sort === 'name' || request.sort === 'checked'
    const nameOf = ({ park }: typeof a) => (isSorted ? park.name.toLowerCase() : park.name)
    return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : a.park.id - b.park.id
  })
  return listed.map(({ park }) => park)
}

/**
 * A reference implementation of the search, as simple as possible: it checks every park for every request and
 * sorts whole lists. It shares with the product only how a text is split into words, which places a name
 * can mean and which features a word can mean.
 */
export function referenceSearch(
  parks: readonly DirectoryPark[],
  gazetteer: Gazetteer,
  request: SearchRequest,
  openStateAt: OpenStateAt,
): SearchAnswer {
  const position =
    request.latitude !== undefined && request.longitude !== undefined
      ? { latitude: request.latitude, longitude: request.longitude }
      : null
  const text = (request.query ?? '').trim()
  const typed = readWords(parks, text)
  const context = { parks, gazetteer, position, state: request.state }
  const meaning = text === '' ? null : understand(typed, context)
  if (meaning && 'respelled' in meaning) {
    const query = `${meaning.respelled.join(' ')}${typed.halfTyped ? '' : '.'}`
    const answer = referenceSearch(parks, gazetteer, { ...request, query }, openStateAt)
    return { ...answer, understood: { ...answer.understood, corrected: true } }
  }
  const place = meaning?.place ?? null
  let from: LatLng | null = place && place.kind !== 'state' ? place : position

  const thatAnswer = (wanted: 'yes' | 'maybe') =>
    parks.filter((park) => answers(park, request, meaning, from, openStateAt) === wanted)
  let sure = thatAnswer('yes')
  let unsure = thatAnswer('maybe')

  let near: SearchAnswer['understood']['near']
  const isLimited = request.distance !== undefined && from !== null
  if (meaning && place && isLimited && place.kind === 'state') {
    const isListed = (park: DirectoryPark) => isInPlace(gazetteer, place, park) || meaning.anywhere(park)
    sure = sure.filter(isListed)
    unsure = unsure.filter(isListed)
  }
  if (meaning && place && (!isLimited || place.kind === 'state')) {
    if (!isLimited) {
      const at = { gazetteer, place, meaning }
      sure = nearest(sure, at, meaning.matches, [])
      unsure = nearest(unsure, at, meaning.namesFeatures ? meaning.mayMatch : meaning.matches, sure)
    }
    if (!from && !(sure.length > 0 ? sure : unsure).some((park) => isInPlace(gazetteer, place, park)))
      from = place
    near = countNear(parks, request.unsure ? [...sure, ...unsure] : sure, gazetteer, place)
  }

  const listed = inOrder({ sure, unsure }, request, meaning, from, openStateAt)
  const offset = request.offset ?? 0
  return {
    hits: listed
      .slice(offset, request.limit === undefined ? undefined : offset + request.limit)
      .map((park) => ({ id: park.id, distanceMetres: from ? wholeMetresBetween(from, park) : null })),
    total: listed.length,
    maybe: unsure.length,
    understood: {
      place,
      others: meaning?.others ?? [],
      corrected: meaning?.corrected ?? false,
      ...(meaning?.parkName && { parkName: true }),
      ...(meaning?.namesFeatures && { namesFeatures: true }),
      ...(meaning && meaning.otherWords !== null && { otherWords: meaning.otherWords }),
      ...(near && { near }),
    },
  }
}

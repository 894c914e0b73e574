import type { LocationAccuracy } from '../../data/model/park.ts'
import type { Locality } from '../../data/model/locality.ts'
import { readState, STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { metresBetween } from '../../data/import/distance.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { LocalityLookup } from '../../data/import/locality-lookup.ts'
import { MAX_METRES_FROM_SUBURB, placePark } from '../../data/import/place.ts'
import type { ListedPlace, Place } from '../../data/import/place.ts'
import { readPosition } from './coordinates.ts'
import { capitalised } from '../../data/model/text.ts'
import { nameKey } from '../../data/places/text.ts'
import { DIRECTIONS } from '../../data/search/name-index.ts'

/** The location of a park as given in a row. Missing texts are ''. */
export interface ListedLocation {
  name: string
  address: string
  suburb: string
  city: string
  state: string
  postcode: string
  /** Two coordinates, in either order. */
  coordinates: readonly [number, number] | null
  /** How accurate the row says its position is. */
  accuracy: LocationAccuracy
}

export type Placed =
  | {
      place: Place & { state: StateCode }
      /** The suburb is only the nearest one to the coordinates, so it may be a neighbour of the right one. */
      suburbInferred: boolean
      notes: string[]
    }
  | { reason: string }

export interface Places {
  known: LocalityLookup
  /** The nearest locality, of the state and postcode if they are known. */
  nearest(position: LatLng, state?: StateCode, postcode?: string): Locality | undefined
}

/**
 * A position without a suburb gets the nearest one within this distance; farther away there is only sea or
 * desert. Metres.
 */
const MAX_SUBURB_DISTANCE_METRES = 60_000
/** Suburbs of the same name that are farther apart are different places. Metres. */
const SAME_PLACE_METRES = 15_000
/** Size of an index cell in degrees: a distance of 60 km reaches only the neighbouring cells. */
const CELL_DEGREES = 1

/** A lower bound for one degree of latitude, to skip most localities without computing their distance. */
const METRES_PER_DEGREE = 111_000

/** Builds a spatial index of the gazetteer and returns a function that finds the nearest locality. */
export function nearestLocality(localities: readonly Locality[]): Places['nearest'] {
  const cellOf = (latitude: number, longitude: number) =>
    `${Math.floor(latitude / CELL_DEGREES)} ${Math.floor(longitude / CELL_DEGREES)}`
  const cells = Map.groupBy(localities, (locality) => cellOf(locality.latitude, locality.longitude))
  return (position, state, postcode) => {
    let best: { locality: Locality; distance: number } | undefined
    for (const south of [-CELL_DEGREES, 0, CELL_DEGREES]) {
      for (const east of [-CELL_DEGREES, 0, CELL_DEGREES]) {
        for (const locality of cells.get(cellOf(position.latitude + south, position.longitude + east)) ??
          []) {
          if (state && locality.state !== state) continue
          if (postcode && locality.postcode !== postcode) continue
          const metresNorth = Math.abs(locality.latitude - position.latitude) * METRES_PER_DEGREE
          if (metresNorth > (best?.distance ?? MAX_SUBURB_DISTANCE_METRES)) continue
          const distance = metresBetween(locality, position)
          if (distance <= MAX_SUBURB_DISTANCE_METRES && (!best || distance < best.distance))
            best = { locality, distance }
        }
      }
    }
    return best?.locality
  }
}

/** The state that a list names: 'N.S.W.', 'NSW, Australia', 'South Australia'. */
export function readListedState(text: string): StateCode | undefined {
  const state = text.replaceAll('.', '')
  return readState(state) ?? readState(state.replace(/(?<![\s,])[\s,]+Australia\s*$/i, ''))
}

const STATE = /^(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)$/i

/**
 * Parses the end of an address: 'Marrickville NSW 2204', 'Fitzroy, VIC', 'Carlton 3053'. Works word by word,
 * because the rest may have any length.
 */
function parseAddressEnd(text: string): { suburb: string; state: string; postcode: string } {
  const words = text
    .split(',')
    .flatMap((piece, at) => piece.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ word, at }])))
  const takeLast = (which: RegExp) => (which.test(words.at(-1)?.word ?? '') ? words.pop()!.word : '')
  takeLast(/^Australia$/i)
  let state = takeLast(STATE)
  let postcode = ''
  if (state === '') {
    postcode = takeLast(/^\d{3,4}$/)
    state = takeLast(STATE)
  }
  if (state === '' && postcode.length !== 4) return { suburb: '', state, postcode }
  const suburb = words
    .filter(({ at }) => at === words.at(-1)!.at)
    .map(({ word }) => word)
    .join(' ')
  return { suburb: /\d/.test(suburb) ? '' : suburb, state, postcode }
}

/** The suburb, state and postcode at the end of a text, if the gazetteer has that suburb. */
function knownAddressEnd(
  text: string,
  known: LocalityLookup,
): { suburb: string; state: string; postcode: string } | undefined {
  const { suburb, state, postcode } = parseAddressEnd(text)
  const code = readState(state)
  const isKnown = (code ? [code] : STATE_CODES).some((each) => known.named(suburb, each).length > 0)
  return suburb !== '' && isKnown ? { suburb, state, postcode } : undefined
}

/** Directions of one letter, which only lists have. */
const LETTERS: Readonly<Record<string, string>> = { n: 'nth', s: 'sth', e: 'east', w: 'west' }
/** The direction that a word of a suburb's name is, as it is compared. */
function directionOf(word: string): string | undefined {
  const short = nameKey(word)
  const direction = LETTERS[short] ?? short
  return DIRECTIONS.has(direction) ? direction : undefined
}

/** Other ways to write a suburb: 'North Fitzroy' and 'Fitzroy Nth' for Fitzroy North. */
function otherSpellings(suburb: string): string[] {
  const words = suburb.trim().split(/\s+/)
  if (words.length < 2) return []
  const [first, last] = [directionOf(words[0]!), directionOf(words.at(-1)!)]
  const [afterFirst, beforeLast] = [words.slice(1).join(' '), words.slice(0, -1).join(' ')]
  return [
    ...(first ? [`${first} ${afterFirst}`, `${afterFirst} ${first}`] : []),
    ...(last ? [`${beforeLast} ${last}`, `${last} ${beforeLast}`] : []),
  ]
}

/** The localities of a name in some states or, if there are none, of another way to write it. */
function localitiesNamed(
  suburb: string,
  states: readonly StateCode[],
  known: LocalityLookup,
): readonly Locality[] {
  if (suburb === '') return []
  for (const name of [suburb, ...otherSpellings(suburb)]) {
    const rows = states.flatMap((state) => known.named(name, state))
    if (rows.length > 0) return rows
  }
  return []
}

const fourDigits = (postcode: string) => (/^\d{3}$/.test(postcode) ? `0${postcode}` : postcode)
const distinctStates = (rows: readonly Locality[]) => [...new Set(rows.map((row) => row.state))]
const isOnePlace = (rows: readonly Locality[]) =>
  rows.every((row) => metresBetween(row, rows[0]!) <= SAME_PLACE_METRES)

const isNear = (row: Locality, position: LatLng) => metresBetween(row, position) <= MAX_METRES_FROM_SUBURB

/** The nearest suburb to a position, of the listed postcode unless that is far away and so a mistake. */
function nearestSuburb(
  position: LatLng,
  nearest: Places['nearest'],
  state: StateCode | undefined,
  postcode: string,
): Locality | undefined {
  const ofPostcode = postcode === '' ? undefined : nearest(position, state, postcode)
  return ofPostcode && isNear(ofPostcode, position) ? ofPostcode : nearest(position, state)
}

/** What is known of the place of a listed park before its position is used. */
interface GivenPlace {
  suburb: string
  state: StateCode | undefined
  /** Four digits, or ''. */
  postcode: string
  /** The suburbs of that name in the gazetteer; only those of the postcode if there are any. */
  rows: readonly Locality[]
  hasPostcodeOfSuburb: boolean
}

/** Reads suburb, state and postcode of a list, which may be at the end of its address. */
function readGivenPlace(listed: ListedLocation, known: LocalityLookup): GivenPlace | { reason: string } {
  const addressEnd =
    knownAddressEnd(listed.suburb, known) ??
    (listed.suburb === '' ? knownAddressEnd(listed.address, known) : undefined)
  const listedSuburb = addressEnd?.suburb ?? listed.suburb
  const stateText = listed.state || (addressEnd?.state ?? '')
  const postcode = fourDigits(listed.postcode || (addressEnd?.postcode ?? ''))
  const state = readListedState(stateText)
  if (stateText !== '' && !state) return { reason: `“${stateText}” is not a state or territory` }
  const named = localitiesNamed(listedSuburb, state ? [state] : STATE_CODES, known)
  const suburb = named[0]?.name ?? listedSuburb
  const withPostcode = named.filter((row) => row.postcode === postcode)
  const hasPostcodeOfSuburb = withPostcode.length > 0
  return { suburb, state, postcode, rows: hasPostcodeOfSuburb ? withPostcode : named, hasPostcodeOfSuburb }
}

/** The position of a listed park, `null` if it has none that can be used. Adds what is wrong with it to `notes`. */
function readListedPosition(
  { coordinates, accuracy: listedAccuracy }: ListedLocation,
  rows: readonly Locality[],
  notes: string[],
): ListedPlace['position'] | { reason: string } {
  if (!coordinates) return null
  const reading = readPosition(...coordinates, rows)
  if (reading.kind === 'wrong') {
    if (rows.length === 0) return { reason: reading.reason }
    notes.push(`${reading.reason}: left out.`)
  }
  if (reading.kind !== 'position') return null
  notes.push(...reading.notes)
  const accuracy = listedAccuracy === 'exact' ? reading.accuracy : listedAccuracy
  if (accuracy !== listedAccuracy) notes.push('The coordinates have only two decimals: within about 500 m.')
  return { ...reading.position, accuracy }
}

/**
 * Places a listed park with the help of the gazetteer. A missing state is found by suburb, postcode and
 * position; a missing suburb by the end of the address or by the position and postcode; a missing or
 * impossible position is replaced by the suburb's, marked approximate.
 * @param others listed parks of the same state and city that have a position
 */
export function place(
  listed: ListedLocation,
  { known, nearest }: Places,
  others: readonly ListedPlace[],
): Placed {
  const given = readGivenPlace(listed, known)
  if ('reason' in given) return given
  const { suburb, state: givenState, postcode, rows } = given
  const notes: string[] = []
  const position = readListedPosition(listed, rows, notes)
  if (position && 'reason' in position) return position

  const byDistance =
    position && rows.toSorted((a, b) => metresBetween(a, position) - metresBetween(b, position))[0]
  // Of several places of that name, the one that the park is in.
  const locality = byDistance && isNear(byDistance, position) ? byDistance : undefined
  // Without its state or postcode, a suburb of that name far away is another one.
  const isElsewhere = !locality && !givenState && !given.hasPostcodeOfSuburb
  if (position && (rows.length === 0 || isElsewhere)) {
    const near = nearestSuburb(position, nearest, givenState, postcode)
    if (near) {
      const inPostcode = near.postcode === postcode ? ` in ${postcode}` : ''
      const why = rows.length === 0 ? 'not in the gazetteer' : 'far away'
      notes.push(
        suburb === ''
          ? `${near.name}, the nearest suburb${inPostcode} to the coordinates.`
          : `“${suburb}” is ${why}; ${near.name} is nearest${inPostcode} to the coordinates.`,
      )
      return finishPlacing(
        {
          ...listed,
          suburb: near.name,
          city: listed.city || suburb,
          state: near.state,
          postcode: near.postcode,
          position,
        },
        known,
        [],
        { suburbInferred: true, notes },
      )
    }
    if (rows.length === 0)
      return {
        reason: givenState
          ? `The coordinates are not in ${givenState}`
          : 'There is no suburb near these coordinates',
      }
  }

  const states = distinctStates(rows)
  const state = givenState ?? (byDistance ? byDistance.state : states.length === 1 ? states[0] : undefined)
  if (suburb !== '' && !state) {
    return {
      reason:
        rows.length === 0
          ? `There is no suburb “${suburb}” in the gazetteer`
          : `“${suburb}” is in ${states.join(', ')}: add the state`,
    }
  }
  if (!state) return { reason: 'It has neither coordinates nor a suburb with its state' }
  if (!position && rows.length > 1 && !isOnePlace(rows))
    return { reason: `There are several places called ${rows[0]!.name} in ${state}: add the postcode` }
  return finishPlacing(
    {
      ...listed,
      suburb,
      state,
      postcode: postcode || (locality && !isOnePlace(rows) ? locality.postcode : ''),
      position,
    },
    known,
    others,
    { suburbInferred: false, notes },
  )
}

function finishPlacing(
  listed: ListedPlace,
  known: LocalityLookup,
  others: readonly ListedPlace[],
  result: { suburbInferred: boolean; notes: string[] },
): Placed {
  const { notes } = result
  const placing = placePark(
    {
      name: listed.name,
      address: listed.address,
      suburb: listed.suburb,
      city: listed.city,
      state: listed.state,
      postcode: listed.postcode,
      position: listed.position,
    },
    known,
    others,
  )
  if ('leftOut' in placing) return { reason: capitalised(placing.leftOut) }
  const { accuracy, city } = placing.place
  if (accuracy === 'suburb' && listed.position && listed.position.accuracy !== 'suburb')
    notes.push(`The coordinates are far from ${city}: the centre of ${city} is used, approximate.`)
  if (accuracy === 'suburb' && !listed.position) notes.push('Position filled from the suburb, approximate.')
  return { place: { ...placing.place, state: listed.state }, ...result }
}

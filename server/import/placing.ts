import type { Locality } from '../../data/model/locality.ts'
import { readState, STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { distanceMetres } from '../../data/geo/earth.ts'
import type { LatLng } from '../../data/geo/earth.ts'
import type { Gazetteer } from '../../data/sources/gazetteer.ts'
import { MAX_METRES_FROM_SUBURB, placePark } from '../../data/sources/place.ts'
import type { ListedPlace, Place } from '../../data/sources/place.ts'
import { readPosition } from './coordinates.ts'

/** Where a row says its park is. Texts are '' when it is silent. */
export interface SaidPlace {
  name: string
  address: string
  suburb: string
  city: string
  state: string
  postcode: string
  /** Two coordinates, in whichever order. */
  coordinates: readonly [number, number] | null
  /** The row itself says that the position is only about right. */
  approximate: boolean
}

export type Placed = { place: Place & { state: StateCode }; notes: string[] } | { reason: string }

export interface Places {
  known: Gazetteer
  nearest(position: LatLng, state?: StateCode): Locality | undefined
}

/** A position without a suburb is taken to be of the nearest one as far as this, metres: beyond, there is sea or desert. */
const NEAREST_WITHIN = 60_000
/** Suburbs of one name whose rows are farther apart are several places. Metres. */
const ONE_PLACE = 15_000
/** Side of a cell of the index, degrees: 60 km are within the cells around. */
const CELL = 1

/** The gazetteer's rows by where they are. */
export function nearestLocality(localities: readonly Locality[]): Places['nearest'] {
  const cellOf = (latitude: number, longitude: number) =>
    `${Math.floor(latitude / CELL)} ${Math.floor(longitude / CELL)}`
  const cells = Map.groupBy(localities, (locality) => cellOf(locality.latitude, locality.longitude))
  return (position, state) => {
    let best: { locality: Locality; away: number } | undefined
    for (const south of [-CELL, 0, CELL]) {
      for (const east of [-CELL, 0, CELL]) {
        for (const locality of cells.get(cellOf(position.latitude + south, position.longitude + east)) ??
          []) {
          if (state && locality.state !== state) continue
          const away = distanceMetres(locality, position)
          if (away <= NEAREST_WITHIN && (!best || away < best.away)) best = { locality, away }
        }
      }
    }
    return best?.locality
  }
}

const STATE = /^(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)$/i

/** The end of an address: 'Marrickville NSW 2204', 'Fitzroy, VIC', 'Carlton 3053'. Word by word, for what stands before it may be of any length. */
function readEnd(text: string): { suburb: string; state: string; postcode: string } {
  const words = text
    .split(',')
    .flatMap((piece, at) => piece.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ word, at }])))
  const take = (which: RegExp) => (which.test(words.at(-1)?.word ?? '') ? words.pop()!.word : '')
  take(/^Australia$/i)
  let state = take(STATE)
  let postcode = ''
  if (state === '') {
    postcode = take(/^\d{3,4}$/)
    state = take(STATE)
  }
  if (state === '' && postcode.length !== 4) return { suburb: '', state, postcode }
  const suburb = words
    .filter(({ at }) => at === words.at(-1)!.at)
    .map(({ word }) => word)
    .join(' ')
  return { suburb: /\d/.test(suburb) ? '' : suburb, state, postcode }
}

/** What a text ends with, if that is a suburb the gazetteer has. */
function endOf(
  text: string,
  known: Gazetteer,
): { suburb: string; state: string; postcode: string } | undefined {
  const { suburb, state, postcode } = readEnd(text)
  const code = readState(state)
  const isKnown = (code ? [code] : STATE_CODES).some((each) => known.named(suburb, each).length > 0)
  return suburb !== '' && isKnown ? { suburb, state, postcode } : undefined
}

const fourDigits = (postcode: string) => (/^\d{3}$/.test(postcode) ? `0${postcode}` : postcode)
const listOf = (rows: readonly Locality[]) => [...new Set(rows.map((row) => row.state))]
const isOnePlace = (rows: readonly Locality[]) =>
  rows.every((row) => distanceMetres(row, rows[0]!) <= ONE_PLACE)

/**
 * Where a park of a list is, as the gazetteer knows it. A state that is missing is found by suburb, postcode and position; a suburb that is
 * missing by the end of the address or by the position; a position that is missing, or cannot be right, is the suburb's and approximate.
 * @param others listed parks that have a position, of the same state and city.
 */
export function place(said: SaidPlace, { known, nearest }: Places, others: readonly ListedPlace[]): Placed {
  const notes: string[] = []
  const ending = endOf(said.suburb, known) ?? (said.suburb === '' ? endOf(said.address, known) : undefined)
  const suburb = ending?.suburb ?? said.suburb
  const stateText = said.state || (ending?.state ?? '')
  const postcode = fourDigits(said.postcode || (ending?.postcode ?? ''))
  const told = readState(stateText.replaceAll('.', ''))
  if (stateText !== '' && !told) return { reason: `“${stateText}” is no state or territory` }

  const named =
    suburb === '' ? [] : (told ? [told] : STATE_CODES).flatMap((state) => known.named(suburb, state))
  const withPostcode = named.filter((row) => row.postcode === postcode)
  const rows = withPostcode.length > 0 ? withPostcode : named
  const reading = said.coordinates
    ? readPosition(said.coordinates[0], said.coordinates[1], rows)
    : { kind: 'none' as const }
  if (reading.kind === 'wrong' && rows.length === 0) return { reason: reading.reason }
  if (reading.kind === 'wrong') notes.push(`${reading.reason}: left out.`)
  if (reading.kind === 'position') notes.push(...reading.notes)
  const position =
    reading.kind === 'position'
      ? { ...reading.position, accuracy: said.approximate ? ('suburb' as const) : ('exact' as const) }
      : null

  if (position && rows.length === 0) {
    const near = nearest(position, told)
    if (!near)
      return {
        reason: told ? `The coordinates are not in ${told}` : 'There is no suburb near these coordinates',
      }
    notes.push(
      suburb === ''
        ? `${near.name}, the nearest suburb to the coordinates.`
        : `“${suburb}” is not in the gazetteer; ${near.name} is nearest to the coordinates.`,
    )
    return placed(
      {
        ...said,
        suburb: near.name,
        city: said.city || suburb,
        state: near.state,
        postcode: near.postcode,
        position,
      },
      known,
      [],
      notes,
    )
  }

  const states = listOf(rows)
  const byDistance =
    position && rows.toSorted((a, b) => distanceMetres(a, position) - distanceMetres(b, position))[0]!
  const state = told ?? (byDistance ? byDistance.state : states.length === 1 ? states[0] : undefined)
  if (suburb !== '' && !state) {
    return {
      reason:
        rows.length === 0
          ? `There is no suburb “${suburb}” in the gazetteer`
          : `“${suburb}” is in ${states.join(', ')}: say in which state`,
    }
  }
  if (!state) return { reason: 'It has neither coordinates nor a suburb with its state' }
  if (!position && rows.length > 1 && !isOnePlace(rows))
    return { reason: `There are several places called ${rows[0]!.name} in ${state}: say the postcode` }
  // Of several places of that name, the one where the park is.
  const one =
    byDistance && distanceMetres(byDistance, position) <= MAX_METRES_FROM_SUBURB ? byDistance : undefined
  return placed(
    {
      ...said,
      suburb,
      state,
      postcode: postcode || (one && !isOnePlace(rows) ? one.postcode : ''),
      position,
    },
    known,
    others,
    notes,
  )
}

function placed(
  listed: ListedPlace,
  known: Gazetteer,
  others: readonly ListedPlace[],
  notes: string[],
): Placed {
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
  if (accuracy === 'suburb' && listed.position?.accuracy === 'exact')
    notes.push(`The coordinates are far from ${city}: the middle of ${city} is taken, approximate.`)
  if (accuracy === 'suburb' && !listed.position) notes.push('Position filled from the suburb, approximate.')
  return { place: { ...placing.place, state: listed.state }, notes }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

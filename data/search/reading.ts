import type { StateCode } from '../model/state.ts'
import { wholeMetresBetween } from '../model/point.ts'
import { featuresAt } from './feature-words.ts'
import type { GazetteerPlace } from './place.ts'
import { positionsOutside } from './place-spans.ts'
import type { PostcodeSpan, Span, StateSpan } from './place-spans.ts'
import { isStopWord, isStreetWord } from './stop-words.ts'

/** One way to read a text: as a place plus the remaining words. */
export interface Reading {
  /** Places that the name can mean, in no particular order; never empty. */
  readonly candidates: readonly GazetteerPlace[]
  /** Positions of the words that are not part of the place, its state or its postcode. */
  readonly rest: readonly number[]
  /** Positions of all words except the state and postcode: the words that a park's name may contain. */
  readonly nameable: readonly number[]
  /** The state and postcode in the text. */
  readonly state: StateCode | undefined
  readonly postcode: string | undefined
  /**
   * `exact`: the state, the postcode and a capital before the name match the place. `loose`: they do not match, and only
   * the name does.
   */
  readonly fit: 'exact' | 'loose'
  /** The remaining words look like a house number or a street: "12 Smith St, Collingwood". */
  readonly address: boolean
}

/**
 * A name combined with the postcode of a neighbouring suburb still means the named place, up to this
 * distance. Metres.
 */
const NEIGHBOUR_METRES = 50_000

/**
 * The candidates that match the state and postcode in the text. A place with several postcodes is moved to
 * the given one.
 */
export function matchingStateAndPostcode(
  places: readonly GazetteerPlace[],
  state: StateCode | undefined,
  postcode: GazetteerPlace | undefined,
): readonly GazetteerPlace[] {
  let fitting =
    state === undefined
      ? places
      : places.filter(
          ({ place, localities }) =>
            place.state === state ||
            (place.kind !== 'locality' && localities.some((row) => row.state === state)),
        )
  if (postcode) {
    const code = postcode.place.name
    const own = fitting.filter(({ postcodes }) => postcodes.includes(code))
    fitting =
      own.length > 0
        ? own.map((place) => atPostcode(place, code))
        : fitting.filter(({ place }) => wholeMetresBetween(place, postcode.place) <= NEIGHBOUR_METRES)
  }
  return fitting
}

/** The place at the position of one of its postcodes. */
function atPostcode(found: GazetteerPlace, code: string): GazetteerPlace {
  const row =
    found.postcodes.length > 1 ? found.localities.find(({ postcode }) => postcode === code) : undefined
  if (found.place.kind !== 'locality' || !row) return found
  return {
    ...found,
    place: { ...found.place, postcode: code, latitude: row.latitude, longitude: row.longitude },
  }
}

/** A reading with its sort key; more significant numbers come first. */
export interface Ranked {
  readonly reading: Reading
  readonly rank: readonly number[]
}

/** @returns the likeliest first */
export function sortReadings(readings: readonly Ranked[]): Reading[] {
  return readings
    .toSorted((a, b) => {
      const at = a.rank.findIndex((value, at) => value !== b.rank[at])
      return at === -1 ? 0 : a.rank[at]! - b.rank[at]!
    })
    .map(({ reading }) => reading)
}

/** The parts of a text that make up a reading. */
export interface Parts {
  readonly name: Span
  /** The second name of "Richmond Melbourne". */
  readonly wider?: Span
  readonly state?: StateSpan | undefined
  readonly postcode?: PostcodeSpan | undefined
  readonly candidates: readonly GazetteerPlace[]
  readonly fit: Reading['fit']
  /** What the place is read from, most significant first. */
  readonly kind: (typeof KINDS)[number]
}

const KINDS = ['whole text a state', 'name', 'two names', 'postcode', 'state'] as const

/**
 * Computes the rank of one reading. Readings that match the state and postcode come before those that do not;
 * readings that cover the whole text before those that leave words over; then a place at the end of the text
 * ("kings park perth"), at its beginning ("Richmond dog beach"), in the middle; then longer names first.
 */
export function ranked(
  words: readonly string[],
  { name, wider, state, postcode, candidates, fit, kind }: Parts,
): Ranked {
  const rest = positionsOutside(words, [state, postcode, name, wider])
  const significant = rest.filter((at) => !isStopWord(words[at]!))
  const position = significant.every((at) => at < name.start)
    ? 0
    : significant.every((at) => at >= name.end)
      ? 1
      : 2
  // "3 fenced parks near Perth" is no address.
  const hasNumber = () =>
    significant.some((at) => /^\d/.test(words[at]!)) &&
    significant.every((at) => featuresAt(words, at) === undefined)
  const address =
    significant.every((at) => at < name.start) &&
    (significant.some((at) => isStreetWord(words[at]!)) || hasNumber())
  return {
    reading: {
      candidates,
      rest,
      nameable: positionsOutside(words, [state, postcode]),
      state: state?.state,
      postcode: postcode?.place.place.name,
      fit,
      address,
    },
    rank: [
      fit === 'loose' ? 1 : 0,
      significant.length === 0 ? 0 : 1,
      // "Off leash Manly Sydney" is about Manly near Sydney, not about "Sydney" near any Manly.
      wider && significant.length > 0 ? 0 : KINDS.indexOf(kind),
      position,
      name.start - name.end,
      rest.length,
      name.start,
    ],
  }
}

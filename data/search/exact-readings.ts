import { wholeMetresBetween } from '../model/point.ts'
import { featuresAt } from './feature-words.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { areDisjoint, followsWith, namedSpans, postcodesIn, statesIn } from './place-spans.ts'
import type { Named } from './place-spans.ts'
import { matchingStateAndPostcode, ranked, sortReadings } from './reading.ts'
import type { Ranked, Reading } from './reading.ts'
import { isOrdinaryName, isPlacePreposition, isStopWord } from './stop-words.ts'

/** In "Richmond Melbourne", the first name means a place at most this far from the second. Metres. */
const MAX_METRES_BETWEEN_NAMES = 60_000

/** Whether the words are more likely about a thing than the place of that name. */
const isThing = (words: readonly string[], { start, end, key }: Named): boolean =>
  followsWith(words, start) ||
  (isOrdinaryName(key) && end - start < words.length && !isPlacePreposition(words[start - 1] ?? ''))

/**
 * Whether a capital stands before the name, and all places of the name are far from it: the "Melbourne Eastern Suburbs"
 * are not Sydney's. Towns, which have a known population, may be meant: "Sydney Newcastle".
 */
function isFarFromCapitalBefore(
  name: Named,
  candidates: readonly GazetteerPlace[],
  named: readonly Named[],
): boolean {
  const before = named.find(({ end, places }) => end === name.start && places.some(({ capital }) => capital))
  return (
    before !== undefined &&
    candidates.every(
      ({ place, capital, population }) =>
        !capital &&
        population === 0 &&
        before.places.every((other) => wholeMetresBetween(place, other.place) > MAX_METRES_BETWEEN_NAMES),
    )
  )
}

/** All readings of the words as typed, likeliest first. */
export function readingsOf(words: readonly string[], names: NameIndex): Reading[] {
  if (words.length === 0) return []
  const named = namedSpans(words, names)
  const states = statesIn(words)
  const postcodes = postcodesIn(words, names)
  const readings: Ranked[] = []

  for (const name of named) {
    const state = states.findLast((span) => areDisjoint(span, name))
    const postcode = postcodes.findLast(
      (span) => areDisjoint(span, name) && (!state || areDisjoint(span, state)),
    )
    const candidates = matchingStateAndPostcode(name.places, state?.state, postcode?.place)
    // "Victoria Square Adelaide" is in no Victoria: there the name of the state is one of the other words.
    const elsewhere =
      candidates.length === 0 &&
      state &&
      state.start < name.start &&
      words[state.start] !== state.state.toLowerCase()
        ? matchingStateAndPostcode(name.places, undefined, postcode?.place)
        : []
    const isPlace = state || postcode || !isThing(words, name)
    if (isPlace && candidates.length > 0) {
      const fit = isFarFromCapitalBefore(name, candidates, named) ? 'loose' : 'exact'
      readings.push(ranked(words, { name, state, postcode, candidates, fit, kind: 'name' }))
    } else if (elsewhere.length > 0)
      readings.push(ranked(words, { name, postcode, candidates: elsewhere, fit: 'exact', kind: 'name' }))
    else if (isPlace)
      readings.push(
        ranked(words, { name, state, postcode, candidates: name.places, fit: 'loose', kind: 'name' }),
      )
    for (const wider of named) {
      if (!isPlace && !wider.places.some(({ capital }) => capital)) continue
      const both = nearWiderPlace(name, wider, candidates)
      if (both.length === 0 || [state, postcode].some((span) => span && !areDisjoint(span, wider))) continue
      const reading = ranked(words, {
        name,
        wider,
        state,
        postcode,
        candidates: both,
        fit: 'exact',
        kind: 'two names',
      })
      if (reading.reading.rest.every((at) => isStopWord(words[at]!) || featuresAt(words, at)))
        readings.push(reading)
    }
  }
  for (const postcode of postcodes) {
    const state = states.findLast((other) => areDisjoint(postcode, other))
    readings.push(
      ranked(words, {
        name: postcode,
        state,
        postcode,
        candidates: [postcode.place],
        fit: 'exact',
        kind: 'postcode',
      }),
    )
  }
  for (const state of states) {
    const place = names.states.get(state.state)
    // A text that equals a state's name means the state, even if a town has the same name.
    const kind = state.end - state.start === words.length ? 'whole text a state' : 'state'
    if (place) readings.push(ranked(words, { name: state, state, candidates: [place], fit: 'exact', kind }))
  }
  return sortReadings(readings)
}

/**
 * For "Richmond Melbourne" or "Paddington, Brisbane": the places with the narrower name that are near a place
 * with the wider name.
 */
function nearWiderPlace(name: Named, wider: Named, candidates: readonly GazetteerPlace[]): GazetteerPlace[] {
  if (!areDisjoint(name, wider)) return []
  const wide = wider.places.filter(
    ({ place, capital }) => capital || place.kind === 'region' || wider.start > name.start,
  )
  return candidates.filter(
    ({ place, capital }) =>
      !capital &&
      place.kind === 'locality' &&
      wide.some(
        (other) =>
          other.place !== place && wholeMetresBetween(place, other.place) <= MAX_METRES_BETWEEN_NAMES,
      ),
  )
}

import { wholeMetresBetween } from '../model/point.ts'
import { featuresAt } from './feature-words.ts'
import type { NameIndex } from './name-index.ts'
import type { GazetteerPlace } from './place.ts'
import { areDisjoint, followsWith, namedSpans, postcodesIn, statesIn } from './place-spans.ts'
import type { Named, PostcodeSpan, StateSpan } from './place-spans.ts'
import { matchingStateAndPostcode, ranked, sortReadings } from './reading.ts'
import type { Parts, Ranked, Reading } from './reading.ts'
import { isOrdinaryName, isPlacePreposition, isStopWord } from './stop-words.ts'

/** In "Richmond Melbourne", the first name means a place at most this far from the second. Metres. */
const MAX_METRES_BETWEEN_NAMES = 60_000

/** Whether the words are more likely about a thing than the place of that name. */
const isThing = (words: readonly string[], { start, end, key }: Named): boolean =>
  followsWith(words, start) ||
  (isOrdinaryName(key) && end - start < words.length && !isPlacePreposition(words[start - 1] ?? ''))

/**
 * Whether a capital comes before the name, and all places of the name are far from it: the "Melbourne Eastern Suburbs"
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

/** What the words of a text can be: names of places, states, postcodes. */
interface Spans {
  readonly named: readonly Named[]
  readonly states: readonly StateSpan[]
  readonly postcodes: readonly PostcodeSpan[]
}

/** All readings of the words as typed, likeliest first. */
export function readingsOf(words: readonly string[], names: NameIndex): Reading[] {
  const spans: Spans = {
    named: namedSpans(words, names),
    states: statesIn(words),
    postcodes: postcodesIn(words, names),
  }
  return sortReadings([
    ...spans.named.flatMap((name) => readingsOfName(words, name, spans)),
    ...spans.postcodes.map((postcode) => readingOfPostcode(words, postcode, spans)),
    ...spans.states.flatMap((state) => readingOfState(words, state, names) ?? []),
  ])
}

/** The parts of a reading as a name. */
type NameParts = Parts & { readonly name: Named }

/** The readings as one name: by itself, and near each larger place in the text. */
function readingsOfName(
  words: readonly string[],
  name: Named,
  { named, states, postcodes }: Spans,
): Ranked[] {
  const state = states.findLast((span) => areDisjoint(span, name))
  const postcode = postcodes.findLast(
    (span) => areDisjoint(span, name) && (!state || areDisjoint(span, state)),
  )
  const candidates = matchingStateAndPostcode(name.places, state?.state, postcode?.place)
  const fit = isFarFromCapitalBefore(name, candidates, named) ? 'loose' : 'exact'
  const parts: NameParts = { name, state, postcode, candidates, fit, kind: 'name' }
  const isPlace = state !== undefined || postcode !== undefined || !isThing(words, name)
  const possible = isPlace ? named : named.filter(({ places }) => places.some(({ capital }) => capital))
  return [
    ...readingAlone(words, parts, isPlace),
    ...possible.flatMap((wider) => readingNearWider(words, parts, wider)),
  ]
}

function readingAlone(words: readonly string[], parts: NameParts, isPlace: boolean): Ranked[] {
  const { name, state, postcode, candidates } = parts
  if (isPlace && candidates.length > 0) return [ranked(words, parts)]
  // "Victoria Square Adelaide" is in no Victoria: there the name of the state is one of the other words.
  const elsewhere =
    candidates.length === 0 &&
    state &&
    state.start < name.start &&
    words[state.start] !== state.state.toLowerCase()
      ? matchingStateAndPostcode(name.places, undefined, postcode?.place)
      : []
  if (elsewhere.length > 0)
    return [ranked(words, { ...parts, state: undefined, candidates: elsewhere, fit: 'exact' })]
  return isPlace ? [ranked(words, { ...parts, candidates: name.places, fit: 'loose' })] : []
}

/** The reading of "Richmond Melbourne", beside which only words for features and such as "dog" may be. */
function readingNearWider(words: readonly string[], parts: NameParts, wider: Named): Ranked[] {
  const { name, state, postcode } = parts
  const candidates = nearWiderPlace(name, wider, parts.candidates)
  if (candidates.length === 0 || [state, postcode].some((span) => span && !areDisjoint(span, wider)))
    return []
  const both = ranked(words, { ...parts, wider, candidates, fit: 'exact', kind: 'two names' })
  return both.reading.rest.every((at) => isStopWord(words[at]!) || featuresAt(words, at)) ? [both] : []
}

function readingOfPostcode(words: readonly string[], postcode: PostcodeSpan, { states }: Spans): Ranked {
  const state = states.findLast((other) => areDisjoint(postcode, other))
  const candidates = [postcode.place]
  return ranked(words, { name: postcode, state, postcode, candidates, fit: 'exact', kind: 'postcode' })
}

function readingOfState(words: readonly string[], state: StateSpan, names: NameIndex): Ranked | undefined {
  const place = names.states.get(state.state)
  // A text that equals a state's name means the state, even if a town has the same name.
  const kind = state.end - state.start === words.length ? 'whole text a state' : 'state'
  return place && ranked(words, { name: state, state, candidates: [place], fit: 'exact', kind })
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

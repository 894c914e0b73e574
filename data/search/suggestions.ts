import type { DirectoryPark } from '../model/park.ts'
import type { Place } from '../model/search.ts'
import { countBits, intersect } from './bits.ts'
import type { BitsPool } from './bits.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerPlace, ParkCount } from './place.ts'
import type { Ranking } from './ranking.ts'
import { originAt } from './sphere.ts'
import { wholeMetresBetween } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import { STATE_CODES, STATE_NAMES } from '../model/state.ts'
import { isStopWord, nameKey, shortSpellings, typedWords, wordsOf } from '../places/text.ts'
import type { TypedWords } from '../places/text.ts'
import type { WordIndex } from './words.ts'

/**
 * A suggestion while the user types. `label` is the text to show and, for a place, the text to search for.
 */
export type Suggestion =
  | { readonly kind: 'place'; readonly label: string; readonly place: Place }
  | {
      readonly kind: 'park'
      readonly label: string
      readonly id: number
      readonly name: string
      readonly city: string
      readonly state: DirectoryPark['state']
    }

/**
 * Places whose distances differ by less than this count as equally near, metres; beyond {@link FAR_STEPS}
 * steps a place simply counts as far.
 */
const NEARNESS_STEP_METRES = 10_000
const FAR_STEPS = 10
/** Number of matching parks considered; among them, those whose name begins with the text come first. */
const MAX_PARKS_CONSIDERED = 50

export function placeLabel(place: Place): string {
  if (place.kind === 'state') return place.name
  if (place.kind === 'postcode') return `${place.name} ${place.state}`
  return place.postcode === null
    ? `${place.name} ${place.state}`
    : `${place.name} ${place.state} ${place.postcode}`
}

interface Sources {
  readonly rows: readonly DirectoryPark[]
  readonly gazetteer: () => Gazetteer
  readonly words: WordIndex
  readonly pool: BitsPool
  readonly ranking: Ranking
  readonly parkCount: ParkCount
}

export function buildSuggestions({ rows, gazetteer, words, pool, ranking, parkCount }: Sources) {
  /**
   * How many parks list the place as their suburb; unlike `parkCount`, fast enough for thousands of places.
   */
  let parksIn: Map<string, number> | undefined
  const listedIn = ({ place }: GazetteerPlace) => {
    if (!parksIn) {
      parksIn = new Map()
      for (const { state, city } of rows)
        parksIn.set(`${state} ${city}`, (parksIn.get(`${state} ${city}`) ?? 0) + 1)
    }
    return parksIn.get(`${place.state} ${place.name}`) ?? 0
  }

  /** Places whose name begins with the text. If the last word is complete, it must match a whole word. */
  function placesBeginning({ words: typed, halfTyped }: TypedWords): GazetteerPlace[] {
    const wholeWords = (start: readonly string[]) =>
      gazetteer()
        .placesBeginningWith(start.join(''))
        .filter(({ place }) => {
          const nameWords = wordsOf(place.name)
          return start.every((word, at) => nameWords[at] === word)
        })
    if (!halfTyped) return wholeWords(typed)
    const spelledOut = shortSpellings(typed.at(-1)!).flatMap((short) =>
      wholeWords([...typed.slice(0, -1), short]),
    )
    return [...new Set([...gazetteer().placesBeginningWith(typed.join('')), ...spelledOut])]
  }

  /** "richmond v": the places called Richmond in states that begin with "v". */
  function inStateBeginning({ words: typed, halfTyped }: TypedWords): GazetteerPlace[] {
    if (typed.length < 2 || !halfTyped) return []
    const key = typed.slice(0, -1).join('')
    const states = new Set(
      STATE_CODES.filter((code) =>
        [nameKey(code), nameKey(STATE_NAMES[code])].some((name) => name.startsWith(typed.at(-1)!)),
      ),
    )
    return gazetteer()
      .placesBeginningWith(key)
      .filter(({ place }) => states.has(place.state) && nameKey(place.name) === key)
  }

  function places(typed: TypedWords, near: LatLng | undefined, limit: number): GazetteerPlace[] {
    const key = typed.words.join('')
    const found = placesBeginning(typed).map((place) => ({
      place,
      whole: nameKey(place.place.name) === key,
      near: near
        ? Math.min(FAR_STEPS, Math.floor(wholeMetresBetween(near, place.place) / NEARNESS_STEP_METRES))
        : 0,
      parks: listedIn(place),
    }))
    found.sort(
      (a, b) =>
        Number(b.place.capital) - Number(a.place.capital) ||
        Number(b.whole) - Number(a.whole) ||
        a.near - b.near ||
        b.parks - a.parks ||
        a.place.place.name.length - b.place.place.name.length ||
        (placeLabel(a.place.place) < placeLabel(b.place.place) ? -1 : 1),
    )
    const first = found.slice(0, limit)
    // Among places of the same name, the one with the most parks around it comes first.
    return near
      ? first.map(({ place }) => place)
      : first
          .sort((a, b) =>
            a.place.place.name === b.place.place.name ? parkCount(b.place) - parkCount(a.place) : 0,
          )
          .map(({ place }) => place)
  }

  function parks(
    { words: typed, halfTyped }: TypedWords,
    near: LatLng | undefined,
    limit: number,
  ): DirectoryPark[] {
    const significant = typed.filter((word, at) => at === typed.length - 1 || !isStopWord(word))
    let found: ReturnType<BitsPool['take']> | undefined
    significant.forEach((word, at) => {
      const bits =
        at === significant.length - 1 && halfTyped ? pool.take() : pool.take(words.parksWith(word)?.inName)
      if (at === significant.length - 1 && halfTyped) words.addNamePrefix(word, bits)
      if (found) intersect(found, bits)
      else found = bits
    })
    const count = found ? countBits(found) : 0
    if (!found || count === 0) return []
    const listed = ranking
      .first(found, count, near ? originAt(near) : null, Math.max(limit, MAX_PARKS_CONSIDERED))
      .map((row) => rows[row]!)
    const key = typed.join('')
    const begins = new Set(listed.filter((park) => nameKey(park.name).startsWith(key)))
    return [...begins, ...listed.filter((park) => !begins.has(park))].slice(0, limit)
  }

  return function suggest(text: string, near: LatLng | undefined, limit: number): Suggestion[] {
    pool.release()
    const typed = typedWords(text.trim())
    if (typed.words.length === 0 || limit <= 0) return []
    const offered: Suggestion[] = []
    const digits = typed.words.length === 1 && /^\d{2,4}$/.test(typed.words[0]!) ? typed.words[0]! : null
    if (digits) {
      for (const code of gazetteer().postcodesBeginningWith(digits).slice(0, limit)) {
        const { place } = gazetteer().postcode(code)!
        offered.push({ kind: 'place', label: placeLabel(place), place })
      }
    }
    // Places that match the whole text come first, then names that begin with it.
    const whole = gazetteer()
      .readings(typed.words)
      .find((reading) => reading.fit === 'exact' && reading.rest.length === 0)
    const likeliest = whole ? gazetteer().likeliest(whole.candidates, { near, parkCount }) : []
    const seen = new Set<Place>()
    for (const { place } of [...likeliest, ...inStateBeginning(typed), ...places(typed, near, limit)]) {
      if (
        seen.has(place) ||
        offered.length >= limit ||
        offered.some((other) => other.label === placeLabel(place))
      )
        continue
      seen.add(place)
      offered.push({ kind: 'place', label: placeLabel(place), place })
    }
    const found = parks(typed, near, limit)
    // Parks and places share the list, with room for at least three parks.
    const room = Math.max(limit - offered.length, Math.min(3, limit - 1))
    const kept = found.slice(0, room)
    return [
      ...offered.slice(0, limit - kept.length),
      ...kept.map((park): Suggestion => ({
        kind: 'park',
        label: park.name,
        id: park.id,
        name: park.name,
        city: park.city,
        state: park.state,
      })),
    ]
  }
}

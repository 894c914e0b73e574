import type { DirectoryPark } from '../model/park.ts'
import type { Place, SearchAnswer } from '../model/search.ts'
import type { SearchRequest } from '../model/search-request.ts'
import { countBits, intersect } from './bits.ts'
import type { BitsPool } from './bits.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { ParkCount } from './place.ts'
import type { Ranking } from './ranking.ts'
import { originAt } from './sphere.ts'
import type { LatLng } from '../model/point.ts'
import { placeLabel } from '../places/label.ts'
import { nameKey } from '../places/text.ts'
import { isStopWord } from './stop-words.ts'
import { typedWords } from './typed-words.ts'
import type { TypedWords } from './typed-words.ts'
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

/** Number of matching parks considered; among them, those whose name begins with the text come first. */
const MAX_PARKS_CONSIDERED = 50

interface Sources {
  readonly rows: readonly DirectoryPark[]
  readonly gazetteer: () => Gazetteer
  readonly words: WordIndex
  readonly pool: BitsPool
  readonly ranking: Ranking
  readonly parkCount: ParkCount
  search(request: SearchRequest): SearchAnswer
}

export function buildSuggestions({ rows, gazetteer, words, pool, ranking, parkCount, search }: Sources) {
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

  const ofPlace = (place: Place, otherWords = ''): Suggestion => ({
    kind: 'place',
    label: `${otherWords} ${placeLabel(place)}`.trim(),
    place,
  })
  const ofPark = ({ id, name, city, state }: DirectoryPark): Suggestion => ({
    kind: 'park',
    label: name,
    id,
    name,
    city,
    state,
  })
  const byId = new Map(rows.map((park) => [park.id, park]))

  /**
   * What the search opens for the text, so that Enter and the first suggestion always agree: the place that
   * it was read as, with the words that parks near it must match, or the first park.
   */
  function opened(text: string, near: LatLng | undefined): Suggestion | undefined {
    const { hits, understood } = search({ query: text, ...near, limit: 1 })
    if (understood.place && !understood.parkName) return ofPlace(understood.place, understood.otherWords)
    const park = hits[0] && byId.get(hits[0].id)
    return park && ofPark(park)
  }

  return function suggest(text: string, near: LatLng | undefined, limit: number): Suggestion[] {
    const typed = typedWords(text.trim())
    if (typed.words.length === 0 || limit <= 0) return []
    const first = opened(text, near)
    pool.release()
    const places: Suggestion[] = first?.kind === 'place' ? [first] : []
    const offer = (place: Place) => {
      if (places.length >= limit || places.some(({ label }) => label === placeLabel(place))) return
      if (gazetteer().isFoundByLabel(place, { near, parkCount })) places.push(ofPlace(place))
    }
    const [word] = typed.words
    if (typed.words.length === 1 && /^\d{2,4}$/.test(word!)) {
      for (const code of gazetteer().postcodesBeginningWith(word!).slice(0, limit))
        offer(gazetteer().postcode(code)!.place)
    }
    // Places that match the whole text come first, then names that begin with it.
    const whole = gazetteer()
      .readings(typed.words)
      .find((reading) => reading.fit === 'exact' && reading.rest.length === 0)
    for (const reading of [whole, gazetteer().unfinishedReading(typed)])
      if (reading)
        for (const { place } of gazetteer().likeliest(reading.candidates, { near, parkCount })) offer(place)

    const found = parks(typed, near, limit).filter(({ id }) => first?.kind !== 'park' || first.id !== id)
    const listed = [...(first?.kind === 'park' ? [first] : []), ...found.map(ofPark)]
    // Parks and places share the list, with room for at least three parks.
    const kept = listed.slice(0, Math.max(limit - places.length, Math.min(3, limit - 1)))
    const others = places.slice(0, limit - kept.length)
    return first?.kind === 'park' ? [first, ...others, ...kept.slice(1)] : [...others, ...kept]
  }
}

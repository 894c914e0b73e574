import type { Place } from '../model/search.ts'
import { addBit, forEachBit, isEmpty, join, keep } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import { forEachEdit, mayCorrect } from './edits.ts'
import type { Filters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { Circumstances, GazetteerPlace } from './place.ts'
import type { Reading } from './reading.ts'
import { isEmptyWord, shortSpellings } from './text.ts'
import type { TypedWords } from './text.ts'
import type { WordIndex } from './words.ts'

/** What a text asks of a directory. */
export interface Meaning {
  readonly place: Place | null
  readonly others: Place[]
  readonly corrected: boolean
  /** Parks that have the words beside the place; those near it answer. */
  readonly matching: Bits
  /** Parks that answer wherever they are. */
  readonly anywhere: Bits
  /** All parks that come into question: `matching` and `anywhere`. */
  readonly possible: Bits
  /** Parks that come before the others, the most exact first. */
  readonly tiers: readonly Bits[]
}

export interface Tools {
  readonly gazetteer: Gazetteer
  readonly words: WordIndex
  readonly filters: Filters
  readonly pool: BitsPool
  readonly everything: Bits
  /** Whether a park of the set is at the place: within the usual distance, or in the region or state. */
  holds(place: Place, set: Bits): boolean
}

/** Correcting each of many words would find something for any text. */
const MOST_CORRECTED_WORDS = 6
/** A shorter beginning of a word is more likely half typed than mistyped. */
const MISTYPED_FROM = 5

/**
 * Reads the words of a text. First as they are spelled: as a place with or without words beside it, else as words of parks. Only when that
 * finds nothing, as if a letter were wrong. A text that is neither asks for nothing, and gets nothing.
 */
export function understandText({ words, halfTyped }: TypedWords, circumstances: Circumstances, tools: Tools): Meaning {
  const { gazetteer, filters, pool, everything } = tools
  const index = tools.words
  const last = words.length - 1
  const all = words.map((_, at) => at)
  const telling = (positions: readonly number[]) => positions.filter((at) => !isEmptyWord(words[at]!))
  const pointed = (reading: Reading): [GazetteerPlace, ...GazetteerPlace[]] =>
    gazetteer.likeliest(reading.candidates, circumstances) as [GazetteerPlace, ...GazetteerPlace[]]

  // Each word is looked up once, however many readings use it.
  interface Found {
    anywhere: Bits
    inName: Bits
    /** Some park has the word as it stands, not only words that begin so. */
    whole: boolean
  }
  const found: Found[] = []
  function look(at: number): Found {
    const known = found[at]
    if (known) return known
    const word = words[at]!
    const anywhere = pool.take()
    const inName = pool.take()
    const spelled = index.addWord(word, anywhere, inName)
    const whole = filters.addFeatureWord(word, anywhere) || spelled
    if (at === last && halfTyped) {
      index.addPrefix(word, anywhere)
      filters.addFeaturePrefix(word, anywhere)
      for (const short of shortSpellings(word)) index.addWord(short, anywhere)
    }
    return (found[at] = { anywhere, inName, whole })
  }
  const similar: Bits[] = []
  function lookSimilar(at: number): Bits {
    const known = similar[at]
    if (known) return known
    const word = words[at]!
    const bits = pool.take(look(at).anywhere)
    index.addSimilar(word, bits)
    forEachEdit(word, (text) => {
      if (mayCorrect(word, text)) filters.addFeatureWord(text, bits)
    })
    return (similar[at] = bits)
  }
  function having(positions: readonly number[], corrected = false): Bits {
    const bits = pool.take(everything)
    for (const at of telling(positions)) keep(bits, corrected ? lookSimilar(at) : look(at).anywhere)
    return bits
  }
  /** Parks whose name has these words one after the other; `alone`, those whose name has no others. */
  function named(positions: readonly number[], alone: boolean): Bits {
    const bits = pool.take()
    const phrase: number[] = []
    for (const at of positions) {
      const number = index.numberOf(words[at]!)
      if (number === undefined) return bits
      phrase.push(number)
    }
    const candidates = pool.take(everything)
    for (const at of positions) keep(candidates, look(at).inName)
    forEachBit(candidates, (row) => {
      if (index.nameHas(row, phrase, alone)) addBit(bits, row)
    })
    return bits
  }

  function placed(reading: Reading, matching: Bits, corrected: boolean): Meaning {
    const [{ place }, ...others] = pointed(reading)
    const names = named(all, false)
    const exactly = named(all, true)
    // "kings park perth": the park called Kings Park, near Perth.
    if (telling(reading.rest).length > 0) join(exactly, named(reading.rest, true))
    const merelyPlace = reading.rest.length === 0 && !words.includes('park')
    const anywhere = pool.take()
    if (place.kind !== 'state') join(anywhere, names)
    const first = pool.take(merelyPlace ? exactly : names)
    if (reading.address) {
      const atAddress = having(all)
      join(anywhere, atAddress)
      join(first, atAddress)
    }
    if (place.kind === 'postcode') {
      const own = pool.take()
      filters.addPostcode(place.name, own)
      keep(own, matching)
      join(anywhere, own)
    }
    const possible = pool.take(matching)
    join(possible, anywhere)
    return { place, others: others.map((other) => other.place), corrected, matching, anywhere, possible, tiers: [exactly, first] }
  }

  function worded(matching: Bits, corrected: boolean): Meaning {
    // Names come first when the text is about a name, not when it says "dog park" or "beach".
    const about = !corrected && telling(all).some((at) => !filters.isFeatureWord(words[at]!))
    return {
      place: null, others: [], corrected, matching, anywhere: matching, possible: matching,
      tiers: about ? [named(all, true), named(all, false)] : [],
    }
  }

  const nothing = (): Meaning => worded(pool.take(), false)
  if (words.length === 0) return nothing()

  const readings = gazetteer.readings(words)
  let distant: Reading | undefined
  for (const reading of readings) {
    if (reading.fit === 'loose') continue
    const rest = telling(reading.rest)
    if (rest.length === 0) return placed(reading, pool.take(everything), false)
    if (reading.address) continue
    const matching = having(rest)
    if (isEmpty(matching)) continue
    if (tools.holds(pointed(reading)[0].place, matching)) return placed(reading, matching, false)
    distant ??= reading
  }

  const address = readings.find((reading) => reading.address)
  const spelled = having(all)
  if (!isEmpty(spelled)) {
    const unfinished = !isEmptyWord(words[last]!) && !look(last).whole
    const mistyped = unfinished && words.join('').length >= MISTYPED_FROM ? wholeReading(gazetteer.readings(words, true)) : undefined
    if (mistyped) return placed(mistyped, pool.take(everything), true)
    if (!address) return worded(spelled, false)
  }
  if (address) return placed(address, pool.take(everything), false)
  const loose = wholeReading(readings)
  if (loose) return placed(loose, pool.take(everything), false)
  if (distant) return placed(distant, having(distant.rest), false)
  return corrected()

  function wholeReading(list: readonly Reading[]): Reading | undefined {
    return list.find((reading) => telling(reading.rest).length === 0)
  }

  function corrected(): Meaning {
    if (words.length > MOST_CORRECTED_WORDS) return nothing()
    const mistyped = gazetteer.readings(words, true)
    const whole = wholeReading(mistyped)
    if (whole) return placed(whole, pool.take(everything), true)
    for (const reading of [...readings, ...mistyped]) {
      const matching = having(reading.rest, true)
      if (!isEmpty(matching) && tools.holds(pointed(reading)[0].place, matching)) return placed(reading, matching, true)
    }
    const similar = having(all, true)
    return worded(similar, !isEmpty(similar))
  }
}

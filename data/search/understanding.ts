import type { Place } from '../model/search.ts'
import { isEmpty, join, keep } from './bits.ts'
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
  /** Parks that have the words (beside the place: those near it answer); `null` for all parks. */
  readonly matching: Bits | null
  /** Parks that answer wherever they are; `null` for none. */
  readonly anywhere: Bits | null
  /** Parks that come before the others, the most exact first. */
  readonly tiers: readonly Bits[]
}

export interface Tools {
  readonly gazetteer: Gazetteer
  readonly words: WordIndex
  readonly filters: Filters
  readonly pool: BitsPool
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
export function understandText(
  { words, halfTyped }: TypedWords,
  circumstances: Circumstances,
  tools: Tools,
): Meaning {
  const { gazetteer, filters, pool } = tools
  const index = tools.words
  const last = words.length - 1
  const all = words.map((_, at) => at)
  const telling = (positions: readonly number[]) => positions.filter((at) => !isEmptyWord(words[at]!))
  const pointed = (reading: Reading): [GazetteerPlace, ...GazetteerPlace[]] =>
    gazetteer.likeliest(reading.candidates, circumstances) as [GazetteerPlace, ...GazetteerPlace[]]

  // Each word is looked up once, however many readings use it.
  interface Found {
    anywhere: Bits
    /** Some park has the word as it stands, not only words that begin so. */
    whole: boolean
  }
  const found: Found[] = []
  function look(at: number): Found {
    const known = found[at]
    if (known) return known
    const word = words[at]!
    const own = index.having(word)
    const feature = filters.isFeatureWord(word)
    let anywhere = own?.anywhere
    if (feature || (at === last && halfTyped) || !anywhere) {
      anywhere = pool.take(anywhere)
      if (feature) filters.addFeatureWord(word, anywhere)
      if (at === last && halfTyped) {
        index.addPrefix(word, anywhere)
        filters.addFeaturePrefix(word, anywhere)
        for (const short of shortSpellings(word)) {
          const parks = index.having(short)
          if (parks) join(anywhere, parks.anywhere)
        }
      }
    }
    return (found[at] = { anywhere, whole: feature || own !== undefined })
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
  /** Parks that have all these words; `null` for all parks. */
  function having(positions: readonly number[], corrected = false): Bits | null {
    let bits: Bits | null = null
    for (const at of telling(positions)) {
      const one = corrected ? lookSimilar(at) : look(at).anywhere
      if (bits) keep(bits, one)
      else bits = pool.take(one)
    }
    return bits
  }
  /** Parks whose name has these words in a row, and those that have no others; `null` for none. */
  function named(positions: readonly number[]): { names: Bits | null; exactly: Bits | null } {
    if (positions.length === 0) return { names: null, exactly: null }
    const names = pool.take()
    const exactly = pool.take()
    const some = index.addNamed(
      positions.map((at) => words[at]!),
      names,
      exactly,
    )
    return { names: some.inName ? names : null, exactly: some.alone ? exactly : null }
  }
  function atPostcode(code: string): Bits {
    const bits = pool.take()
    filters.addPostcode(code, bits)
    return bits
  }
  /** What is in any of the sets; `null` for nothing. */
  function any(...sets: readonly (Bits | null)[]): Bits | null {
    const [first, ...others] = sets.filter((set) => set !== null)
    if (!first || others.length === 0) return first ?? null
    const bits = pool.take(first)
    for (const other of others) join(bits, other)
    return bits
  }
  function both(set: Bits | null, other: Bits): Bits | null {
    if (!set) return null
    const bits = pool.take(set)
    keep(bits, other)
    return bits
  }

  function placed(reading: Reading, matching: Bits | null, corrected: boolean): Meaning {
    const [{ place }, ...others] = pointed(reading)
    const { rest, nameable, state, postcode } = reading
    const own = named(nameable)
    let names = own.names
    if (names && state !== undefined) keep(names, filters.inState[state])
    if (names && postcode !== undefined) keep(names, atPostcode(postcode))
    // "Victoria Road Reserve" is a park's name whatever state it is in; "Sydney Park NSW" is one in New South Wales.
    const whole = nameable.length < words.length ? named(all) : null
    names = any(names, whole?.names ?? null)
    // "kings park perth": the park called Kings Park, near Perth.
    const exactly = any(
      own.exactly,
      whole?.exactly ?? null,
      telling(rest).length > 0 ? named(rest).exactly : null,
    )
    const merelyPlace = rest.length === 0 && !words.includes('park')
    const atAddress = reading.address ? having(all) : null
    const ownPostcode = place.kind === 'postcode' ? atPostcode(place.name) : null
    return {
      place,
      others: others.map((other) => other.place),
      corrected,
      matching,
      anywhere: any(names, atAddress, ownPostcode && matching ? both(ownPostcode, matching) : ownPostcode),
      tiers: [exactly, merelyPlace ? null : names, atAddress].filter((tier) => tier !== null),
    }
  }

  function worded(matching: Bits | null, corrected: boolean): Meaning {
    // Names come first when the text is about a name, not when it says "dog park" or "beach".
    const about = !corrected && telling(all).some((at) => !filters.isFeatureWord(words[at]!))
    const { names, exactly } = about ? named(all) : { names: null, exactly: null }
    const tiers = [exactly, names].filter((tier) => tier !== null)
    return { place: null, others: [], corrected, matching, anywhere: null, tiers }
  }

  const nothing = (): Meaning => worded(pool.take(), false)
  if (words.length === 0) return nothing()

  const readings = gazetteer.readings(words)
  let distant: Reading | undefined
  for (const reading of readings) {
    if (reading.fit === 'loose') continue
    const rest = telling(reading.rest)
    if (rest.length === 0) return placed(reading, null, false)
    if (reading.address) continue
    const matching = having(rest)!
    if (isEmpty(matching)) continue
    if (tools.holds(pointed(reading)[0].place, matching)) return placed(reading, matching, false)
    distant ??= reading
  }

  const address = readings.find((reading) => reading.address)
  const spelled = having(all)
  if (!spelled || !isEmpty(spelled)) {
    const unfinished = !isEmptyWord(words[last]!) && !look(last).whole
    const mistyped =
      unfinished && words.join('').length >= MISTYPED_FROM
        ? wholeReading(gazetteer.readings(words, 'slip'))
        : undefined
    if (mistyped) return placed(mistyped, null, true)
    if (!address) return worded(spelled, false)
  }
  if (address) return placed(address, null, false)
  const loose = wholeReading(readings)
  if (loose) return placed(loose, null, false)
  if (distant) return placed(distant, having(distant.rest), false)
  return corrected()

  function wholeReading(list: readonly Reading[]): Reading | undefined {
    return list.find((reading) => telling(reading.rest).length === 0)
  }

  function corrected(): Meaning {
    if (words.length > MOST_CORRECTED_WORDS) return nothing()
    const mistyped = gazetteer.readings(words, 'slips')
    const whole = wholeReading(mistyped)
    if (whole) return placed(whole, null, true)
    for (const reading of [...readings, ...mistyped]) {
      const matching = having(reading.rest, true)!
      if (!isEmpty(matching) && tools.holds(pointed(reading)[0].place, matching))
        return placed(reading, matching, true)
    }
    const similar = having(all, true)!
    return worded(similar, !isEmpty(similar))
  }
}

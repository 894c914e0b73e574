import type { DirectoryPark } from '../model/park.ts'
import { addBit, createBits, forEachBit, isEmpty, unite, intersect } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import { lowerBound } from './lower-bound.ts'
import { forEachEdit, mayCorrect } from './typos.ts'
import { ROWS_PER_STEP } from './steps.ts'
import type { Steps } from './steps.ts'
import { ABBREVIATIONS, wordsOf } from '../places/text.ts'
import { compoundWords } from './spellings.ts'

/**
 * Index of the words in the parks' names, addresses, cities, areas and postcodes. Rows are the engine's row
 * numbers.
 */
export interface WordIndex {
  /**
   * The parks that contain the word, and those that have it as a separate word of the name; `undefined` if
   * there are none. Callers must not change the sets.
   */
  parksWith(word: string): { anywhere: Bits; inName: Bits } | undefined
  /** Adds the parks with a word that begins with `prefix`. Returns whether there are any. */
  addPrefix(prefix: string, anywhere: Bits): boolean
  /** Adds the parks whose name has a word that begins with `prefix`. */
  addNamePrefix(prefix: string, inName: Bits): void
  /** The words one edit away that parks have, in alphabetical order. */
  similarWords(word: string): string[]
  /** Adds the parks with a word one edit away. */
  addSimilar(word: string, anywhere: Bits): void
  /**
   * Adds the parks whose name contains these words in sequence to `inName`, and those whose name has no other
   * words to `alone`. Both sets must be empty. Returns whether any were added to each.
   */
  addNamed(words: readonly string[], inName: Bits, alone: Bits): { inName: boolean; alone: boolean }
}

/** Bits of a posting: the word is in the park's name, and it is the whole name. The row is in the others. */
const IN_NAME = 1
const WHOLE_NAME = 2
const rowOf = (posting: number) => posting >>> 2

class GrowableInt32Array {
  values = new Int32Array(1 << 16)
  length = 0
  push(value: number) {
    if (this.length === this.values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.length++] = value
  }
}

/**
 * A word is common if more than one park in this many has it. For common words a bit set is smaller than a
 * list.
 */
const COMMON_WORD_RATIO = 64

export function* buildWordIndex(rows: readonly DirectoryPark[], pool: BitsPool): Steps<WordIndex> {
  const numbers = new Map<string, number>()
  const lastRow = new GrowableInt32Array()
  const pairWord = new GrowableInt32Array()
  const pairRow = new GrowableInt32Array()
  const nameWord = new GrowableInt32Array()
  const nameStart = new Int32Array(rows.length + 1)

  const numberOf = (word: string) => {
    let number = numbers.get(word)
    if (number === undefined) {
      number = numbers.size
      numbers.set(word, number)
      lastRow.push(-1)
    }
    return number
  }
  const add = (number: number, row: number, flags: number) => {
    if (lastRow.values[number] === row) return
    lastRow.values[number] = row
    pairWord.push(number)
    pairRow.push((row << 2) | flags)
  }
  // Suburbs, areas and postcodes repeat from park to park, so each is split into words once.
  const read = new Map<string, number[]>()
  const wordNumbers = (text: string) => {
    let known = read.get(text)
    if (known === undefined) {
      known = [...wordsOf(text), ...compoundWords(text)].map(numberOf)
      read.set(text, known)
    }
    return known
  }

  for (const [row, park] of rows.entries()) {
    if (row > 0 && row % ROWS_PER_STEP === 0) yield
    const nameWords = wordsOf(park.name)
    const flags = nameWords.length === 1 ? IN_NAME | WHOLE_NAME : IN_NAME
    for (const word of nameWords) {
      const number = numberOf(word)
      nameWord.push(number)
      add(number, row, flags)
    }
    nameStart[row + 1] = nameWord.length
    for (const word of compoundWords(park.name)) add(numberOf(word), row, 0)
    for (const word of wordsOf(park.address)) add(numberOf(word), row, 0)
    for (const word of compoundWords(park.address)) add(numberOf(word), row, 0)
    for (const number of wordNumbers(park.city)) add(number, row, 0)
    if (park.area !== '') for (const number of wordNumbers(park.area)) add(number, row, 0)
    if (park.postcode !== '') for (const number of wordNumbers(park.postcode)) add(number, row, 0)
  }
  yield

  // Words in alphabetical order: words with a common prefix are adjacent, and so are their postings.
  const words = [...numbers.keys()].sort()
  const place = new Int32Array(words.length)
  words.forEach((word, at) => {
    place[numbers.get(word)!] = at
    numbers.set(word, at)
  })
  yield
  for (let at = 0; at < nameWord.length; at++) nameWord.values[at] = place[nameWord.values[at]!]!
  const starts = new Int32Array(words.length + 1)
  for (let pair = 0; pair < pairWord.length; pair++) starts[place[pairWord.values[pair]!]! + 1]!++
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const next = starts.slice()
  /** Row number times four, plus {@link IN_NAME} and {@link WHOLE_NAME}. */
  const postings = new Int32Array(pairWord.length)
  for (let pair = 0; pair < pairWord.length; pair++)
    postings[next[place[pairWord.values[pair]!]!]!++] = pairRow.values[pair]!

  const addRun = (start: number, end: number, anywhere: Bits) => {
    for (let at = start; at < end; at++) {
      const row = rowOf(postings[at]!)
      anywhere[row >>> 5]! |= 1 << (row & 31)
    }
    return end > start
  }
  const isCommon = (at: number) => starts[at + 1]! - starts[at]! > rows.length / COMMON_WORD_RATIO
  // Searches use common words often, so their sets are cached.
  const commonSets = new Map<number, { anywhere: Bits; inName: Bits }>()
  function setsOf(at: number) {
    const known = commonSets.get(at)
    if (known) return known
    const start = starts[at]!
    const end = starts[at + 1]!
    const sets = isCommon(at)
      ? { anywhere: createBits(rows.length), inName: createBits(rows.length) }
      : { anywhere: pool.take(), inName: pool.take() }
    for (let pair = start; pair < end; pair++)
      if (postings[pair]! & IN_NAME) addBit(sets.inName, rowOf(postings[pair]!))
    addRun(start, end, sets.anywhere)
    if (isCommon(at)) commonSets.set(at, sets)
    return sets
  }
  function parksWith(word: string) {
    const at = numbers.get(word)
    return at === undefined ? undefined : setsOf(at)
  }
  const common = Int32Array.from(words.keys()).filter(isCommon)

  /** Parks whose name is one common word. */
  const namedAloneCache = new Map<number, Bits>()
  function namedAlone(at: number): Bits {
    let known = namedAloneCache.get(at)
    if (!known) {
      known = createBits(rows.length)
      for (let pair = starts[at]!; pair < starts[at + 1]!; pair++)
        if (postings[pair]! & WHOLE_NAME) addBit(known, rowOf(postings[pair]!))
      namedAloneCache.set(at, known)
    }
    return known
  }

  /** Whether the park's name contains these words in sequence. */
  function hasPhrase(row: number, phrase: readonly number[]): boolean {
    const end = nameStart[row + 1]! - phrase.length
    for (let start = nameStart[row]!; start <= end; start++) {
      let at = 0
      while (at < phrase.length && nameWord.values[start + at] === phrase[at]) at++
      if (at === phrase.length) return true
    }
    return false
  }

  function similarWords(word: string): string[] {
    const similar = new Set<string>()
    forEachEdit(word, (text) => {
      const known = ABBREVIATIONS.get(text) ?? text
      if (numbers.has(known) && mayCorrect(word, text)) similar.add(known)
    })
    return [...similar].sort()
  }

  return {
    parksWith,
    addNamed(words, inName, alone) {
      const some = { inName: false, alone: false }
      const phrase = words.map((word) => numbers.get(word) ?? -1)
      if (phrase.length === 0 || phrase.includes(-1)) return some
      const only = phrase.length === 1 && isCommon(phrase[0]!) ? phrase[0]! : -1
      if (only !== -1) {
        inName.set(setsOf(only).inName)
        alone.set(namedAlone(only))
        return { inName: true, alone: !isEmpty(alone) }
      }
      if (phrase.length === 1) {
        for (let pair = starts[phrase[0]!]!; pair < starts[phrase[0]! + 1]!; pair++) {
          const posting = postings[pair]!
          if ((posting & IN_NAME) === 0) continue
          addBit(inName, rowOf(posting))
          some.inName = true
          if ((posting & WHOLE_NAME) === 0) continue
          addBit(alone, rowOf(posting))
          some.alone = true
        }
        return some
      }
      const sizeOf = (at: number) => starts[at + 1]! - starts[at]!
      const rarest = phrase.reduce((best, at) => (sizeOf(at) < sizeOf(best) ? at : best))
      const check = (row: number) => {
        if (!hasPhrase(row, phrase)) return
        addBit(inName, row)
        some.inName = true
        if (phrase.length !== nameStart[row + 1]! - nameStart[row]!) return
        addBit(alone, row)
        some.alone = true
      }
      if (isCommon(rarest)) {
        const candidates = pool.take(setsOf(phrase[0]!).inName)
        for (const at of phrase.slice(1)) intersect(candidates, setsOf(at).inName)
        forEachBit(candidates, check)
      } else
        for (let pair = starts[rarest]!; pair < starts[rarest + 1]!; pair++)
          if (postings[pair]! & IN_NAME) check(rowOf(postings[pair]!))
      return some
    },
    addPrefix(prefix, anywhere) {
      const first = lowerBound(words, prefix)
      const end = lowerBound(words, `${prefix}\uffff`)
      let next = first
      for (const at of common) {
        if (at < first || at >= end) continue
        addRun(starts[next]!, starts[at]!, anywhere)
        unite(anywhere, setsOf(at).anywhere)
        next = at + 1
      }
      addRun(starts[next]!, starts[end]!, anywhere)
      return end > first
    },
    addNamePrefix(prefix, inName) {
      const end = starts[lowerBound(words, `${prefix}\uffff`)]!
      for (let pair = starts[lowerBound(words, prefix)]!; pair < end; pair++)
        if (postings[pair]! & IN_NAME) addBit(inName, rowOf(postings[pair]!))
    },
    similarWords,
    addSimilar(word, anywhere) {
      for (const similar of similarWords(word)) {
        const at = numbers.get(similar)!
        addRun(starts[at]!, starts[at + 1]!, anywhere)
      }
    },
  }
}

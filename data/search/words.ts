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
  return createWordIndex(yield* sortWords(yield* readWords(rows)), rows.length, pool)
}

/** The words of the parks, numbered as they are found, and where they are. */
interface FoundWords {
  numbers: Map<string, number>
  /** A word and its posting in each park. */
  pairWord: GrowableInt32Array
  pairPosting: GrowableInt32Array
  /** The words of all names in sequence; those of a row end where the next row's start. */
  nameWord: GrowableInt32Array
  nameStart: Int32Array
}

function* readWords(rows: readonly DirectoryPark[]): Steps<FoundWords> {
  const numbers = new Map<string, number>()
  const lastRow = new GrowableInt32Array()
  const pairWord = new GrowableInt32Array()
  const pairPosting = new GrowableInt32Array()
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
    pairPosting.push((row << 2) | flags)
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
    for (const text of [park.city, park.area, park.postcode])
      for (const number of wordNumbers(text)) add(number, row, 0)
  }
  yield
  return { numbers, pairWord, pairPosting, nameWord, nameStart }
}

/**
 * The words of the parks, numbered in alphabetical order: words with a common prefix are adjacent, and so are their
 * postings.
 */
interface SortedWords {
  words: readonly string[]
  numbers: ReadonlyMap<string, number>
  /** Row number times four, plus {@link IN_NAME} and {@link WHOLE_NAME}. */
  postings: Int32Array
  /** Where the postings of a word start; they end where the next word's start. */
  starts: Int32Array
  nameWord: Int32Array
  nameStart: Int32Array
}

function* sortWords(found: FoundWords): Steps<SortedWords> {
  const { numbers, pairWord, pairPosting, nameWord, nameStart } = found
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
  const postings = new Int32Array(pairWord.length)
  for (let pair = 0; pair < pairWord.length; pair++)
    postings[next[place[pairWord.values[pair]!]!]!++] = pairPosting.values[pair]!
  return { words, numbers, postings, starts, nameWord: nameWord.values, nameStart }
}

function createWordIndex(
  { words, numbers, postings, starts, nameWord, nameStart }: SortedWords,
  rowCount: number,
  pool: BitsPool,
): WordIndex {
  const addRun = (start: number, end: number, anywhere: Bits) => {
    for (let at = start; at < end; at++) {
      const row = rowOf(postings[at]!)
      anywhere[row >>> 5]! |= 1 << (row & 31)
    }
    return end > start
  }
  const sizeOf = (at: number) => starts[at + 1]! - starts[at]!
  const isCommon = (at: number) => sizeOf(at) > rowCount / COMMON_WORD_RATIO
  const common = Int32Array.from(words.keys()).filter(isCommon)

  // Searches use common words often, so their sets are cached.
  const commonSets = new Map<number, { anywhere: Bits; inName: Bits; alone: Bits }>()
  function setsOf(at: number) {
    const known = commonSets.get(at)
    if (known) return known
    const newBits = isCommon(at) ? () => createBits(rowCount) : pool.take
    const sets = { anywhere: newBits(), inName: newBits(), alone: newBits() }
    addRun(starts[at]!, starts[at + 1]!, sets.anywhere)
    addPostingsOfName(at, sets.inName, sets.alone)
    if (isCommon(at)) commonSets.set(at, sets)
    return sets
  }

  function addPostingsOfName(at: number, inName: Bits, alone: Bits): void {
    for (let pair = starts[at]!; pair < starts[at + 1]!; pair++) {
      const posting = postings[pair]!
      if (posting & IN_NAME) addBit(inName, rowOf(posting))
      if (posting & WHOLE_NAME) addBit(alone, rowOf(posting))
    }
  }

  function addNamedWord(at: number, inName: Bits, alone: Bits): void {
    if (!isCommon(at)) return addPostingsOfName(at, inName, alone)
    const sets = setsOf(at)
    inName.set(sets.inName)
    alone.set(sets.alone)
  }

  /** Whether the park's name contains these words in sequence. */
  function hasPhrase(row: number, phrase: readonly number[]): boolean {
    const end = nameStart[row + 1]! - phrase.length
    for (let start = nameStart[row]!; start <= end; start++) {
      let at = 0
      while (at < phrase.length && nameWord[start + at] === phrase[at]) at++
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

  function addNamedPhrase(phrase: readonly number[], inName: Bits, alone: Bits): void {
    const check = (row: number) => {
      if (!hasPhrase(row, phrase)) return
      addBit(inName, row)
      if (phrase.length === nameStart[row + 1]! - nameStart[row]!) addBit(alone, row)
    }
    const rarest = phrase.reduce((best, at) => (sizeOf(at) < sizeOf(best) ? at : best))
    if (isCommon(rarest)) {
      const candidates = pool.take(setsOf(phrase[0]!).inName)
      for (const at of phrase.slice(1)) intersect(candidates, setsOf(at).inName)
      forEachBit(candidates, check)
    } else
      for (let pair = starts[rarest]!; pair < starts[rarest + 1]!; pair++)
        if (postings[pair]! & IN_NAME) check(rowOf(postings[pair]!))
  }

  return {
    parksWith(word) {
      const at = numbers.get(word)
      return at === undefined ? undefined : setsOf(at)
    },
    addNamed(words, inName, alone) {
      const phrase = words.map((word) => numbers.get(word) ?? -1)
      if (phrase.length === 0 || phrase.includes(-1)) return { inName: false, alone: false }
      if (phrase.length === 1) addNamedWord(phrase[0]!, inName, alone)
      else addNamedPhrase(phrase, inName, alone)
      const isNamed = !isEmpty(inName)
      return { inName: isNamed, alone: isNamed && !isEmpty(alone) }
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

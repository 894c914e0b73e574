import type { DirectoryPark } from '../model/park.ts'
import { addBit } from './bits.ts'
import type { Bits } from './bits.ts'
import { forEachEdit, mayCorrect } from './edits.ts'
import { compoundWords, wordsOf } from './text.ts'

/** Which parks have which words, in name, address, city, area and postcode. Rows are the engine's row numbers. */
export interface WordIndex {
  /** Adds the parks that have the word to `anywhere`, those that have it in their name to `inName` too. Whether there are any. */
  addWord(word: string, anywhere: Bits, inName?: Bits): boolean
  /** Adds the parks that have a word beginning so. Whether there are any. */
  addPrefix(prefix: string, anywhere: Bits): boolean
  /** Adds the parks that have a word in their name beginning so. */
  addNamePrefix(prefix: string, inName: Bits): void
  /** Adds the parks that have a word one slip away. Whether there are any. */
  addSimilar(word: string, anywhere: Bits): boolean
  /** Whether the park's name has these words, one after the other; `alone`, whether it has no others. */
  nameHas(row: number, words: readonly number[], alone: boolean): boolean
  /** The number by which {@link WordIndex.nameHas} knows a word; `undefined` when no park has it. */
  numberOf(word: string): number | undefined
}

class Growing {
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

export function buildWordIndex(rows: readonly DirectoryPark[]): WordIndex {
  const numbers = new Map<string, number>()
  const lastRow = new Growing()
  const pairWord = new Growing()
  const pairRow = new Growing()
  const nameWord = new Growing()
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
  const add = (number: number, row: number, inName: 0 | 1) => {
    if (lastRow.values[number] === row) return
    lastRow.values[number] = row
    pairWord.push(number)
    pairRow.push((row << 1) | inName)
  }
  // Suburbs, areas and postcodes repeat from park to park: each is read once.
  const read = new Map<string, number[]>()
  const wordNumbers = (text: string) => {
    let known = read.get(text)
    if (known === undefined) {
      known = [...wordsOf(text), ...compoundWords(text)].map(numberOf)
      read.set(text, known)
    }
    return known
  }

  rows.forEach((park, row) => {
    for (const word of wordsOf(park.name)) {
      const number = numberOf(word)
      nameWord.push(number)
      add(number, row, 1)
    }
    nameStart[row + 1] = nameWord.length
    for (const word of compoundWords(park.name)) add(numberOf(word), row, 1)
    for (const word of wordsOf(park.address)) add(numberOf(word), row, 0)
    for (const word of compoundWords(park.address)) add(numberOf(word), row, 0)
    for (const number of wordNumbers(park.city)) add(number, row, 0)
    if (park.area !== '') for (const number of wordNumbers(park.area)) add(number, row, 0)
    if (park.postcode !== '') for (const number of wordNumbers(park.postcode)) add(number, row, 0)
  })

  // Words by alphabet, so that those with one beginning stand together, and their parks in one run.
  const words = [...numbers.keys()].sort()
  const place = new Int32Array(words.length)
  words.forEach((word, at) => {
    place[numbers.get(word)!] = at
    numbers.set(word, at)
  })
  for (let at = 0; at < nameWord.length; at++) nameWord.values[at] = place[nameWord.values[at]!]!
  const starts = new Int32Array(words.length + 1)
  for (let pair = 0; pair < pairWord.length; pair++) starts[place[pairWord.values[pair]!]! + 1]!++
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const next = starts.slice()
  /** Row number times two, plus one where the word stands in the name. */
  const postings = new Int32Array(pairWord.length)
  for (let pair = 0; pair < pairWord.length; pair++) postings[next[place[pairWord.values[pair]!]!]!++] = pairRow.values[pair]!

  const addRun = (start: number, end: number, anywhere: Bits) => {
    for (let at = start; at < end; at++) {
      const row = postings[at]! >>> 1
      anywhere[row >>> 5]! |= 1 << (row & 31)
    }
    return end > start
  }
  const firstFrom = (text: string) => {
    let low = 0
    let high = words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (words[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    addWord(word, anywhere, inName) {
      const at = numbers.get(word)
      if (at === undefined) return false
      if (inName) for (let pair = starts[at]!; pair < starts[at + 1]!; pair++) if (postings[pair]! & 1) addBit(inName, postings[pair]! >>> 1)
      return addRun(starts[at]!, starts[at + 1]!, anywhere)
    },
    addPrefix: (prefix, anywhere) => addRun(starts[firstFrom(prefix)]!, starts[firstFrom(`${prefix}\uffff`)]!, anywhere),
    addNamePrefix(prefix, inName) {
      const end = starts[firstFrom(`${prefix}\uffff`)]!
      for (let pair = starts[firstFrom(prefix)]!; pair < end; pair++) if (postings[pair]! & 1) addBit(inName, postings[pair]! >>> 1)
    },
    addSimilar(word, anywhere) {
      let found = false
      forEachEdit(word, (text) => {
        const at = numbers.get(text)
        if (at !== undefined && mayCorrect(word, text)) found = addRun(starts[at]!, starts[at + 1]!, anywhere) || found
      })
      return found
    },
    nameHas(row, phrase, alone) {
      const first = nameStart[row]!
      const length = nameStart[row + 1]! - first
      if (alone && length !== phrase.length) return false
      for (let start = first; start <= first + length - phrase.length; start++) {
        let at = 0
        while (at < phrase.length && nameWord.values[start + at] === phrase[at]) at++
        if (at === phrase.length) return true
      }
      return false
    },
    numberOf: (word) => numbers.get(word),
  }
}

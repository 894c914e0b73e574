import type { DirectoryPark } from '../model/park.ts'
import { forEachBit, hasBit } from './bits.ts'
import type { Bits } from './bits.ts'
import { FARTHEST_METRES } from './sphere.ts'
import type { Origin, Sphere } from './sphere.ts'

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The order of parks that are equally near: the better rated first, unrated last, then by name, then by id. Total, whatever order rows come in. */
export function compareParks(a: DirectoryPark, b: DirectoryPark): number {
  return (b.rating ?? -1) - (a.rating ?? -1) || byText(a.name, b.name) || a.id - b.id
}

const LETTERS = 7
/** Seven letters as one number in the order of texts. All that is not ASCII counts as one letter after the others. */
function letters(text: string, start: number): number {
  let number = 0
  for (let at = start; at < start + LETTERS; at++)
    number = number * 128 + (at < text.length ? Math.min(127, text.charCodeAt(at)) : 0)
  return number
}

/** Where the circle starts that is widened until it holds enough, metres. */
const FIRST_CIRCLE = 1_500

/** Answers "the first so many of this set" without sorting the set. */
export interface Ranking {
  /** The first `most` rows of a set of `count`, nearest first; without an origin by {@link compareParks} alone. */
  first(set: Bits, count: number, from: Origin | null, most: number): number[]
}

export function buildRanking(rows: readonly DirectoryPark[], sphere: Sphere): Ranking {
  // Nearly all comparisons end at the first fourteen letters, so these are compared as two numbers.
  const ratings = Float64Array.from(rows, (park) => park.rating ?? -1)
  const first = Float64Array.from(rows, ({ name }) => letters(name, 0))
  const second = Float64Array.from(rows, ({ name }) => letters(name, LETTERS))
  const byRank = Int32Array.from(rows.keys()).sort(
    (a, b) =>
      ratings[b]! - ratings[a]! ||
      first[a]! - first[b]! ||
      second[a]! - second[b]! ||
      compareParks(rows[a]!, rows[b]!),
  )
  const rankOf = new Int32Array(rows.length)
  byRank.forEach((row, rank) => {
    rankOf[row] = rank
  })

  // The best found so far, as a heap with the worst on top: keys are the distance and, where equal, the rank.
  let heapMetres = new Float64Array(64)
  let heapRank = new Int32Array(64)
  let size = 0
  const worse = (a: number, b: number) =>
    heapMetres[a]! > heapMetres[b]! || (heapMetres[a] === heapMetres[b] && heapRank[a]! > heapRank[b]!)
  const swap = (a: number, b: number) => {
    const metres = heapMetres[a]!
    const rank = heapRank[a]!
    heapMetres[a] = heapMetres[b]!
    heapRank[a] = heapRank[b]!
    heapMetres[b] = metres
    heapRank[b] = rank
  }
  function sink() {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      let worst = at
      if (left < size && worse(left, worst)) worst = left
      if (left + 1 < size && worse(left + 1, worst)) worst = left + 1
      if (worst === at) return
      swap(at, worst)
      at = worst
    }
  }
  function offer(metres: number, rank: number, most: number) {
    if (size < most) {
      heapMetres[size] = metres
      heapRank[size] = rank
      for (let at = size++; at > 0;) {
        const parent = (at - 1) >>> 1
        if (!worse(at, parent)) break
        swap(at, parent)
        at = parent
      }
    } else if (metres < heapMetres[0]! || (metres === heapMetres[0] && rank < heapRank[0]!)) {
      heapMetres[0] = metres
      heapRank[0] = rank
      sink()
    }
  }
  function start(most: number) {
    size = 0
    if (heapRank.length < most) {
      heapMetres = new Float64Array(most)
      heapRank = new Int32Array(most)
    }
  }
  function drain(): number[] {
    const found: number[] = Array.from({ length: size })
    while (size > 0) {
      found[size - 1] = byRank[heapRank[0]!]!
      size--
      swap(0, size)
      sink()
    }
    return found
  }

  return {
    first(set, count, from, most) {
      const wanted = Math.min(most, count)
      if (wanted <= 0) return []
      start(wanted)
      // Looking at every row of the set costs `count`; walking outward until enough are found costs about wanted * rows / count.
      const few = count * count <= 2 * wanted * rows.length
      if (!from) {
        if (few) forEachBit(set, (row) => offer(0, rankOf[row]!, wanted))
        else for (let rank = 0; size < wanted; rank++) if (hasBit(set, byRank[rank]!)) offer(0, rank, wanted)
        return drain()
      }
      if (few) {
        sphere.forEachOf(from, set, (row, metres) => {
          offer(metres, rankOf[row]!, wanted)
          return size === wanted ? heapMetres[0]! : FARTHEST_METRES
        })
        return drain()
      }
      for (let circle = FIRST_CIRCLE; ; circle = Math.min(2 * circle, FARTHEST_METRES)) {
        size = 0
        sphere.forEachWithin(from, circle, set, (row, metres) => offer(metres, rankOf[row]!, wanted))
        if (size === wanted || circle === FARTHEST_METRES) return drain()
      }
    },
  }
}

import { checkedOrder } from '../model/park.ts'
import type { DirectoryPark } from '../model/park.ts'
import { forEachBit, hasBit } from './bits.ts'
import type { Bits } from './bits.ts'
import { FARTHEST_METRES } from './sphere.ts'
import type { Origin, Sphere } from './sphere.ts'

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The order of parks at equal distance: best rated first, unrated last, then by name, then by id. A total
 * order, so the order of the input does not matter.
 */
function compareParks(a: DirectoryPark, b: DirectoryPark): number {
  return (b.rating ?? -1) - (a.rating ?? -1) || compareText(a.name, b.name) || a.id - b.id
}

const CHARACTERS_PER_KEY = 7
/**
 * Seven characters packed into one number that sorts like the text. All characters outside ASCII count as one
 * character after the others.
 */
function packedCharacters(text: string, start: number): number {
  let number = 0
  for (let at = start; at < start + CHARACTERS_PER_KEY; at++)
    number = number * 128 + (at < text.length ? Math.min(127, text.charCodeAt(at)) : 0)
  return number
}

/** Radius of the first search circle, which is widened until it contains enough rows. Metres. */
const FIRST_RADIUS_METRES = 1_500

/** Finds the first rows of a set without sorting the whole set. */
export interface Ranking {
  /**
   * The first `limit` rows of a set of `count` rows, nearest first; without an origin, in the order of {@link
   * compareParks}.
   */
  first(set: Bits, count: number, from: Origin | null, limit: number): number[]
  /** The first `limit` rows of a set by name, or the most recently checked first. */
  firstBy(order: 'name' | 'checked', set: Bits, limit: number): number[]
}

export function buildRanking(rows: readonly DirectoryPark[], sphere: Sphere): Ranking {
  // Nearly all comparisons are decided by the first fourteen characters, so these are compared as two
  // numbers.
  const ratings = Float64Array.from(rows, (park) => park.rating ?? -1)
  const first = Float64Array.from(rows, ({ name }) => packedCharacters(name, 0))
  const second = Float64Array.from(rows, ({ name }) => packedCharacters(name, CHARACTERS_PER_KEY))
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

  // Few people sort by name or year, so these orders are built on first use.
  const orders = new Map<'name' | 'checked', Int32Array>()
  function orderBy(order: 'name' | 'checked'): Int32Array {
    let known = orders.get(order)
    if (!known) {
      const checked = Int32Array.from(rows, ({ asOf }) => checkedOrder(asOf))
      const compareNames = (a: number, b: number) =>
        compareText(rows[a]!.name.toLowerCase(), rows[b]!.name.toLowerCase()) || rows[a]!.id - rows[b]!.id
      known = Int32Array.from(rows.keys()).sort(
        order === 'name' ? compareNames : (a, b) => checked[b]! - checked[a]! || compareNames(a, b),
      )
      orders.set(order, known)
    }
    return known
  }

  // The best rows so far, as a heap with the worst on top. Keys are the distance and, for equal distances,
  // the rank.
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
  function siftDown() {
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
  function offer(metres: number, rank: number, limit: number) {
    if (size < limit) {
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
      siftDown()
    }
  }
  function start(limit: number) {
    size = 0
    if (heapRank.length < limit) {
      heapMetres = new Float64Array(limit)
      heapRank = new Int32Array(limit)
    }
  }
  function takeSorted(): number[] {
    const found: number[] = Array.from({ length: size })
    while (size > 0) {
      found[size - 1] = byRank[heapRank[0]!]!
      size--
      swap(0, size)
      siftDown()
    }
    return found
  }

  return {
    firstBy(order, set, limit) {
      const found: number[] = []
      for (const row of orderBy(order)) {
        if (found.length >= limit) break
        if (hasBit(set, row)) found.push(row)
      }
      return found
    },
    first(set, count, from, limit) {
      const wanted = Math.min(limit, count)
      if (wanted <= 0) return []
      start(wanted)
      // Checking every row of the set costs `count`; searching outwards until enough are found costs about
      // wanted * rows / count.
      const isSmallSet = count * count <= 2 * wanted * rows.length
      if (!from) {
        if (isSmallSet) forEachBit(set, (row) => offer(0, rankOf[row]!, wanted))
        else for (let rank = 0; size < wanted; rank++) if (hasBit(set, byRank[rank]!)) offer(0, rank, wanted)
        return takeSorted()
      }
      if (isSmallSet) {
        sphere.forEachOf(from, set, (row, metres) => {
          offer(metres, rankOf[row]!, wanted)
          return size === wanted ? heapMetres[0]! : FARTHEST_METRES
        })
        return takeSorted()
      }
      for (let radius = FIRST_RADIUS_METRES; ; radius = Math.min(2 * radius, FARTHEST_METRES)) {
        size = 0
        sphere.forEachWithin(from, radius, set, (row, metres) => offer(metres, rankOf[row]!, wanted))
        if (size === wanted || radius === FARTHEST_METRES) return takeSorted()
      }
    },
  }
}

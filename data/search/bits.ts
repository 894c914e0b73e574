/**
 * A set of row numbers: one bit per row, 32 rows in a word. The length is always a multiple of four words,
 * because the loops below handle four words per step, which is three to five times as fast.
 */
export type Bits = Int32Array

export const createBits = (rows: number): Bits => new Int32Array(((rows + 127) >>> 7) << 2)

export function addBit(bits: Bits, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31)
}

export const hasBit = (bits: Bits, row: number) => ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1

/** Adds the rows from `start` up to but not including `end`. */
export function addRange(bits: Bits, start: number, end: number): void {
  if (start >= end) return
  const first = start >>> 5
  const last = (end - 1) >>> 5
  const head = -1 << (start & 31)
  const tail = -1 >>> (31 - ((end - 1) & 31))
  if (first === last) {
    bits[first]! |= head & tail
    return
  }
  bits[first]! |= head
  bits.fill(-1, first + 1, last)
  bits[last]! |= tail
}

/**
 * Number of bits set in a word, by adding neighbours: pairs, nibbles, bytes (H. S. Warren, "Hacker's
 * Delight", 5-1).
 */
function popCount(word: number): number {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(bits: Bits): number {
  const length = bits.length
  let count = 0
  for (let at = 0; at < length; at += 4) {
    const a = bits[at]!
    const b = bits[at + 1]!
    const c = bits[at + 2]!
    const d = bits[at + 3]!
    if ((a | b | c | d) !== 0) count += popCount(a) + popCount(b) + popCount(c) + popCount(d)
  }
  return count
}

export function isEmpty(bits: Bits): boolean {
  const length = bits.length
  for (let at = 0; at < length; at += 4)
    if ((bits[at]! | bits[at + 1]! | bits[at + 2]! | bits[at + 3]!) !== 0) return false
  return true
}

export function intersects(a: Bits, b: Bits): boolean {
  const length = a.length
  for (let at = 0; at < length; at += 4) {
    if (
      ((a[at]! & b[at]!) |
        (a[at + 1]! & b[at + 1]!) |
        (a[at + 2]! & b[at + 2]!) |
        (a[at + 3]! & b[at + 3]!)) !==
      0
    )
      return true
  }
  return false
}

/** Set intersection: keeps in `into` only the rows that are also in `other`. */
export function intersect(into: Bits, other: Bits): void {
  const length = into.length
  for (let at = 0; at < length; at += 4) {
    into[at] = into[at]! & other[at]!
    into[at + 1] = into[at + 1]! & other[at + 1]!
    into[at + 2] = into[at + 2]! & other[at + 2]!
    into[at + 3] = into[at + 3]! & other[at + 3]!
  }
}

/** Set difference: removes the rows of `other` from `into`. */
export function subtract(into: Bits, other: Bits): void {
  const length = into.length
  for (let at = 0; at < length; at += 4) {
    into[at] = into[at]! & ~other[at]!
    into[at + 1] = into[at + 1]! & ~other[at + 1]!
    into[at + 2] = into[at + 2]! & ~other[at + 2]!
    into[at + 3] = into[at + 3]! & ~other[at + 3]!
  }
}

/** Set union: adds the rows of `other` to `into`. */
export function unite(into: Bits, other: Bits): void {
  const length = into.length
  for (let at = 0; at < length; at += 4) {
    into[at] = into[at]! | other[at]!
    into[at + 1] = into[at + 1]! | other[at + 1]!
    into[at + 2] = into[at + 2]! | other[at + 2]!
    into[at + 3] = into[at + 3]! | other[at + 3]!
  }
}

/**
 * Moves the rows of `set` that are in `wanted` to `taken` (which must be empty). Returns how many were moved.
 */
export function extract(set: Bits, wanted: Bits, taken: Bits): number {
  const length = set.length
  let count = 0
  for (let four = 0; four < length; four += 4) {
    if (
      ((set[four]! & wanted[four]!) |
        (set[four + 1]! & wanted[four + 1]!) |
        (set[four + 2]! & wanted[four + 2]!) |
        (set[four + 3]! & wanted[four + 3]!)) ===
      0
    )
      continue
    for (let at = four; at < four + 4; at++) {
      const word = set[at]!
      const found = word & wanted[at]!
      taken[at] = found
      set[at] = word ^ found
      count += popCount(found)
    }
  }
  return count
}

export function forEachBit(bits: Bits, visit: (row: number) => void): void {
  const length = bits.length
  for (let four = 0; four < length; four += 4) {
    if ((bits[four]! | bits[four + 1]! | bits[four + 2]! | bits[four + 3]!) === 0) continue
    for (let at = four; at < four + 4; at++) {
      let word = bits[at]!
      while (word !== 0) {
        const lowest = word & -word
        visit((at << 5) + 31 - Math.clz32(lowest))
        word ^= lowest
      }
    }
  }
}

/**
 * Reusable sets for one search, all released together, so that a search does not allocate memory in
 * proportion to the directory.
 */
export interface BitsPool {
  /** An empty set, or a copy of `from`. */
  take(from?: Bits): Bits
  release(): void
}

export function createBitsPool(rows: number): BitsPool {
  const sets: Bits[] = []
  let used = 0
  return {
    take(from) {
      const bits = (sets[used] ??= createBits(rows))
      used++
      if (from) bits.set(from)
      else bits.fill(0)
      return bits
    },
    release() {
      used = 0
    },
  }
}

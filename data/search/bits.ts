/** A set of row numbers, one bit each; 32 rows a word. */
export type Bits = Int32Array

export const bitsFor = (rows: number): Bits => new Int32Array((rows + 31) >>> 5)

export function addBit(bits: Bits, row: number): void {
  bits[row >>> 5]! |= 1 << (row & 31)
}

export const hasBit = (bits: Bits, row: number) => ((bits[row >>> 5]! >>> (row & 31)) & 1) === 1

/** Puts the rows from `start` up to but not including `end` into the set. */
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

/** Ones of a word by adding neighbours: pairs, nibbles, bytes (H. S. Warren, "Hacker's Delight", 5-1). */
export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

export function isEmpty(bits: Bits): boolean {
  for (let at = 0; at < bits.length; at++) if (bits[at] !== 0) return false
  return true
}

export function overlap(a: Bits, b: Bits): boolean {
  for (let at = 0; at < a.length; at++) if ((a[at]! & b[at]!) !== 0) return true
  return false
}

/** `into` keeps what is in both. */
export function keep(into: Bits, other: Bits): void {
  for (let at = 0; at < into.length; at++) into[at]! &= other[at]!
}

/** `into` loses what is in the other. */
export function drop(into: Bits, other: Bits): void {
  for (let at = 0; at < into.length; at++) into[at]! &= ~other[at]!
}

/** `into` gains what is in the other. */
export function join(into: Bits, other: Bits): void {
  for (let at = 0; at < into.length; at++) into[at]! |= other[at]!
}

export function forEachBit(bits: Bits, visit: (row: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!
    while (word !== 0) {
      const lowest = word & -word
      visit((at << 5) + 31 - Math.clz32(lowest))
      word ^= lowest
    }
  }
}

/** Sets to work with during one search, given back all at once, so that a search makes no garbage the size of the directory. */
export interface BitsPool {
  /** An empty set, or a copy. */
  take(from?: Bits): Bits
  release(): void
}

export function bitsPool(rows: number): BitsPool {
  const sets: Bits[] = []
  let used = 0
  return {
    take(from) {
      const bits = (sets[used] ??= bitsFor(rows))
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

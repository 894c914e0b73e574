/** Bits that are set for each id. */
const HASHES = 4
/** 64 MB: with 40 million ids, the walking ways of a continent, 1 % of other ids are reported as well. */
const MAX_BITS = 2 ** 29
const MIN_BITS = 2 ** 16

/**
 * A Bloom filter: says for each id whether it may have been added, in an amount of memory that does not grow
 * with their number. It never misses an id that was added.
 */
export class IdFilter {
  readonly #bits: Uint32Array
  readonly #mask: number

  /** @param expected about how many ids will be added */
  constructor(expected: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, expected * 10)))
    const bits = Math.min(MAX_BITS, Math.max(MIN_BITS, size))
    this.#bits = new Uint32Array(bits / 32)
    this.#mask = bits - 1
  }

  #place(id: number, hash: number): number {
    const low = id >>> 0
    const high = Math.floor(id / 2 ** 32)
    let mixed = Math.imul(low ^ Math.imul(high + 1, 0x9e3779b1), 0x85ebca6b) + Math.imul(hash, 0xc2b2ae35)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39)
    return (mixed ^ (mixed >>> 16)) & this.#mask
  }

  add(id: number): void {
    for (let hash = 0; hash < HASHES; hash++) {
      const place = this.#place(id, hash)
      this.#bits[place >>> 5]! |= 1 << (place & 31)
    }
  }

  mayHave(id: number): boolean {
    for (let hash = 0; hash < HASHES; hash++) {
      const place = this.#place(id, hash)
      if (!(this.#bits[place >>> 5]! & (1 << (place & 31)))) return false
    }
    return true
  }
}

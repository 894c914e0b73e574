/** A growing list of numbers that takes 8 bytes for each. */
export class Numbers {
  #values = new Float64Array(2 ** 10)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  /** The numbers so far, without copying them. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.length)
  }
}

/** The different numbers of a list, ascending. Sorts the list. */
export function sortedDistinct(values: Float64Array): Float64Array {
  values.sort()
  let count = 0
  for (let at = 0; at < values.length; at++)
    if (at === 0 || values[at] !== values[at - 1]) values[count++] = values[at]!
  return values.subarray(0, count)
}

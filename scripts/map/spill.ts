import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Numbers of a bucket that are kept in memory before they are written. */
const BUFFER_LENGTH = 2 ** 11
const BYTES = Float64Array.BYTES_PER_ELEMENT

interface Bucket {
  buffer: Float64Array
  used: number
  /** Where its full buffers are in the file. */
  offsets: number[]
}

/**
 * Lists of numbers in a temporary file, so that memory does not grow with the extract. Numbers are added to
 * any list in any order, and each list is read as a whole, once.
 */
export class Spill {
  readonly #path: string
  readonly #file: number
  readonly #buckets = new Map<number, Bucket>()
  #end = 0

  constructor(path: string) {
    this.#path = path
    this.#file = openSync(path, 'w+')
  }

  /** Appends to a list, which need not exist. */
  push(bucket: number, ...values: readonly number[]): void {
    let list = this.#buckets.get(bucket)
    if (list === undefined) {
      list = { buffer: new Float64Array(BUFFER_LENGTH), used: 0, offsets: [] }
      this.#buckets.set(bucket, list)
    }
    for (const value of values) {
      if (list.used === BUFFER_LENGTH) {
        writeSync(this.#file, list.buffer, 0, BUFFER_LENGTH * BYTES, this.#end)
        list.offsets.push(this.#end)
        this.#end += BUFFER_LENGTH * BYTES
        list.used = 0
      }
      list.buffer[list.used++] = value
    }
  }

  /** The lists that have numbers, ascending. */
  buckets(): number[] {
    return [...this.#buckets.keys()].sort((one, other) => one - other)
  }

  /** The numbers of a list in the order in which they were added; the list is then gone. */
  take(bucket: number): Float64Array {
    const list = this.#buckets.get(bucket)
    if (list === undefined) return new Float64Array(0)
    this.#buckets.delete(bucket)
    const { offsets, buffer, used } = list
    const values = new Float64Array(offsets.length * BUFFER_LENGTH + used)
    for (const [index, offset] of offsets.entries())
      readSync(this.#file, values, index * BUFFER_LENGTH * BYTES, BUFFER_LENGTH * BYTES, offset)
    values.set(buffer.subarray(0, used), offsets.length * BUFFER_LENGTH)
    return values
  }

  /** Closes and deletes the file. */
  close(): void {
    closeSync(this.#file)
    rmSync(this.#path, { force: true })
  }
}

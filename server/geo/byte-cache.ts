/** What was used last, up to a number of bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  readonly bytes: number
}

/** `sizeOf` in bytes; a value larger than the whole cache is not kept. */
export function byteCache<Value>(maxBytes: number, sizeOf: (value: Value) => number): ByteCache<Value> {
  // A Map iterates in the order of insertion: the least recently used is first.
  const values = new Map<string, Value>()
  let bytes = 0
  const drop = (key: string) => {
    const value = values.get(key)
    if (value === undefined) return
    bytes -= sizeOf(value)
    values.delete(key)
  }
  return {
    get(key) {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      if (sizeOf(value) > maxBytes) return
      values.set(key, value)
      bytes += sizeOf(value)
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}

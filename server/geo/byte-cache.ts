/** A least recently used cache with a maximum size in bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  readonly bytes: number
}

/** `sizeOf` returns bytes. A value larger than the whole cache is not stored. */
export function byteCache<Value>(maxBytes: number, sizeOf: (value: Value) => number): ByteCache<Value> {
  // A Map iterates in insertion order, so the least recently used entry comes first.
  const values = new Map<string, Value>()
  let bytes = 0
  const remove = (key: string) => {
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
      remove(key)
      if (sizeOf(value) > maxBytes) return
      values.set(key, value)
      bytes += sizeOf(value)
      for (const oldest of values.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}

const REPLACEMENT = 0xfffd
/** Lead bytes of characters with 2, 3 and 4 bytes, and the bits of the character that they have. */
const LEADS = [
  { from: 0xf0, bits: 0x07, more: 3 },
  { from: 0xe0, bits: 0x0f, more: 2 },
  { from: 0xc0, bits: 0x1f, more: 1 },
]

/** Decodes UTF-8. `data` is compiled without the types of `TextDecoder`, which browsers and Node have. */
function decodeText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at++]!
    if (byte < 0x80) {
      text += String.fromCharCode(byte)
      continue
    }
    const lead = LEADS.find(({ from }) => byte >= from)
    let point = lead ? byte & lead.bits : REPLACEMENT
    for (let more = lead?.more ?? 0; more > 0; more--) point = point * 64 + ((bytes[at++] ?? 0) & 0x3f)
    text += String.fromCodePoint(Math.min(point, 0x10ffff))
  }
  return text
}

function encodeText(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const point = character.codePointAt(0)!
    if (point < 0x80) bytes.push(point)
    else {
      const more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
      bytes.push(LEADS[3 - more]!.from + Math.floor(point / 64 ** more))
      for (let rest = more - 1; rest >= 0; rest--) bytes.push(0x80 + (Math.floor(point / 64 ** rest) % 64))
    }
  }
  return Uint8Array.from(bytes)
}

/** Reads unsigned and signed variable-length integers, as in Protocol Buffers, and texts. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number
  end: number

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  /**
   * An unsigned integer up to 2^53.
   * @throws RangeError after the end
   */
  unsigned(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let factor = 0x80; ; factor *= 0x80) {
      if (this.at >= this.end) throw new RangeError('the data ends within a number')
      byte = bytes[this.at++]!
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }

  /** A signed integer in zigzag encoding. */
  signed(): number {
    const value = this.unsigned()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /**
   * The next `length` bytes, without copying them.
   * @throws RangeError after the end
   */
  take(length: number): Uint8Array {
    const start = this.at
    if (start + length > this.end) throw new RangeError('the data is shorter than it says')
    this.at += length
    return this.bytes.subarray(start, this.at)
  }

  /** A UTF-8 text with its length in bytes in front. */
  text(): string {
    return decodeText(this.take(this.unsigned()))
  }
}

/** Writes what {@link ByteReader} reads. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  length = 0

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  /** @param value an integer from 0 to 2^53 */
  unsigned(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.length++] = rest
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value)
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  text(value: string): void {
    const bytes = encodeText(value)
    this.unsigned(bytes.length)
    this.put(bytes)
  }

  /** A copy of what was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length)
  }
}

export type TileType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface ImageKind {
  type: TileType
  width: number
  height: number
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const hasBytes = (bytes: Uint8Array, at: number, expected: readonly number[]) =>
  expected.every((byte, position) => bytes[at + position] === byte)
const fourCharacters = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

/** Frame headers of JPEG (ISO 10918-1, table B.1): C0 to CF, except the table segments among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Size from the three WebP header types (RFC 9649, sections 2.5 to 2.7). */
function webpSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 30) return undefined
  const lower14 = (at: number) => bytes.readUInt16LE(at) & 0x3fff
  switch (fourCharacters(bytes, 12)) {
    case 'VP8 ':
      return { width: lower14(26), height: lower14(28) }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

/**
 * Type and size of an image, read from its own header instead of a declared type; `undefined` for anything
 * but PNG, JPEG and WebP.
 */
export function readImageType(bytes: Buffer): ImageKind | undefined {
  if (hasBytes(bytes, 0, PNG)) {
    return bytes.length < 24
      ? undefined
      : { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (hasBytes(bytes, 0, [0xff, 0xd8, 0xff])) {
    const size = jpegSize(bytes)
    return size && { type: 'image/jpeg', ...size }
  }
  if (fourCharacters(bytes, 0) === 'RIFF' && fourCharacters(bytes, 8) === 'WEBP') {
    const size = webpSize(bytes)
    return size && { type: 'image/webp', ...size }
  }
  return undefined
}

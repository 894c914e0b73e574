/**
 * Generates client/app/styles/typeface.gen.woff2 from the typeface's package: `npm run
 * sources -- typeface`. Keeps only the weights in use, regular to extra bold, which makes the file a
 * fifth smaller. The same package gives the same bytes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const SOURCE =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const WEIGHTS = { min: 400, max: 800, default: 400 }
/** All characters of the Basic Multilingual Plane, so that no glyph is removed. */
const ALL_CHARACTERS =
  Array.from({ length: 0xd800 - 0x20 }, (_, code) => String.fromCodePoint(code + 0x20)).join('') +
  '\uFEFF\uFFFD'

/** The generated file's bytes. */
export async function typefaceFile(): Promise<Buffer> {
  const font = readFileSync(createRequire(import.meta.url).resolve(SOURCE))
  return subsetFont(font, ALL_CHARACTERS, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
}

/**
 * Makes client/styles/typeface.gen.woff2 from the package of the typeface: `node scripts/sources/typeface.ts`. Of the weights it keeps the ones that
 * the product is set in, regular to extra bold: a fifth less is brought before the first words are seen as they are meant to be. The same package gives
 * the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const SOURCE =
  '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2'
const WEIGHTS = { min: 400, max: 800, default: 400 }
/** Every character there can be in the Basic Multilingual Plane: none is taken away that is there. */
const ALL =
  Array.from({ length: 0xd800 - 0x20 }, (_, code) => String.fromCodePoint(code + 0x20)).join('') +
  '\uFEFF\uFFFD'

/** The generated file's bytes. */
export async function typefaceFile(): Promise<Buffer> {
  const font = readFileSync(createRequire(import.meta.url).resolve(SOURCE))
  return subsetFont(font, ALL, { targetFormat: 'woff2', variationAxes: { wght: WEIGHTS } })
}

if (import.meta.main) {
  const bytes = await typefaceFile()
  writeFileSync(new URL('../../client/styles/typeface.gen.woff2', import.meta.url), bytes)
  console.log(`client/styles/typeface.gen.woff2: ${bytes.length} bytes`)
}

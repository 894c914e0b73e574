import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typefaceFile } from '../../../scripts/sources/typeface.ts'

test('the typeface can be regenerated from its source, byte for byte', async () => {
  expect(
    (await typefaceFile()).equals(
      readFileSync(new URL('../../../client/app/styles/typeface.gen.woff2', import.meta.url)),
    ),
  ).toBe(true)
})

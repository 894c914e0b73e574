import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/root.ts'
import { BUGS } from '../../sync/bugs.ts'

test.each(BUGS)('the text that the bug "$what" replaces occurs once in $file', ({ file, right, wrong }) => {
  const source = readFileSync(path.join(root, file), 'utf8')
  expect(source.split(right)).toHaveLength(2)
  expect(source.replace(right, () => wrong)).not.toBe(source)
})

test('no two planted bugs are the same', () => {
  expect(new Set(BUGS.map(({ what }) => what)).size).toBe(BUGS.length)
  expect(new Set(BUGS.map(({ file, right, wrong }) => JSON.stringify([file, right, wrong]))).size).toBe(
    BUGS.length,
  )
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no item of a list has an empty value', () => {
  const options = globSync('client/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<option\b[^>]*>/g)].map(([option]) => `${file}: ${option}`),
  )
  expect(options.length).toBeGreaterThan(15)
  // Without a value, an item's own words are it.
  expect(
    options.filter((option) => !/\bvalue=/.test(option) || /\bvalue=(""|\{''\}|\{""\})/.test(option)),
  ).toEqual([])
})

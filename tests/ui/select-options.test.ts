import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no option of a select has an empty value', () => {
  const options = globSync('client/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<option\b[^>]*>/g)].map(([option]) => `${file}: ${option}`),
  )
  expect(options.length).toBeGreaterThan(15)
  // Without a value attribute, an option's text is its value.
  expect(
    options.filter((option) => !/\bvalue=/.test(option) || /\bvalue=(""|\{''\}|\{""\})/.test(option)),
  ).toEqual([])
})

import { expect, test } from 'vitest'
import { councils } from '../../../data/sources/councils.ts'
import { councilAreaAt } from '../../../server/geo/council-areas.ts'

const nameAt = (latitude: number, longitude: number) => {
  const code = councilAreaAt({ latitude, longitude })
  return code === null ? null : councils().find((council) => council.code === code)!.name
}

test.each([
  ['Sydney Town Hall', -33.8731, 151.2061, 'Sydney'],
  ['Parliament House, Canberra', -35.3082, 149.1245, 'ACT Government (City Services)'],
  ['Port Adelaide', -34.8464, 138.5033, 'Port Adelaide Enfield'],
  ['Broken Hill', -31.9539, 141.4539, 'Broken Hill'],
  ['Uluru', -25.3444, 131.0369, 'MacDonnell'],
  ['an island of Hobsons Bay, off the coast of Altona', -37.875, 144.83, 'Hobsons Bay'],
])('%s is in the council area that it is in', (_, latitude, longitude, expected) =>
  expect(nameAt(latitude, longitude)).toBe(expected),
)

test('a beach just off the drawn coast belongs to the nearest council area', () => {
  // 300 m off Glenelg, in Holdfast Bay.
  expect(nameAt(-34.9799, 138.5065)).toBe('Holdfast Bay')
})

test.each([
  ['the Great Australian Bight', -35, 130],
  ['Wellington, New Zealand', -41.29, 174.78],
])('%s is in no council area', (_, latitude, longitude) => expect(nameAt(latitude, longitude)).toBeNull())

import { describe, expect, test } from 'vitest'
import { namedPlaces } from '../../../data/geo/labels.ts'
import { TOWNS } from '../../../data/geo/towns.ts'
import { CAPITALS } from '../../../data/geo/towns.ts'
import { localities } from '../../../data/sources/localities.ts'

describe('named places', () => {
  const places = namedPlaces(localities())

  test('every capital and town chosen by hand is in the gazetteer', () => {
    const named = new Set(
      places.filter((place) => place.rank <= 1).map((place) => `${place.name} ${place.state}`),
    )
    const wanted = [
      ...Object.entries(CAPITALS).map(([state, name]) => `${name} ${state}`),
      ...Object.entries(TOWNS).flatMap(([state, names]) => names.map((name) => `${name} ${state}`)),
    ]
    expect(wanted.filter((key) => !named.has(key))).toEqual([])
    expect(named.size).toBe(wanted.length)
  })

  test('a place with several postcodes is listed once; distant places of the same name are listed separately', () => {
    expect(places.filter((place) => place.name === 'Melbourne' && place.state === 'VIC')).toHaveLength(1)
    const [hobart, ...others] = places.filter((place) => place.name === 'Hobart')
    expect(hobart).toMatchObject({ rank: 0, postcode: '7000' })
    expect(others.every((place) => place.rank === 3)).toBe(true)
  })
})

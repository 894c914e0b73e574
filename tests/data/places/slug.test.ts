import { describe, expect, test } from 'vitest'
import { STATE_CODES } from '../../../data/model/state.ts'
import { citySlug, findBySlug } from '../../../data/places/slug.ts'
import { buildGazetteer } from '../../../data/search/index.ts'
import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'

const gazetteer = buildGazetteer(localities(), councils())

describe('city slugs', () => {
  test.for([
    ['Surry Hills', 'surry-hills'],
    ['Sydney - Inner West', 'sydney--inner-west'],
    ["O'Connor", 'oconnor'],
    ['Brighton-Le-Sands', 'brighton-le-sands'],
    ['St Kilda', 'st-kilda'],
    ['Mount Eliza', 'mount-eliza'],
    ['Ernabella (Pukatja)', 'ernabella-pukatja'],
    ['Café  Creek ', 'cafe-creek'],
  ])('of %s is %s', ([name, slug]) => expect(citySlug(name!)).toBe(slug))

  test('resolve to the name of every locality of every state', () => {
    for (const state of STATE_CODES) {
      const regions = gazetteer.regions(state)
      const names = new Set(
        localities()
          .filter((locality) => locality.state === state)
          .map((locality) => locality.name),
      )
      for (const name of names) expect(findBySlug(regions, citySlug(name))?.name).toBe(name)
      expect(regions.map((region) => region.name)).toEqual([...names].sort())
    }
  })
  test('are unique for each name in a state', () => {
    for (const state of STATE_CODES) {
      const slugs = gazetteer.regions(state).map((region) => region.slug)
      expect(new Set(slugs).size).toBe(slugs.length)
      for (const slug of slugs) expect(encodeURIComponent(slug)).toBe(slug)
    }
  })
  test('resolve in other spellings, too', () => {
    const found = (slug: string) => findBySlug(gazetteer.regions('VIC'), slug)?.name
    expect(found('saint-kilda')).toBe('St Kilda')
    expect(found('mt-eliza')).toBe('Mount Eliza')
    expect(found('Fitzroy')).toBe('Fitzroy')
    expect(found('no-such-place')).toBeUndefined()
    expect(found('')).toBeUndefined()
    expect(findBySlug(gazetteer.regions('ACT'), "o'connor")?.name).toBe("O'Connor")
  })
})

describe('regions of a state', () => {
  test('merge places of the same name, with the postcodes of both', () => {
    const springfield = gazetteer.regions('NSW').filter((region) => region.name === 'Springfield')
    expect(springfield).toHaveLength(1)
    expect(springfield[0]!.postcodes).toEqual(['2250', '2630'])
    expect(gazetteer.postcodesOf('NSW', 'springfield')).toEqual(['2250', '2630'])
  })
  test('have no postcodes for a place in another state', () =>
    expect(gazetteer.postcodesOf('ACT', 'Bondi')).toEqual([]))
})

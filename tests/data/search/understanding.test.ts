import { describe, expect, test } from 'vitest'
import { COMMON_NAMES } from '../../../data/search/common-names.ts'
import { buildEngine, buildGazetteer } from '../../../data/search/index.ts'
import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { onDevice } from '../../support/opened.ts'
import { QUERY_KINDS, understandingCorpus } from '../../support/understanding-corpus.ts'

const gazetteer = buildGazetteer(localities(), councils())
const engine = buildEngine(seedParks(), () => gazetteer)

const corpus = understandingCorpus(localities(), seedParks()).map((query) => ({
  ...query,
  ...onDevice(engine, query),
}))
const isMeant = ({ means, opened }: (typeof corpus)[number]) => opened !== undefined && means.includes(opened)

describe('of the texts that people type to find a place or a park', () => {
  test('there are at least 1,500, of every kind', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(1_500)
    for (const kind of QUERY_KINDS)
      expect(corpus.filter((query) => query.kind === kind).length).toBeGreaterThan(50)
  })
  test('all open their first suggestion', () => {
    expect(corpus.filter(({ opened, suggested }) => opened !== suggested)).toEqual([])
  })
  test('95 % of those with five letters, a state or a postcode open what is meant', () => {
    const telling = corpus.filter((query) => query.telling)
    expect(telling.filter(isMeant).length / telling.length).toBeGreaterThanOrEqual(0.95)
  })
  test('those written by hand from general knowledge all open what is meant', () => {
    expect(corpus.filter((query) => query.kind === 'well known' && !isMeant(query))).toEqual([])
  })
})

const understoodAs = (query: string) => {
  const { place, others } = engine.search({ query, limit: 1 }).understood
  return [place, ...others].map((one) => one && `${one.state} ${one.name}`)
}

describe('the common name of a place', () => {
  test.each(COMMON_NAMES)(
    '“%s” is the place in %s that the lists call “%s”, or an alternative',
    (name, state, listed) => {
      expect(understoodAs(name)).toContain(`${state} ${listed}`)
      expect(understoodAs(`dog park ${name}`)).toContain(`${state} ${listed}`)
    },
  )

  test('is no typo of another name, nor the beginning of one', () => {
    expect(
      ['tassie', 'newie', 'riverland', 'tamar valley', 'phillip island'].map((name) => understoodAs(name)[0]),
    ).toEqual([
      'TAS Tasmania',
      'NSW Newcastle',
      'SA Murray and Mallee',
      'TAS Meander Valley - West Tamar',
      'VIC Cowes',
    ])
  })

  test('is not what the beginning of an official name means', () => {
    expect(understoodAs('gre')[0]).not.toBe('WA Albany')
    expect(understoodAs('southlaunceston')[0]).toBe('TAS South Launceston')
  })

  test('that is also an official name leaves that as the alternative', () => {
    expect(understoodAs('redlands')).toEqual(['QLD Redland council', 'NSW Redlands'])
    expect(understoodAs('darling downs')).toEqual(['WA Darling Downs', 'QLD Darling Downs - East'])
  })
})

test('"St" at the beginning of a text is a saint and no street, so that "beach" is not the start of a suburb', () => {
  expect(understoodAs('st george dog beach')[0]).toBe('QLD St George')
  expect(understoodAs('george st beachm')[0]).toBe('QLD Beachmere')
})

test('a capital before the name of an area is not passed over for an area far away, and no direction is read as another', () => {
  expect(
    [
      'melbourne eastern suburbs',
      'sydney eastern suburbs',
      'sydney western suburbs',
      'brisbane southside',
      'perth kalgoorlie',
    ].map((text) => understoodAs(text)[0]),
  ).toEqual([
    'VIC Melbourne',
    'NSW Sydney - Eastern Suburbs',
    'NSW Sydney',
    'QLD Brisbane - South',
    'WA Kalgoorlie',
  ])
})

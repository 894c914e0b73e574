import { describe, expect, test } from 'vitest'
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

import { describe, expect, test } from 'vitest'
import { localities } from '../../../data/sources/localities.ts'
import { placeLabel } from '../../../data/places/label.ts'
import { ask, engine, HOBART, label, MELBOURNE } from './seed-engine.ts'

describe('suggestions while typing', () => {
  const offer = (text: string, near?: { latitude: number; longitude: number }) =>
    engine.suggest(text, near ? { near } : {}).map((suggestion) => suggestion.label)
  test.for([
    ['bondi', 'Bondi NSW 2026'],
    ['melb', 'Melbourne VIC'],
    ['312', '3121 VIC'],
    ['richmond v', 'Richmond VIC 3121'],
    ['richmond vic', 'Richmond VIC 3121'],
    ['saint k', 'St Kilda VIC 3182'],
    ['sain', 'St Kilda VIC 3182'],
    ['mt el', 'Mount Eliza VIC 3930'],
    ['mount eliz', 'Mount Eliza VIC 3930'],
    ["o'con", "O'Connor ACT 2602"],
    ['gold c', 'Gold Coast QLD'],
    ['diddams', 'Diddams Close Dog Park'],
  ])('for "%s" include %s', ([typed, wanted]) => expect(offer(typed!)).toContain(wanted))
  test.for([
    'best d',
    'best dog b',
    'large d',
    'dog pa',
    'dog park with li',
    'off leash dog p',
    'off leash be',
    'off leash near m',
    'dog parks nea',
    'off leash beach nea',
    'dog parks arou',
  ])('are no place while a word about parks is typed: "%s"', (typed) =>
    expect(engine.suggest(typed).filter(({ kind }) => kind === 'place')).toEqual([]),
  )
  test.for([
    ['dog parks per', 'Perth WA 6000'],
    ['dog parks near the gold c', 'Gold Coast QLD'],
    ['open now newt', 'Newtown NSW 2042'],
    ['off leash beach near manl', 'off leash beach Manly NSW 2095'],
    ['off leash beach near manly', 'off leash beach Manly NSW 2095'],
    ['fenced dog park gold co', 'fenced Gold Coast QLD'],
    ['beach near lakes ent', 'beach Lakes Entrance VIC 3909'],
    ['dog beach pert', 'beach Perth WA 6000'],
    ['fenced newto', 'fenced Newtown NSW 2042'],
  ])('begin with the place that is typed: "%s" is %s', ([typed, wanted]) =>
    expect(offer(typed!)[0]).toBe(wanted),
  )
  test('keep the other words that parks near the place must match', () => {
    for (const text of [
      'fenced newtown',
      'sydney off leash',
      'dog swimming beach perth',
      'south beach fremantle',
    ]) {
      const [first] = offer(text)
      const { place, otherWords } = ask(text).understood
      expect(ask(first!).understood).toMatchObject({ place, otherWords })
      expect(ask(first!).hits).toEqual(ask(text).hits)
    }
    expect(offer('fenced newtown').slice(0, 2)).toEqual(['fenced Newtown NSW 2042', 'Newtown NSW 2042'])
  })
  test('open the place that they show, as do the other places of a name', () => {
    const regions = new Set(localities().flatMap(({ region, region4 }) => [region, region4]))
    const offered = [...regions].flatMap((name) => {
      const suggested = engine
        .suggest(name)
        .flatMap((suggestion) => (suggestion.kind === 'place' ? [suggestion.place] : []))
      return [...suggested, ...ask(name, { limit: 1 }).understood.others]
    })
    expect(offered.length).toBeGreaterThan(regions.size)
    const opensAnother = offered.filter((place) => {
      const opened = ask(placeLabel(place), { limit: 1 }).understood.place
      return label(opened) !== label(place) || opened?.latitude !== place.latitude
    })
    expect(opensAnother.map(placeLabel)).toEqual([])
  })
  test.for(['Darling Downs (West) - Maranoa', 'Tablelands (East) - Kuranda', 'Cocos (Keeling) Islands'])(
    'include a region with brackets in its name: %s',
    (name) => expect(ask(name).place).toContain(`region ${name}`),
  )
  test('list the nearest of several places with the same name first', () => {
    expect(offer('richm', MELBOURNE)[0]).toBe('Richmond VIC 3121')
    expect(offer('richm', HOBART)[0]).toBe('Richmond TAS 7025')
  })
  test('are at most as many as requested, without duplicates', () => {
    const offered = engine.suggest('s', { limit: 5 })
    expect(offered).toHaveLength(5)
    expect(new Set(offer('park')).size).toBe(offer('park').length)
    expect(engine.suggest('', {})).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { leashAt } from '../../../data/hours/index.ts'
import type { LeashState } from '../../../data/hours/leash.ts'
import { readFeatureWords } from '../../../data/import/features.ts'
import { readHours } from '../../../data/import/hours.ts'
import { readFacts } from '../../../data/import/park-facts.ts'
import { readSources } from '../../../data/import/sources.ts'
import { readAreaWords, sizeOfArea } from '../../../data/import/size.ts'
import { FEATURE_IDS } from '../../../data/model/feature.ts'
import type { FeatureId } from '../../../data/model/feature.ts'

describe('feature words of park lists', () => {
  const reading = (words: string) => {
    const { features, lacks, rest } = readFeatureWords(words, 'dogs_allowed', 'a newspaper')
    return [features.join(), lacks.join(), rest.join('; ')]
  }

  test.each<[string, string, string, string]>([
    ['dog off-leash area', 'off-leash', '', ''],
    ['dogs on leash', 'on-leash', '', ''],
    ['fenced', 'fenced', '', ''],
    ['unfenced', '', 'fenced', ''],
    ['partly fenced', '', '', 'partly fenced'],
    ['part fenced', '', '', 'part fenced'],
    ['double gates', 'safe', '', 'double gates'],
    ['lighting until 10pm', 'safe', '', 'lighting until 10pm'],
    ['drinking fountain', 'water', '', 'drinking fountain'],
    ['water tap', 'water', '', 'water tap'],
    ['dog water bowl', 'water', '', 'dog water bowl'],
    ['water', 'water', '', ''],
    ['water play', '', '', 'water play'],
    ['dog pool', '', '', 'dog pool'],
    ['swimming', '', '', 'swimming'],
    ['shade', 'shade', '', ''],
    ['trees', '', '', 'trees'],
    ['shelter', '', '', 'shelter'],
    ['parking', 'parking', '', ''],
    ['accessible parking', 'parking', '', 'accessible parking'],
    ['toilets', 'toilets', '', ''],
    ['accessible toilets', 'toilets', '', 'accessible toilets'],
    ['bins', 'waste-bins', '', ''],
    ['dog waste bags', 'bags', '', ''],
    ['barbecue', 'bbq', '', ''],
    ['seating', 'seating', '', ''],
    ['picnic tables', 'seating', '', 'picnic tables'],
    ['walking tracks', 'walk', '', ''],
    ['walking paths', 'walk', '', ''],
    ['boardwalks', 'walk', '', 'boardwalks'],
    ['dog walking', '', '', 'dog walking'],
    ['dogs on walking tracks and car parks only', '', '', 'dogs on walking tracks and car parks only'],
    ['dog beach', 'beach', '', ''],
    ['off-leash section of the beach', 'off-leash,beach', '', 'off-leash section of the beach'],
    ['off-leash trial ended', '', '', 'off-leash trial ended'],
    [
      'off-leash trial when not in use by sport or schools',
      'off-leash',
      '',
      'off-leash trial when not in use by sport or schools',
    ],
    [
      'small dog area, water, seating and shelter in 2024 upgrade',
      '',
      '',
      'small dog area, water, seating and shelter in 2024 upgrade',
    ],
    ['Dog Waste Bags ; BINS', 'waste-bins,bags', '', ''],
    ['', '', '', ''],
  ])('"%s" are read correctly', (words, features, lacks, rest) =>
    expect(reading(words)).toEqual([features, lacks, rest]),
  )

  test.each([
    'no dogs between the flags',
    'no dogs in playground',
    'no dogs on Ellen Cove beach',
    'no dogs north of Mowbray Street',
    'no crossing of the lake mouth',
    'on leash near sport and playgrounds',
    'first 700 m on leash',
    'wetland area on leash',
    'no dogs within 10 m of playgrounds',
    'on leash within 10 m of the car park',
    'no dogs between the surf club ramp and the Keppel Bay Sailing Club ramp',
    'not in the play equipment area',
    'toString',
    'constructor',
  ])('do not become features if they are a rule or unknown: %s', (words) =>
    expect(reading(words)).toEqual(['', '', words]),
  )

  test('without an equivalent in the catalogue are kept, without duplicates', () =>
    expect(reading('jetty;jetty;cafe')).toEqual(['', '', 'jetty; cafe']))

  test.each<[Parameters<typeof readFeatureWords>[1], FeatureId[], FeatureId[]]>([
    ['off_leash', ['off-leash'], []],
    ['off_leash_timed', ['off-leash'], []],
    ['fenced_dog_park', ['off-leash', 'fenced'], []],
    ['dog_park', ['off-leash'], []],
    ['dogs_allowed', [], []],
    ['on_leash', ['on-leash'], ['off-leash']],
  ])('include the features implied by the access %s', (access, features, lacks) => {
    expect(readFeatureWords('', access, '')).toEqual({ features, lacks, rest: [] })
  })

  test('with an off-leash section do not mark off-leash as absent in an on-leash park', () => {
    expect(readFeatureWords('off-leash section', 'on_leash', '')).toMatchObject({
      features: ['on-leash', 'off-leash'],
      lacks: [],
    })
  })

  test.each([
    ['unley.sa.gov.au Dog-exercise-areas', true],
    ['bayside.nsw.gov.au/node/1607', true],
    ['peregian.net dogs on our beaches + noosa.qld.gov.au community', true],
    ['act.gov.au our-canberra dog-friendly Canberra (Feb 2016); mygungahlin.com.au', true],
    ['theurbanlist.com dog parks Sydney', false],
    ['gov.au.example.com copies', false],
    ['notgov.au list', false],
  ])('from the source %s set the council feature: %s', (source, council) => {
    expect(readFeatureWords('', 'dogs_allowed', source).features).toEqual(council ? ['council'] : [])
  })

  test('give features in catalogue order', () => {
    const { features } = readFeatureWords('beach;bins;shade;fenced;dog off-leash area', 'dogs_allowed', '')
    expect(features).toEqual(FEATURE_IDS.filter((id) => features.includes(id)))
    expect(features).toHaveLength(5)
  })
})

describe('sizes', () => {
  test.each([
    ['507 m2', 'Medium', 'Area: 507 m².'],
    ['9998 m2', 'Medium', 'Area: 9,998 m².'],
    ['10000 m2', 'Large', 'Area: 10,000 m².'],
    ['over 1000 m2', 'Medium', 'Area: over 1,000 m².'],
    ['about 2000 m2', 'Medium', 'Area: about 2,000 m².'],
    ['125052 m2', 'Extra Large', 'Area: 125,052 m².'],
    ['0.8 ha', 'Medium', 'Area: 0.8 ha.'],
    ['2.6 ha', 'Large', 'Area: 2.6 ha.'],
    ['33 ha', 'Extra Large', 'Area: 33 ha.'],
    ['37 acres', 'Extra Large', 'Area: 37 acres.'],
    ['0.01234 km2', 'Large', 'Area: 0.01234 km².'],
    ['12345.67 m2', 'Large', 'Area: 12,345.67 m².'],
    ['2 acres', 'Medium', 'Area: 2 acres.'],
    ['2.2 km', null, 'Extent: 2.2 km.'],
    ['357 m of beach', null, 'Extent: 357 m of beach.'],
    ['4 km off-leash section', null, 'Extent: 4 km off-leash section.'],
    ['', null, null],
    ['1,2 ha', 'Large', 'Area: 1,2 ha.'],
    ['0,85 ha', 'Medium', 'Area: 0,85 ha.'],
  ])('"%s" is read correctly', (words, size, text) => expect(readAreaWords(words)).toEqual({ size, text }))

  test('the limits are one and five hectares', () => {
    expect([9_999, 10_000, 50_000, 50_001].map(sizeOfArea)).toEqual([
      'Medium',
      'Large',
      'Large',
      'Extra Large',
    ])
  })
})

describe('hours', () => {
  test.each([
    '24 hours',
    '24/7',
    'Open 24/7',
    'Sunrise-sunset',
    'Daylight hours',
    'Open sunrise to 10pm',
    'All year, 24 hours',
    '24 hours, all year',
    'Dawn to Dusk',
    'Daylight hours; from 9am on weekends and public holidays',
  ])('"%s" are opening hours of the place', (text) =>
    expect(readHours(text)).toEqual({ openingHours: text, leashHours: null }),
  )

  test.each([
    'All year',
    'All times',
    'All day',
    'Any time',
    'Seasonal',
    'Part of the park',
    'Designated area only',
    'Designated areas only',
    'All year, 24 hours (one source gives summer times)',
    'Off-leash at all times',
    'Off-leash in daylight hours',
    'Off-leash 5pm-10am',
    'Off-leash before 10am and after 4pm',
    'No dogs 10am-6pm 1 Nov-31 Mar',
    'No dogs 9am-7pm 1 Dec-28 Feb and Easter; off-leash at other times',
    'Open to dogs before 10am and after 4pm, 1 October-31 March',
    'Open field only; not in playground area',
    'On leash during organised sport',
    'Except during organised games',
    'Except during organised games; not in playground area',
    'Not in playground area',
    'Ovals except during games',
    'Before 9am and after 6pm summer; before 9am and after 4pm winter',
    'Off-leash 4pm-8am daylight saving time; 3pm-10am standard time',
    'North area closed to other dogs 9am-11am last Sunday of the month (greyhound sessions)',
    'All times except during organised sailing events',
    'Off-leash sunrise-9.30am and 5pm-sunset',
    'Summer: no dogs 10am-7.30pm; off-leash 7.30pm-10am',
    'On-leash near the Kourung Street access',
  ])('"%s" are leash hours', (text) =>
    expect(readHours(text)).toEqual({ openingHours: null, leashHours: text }),
  )

  test('with both kinds are split at the semicolon', () => {
    expect(readHours('Open 6am-9pm; no dogs 10am-4pm')).toEqual({
      openingHours: 'Open 6am-9pm',
      leashHours: 'no dogs 10am-4pm',
    })
    expect(readHours('Off-leash before 9am; 24 hours')).toEqual({
      openingHours: '24 hours',
      leashHours: 'Off-leash before 9am',
    })
  })

  test.each([
    'Open 24 hours, off-leash before 10am and after 4pm',
    'Open daily 6am to 8pm. Dogs on leash 9am-5pm',
    'Open daily (dogs prohibited 10am-5pm in summer)',
    'Open daily 6am-8pm, on a lead 9am-5pm',
    'Open daily (no pets 10am-5pm)',
  ])('"%s" are leash hours, because they mention dogs', (text) =>
    expect(readHours(text)).toEqual({ openingHours: null, leashHours: text }),
  )

  test('without text are neither', () =>
    expect(readHours(' ; ')).toEqual({ openingHours: null, leashHours: null }))
})

describe('sources', () => {
  const reading = (text: string, asOf: string | null = null) =>
    readSources(text, asOf).map(({ publisher, title, year }) => [publisher, title ?? '', year])

  test.each<[string, ReturnType<typeof reading>]>([
    // Further pages of a site.
    [
      'cockburn.wa.gov.au DogExercise + Dog-on-lead-beach-approved',
      [['Cockburn council', 'DogExercise; Dog-on-lead-beach-approved', null]],
    ],
    ['news-mail.com.au story; 13-12-2017', [['NewsMail (Bundaberg)', 'story; 13-12-2017', null]]],
    // Another site.
    [
      'dailytelegraph.com.au (newsbite copy) Mount Gambier dog plan + mountgambier.sa.gov.au dog-control',
      [
        ['The Daily Telegraph', 'Mount Gambier dog plan', null],
        ['Mount Gambier council', 'dog-control', null],
      ],
    ],
    [
      'ncc.nsw.gov.au fenced dog park plan (May 2019); newcastle.nsw.gov.au off-leash dog area Lambton (2020)',
      [
        ['Newcastle council', 'fenced dog park plan (May 2019)', '2019'],
        ['Newcastle council', 'off-leash dog area Lambton (2020)', '2020'],
      ],
    ],
    [
      'toowoombaholidaypark.com.au dog-friendly-things + pdfslide.us petals-and-pups',
      [
        ['toowoombaholidaypark.com.au', 'dog-friendly-things', null],
        ['Unnamed source', '', null],
      ],
    ],
    // Another source that is no site.
    [
      'unley.sa.gov.au; corrected after a visitor’s report',
      [
        ['Unley council', '', null],
        ['Corrected after a visitor’s report', '', null],
      ],
    ],
    [
      'a council; another list',
      [
        ['a council', '', null],
        ['another list', '', null],
      ],
    ],
  ])('are read from "%s"', (text, sources) => expect(reading(text)).toEqual(sources))
})

describe('facts of a listed park', () => {
  const listed = {
    access: 'off_leash' as const,
    features: 'dog off-leash area;jetty;cafe',
    hours: '24/7',
    size: '3 ha',
    source: ' council ',
    asOf: '2019',
  }

  test('without an equivalent in the catalogue become sentences of the description', () => {
    expect(readFacts(listed)).toMatchObject({
      description: 'Jetty; cafe. Area: 3 ha.',
      size: 'Large',
      openingHours: '24/7',
      sources: [{ publisher: 'council', year: '2019' }],
      asOf: '2019',
    })
  })

  test('missing from the list are unknown', () => {
    expect(readFacts({ ...listed, features: '', size: '', asOf: 'undated' })).toMatchObject({
      description: null,
      size: null,
      asOf: null,
    })
  })

  test.each<
    [features: string, hours: string, state: LeashState, leashHours: string | null, rest: string | null]
  >([
    // A part of the park or an occasion that can be read is a condition of the answer.
    ['on leash during sport', '', 'off-leash', 'On leash during sport', null],
    ['western section only', '', 'off-leash', 'Western section only', null],
    ['signed beach areas only', '', 'off-leash', 'Signed beach areas only', null],
    ['not in the play equipment area', '', 'off-leash', 'Not in the play equipment area', null],
    ['on leash within 10 m of the car park', '', 'off-leash', 'On leash within 10 m of the car park', null],
    [
      'oval areas only',
      'Off-leash at all times except during organised sport',
      'off-leash',
      'Off-leash at all times except during organised sport; oval areas only',
      null,
    ],
    // With any other rule, whether a dog may be off the leash is unknown.
    [
      'no dogs from Scarness Jetty to Robert Street',
      'Off-leash at all times',
      'unknown',
      'Off-leash at all times; no dogs from Scarness Jetty to Robert Street',
      null,
    ],
    [
      'agility area;part on leash 8am-9am and 3pm-4pm Mon-Thu in school terms;jetty',
      '',
      'unknown',
      'Part on leash 8am-9am and 3pm-4pm Mon-Thu in school terms',
      'Agility area; jetty.',
    ],
    ['not during sport', '', 'off-leash', 'Not during sport', null],
    ['not the south-west section', '', 'off-leash', 'Not the south-west section', null],
    ['north of the creek channel only', '', 'off-leash', 'North of the creek channel only', null],
    ['southern 400 m on leash', '', 'unknown', 'Southern 400 m on leash', null],
    [
      'off-leash trial when not in use by sport or schools',
      '',
      'off-leash',
      'Off-leash trial when not in use by sport or schools',
      null,
    ],
    ['on leash during sport', 'On leash during sport', 'off-leash', 'On leash during sport', null],
    // These are no rules, or say no more than the rule for dogs.
    ['small dogs only, up to 35 cm', '', 'off-leash', null, 'Small dogs only, up to 35 cm.'],
    ['dog enclosure section only', '', 'off-leash', null, 'Dog enclosure section only.'],
    ['off-leash section of the beach', '', 'off-leash', null, 'Off-leash section of the beach.'],
    ['lighting until 10pm', '', 'off-leash', null, 'Lighting until 10pm.'],
    ['quiet dog zone', '', 'off-leash', null, 'Quiet dog zone.'],
  ])('that state a rule are leash hours: %s (%s) is %s', (features, hours, state, leashHours, rest) => {
    const facts = readFacts({ ...listed, features, hours, size: '' })
    expect([facts.leashHours, facts.description]).toEqual([leashHours, rest])
    const place = { state: 'QLD', city: '', latitude: -25.29, longitude: 152.84 }
    const noonInBrisbane = Date.UTC(2026, 10, 24, 2)
    expect(leashAt(facts.leashHours, 'off_leash', place, noonInBrisbane).state).toBe(state)
  })

  test("keep an approximate date such as 'c.2016'", () =>
    expect(readFacts({ ...listed, asOf: 'c.2016' }).asOf).toBe('c.2016'))
})

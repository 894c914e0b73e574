import { describe, expect, test } from 'vitest'
import { COMPACT_FILTERS, FEATURE_IDS, FEATURE_LABELS, readFeatures } from '../../../data/model/feature.ts'
import { featureTags, Park, SIZES } from '../../../data/model/park.ts'
import { toPark } from '../../../data/model/to-park.ts'
import { sampleParks } from '../../../data/sources/samples.ts'

test('a park has the fields and types of the specification', () => {
  const [row] = sampleParks
  const park = Park.parse(
    toPark(
      {
        ...row!,
        rating: 4.5,
        phone: '(07) 3403 8888',
        openingHours: 'Open 24/7',
        imageUrl: '/media/a.jpg',
        size: 'Large',
        description: 'Shady.',
      },
      1609.344,
    ),
  )
  const types = Object.fromEntries(Object.entries(park).map(([field, value]) => [field, typeof value]))
  expect(types).toMatchObject({
    id: 'number',
    name: 'string',
    address: 'string',
    city: 'string',
    state: 'string',
    postal_code: 'string',
    country: 'string',
    createdAt: 'string',
    latitude: 'string',
    longitude: 'string',
    rating: 'string',
    imageUrl: 'string',
    distance: 'number',
    size: 'string',
    phone: 'string',
    openingHours: 'string',
    features: 'string',
    description: 'string',
  })
  expect(park.distance).toBe(1)
  expect(toPark({ ...row!, imageUrl: null, rating: null })).toMatchObject({
    imageUrl: null,
    distance: null,
    rating: null,
  })
})

test('the sizes of a park are Medium, Large and Extra Large', () => {
  expect(SIZES).toEqual(['Medium', 'Large', 'Extra Large'])
})

test('the filters have the ids, labels and order of the specification', () => {
  expect(COMPACT_FILTERS.map((id) => `${id} | ${FEATURE_LABELS[id]}`)).toEqual([
    'on-leash | On-leash Area',
    'off-leash | Off-leash Area',
    'fenced | Fenced Area',
    'water | Water Source',
    'shade | Shaded Areas',
    'parking | Parking Available',
    'toilets | Toilets/Restrooms',
    'waste-bins | Waste Bins',
    'council | Council Information',
    'walk | Walking Paths',
    'bbq | BBQ Facilities',
    'seating | Seating/Benches',
    'bags | Poop Bags Provided',
    'safe | Safety Features',
  ])
})

test('every tag of the specification is in the catalogue', () => {
  const specified = [
    'Off-leash Area',
    'On-leash Area',
    'Fenced Area',
    'Water Source',
    'Shaded Areas',
    'Parking Available',
    'Toilets/Restrooms',
    'Waste Bins',
    'Walking Paths',
    'Seating/Benches',
    'Poop Bags Provided',
    'Dog Friendly',
    'BBQ Facilities',
    'Council Information',
    'Safety Features',
  ]
  const catalogue = new Set(FEATURE_IDS.map((id) => FEATURE_LABELS[id]))
  expect(specified.filter((label) => !catalogue.has(label))).toEqual([])
})

describe('features', () => {
  test('are read from a JSON list of labels or from comma-separated ids, in every spelling, without duplicates', () => {
    expect(
      readFeatures('["Fenced Area", "Water Source", "Dog Friendly", "Seating/Benches", "Nothing we know"]'),
    ).toEqual(['fenced', 'water', 'seating', 'dog-friendly'])
    expect(readFeatures('off-leash,fenced,water,shade,parking,toilet,bin,seat,walk,lake,beach')).toEqual([
      'off-leash',
      'fenced',
      'water',
      'shade',
      'parking',
      'toilets',
      'waste-bins',
      'walk',
      'seating',
      'lake',
      'beach',
    ])
    expect(readFeatures('toilet, toilets ,bins,paths,safety')).toEqual([
      'toilets',
      'waste-bins',
      'walk',
      'safe',
    ])
    for (const nothing of [null, '', ' ', '[broken', '{}']) expect(readFeatures(nothing)).toEqual([])
  })

  test.each(['Bark Off-leash Park', 'The off leash paddock', 'Unleashed Reserve'])(
    'a park named %s has the Off-leash Area tag',
    (name) => {
      expect(featureTags({ id: 2, name, features: null })).toEqual(['off-leash', 'dog-friendly'])
    },
  )

  test('park 1 always has the Water Source tag, and every park has Dog Friendly', () => {
    expect(featureTags({ id: 1, name: 'Leash Lane', features: null })).toEqual(['water', 'dog-friendly'])
    expect(featureTags({ id: 3, name: 'Leash Lane', features: 'shade' })).toEqual(['shade', 'dog-friendly'])
  })
})

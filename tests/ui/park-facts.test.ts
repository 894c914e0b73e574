import { describe, expect, test } from 'vitest'
import { cardTags } from '../../client/parks/feature-tag.tsx'
import { formatDistance } from '../../client/parks/distance.ts'
import { formatInstant } from '../../client/platform/format-instant.ts'
import {
  isOwnPath,
  readDescription,
  formatBusinessStatus,
} from '../../client/features/park/park-description.ts'
import { groupRegions } from '../../client/features/browse/region-groups.ts'
import { sourceLine, publisherName } from '../../client/parks/source-line.ts'
import { resultsTitle } from '../../client/features/search/understood-line.tsx'
import { seedParks } from '../../data/sources/parks.ts'

describe('a distance', () => {
  test('is formatted in miles, with one decimal below ten', () => {
    expect(formatDistance(0.04, 'miles')).toBe('under 0.1 mi')
    expect(formatDistance(0.3, 'miles')).toBe('0.3 mi')
    expect(formatDistance(9.949, 'miles')).toBe('9.9 mi')
    expect(formatDistance(9.96, 'miles')).toBe('10 mi')
    expect(formatDistance(1234.4, 'miles')).toBe('1,234 mi')
  })

  test('is formatted in kilometres if that unit is set', () => {
    expect(formatDistance(0.04, 'km')).toBe('under 0.1 km')
    expect(formatDistance(1, 'km')).toBe('1.6 km')
    expect(formatDistance(10, 'km')).toBe('16 km')
    expect(formatDistance(0.2, 'km', 'suburb')).toBe('about 1 km')
    expect(formatDistance(4.2, 'km', 'suburb')).toBe('about 7 km')
  })

  test('to a park known only by its suburb is approximate', () => {
    expect(formatDistance(0.2, 'miles', 'suburb')).toBe('about 1 mi')
    expect(formatDistance(4.2, 'miles', 'suburb')).toBe('about 4 mi')
  })
})

describe('a description', () => {
  test('that is a JSON object is read field by field, without invalid fields', () => {
    const text = JSON.stringify({
      overview: ' Shady. ',
      reviews: '12',
      images: ['/a.jpg', 3],
      businessStatus: 'OPERATIONAL',
      features: 'none',
    })
    expect(readDescription(text)).toEqual({
      overview: 'Shady.',
      reviews: 12,
      images: ['/a.jpg'],
      businessStatus: 'OPERATIONAL',
    })
  })

  test('that is not valid JSON, or not an object, stays unchanged as plain text', () => {
    for (const text of ['{"overview": ', '<script>alert(1)</script>', '[1, 2]', '42', 'null'])
      expect(readDescription(text)).toEqual({ overview: text })
    expect(readDescription('"quoted"')).toEqual({ overview: 'quoted' })
    expect(readDescription(null)).toEqual({})
    expect(readDescription('  ')).toEqual({})
  })

  test('shows OPERATIONAL as Open and anything else raw', () => {
    expect(formatBusinessStatus('OPERATIONAL')).toBe('Open')
    expect(formatBusinessStatus('CLOSED_TEMPORARILY')).toBe('CLOSED_TEMPORARILY')
  })

  test('only has pictures from our own origin', () => {
    expect(isOwnPath('/media/1.jpg')).toBe(true)
    for (const url of [
      '//evil.example/x.jpg',
      '/\\evil.example/x.jpg',
      'https://evil.example/x.jpg',
      'javascript:alert(1)',
      'data:image/png,',
    ])
      expect(isOwnPath(url)).toBe(false)
  })
})

describe('the tags of a card', () => {
  test('are at most four, the most important first', () => {
    const park = { id: 7, name: 'Reserve', features: 'off-leash,fenced,water,shade,parking,toilets,bbq' }
    expect(cardTags(park)).toEqual(['off-leash', 'fenced', 'water', 'shade'])
  })

  test('include the derived ones: water for park 1, off-leash by name, dog friendly for all', () => {
    expect(cardTags({ id: 1, name: 'Unleashed Reserve', features: null })).toEqual([
      'off-leash',
      'water',
      'dog-friendly',
    ])
    expect(cardTags({ id: 2, name: 'Reserve', features: null })).toEqual(['dog-friendly'])
  })
})

describe('the age of the parks on the device', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime()
  test.each([
    [new Date(2026, 10, 21, 7, 12), 'today 7:12 am'],
    [new Date(2026, 10, 20, 21, 40), 'yesterday 9:40 pm'],
    [new Date(2026, 10, 3, 8, 0), '3 November'],
    [new Date(2026, 10, 21, 9, 31), 'today 9:31 am'],
  ])('%s', (instant, expected) => expect(formatInstant(instant.getTime(), now)).toBe(expected))
})

describe('the regions of a state', () => {
  const region = (name: string, ...postcodes: string[]) => ({
    name,
    slug: name,
    postcodes,
    parks: null,
    latitude: -30,
    longitude: 140,
  })
  const regions = [
    region('Abbotsford', '3067'),
    region('Ascot Vale', '3032'),
    region("D'Aguilar", '4514'),
    region('St Kilda', '3182'),
  ]
  const names = (typed: string) =>
    groupRegions(regions, typed).flatMap((group) => group.regions.map(({ name }) => name))

  test('are grouped by first letter', () => {
    expect(groupRegions(regions, '').map(({ letter, regions: group }) => [letter, group.length])).toEqual([
      ['A', 2],
      ['D', 1],
      ['S', 1],
    ])
  })

  test('are found by the start of a word, ignoring case and apostrophes, or of a postcode', () => {
    expect(names('vale')).toEqual(['Ascot Vale'])
    expect(names('DAG')).toEqual(["D'Aguilar"])
    expect(names(' kil')).toEqual(['St Kilda'])
    expect(names('306')).toEqual(['Abbotsford'])
    expect(names('xyz')).toEqual([])
  })
})

describe('the publisher of a source', () => {
  test.each([
    ['github.com/bloycey/dogpark client/src/data/dogParks.js', 'github.com/bloycey/dogpark'],
    [
      'github.com/benwinding/GovHack-Dogs-DB parks.db table parksdata, activities__Dogwalking=TRUE',
      'github.com/benwinding/GovHack-Dogs-DB',
    ],
    [
      'github.com/daxtens/planyourpicnic data/Public_Furniture_in_the_ACT.csv + toilets.csv + bbq.csv',
      'github.com/daxtens/planyourpicnic',
    ],
    ['bayside.nsw.gov.au/node/1607', 'bayside.nsw.gov.au'],
    ['https://www.unley.sa.gov.au/dogs', 'unley.sa.gov.au'],
    ['inthecove.com.au off-leash dog areas (Nov 2019), council list', 'inthecove.com.au'],
    [
      'lpsc.nsw.gov.au off-leash exercise areas (Aug 2021); liverpoolplains.nsw.gov.au',
      'lpsc.nsw.gov.au and liverpoolplains.nsw.gov.au',
    ],
    [
      'timeout.com best dog parks Sydney (2020); allhomes.com.au pet-friendly parks (2015); nalzo.com.au',
      'timeout.com and 2 more',
    ],
    ['qt.com.au 28-06-2017 + 13-12-2017', 'qt.com.au'],
    ['news-mail.com.au 01-12-2017 + news-mail.com.au 30-06-2017', 'news-mail.com.au'],
    ['Sydney dog-beach list', 'Sydney dog-beach list'],
    ['stored source file id 41868804830', 'Unnamed source'],
    ['d33gy59ovltp76.cloudfront.net/lists/dogs.json', 'Unnamed source'],
    ['stonnington.vic.gov.au; d33gy59ovltp76.cloudfront.net/lists/dogs.json', 'stonnington.vic.gov.au'],
    ['', ''],
  ])('%s', (source, expected) => expect(publisherName(source)).toBe(expected))

  test('is on a card with the date of the source', () => {
    expect(sourceLine({ source: 'bayside.nsw.gov.au/node/1607', asOf: '2019' })).toBe(
      'bayside.nsw.gov.au, 2019. Check the signs.',
    )
    expect(sourceLine({ source: 'Sydney dog-beach list', asOf: null })).toBe(
      'Sydney dog-beach list, undated. Check the signs.',
    )
  })

  test('of every park in the directory is a name, not a path, file or number', () => {
    for (const { source } of seedParks()) {
      const publisher = publisherName(source)
      expect(publisher, source).not.toMatch(/\.(csv|js|sql|db|html)\b|\d{6,}|[();]/)
      expect(publisher.length, source).toBeLessThan(80)
    }
  })
})

describe('the title of results', () => {
  const title = (origin: 'person' | 'sydney' | 'area' | null, limited: boolean) =>
    resultsTitle({ total: 1471, understood: null, query: undefined, origin, limited, unit: 'miles' })
  test('calls parks near only if a distance filter leaves out the others', () => {
    expect(title('person', false)).toBe('1,471 parks, nearest first')
    expect(title('person', true)).toBe('1,471 parks near you')
    expect(title('sydney', false)).toBe('1,471 parks, nearest to Sydney first')
    expect(title('sydney', true)).toBe('1,471 parks near Sydney')
    expect(title(null, false)).toBe('1,471 parks across Australia')
  })
})

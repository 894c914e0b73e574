import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { AnotherTime } from '../../client/features/park/park-hours.tsx'
import { OpenLine } from '../../client/parks/open-line.tsx'
import { cardTags } from '../../client/parks/feature-tag.tsx'
import { formatDistance } from '../../client/parks/distance.ts'
import { formatAddress } from '../../client/parks/park-card.tsx'
import { formatInstant } from '../../client/platform/format-instant.ts'
import {
  isOwnPath,
  pageFeatures,
  phoneLink,
  readDescription,
  formatBusinessStatus,
} from '../../client/features/park/park-description.ts'
import { formatBytes } from '../../client/features/offline-areas/texts.ts'
import { groupRegions } from '../../client/features/browse/region-groups.ts'
import type { Place, Understood } from '../../data/model/search.ts'
import { toPark } from '../../data/model/to-park.ts'
import { sourceLine, publisherNames } from '../../client/parks/source-line.ts'
import { unsureText } from '../../client/parks/unsure-text.ts'
import { resultsTitle, searchTitle, UnderstoodLine } from '../../client/features/search/understood-line.tsx'
import { seedParks } from '../../data/sources/parks.ts'

test('a file size has at most three digits', () => {
  const sizes = [0, 1, 999, 1_000, 999_499, 999_500, 4_640_000, 9_960_000, 999_600_000, 4_640_000_000, 11e9]
  expect(sizes.map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '999 kB',
    '1.0 MB',
    '4.6 MB',
    '10 MB',
    '1.0 GB',
    '4.6 GB',
    '11 GB',
  ])
})

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

  test('to a park within about 500 m is given in halves', () => {
    expect(formatDistance(0.2, 'km', 'near')).toBe('under 0.5 km')
    expect(formatDistance(2, 'km', 'near')).toBe('about 3.0 km')
    expect(formatDistance(20.2, 'miles', 'near')).toBe('about 20 mi')
  })
})

describe('the phone number of a park', () => {
  test.each([
    ['07 3403 8888', 'tel:0734038888'],
    ['(02) 9562 1666', 'tel:0295621666'],
    ['+61 2 9562 1666', 'tel:+61295621666'],
    ['+61 (0)2 9562 1666', 'tel:+61295621666'],
    ['131 450', 'tel:131450'],
    ['(02) 9562 1666 / 0400 123 456', 'tel:0295621666'],
    ['03 9205 5555 or 1300 000 000', 'tel:0392055555'],
    ['Rangers (9am-5pm): 02 9562.1666 ext. 23', 'tel:0295621666'],
  ])('in %s can be called with one tap', (text, link) => expect(phoneLink(text)).toBe(link))

  test.each(['1300 PARKS', 'See the website', '9562 1666 0400 123 456'])(
    'in %s is not clear, so there is no link',
    (text) => expect(phoneLink(text)).toBeNull(),
  )
})

describe('the address on a card', () => {
  const formatted = (address: string, city: string) => formatAddress({ address, city, state: 'QLD' })

  test('has the suburb if only its street is named after it', () => {
    expect(formatted('Nudgee Rd', 'Nudgee')).toBe('Nudgee Rd, Nudgee')
    expect(formatted('12 Nudgee Rd', 'Nudgee')).toBe('12 Nudgee Rd, Nudgee')
    expect(formatted('Mount Macedon Road', 'Macedon')).toBe('Mount Macedon Road, Macedon')
    expect(formatted('Milton Oval, Park Rd', 'Milton')).toBe('Milton Oval, Park Rd, Milton')
  })

  test('has the suburb once if it is a part of the address or its end', () => {
    for (const address of [
      'Milton',
      '1 High St, Milton',
      '1 High St, milton',
      '1 High St, Milton QLD 4064',
      '1 High St, Milton, QLD, 4064',
      '1 High St Milton Qld',
      '1 High St Milton 4064',
      'Oval, Milton, behind the school',
    ])
      expect(formatted(address, 'Milton')).toBe(address)
  })

  test('has a suburb with punctuation once', () => {
    expect(formatted('Main St, Kingston (SE)', 'Kingston (SE)')).toBe('Main St, Kingston (SE)')
    expect(formatted("Main St, D'Aguilar", "D'Aguilar")).toBe("Main St, D'Aguilar")
  })

  test('is the street or the suburb if the other is not known', () => {
    expect(formatted('1 High St', '')).toBe('1 High St')
    expect(formatted('', 'Milton')).toBe('Milton')
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

  test.each([
    ['Kings Park', 'water', 'fenced', ['Fenced Area', 'BBQ'], ['water', 'bbq', 'dog-friendly'], ['fenced']],
    ['Kings Off-leash Park', null, 'off-leash,bbq', [], ['off-leash', 'dog-friendly'], ['bbq']],
    ['Kings Park', null, null, ['Shade'], ['shade', 'dog-friendly'], []],
  ])(
    'of %s with %s and without %s that names %j gives the tags %j and not available %j',
    (name, features, absentFeatures, described, tags, absent) => {
      const shown = pageFeatures({ id: 2, name, features, absentFeatures }, { features: described })
      expect(new Set(shown.tags)).toEqual(new Set(tags))
      expect(shown.absent).toEqual(absent)
    },
  )

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
    [new Date(2025, 10, 21, 8, 0), '21 November 2025'],
    [new Date(2026, 10, 21, 9, 31), 'today 9:31 am'],
    [new Date(2026, 10, 22, 0, 5), 'tomorrow 12:05 am'],
    [new Date(2026, 10, 24, 9, 30), '24 November'],
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
  test('are found by abbreviated and spelled-out words, and with full stops', () => {
    const found = (name: string, typed: string) => groupRegions([region(name, '5290')], typed).length
    expect(found('Mount Gambier', 'mt gam')).toBe(1)
    expect(found('St Kilda', 'saint kil')).toBe(1)
    expect(found('St Kilda', 'St. Kilda')).toBe(1)
    expect(found('North Sydney', 'nth syd')).toBe(1)
    expect(found('Mount Gambier', 'moun')).toBe(1)
  })
  test('are found by a name that is written in more words or fewer', () => {
    const found = (name: string, typed: string) => groupRegions([region(name, '5290')], typed).length
    expect(found("O'Connor", 'o con')).toBe(1)
    expect(found('Dee Why', 'deew')).toBe(1)
    expect(found('Brighton-Le-Sands', 'brightonles')).toBe(1)
    expect(found('Mount Isa', 'mtisa')).toBe(1)
    expect(found('Mount Isa', 'ta')).toBe(0)
  })
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

describe('the publishers of a park', () => {
  const from = (...publishers: string[]) => publishers.map((publisher) => ({ publisher, year: null }))
  test.each([
    [from('Unley council'), 'Unley council'],
    [from('Riotact', 'ACT Government'), 'Riotact and ACT Government'],
    [from('Riotact', 'Riotact'), 'Riotact'],
    [from('Time Out', 'Allhomes', 'nalzo.com.au'), 'Time Out and 2 more'],
    [[], 'Unnamed source'],
  ])('%j are shown as %s', (sources, expected) => expect(publisherNames(sources)).toBe(expected))

  test('are on a card with the date of the facts', () => {
    expect(sourceLine({ sources: from('Unley council'), asOf: '2019' })).toBe(
      'Unley council, 2019. Check the signs.',
    )
    expect(sourceLine({ sources: from('Sydney dog-beach list'), asOf: null })).toBe(
      'Sydney dog-beach list, undated. Check the signs.',
    )
    expect(sourceLine({ sources: from('Unley council'), asOf: '2026-11-22' })).toBe(
      'Unley council, checked on 22 November 2026. Check the signs.',
    )
  })

  test('of every park of the seed are names, and no link leads to a copy in a code repository', () => {
    for (const row of seedParks()) {
      const park = toPark(row)
      expect(publisherNames(park.sources)).not.toMatch(/\.(csv|js|sql|db|html)\b|\d{6,}|[;/]/)
      expect(publisherNames(park.sources).length).toBeLessThan(100)
      // Everything that a screen can show of a park.
      expect(JSON.stringify(park)).not.toMatch(/github|gitlab|bitbucket/i)
      const pages = [...park.sources, ...(park.position ? [park.position] : [])].flatMap(
        ({ page }) => page ?? [],
      )
      expect(pages.filter((page) => new URL(page).protocol !== 'https:')).toEqual([])
    }
  })
})

const ACT = {
  kind: 'state',
  name: 'Australian Capital Territory',
  state: 'ACT',
  postcode: null,
  latitude: -35.3,
  longitude: 149.1,
} as const
const PERTH: Place = { ...ACT, kind: 'locality', name: 'Perth', state: 'WA', postcode: '6000' }

describe('the title of results', () => {
  const title = (origin: 'person' | 'sydney' | 'area' | null, limited: boolean) =>
    resultsTitle(
      { total: 1471, understood: null, source: 'device' },
      { distance: limited ? 25 : undefined },
      origin,
      'miles',
    )
  test('calls parks near only if a distance filter leaves out the others', () => {
    expect(title('person', false)).toBe('1,471 parks, nearest first')
    expect(title('person', true)).toBe('1,471 parks near you')
    expect(title('sydney', false)).toBe('1,471 parks, nearest to Sydney first')
    expect(title('sydney', true)).toBe('1,471 parks near Sydney')
    expect(title(null, false)).toBe('1,471 parks across Australia')
  })

  test('says that the nearest come first only if they do', () => {
    const sorted = (origin: 'person' | 'sydney', distance?: number) =>
      resultsTitle(
        { total: 1471, understood: null, source: 'device' },
        { sort: 'name', distance },
        origin,
        'miles',
      )
    expect([sorted('person'), sorted('sydney')]).toEqual(Array(2).fill('1,471 parks across Australia'))
    expect(sorted('person', 25)).toBe('1,471 parks near you')
  })

  test('counts samples as samples, whatever was searched', () => {
    const titleOfSamples = (total: number) =>
      resultsTitle({ total, understood: null, source: 'samples' }, { q: 'Brunswick' }, null, 'km')
    expect([titleOfSamples(10), titleOfSamples(2)]).toEqual(['Ten sample parks', '2 of ten sample parks'])
  })

  const titleOf = (place: Place, near?: Understood['near'], total = 10, distance?: number) =>
    resultsTitle(
      { total, understood: { place, others: [], corrected: false, ...(near && { near }) }, source: 'device' },
      { q: place.name, distance },
      null,
      'km',
    )
  test('does not count parks elsewhere as parks in a state', () => {
    expect(titleOf(ACT)).toBe('10 parks in Australian Capital Territory')
    expect(titleOf(ACT, { count: 0, nextMetres: 160_000 })).toBe(
      'No parks in Australian Capital Territory, the nearest 160 kilometres away',
    )
    expect(titleOf(ACT, { count: 1, nextMetres: 160_000 })).toBe(
      '1 park in Australian Capital Territory, the next 160 kilometres away',
    )
  })
  test('counts parks elsewhere apart', () => {
    expect(titleOf(ACT, { count: 9, nextMetres: 160_000 }, 266)).toBe(
      '9 parks in Australian Capital Territory, the next 160 kilometres away',
    )
    expect(titleOf(ACT, { count: 262, nextMetres: 160_000 }, 266)).toBe(
      '262 parks in Australian Capital Territory, 4 elsewhere',
    )
  })
  test('calls no park near a place that is more than 25 km away, whatever distance is chosen', () => {
    expect(titleOf(PERTH, undefined, 71, 10)).toBe('71 parks near Perth WA 6000')
    expect(titleOf(PERTH, undefined, 74, 25)).toBe('74 parks within 40 km of Perth WA 6000')
    expect(titleOf(PERTH, undefined, 1, 50)).toBe('1 park within 80 km of Perth WA 6000')
    expect(titleOf(ACT, { count: 12, nextMetres: 30_000 }, 15, 50)).toBe(
      '12 parks in Australian Capital Territory, 3 elsewhere',
    )
  })
  test('leaves out when someone wants to go, as the search does not answer that', () => {
    const title = (query: string, otherWords?: string) => {
      const understood = {
        place: null,
        others: [],
        corrected: false,
        ...(otherWords !== undefined && { otherWords }),
      }
      const origin = 'person'
      return [
        resultsTitle({ total: 1471, understood, source: 'device' }, { q: query }, origin, 'km'),
        searchTitle(understood, query, origin),
      ]
    }
    expect(title('off leash at 6pm', 'off leash')).toEqual([
      '1,471 parks for “off leash”',
      'Parks for “off leash”',
    ])
    expect(title('open now', '')).toEqual(['1,471 parks, nearest first', 'Parks near you'])
    expect(title('off leash')).toEqual(['1,471 parks for “off leash”', 'Parks for “off leash”'])
  })

  test('names the words that parks near a place had to match', () => {
    const understood = { place: PERTH, others: [], corrected: false, otherWords: 'fence' }
    const title = (total: number, distance?: number, near?: Understood['near']) =>
      resultsTitle(
        { total, understood: { ...understood, ...(near && { near }) }, source: 'device' },
        { q: 'perth with a fence', distance },
        null,
        'km',
      )
    expect(title(21)).toBe('21 parks for “fence” near Perth WA 6000')
    expect(title(21, 50)).toBe('21 parks for “fence” within 80 km of Perth WA 6000')
    expect(title(10, undefined, { count: 4, nextMetres: 32_000, isFiltered: true })).toBe(
      '4 parks for “fence” near Perth WA 6000, the next 32 kilometres away',
    )
    expect(title(10, undefined, { count: 0, nextMetres: 32_000, isFiltered: true })).toBe(
      'No parks for “fence” near Perth WA 6000, the nearest 32 kilometres away',
    )
    expect(searchTitle(understood, 'perth with a fence', null)).toBe('Parks for “fence” near Perth WA 6000')
    expect(searchTitle({ ...understood, place: ACT }, 'act with a fence', null)).toBe(
      'Parks for “fence” in Australian Capital Territory',
    )
  })
  test('does not say that a place has no parks if words or filters left them out', () => {
    expect(titleOf(PERTH, { count: 0, nextMetres: 160_000 })).toBe(
      'No parks near Perth WA 6000, the nearest 160 kilometres away',
    )
    expect(titleOf(PERTH, { count: 0, nextMetres: 160_000, isFiltered: true })).toBe(
      'No matching parks near Perth WA 6000, the nearest 160 kilometres away',
    )
  })
})

test('with Open only, the parks left out are those with unknown hours, unless the text names features', () => {
  expect(unsureText({ open: 'only', q: 'bondi' }, 3)).toBe('3 with unknown hours')
  expect(unsureText({ open: 'only', q: 'bondi fenced' }, 3, true)).toBe('3 more might match (not confirmed)')
})

describe('the line above the results', () => {
  const line = (corrected: boolean, place: Place | null = null, parkName?: true) =>
    renderToStaticMarkup(
      createElement(UnderstoodLine, {
        understood: { place, others: [], corrected, ...(parkName && { parkName }) },
        address: {},
      }),
    )
  test('says that the words of a park were corrected', () => {
    expect(line(true)).toContain('No exact match. Showing parks with similar words.')
    expect(line(true, PERTH, true)).toContain('No exact match. Showing parks with similar words.')
    expect(line(true, PERTH)).toContain('No exact match. Showing Perth WA 6000.')
    expect(line(false)).toBe('')
  })
})

test('for a park that may be closed, the answer for another time is that it is not known', () => {
  const [found] = seedParks()
  const shown = (openingHours: string | null) => {
    const park = {
      ...toPark(found!),
      openingHours,
      leashHours: '6am-9am',
      dogAccess: 'off_leash_timed' as const,
    }
    return renderToStaticMarkup(createElement(AnotherTime, { park }))
  }
  expect(shown(null)).toContain('Saturday 8 am: off-leash until 9 am')
  expect(shown('Closed for renovation until March 2027')).toContain(
    'Not known for that time. Check the signs.',
  )
})

test('a park that may be closed shows its hours as published, and no leash rule', () => {
  const [found] = seedParks()
  const shown = (openingHours: string | null) => {
    const park = { ...toPark(found!), openingHours, leashHours: null, dogAccess: 'off_leash' as const }
    return renderToStaticMarkup(createElement(OpenLine, { park }))
  }
  expect(shown(null)).toContain('Off-leash')
  expect(shown('Closed for renovation until March 2027')).toBe(
    '<p class="text-muted">As published: “Closed for renovation until March 2027”</p>',
  )
})

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pageItems } from '../../client/ui/pagination.ts'
import { TEXTS } from '../../client/ui/texts.ts'
import * as limits from '../../data/model/constants.ts'
import { COMPACT_FILTERS, SIDEBAR_FILTERS } from '../../data/model/feature.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { sampleParks } from '../../data/sources/samples.ts'
import { POSITION_KEY } from '../../client/location/position.ts'
import { FAVOURITES_COOKIE, HISTORY_COOKIE } from '../../client/store/cookie-mirror.ts'
import { NO_FILTERS } from '../../client/ui/filter-state.ts'

const { HOUR } = limits

/** Sentences of section 9 of the specification, verbatim, each with the product's values and the expected values. */
const SENTENCES: readonly (readonly [sentence: string, actual: unknown, expected: unknown])[] = [
  [
    'Cached position and persisted search validity: 1 hour each.',
    [limits.POSITION_VALID_FOR, limits.SEARCH_VALID_FOR],
    [HOUR, HOUR],
  ],
  [
    "Storage keys for position, search and history are prefixed with the product's name.",
    [POSITION_KEY, FAVOURITES_COOKIE, HISTORY_COOKIE].map((key) => /^offlead(?=[:-])/.test(key)),
    [true, true, true],
  ],
  ['Location lookup timeout: 15 s.', limits.LOCATION_TIMEOUT, 15_000],
  [
    'Fallback location: Sydney, latitude -33.8688, longitude 151.2093.',
    limits.SYDNEY,
    { latitude: -33.8688, longitude: 151.2093 },
  ],
  ['Back-to-top and region scroll-to-top threshold: 300px.', limits.BACK_TO_TOP_AFTER_PX, 300],
  ['Sidebar filter list shows 6 features by default', limits.FILTERS_SHOWN_FIRST, 6],
  [
    "the sidebar has 13 features ('View more filters (7)')",
    [SIDEBAR_FILTERS.length, TEXTS.filters.more(SIDEBAR_FILTERS.length - limits.FILTERS_SHOWN_FIRST)],
    [13, 'View more filters (7)'],
  ],
  [
    "the compact panel has 14 ('View more filters (8)').",
    [COMPACT_FILTERS.length, TEXTS.filters.more(COMPACT_FILTERS.length - limits.FILTERS_SHOWN_FIRST)],
    [14, 'View more filters (8)'],
  ],
  ['Park card: at most 4 feature tags.', limits.CARD_TAGS, 4],
  ['Static map image: 400x300 at zoom 15.', limits.STATIC_MAP, { width: 400, height: 300, zoom: 15 }],
  ['Page size options: 5, 10, 20, 50.', limits.PAGE_SIZES, [5, 10, 20, 50]],
  [
    'The home page starts at 5; the favourites page at 10.',
    [limits.HOME_PAGE_SIZE, limits.FAVOURITES_PAGE_SIZE],
    [5, 10],
  ],
  [
    'Pagination shows all pages when there are 5 or fewer; otherwise first, last, neighbours and ellipses.',
    [pageItems(3, 5), pageItems(4, 9)],
    [
      [1, 2, 3, 4, 5],
      [1, 'gap-before', 3, 4, 5, 'gap-after', 9],
    ],
  ],
  [
    'Map: default zoom 11 (park page 15), max zoom 16 after fit-bounds',
    [limits.MAP_ZOOM, limits.PARK_MAP_ZOOM, limits.MAP_FIT_MAX_ZOOM],
    [11, 15, 16],
  ],
  ['loading timeout 10 s, polling every 100 ms.', [limits.MAP_TIMEOUT, limits.MAP_POLL_EVERY], [10_000, 100]],
  [
    'Default map centre is New York, used only when nothing else is given.',
    limits.MAP_DEFAULT_CENTRE,
    { latitude: 40.7128, longitude: -74.006 },
  ],
  [
    'Quick-city suggestions: Sydney, Melbourne, Brisbane, Perth, Adelaide, and Hobart (error state)',
    TEXTS.results.errorCities,
    ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Hobart'],
  ],
  [
    'or Gold Coast in place of Hobart (empty state).',
    TEXTS.results.emptyCities,
    ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Gold Coast'],
  ],
  ['Fallback parks: 10.', sampleParks.length, 10],
  ['default display 5,000 ms', limits.TOAST_DURATION, 5_000],
  [
    'Location toasts 6 s and 7 s, the limited-data toast 7 s.',
    [
      limits.LOCATION_NEEDED_TOAST_DURATION,
      limits.LOCATION_DENIED_TOAST_DURATION,
      limits.LIMITED_DATA_TOAST_DURATION,
    ],
    [6_000, 7_000, 7_000],
  ],
  [
    "In city slugs spaces become hyphens and ' - ' becomes a double hyphen.",
    [citySlug('Surry Hills'), citySlug('Sydney - Inner West')],
    ['surry-hills', 'sydney--inner-west'],
  ],
  [
    'Eight states and territories: NSW, VIC, QLD, SA, WA, TAS, NT, ACT.',
    STATE_CODES,
    ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
  ],
  ["Filter default: distance 'all', no features.", [NO_FILTERS.distance, NO_FILTERS.features], [null, []]],
]

describe('limits', () => {
  test.each(SENTENCES)('%s', (_sentence, actual, expected) => expect(actual).toEqual(expected))
})

const SPECIFICATION = new URL('../../../shared/spec.md', import.meta.url)
const specification = existsSync(SPECIFICATION) ? readFileSync(SPECIFICATION, 'utf8') : ''
describe.runIf(specification)('the sentences in the test names', () => {
  test('are in the specification', () => {
    expect(
      SENTENCES.map(([sentence]) => sentence).filter((sentence) => !specification.includes(sentence)),
    ).toEqual([])
  })
})

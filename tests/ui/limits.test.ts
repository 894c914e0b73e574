import { describe, expect, test } from 'vitest'
import { pageItems } from '../../client/ui/pagination.ts'
import { PARK_TEXTS } from '../../client/parks/texts.ts'
import { SEARCH_TEXTS } from '../../client/features/search/texts.ts'
import { SYDNEY } from '../../data/model/australia.ts'
import * as limits from '../../data/model/constants.ts'
import { COMPACT_FILTERS, SIDEBAR_FILTERS } from '../../data/model/feature.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import { citySlug } from '../../data/places/slug.ts'
import { sampleParks } from '../../data/sources/samples.ts'
import { POSITION_KEY } from '../../client/platform/position.ts'
import { FAVOURITES_COOKIE, HISTORY_COOKIE } from '../../client/store/cookie-mirror.ts'
import { NO_FILTERS } from '../../client/queries/filter-state.ts'
import { PAGE_SIZES } from '../../client/queries/home-address.ts'

const { HOUR } = limits

/**
 * Statements of section 19 of the specification, each with the value in the product and the one in the
 * statement.
 */
const STATEMENTS: readonly (readonly [statement: string, actual: unknown, expected: unknown])[] = [
  [
    'a cached position and the persisted search are valid for 1 hour',
    [limits.POSITION_VALID_FOR, limits.SEARCH_VALID_FOR],
    [HOUR, HOUR],
  ],
  [
    'storage keys and cookies begin with offlead',
    [POSITION_KEY, FAVOURITES_COOKIE, HISTORY_COOKIE].map((key) => /^offlead(?=[:-])/.test(key)),
    [true, true, true],
  ],
  ['a location look-up ends after 15 s', limits.LOCATION_TIMEOUT, 15_000],
  [
    'the fallback location is Sydney at -33.8688, 151.2093',
    SYDNEY,
    { latitude: -33.8688, longitude: 151.2093 },
  ],
  ['back to top appears after 300px', limits.BACK_TO_TOP_AFTER_PX, 300],
  ['the filters show 6 features at first', limits.FILTERS_SHOWN_FIRST, 6],
  [
    'the sidebar has 13 features, 7 of them behind the toggle',
    [SIDEBAR_FILTERS.length, PARK_TEXTS.filters.more(SIDEBAR_FILTERS.length - limits.FILTERS_SHOWN_FIRST)],
    [13, 'View more filters (7)'],
  ],
  [
    'the compact panel has 14 features, 8 of them behind the toggle',
    [COMPACT_FILTERS.length, PARK_TEXTS.filters.more(COMPACT_FILTERS.length - limits.FILTERS_SHOWN_FIRST)],
    [14, 'View more filters (8)'],
  ],
  ['a card has at most 4 feature tags', limits.CARD_TAGS, 4],
  [
    'a static map image is 400x300 at zoom 15',
    [limits.STATIC_MAP_WIDTH, limits.STATIC_MAP_HEIGHT, limits.STATIC_MAP_ZOOM],
    [400, 300, 15],
  ],
  ['a page has 5, 10, 20 or 50 parks', PAGE_SIZES, [5, 10, 20, 50]],
  [
    'the home page starts at 5 parks a page, the favourites page at 10',
    [limits.HOME_PAGE_SIZE, limits.FAVOURITES_PAGE_SIZE],
    [5, 10],
  ],
  [
    'the pager shows all of 5 pages, and of more the first, the last, the neighbours and ellipses',
    [pageItems(3, 5), pageItems(4, 9)],
    [
      [1, 2, 3, 4, 5],
      [1, 'gap-before', 3, 4, 5, 'gap-after', 9],
    ],
  ],
  [
    'a map begins at zoom 11, on a park page at 15, and shows all at 16 at most',
    [limits.MAP_ZOOM, limits.PARK_MAP_ZOOM, limits.MAP_FIT_MAX_ZOOM],
    [11, 15, 16],
  ],
  [
    'a map is looked for every 100 ms and has failed after 10 s',
    [limits.MAP_TIMEOUT, limits.MAP_POLL_EVERY],
    [10_000, 100],
  ],
  [
    'the default map centre is New York',
    [limits.MAP_DEFAULT_LATITUDE, limits.MAP_DEFAULT_LONGITUDE],
    [40.7128, -74.006],
  ],
  [
    'the quick cities after an error end with Hobart',
    SEARCH_TEXTS.results.errorCities,
    ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Hobart'],
  ],
  [
    'the quick cities of an empty result end with Gold Coast',
    SEARCH_TEXTS.results.emptyCities,
    ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Gold Coast'],
  ],
  ['there are 10 sample parks', sampleParks.length, 10],
  ['a toast is displayed for 5,000 ms', limits.TOAST_DURATION, 5_000],
  [
    'toasts of the location are displayed for 6 s and 7 s, that of the limited data mode for 7 s',
    [
      limits.LOCATION_NEEDED_TOAST_DURATION,
      limits.LOCATION_DENIED_TOAST_DURATION,
      limits.LIMITED_DATA_TOAST_DURATION,
    ],
    [6_000, 7_000, 7_000],
  ],
  [
    "in a city slug a space becomes a hyphen and ' - ' two",
    [citySlug('Surry Hills'), citySlug('Sydney - Inner West')],
    ['surry-hills', 'sydney--inner-west'],
  ],
  [
    'there are eight states and territories',
    STATE_CODES,
    ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
  ],
  ['no distance and no features are chosen at first', [NO_FILTERS.distance, NO_FILTERS.features], [null, []]],
]

describe('the limits of the specification', () => {
  test.each(STATEMENTS)('%s', (_statement, actual, expected) => expect(actual).toEqual(expected))
})

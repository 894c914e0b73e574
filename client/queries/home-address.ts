import * as z from 'zod/mini'
import { ROWS_MAX } from '../../data/model/numbers.ts'
import { SYDNEY } from '../../data/model/australia.ts'
import { DISTANCE_MAX, HOME_PAGE_SIZE, QUERY_MAX_LENGTH } from '../../data/model/constants.ts'
import { FEATURE_IDS, readFeature } from '../../data/model/feature.ts'
import { lenient } from '../../data/model/lenient.ts'
import { Size } from '../../data/model/park.ts'
import type { LatLng } from '../../data/model/point.ts'
import { readArea } from '../../data/model/search.ts'
import type { SearchRequest } from '../../data/model/search-request.ts'
import type { Filters } from './filter-state.ts'

/** The numbers of parks on a page that the user can choose from. */
export const PAGE_SIZES = [5, 10, 20, 50] as const

/** A number, or a string with a digit in it: `Number('')` would be 0. */
const Numeral = z.pipe(z.union([z.number(), z.string().check(z.regex(/\d/))]), z.coerce.number())

const Flag = z.pipe(
  z.union([z.literal('true'), z.literal(true)]),
  z.transform(() => true as const),
)

const FeatureList = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => {
    const found = new Set((typeof value === 'string' ? value.split(',') : value).map(readFeature))
    return FEATURE_IDS.filter((id) => found.has(id))
  }),
)

/** The API rejects a first row beyond {@link ROWS_MAX}, also on pages of the largest size. */
const PAGE_MAX = ROWS_MAX / 50

/**
 * The query parameters of `/`. Degrees; miles; pages count from 1. Invalid ones are ignored, so that an address typed by
 * hand or cut off in a message still opens.
 */
export const HomeAddress = z.object({
  q: lenient(
    z.pipe(
      z.string(),
      z.transform(
        (text) =>
          text
            .replace(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, QUERY_MAX_LENGTH) || undefined,
      ),
    ),
  ),
  lat: lenient(Numeral.check(z.gte(-90), z.lte(90))),
  lng: lenient(Numeral.check(z.gte(-180), z.lte(180))),
  useLocation: lenient(Flag),
  features: lenient(FeatureList),
  distance: lenient(Numeral.check(z.positive(), z.lte(DISTANCE_MAX))),
  size: lenient(Size),
  rating: lenient(Numeral.check(z.gte(1), z.lte(5))),
  open: lenient(z.enum(['only', 'any'])),
  unsure: lenient(Flag),
  /** An area of the map that is searched: south, west, north, east. */
  area: lenient(z.string().check(z.refine((text) => readArea(text) !== undefined))),
  sort: lenient(z.enum(['name', 'checked'])),
  /** Shows the map instead of the list, on screens without room for both. */
  view: lenient(z.literal('map')),
  page: lenient(Numeral.check(z.int(), z.gte(1), z.lte(PAGE_MAX))),
  perPage: lenient(z.pipe(Numeral, z.literal(PAGE_SIZES))),
})
export type HomeAddress = z.infer<typeof HomeAddress>

/** Rounds degrees in an address to four decimals, about 11 metres: enough to sort parks by distance. */
export const roundedDegrees = (degrees: number) => Number(degrees.toFixed(4))

/** A position as it is written into an address. */
export const roundedPosition = ({ latitude, longitude }: LatLng) => ({
  lat: roundedDegrees(latitude),
  lng: roundedDegrees(longitude),
})

/** Whether a text asks for parks near the person: "off leash parks near me". */
export const isNearMe = (text: string) =>
  /\b(near|nearest to|closest to|around|close to|from) (me|here)\b|\bnearby\s*$/i.test(text)

/** Where a text is searched. `near`: where the person is, which decides between places of the same name. */
export const textTarget = (text: string, near: LatLng | null) => ({
  to: '/' as const,
  search: { q: text },
  state: { near },
})

/**
 * Reads the query parameters. A latitude without a longitude is ignored, and the other way round: both are
 * `undefined` and not absent, because the router keeps the raw text of a parameter that is absent here.
 */
export function readHomeAddress(raw: Record<string, unknown>): HomeAddress {
  const address = HomeAddress.parse(raw)
  return addressPosition(address) === null ? { ...address, lat: undefined, lng: undefined } : address
}

export function filtersOf(address: HomeAddress): Filters {
  return {
    features: address.features ?? [],
    distance: address.distance ?? null,
    size: address.size ?? null,
    rating: address.rating ?? 0,
    opening: address.open ?? 'now',
  }
}

/** The inverse of {@link filtersOf}: defaults are left out of the address. */
export function addressOf(
  filters: Filters,
): Pick<HomeAddress, 'features' | 'distance' | 'size' | 'rating' | 'open'> {
  return {
    features: filters.features.length > 0 ? [...filters.features] : undefined,
    distance: filters.distance ?? undefined,
    size: filters.size ?? undefined,
    rating: filters.rating || undefined,
    open: filters.opening === 'now' ? undefined : filters.opening,
  }
}

/** The parameters of a search without its filters, and its page, all left out. */
export const NO_SEARCH = {
  q: undefined,
  lat: undefined,
  lng: undefined,
  area: undefined,
  page: undefined,
} as const

/** The position in an address. */
export const addressPosition = ({ lat, lng }: HomeAddress): LatLng | null =>
  lat === undefined || lng === undefined ? null : { latitude: lat, longitude: lng }

/**
 * The position that a search without one in its address uses: the Sydney fallback, or where the person was
 * when they searched. In the history state and not in the address, because the fallback is not the person's
 * position, and a link should not say where they were.
 */
export const positionIn = ({ sydney, near }: { sydney?: boolean; near?: LatLng | null }): LatLng | null =>
  sydney === true ? SYDNEY : (near ?? null)

/** Milliseconds to which `now` is rounded in requests, so that they stay equal, and cached, for a while. */
export const QUESTION_STEP = 300_000

/**
 * The search request of an address.
 * @param position used if the address has no position: the Sydney fallback, or where the person was when they
 *   typed the text, which decides between places of the same name; or `null`
 * @param now milliseconds since 1970, for opening hours
 */
export function requestOf(
  address: HomeAddress,
  position: { latitude: number; longitude: number } | null,
  now: number,
): SearchRequest {
  const limit = address.perPage ?? HOME_PAGE_SIZE
  return {
    query: address.q,
    ...(addressPosition(address) ?? position),
    ...searchPartOf(filtersOf(address), now),
    unsure: address.unsure,
    area: readArea(address.area ?? ''),
    sort: address.sort,
    offset: ((address.page ?? 1) - 1) * limit,
    limit,
  }
}

/**
 * The part of a search request that the filters set. With 'Open Now', parks known to be closed come last;
 * only 'Open only' leaves them out.
 */
export function searchPartOf(filters: Filters, now: number): SearchRequest {
  const part = addressOf(filters)
  return filters.opening === 'any'
    ? { ...part, open: undefined }
    : { ...part, now, open: filters.opening === 'only' ? 'only' : 'last' }
}

/** Reads a query string as plain text: a postcode stays text, and addresses stay readable. */
export function parseAddress(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/**
 * The inverse of {@link parseAddress}. Lists are joined with commas; absent values and page 1 are left out.
 */
export function writeAddress(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '' || (name === 'page' && value === 1)) continue
    params.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = params.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

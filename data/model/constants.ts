/**
 * Fixed figures of the product (docs/specification.md, section 19). Times in milliseconds, distances in
 * miles, unless stated otherwise. Numbers and texts only: the build writes them where they are used, and an
 * object would have to be loaded.
 */

export const PRODUCT = 'Offlead'
/** Prefix of every storage key, cookie, cache and database name. */
export const STORAGE_PREFIX = 'offlead'

/**
 * A cookie that tells a page whether there may be a session, because scripts cannot read the session's own
 * cookie. Its value is random and differs for each sign-in, so that a logout without a network ends only the
 * session that it was meant for. It gives no access. Without it, the page does not ask the server who is
 * signed in.
 */
export const HINT_COOKIE = `${STORAGE_PREFIX}-signed-in`

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const REQUEST_TIMEOUT = 15_000
export const READ_RETRIES = 3
export const WRITE_RETRIES = 2
/** The delay before the first retry. It doubles with each retry, up to {@link RETRY_MAX_WAIT}. */
export const RETRY_FIRST_WAIT = 1_000
export const RETRY_MAX_WAIT = 30_000

export const LOCATION_TIMEOUT = 15_000
export const POSITION_VALID_FOR = HOUR
export const SEARCH_VALID_FOR = HOUR

/** Zoom levels: of a map, of the map of one park, and the maximum when fitting a map to its contents. */
export const MAP_ZOOM = 11
export const PARK_MAP_ZOOM = 15
export const MAP_FIT_MAX_ZOOM = 16
export const MAP_TIMEOUT = 10_000
export const MAP_POLL_EVERY = 100
/** New York, the centre of a map without contents. */
export const MAP_DEFAULT_LATITUDE = 40.7128
export const MAP_DEFAULT_LONGITUDE = -74.006
/** Size of the map picture on a card, in CSS pixels, and its zoom level. */
export const STATIC_MAP_WIDTH = 400
export const STATIC_MAP_HEIGHT = 300
export const STATIC_MAP_ZOOM = 15

export const HOME_PAGE_SIZE = 5
export const FAVOURITES_PAGE_SIZE = 10
export const CARD_TAGS = 4
export const FILTERS_SHOWN_FIRST = 6
export const BACK_TO_TOP_AFTER_PX = 300

export const TOAST_DURATION = 5_000
export const LIMITED_DATA_TOAST_DURATION = 7_000
export const LOCATION_NEEDED_TOAST_DURATION = 6_000
export const LOCATION_DENIED_TOAST_DURATION = 7_000

/** Metres in an international mile (exact, by the 1959 definition). */
export const METRES_PER_MILE = 1609.344
/** Mean radius of the Earth in metres (IUGG mean radius R1). */
export const EARTH_RADIUS_METRES = 6_371_008.8

/** Maximum of the distance filter, miles: once around the Earth. The API rejects longer distances. */
export const DISTANCE_MAX = 25_000

/** Maximum length of a search text. The API rejects longer texts, and the search box cuts them off. */
export const QUERY_MAX_LENGTH = 200

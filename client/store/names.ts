import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** Lock for one synchronisation of the directory at a time, across tabs and workers. */
export const DIRECTORY_LOCK = `${STORAGE_PREFIX}:directory`
/** Channel on which tabs and workers announce that they have updated the directory. */
export const DIRECTORY_CHANNEL = `${STORAGE_PREFIX}:directory`
/** Channel on which connections to the database tell each other that an older tab blocks them. */
export const DATABASE_CHANNEL = `${STORAGE_PREFIX}:database`

/** Lock for one download of an area at a time. */
export const AREAS_LOCK = `${STORAGE_PREFIX}:areas`
/** Lock for one deletion of files of areas at a time. */
export const AREA_FILES_LOCK = `${STORAGE_PREFIX}:area-files`
/** Lock for one comparison of the maps of areas with those of the server at a time. */
export const AREA_MAPS_LOCK = `${STORAGE_PREFIX}:area-maps`
/** Local storage key, set if there are downloaded areas or files of them: only then are they checked at start-up. */
export const AREAS_HINT = `${STORAGE_PREFIX}:areas`

/** Lock for one tab or worker at a time to send the outbox. */
export const OUTBOX_LOCK = `${STORAGE_PREFIX}-outbox`
/** The kind of the outbox's calls, for the server gate. */
export const SYNC_CALLS = 'sync'
/** Background Sync tag: the browser wakes the service worker to send the outbox when it is online. */
export const OUTBOX_TAG = `${STORAGE_PREFIX}-outbox`
/** Periodic Background Sync tag, for installed apps: the service worker updates the directory. */
export const REFRESH_TAG = `${STORAGE_PREFIX}-refresh`

/** Cache of the app shell: the page and all code files. */
export const SHELL_CACHE = `${STORAGE_PREFIX}-shell`
/**
 * Cache of map images and tiles that were shown, which are deleted first when the device is full, and of the
 * offer of the maps.
 */
export const SEEN_CACHE = `${STORAGE_PREFIX}-maps`
/** The static maps of parks, with a query. */
export const STATIC_MAP_PATH = '/api/maps/static'
/** The maps that the server offers. The service worker answers from its cache if the network fails or takes long. */
export const MAP_OFFER_PATH = '/api/maps'
/** Cache of map images and tiles of downloaded areas. They stay until the user deletes the area. */
export const AREAS_CACHE = `${STORAGE_PREFIX}-areas`
/** Cache of the regions of the built-in map that were shown: about a megabyte for all of Australia. */
export const BASE_MAP_CACHE = `${STORAGE_PREFIX}-base-map`

/**
 * Local storage key of the directory's state, which the next start reads before the search worker has loaded.
 */
export const DIRECTORY_HINT = `${STORAGE_PREFIX}:directory`
/** Local storage key of the user who was signed in at the server's last reply. */
export const PERSON_HINT = `${STORAGE_PREFIX}-user`
/** Cache of the results last shown on `/`, for the next start. They contain no personal data. */
export const SCREEN_CACHE = `${STORAGE_PREFIX}-screen`
/** Their key in that cache. Not a URL of the app: the colon makes sure that it is never requested. */
export const SCREEN = '/screen:results'

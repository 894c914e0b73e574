import { STORAGE_PREFIX } from '../../data/model/constants.ts'

/** One synchronisation of the directory at a time, whichever tab or worker begins it. */
export const DIRECTORY_LOCK = `${STORAGE_PREFIX}:directory`
/** Where the others are told that the directory has moved. */
export const DIRECTORY_CHANNEL = `${STORAGE_PREFIX}:directory`

/** One download of an area at a time. */
export const AREAS_LOCK = `${STORAGE_PREFIX}:areas`
/** What the page notes in local storage when areas were taken along: only then does a start look after them. */
export const AREAS_HINT = `${STORAGE_PREFIX}:areas`

/** By which the browser wakes the service worker when there is a network again: what waits is sent. */
export const OUTBOX_TAG = `${STORAGE_PREFIX}-outbox`
/** By which the browser wakes the service worker every now and then, where people have installed the app: the directory is refreshed. */
export const REFRESH_TAG = `${STORAGE_PREFIX}-refresh`

/** Caches of the origin, by what they hold. The shell is the app's own code. */
export const SHELL_CACHE = `${STORAGE_PREFIX}-shell`
/** Pictures and tiles of places somebody has seen: the first to give way. */
export const SEEN_CACHE = `${STORAGE_PREFIX}-maps`
/** Those of areas somebody took along: they stay until that person lets them go. */
export const AREAS_CACHE = `${STORAGE_PREFIX}-areas`

/** What the page notes in local storage of the directory on this device, so that its next start knows of it at once. */
export const DIRECTORY_HINT = `${STORAGE_PREFIX}:directory`
/** Under this key the page keeps who was signed in when the server was last heard. */
export const PERSON_HINT = `${STORAGE_PREFIX}-user`
/** Set on the document's element, before anything is painted, where there is that note: the header's log-in is for nobody then. */
export const SIGNED_IN_CLASS = 'signed-in'
/** The results that `/` showed last, for the document of the next start: parks of the directory, nothing of anybody's. */
export const SCREEN_CACHE = `${STORAGE_PREFIX}-screen`
/** Their place in that cache. No address of the app: the colon keeps it from ever being asked for. */
export const SCREEN = '/screen:results'

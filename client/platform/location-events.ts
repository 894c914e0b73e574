import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { FetchedPosition } from './position.ts'

/** The two page-wide events (specification 14.25 and 14.27), wrapped in typed functions. */
const USE_MY_LOCATION = `${STORAGE_PREFIX}:use-my-location`
const GEOLOCATION_SUCCESS = `${STORAGE_PREFIX}:geolocation-success`

/** Asks the page to search near the user. */
export function announceUseMyLocation(target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(USE_MY_LOCATION))
}

/** @returns a function that removes the listener */
export function onUseMyLocation(handler: () => void, target: EventTarget = window): () => void {
  target.addEventListener(USE_MY_LOCATION, handler)
  return () => target.removeEventListener(USE_MY_LOCATION, handler)
}

/** Announces a position to search from, which may be the fallback (`position.fallback`). */
export function announceGeolocationSuccess(position: FetchedPosition, target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(GEOLOCATION_SUCCESS, { detail: position }))
}

/** @returns a function that removes the listener */
export function onGeolocationSuccess(
  handler: (position: FetchedPosition) => void,
  target: EventTarget = window,
): () => void {
  const listener = (event: Event) => handler((event as CustomEvent<FetchedPosition>).detail)
  target.addEventListener(GEOLOCATION_SUCCESS, listener)
  return () => target.removeEventListener(GEOLOCATION_SUCCESS, listener)
}

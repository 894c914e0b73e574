import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { FetchedPosition } from './position.ts'

/** The two page-wide events of the specification (section 4, 'Location'), spoken and heard through typed functions only. */
const USE_MY_LOCATION = `${STORAGE_PREFIX}:use-my-location`
const GEOLOCATION_SUCCESS = `${STORAGE_PREFIX}:geolocation-success`

/** A button anywhere asks for a search around the person. */
export function announceUseMyLocation(target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(USE_MY_LOCATION))
}

/** @returns stops listening */
export function onUseMyLocation(handler: () => void, target: EventTarget = window): () => void {
  target.addEventListener(USE_MY_LOCATION, handler)
  return () => target.removeEventListener(USE_MY_LOCATION, handler)
}

/** A position to search from is known; it may be the fallback (`position.fallback`). */
export function announceGeolocationSuccess(position: FetchedPosition, target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(GEOLOCATION_SUCCESS, { detail: position }))
}

/** @returns stops listening */
export function onGeolocationSuccess(
  handler: (position: FetchedPosition) => void,
  target: EventTarget = window,
): () => void {
  const listener = (event: Event) => handler((event as CustomEvent<FetchedPosition>).detail)
  target.addEventListener(GEOLOCATION_SUCCESS, listener)
  return () => target.removeEventListener(GEOLOCATION_SUCCESS, listener)
}

import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { FetchedPosition } from './position.ts'

/** Names of the page-wide events. */
const USE_LOCATION = `${STORAGE_PREFIX}:use-my-location`
const GEOLOCATION_SUCCESS = `${STORAGE_PREFIX}:geolocation-success`
const SEARCH = `${STORAGE_PREFIX}:search`

function listen(type: string, listener: (event: Event) => void): () => void {
  addEventListener(type, listener)
  return () => removeEventListener(type, listener)
}

/** Dispatches the page-wide 'use my location' event (specification 14.27). */
export function requestLocation() {
  dispatchEvent(new Event(USE_LOCATION))
}

export const onLocationRequested = (listener: () => void): (() => void) => listen(USE_LOCATION, listener)

/**
 * Announces a position to search from, which may be the fallback, `position.fallback` (specification 14.25).
 */
export function announceGeolocationSuccess(position: FetchedPosition, target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(GEOLOCATION_SUCCESS, { detail: position }))
}

/** Passes a search from the header to the home page, without a navigation. */
export function requestSearch(text: string) {
  dispatchEvent(new CustomEvent(SEARCH, { detail: text }))
}

export const onSearchRequested = (listener: (text: string) => void): (() => void) =>
  listen(SEARCH, (event) => listener((event as CustomEvent<string>).detail))

import type { FetchedPosition } from '../location/position.ts'

const USE_LOCATION = 'offlead:use-my-location'
const LOCATED = 'offlead:geolocation-success'

/** The page-wide wish to search where the person is (specification, section 2: the hero's button broadcasts it). */
export function askForLocation() {
  window.dispatchEvent(new Event(USE_LOCATION))
}

export function onLocationAsked(listener: () => void): () => void {
  window.addEventListener(USE_LOCATION, listener)
  return () => window.removeEventListener(USE_LOCATION, listener)
}

/** The page-wide 'app geolocation success' event; also for the fallback, which is marked as such. */
export function tellLocation(position: FetchedPosition) {
  window.dispatchEvent(new CustomEvent(LOCATED, { detail: position }))
}

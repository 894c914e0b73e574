import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import type { FetchedPosition } from './position.ts'

/** The page-wide event of specification 14.25. */
const GEOLOCATION_SUCCESS = `${STORAGE_PREFIX}:geolocation-success`

/** Announces a position to search from, which may be the fallback (`position.fallback`). */
export function announceGeolocationSuccess(position: FetchedPosition, target: EventTarget = window): void {
  target.dispatchEvent(new CustomEvent(GEOLOCATION_SUCCESS, { detail: position }))
}

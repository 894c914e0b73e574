import type { LatLng, Bounds } from './point.ts'
import { isWithin } from './point.ts'

/**
 * The bounds of Australia and its inhabited islands: from the Cocos (Keeling) Islands to Norfolk Island, from
 * Torres Strait to Macquarie Island. They include some sea and parts of neighbouring countries.
 */
const AUSTRALIA: Bounds = { south: -55.2, north: -8.5, west: 96.5, east: 168.5 }

export const isInAustralia = (place: LatLng): boolean => isWithin(place, AUSTRALIA)

/** The position of a device whose own is not known. */
export const SYDNEY = { latitude: -33.8688, longitude: 151.2093 } as const

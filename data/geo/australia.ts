import type { LatLng } from './earth.ts'

/**
 * The bounding box, in degrees, of Australia and its inhabited islands: from the Cocos (Keeling) Islands to
 * Norfolk Island, from Torres Strait to Macquarie Island. It includes some sea and parts of neighbouring
 * countries.
 */
const AUSTRALIA = { south: -55.2, north: -8.5, west: 96.5, east: 168.5 } as const

export function isInAustralia({ latitude, longitude }: LatLng): boolean {
  return (
    latitude >= AUSTRALIA.south &&
    latitude <= AUSTRALIA.north &&
    longitude >= AUSTRALIA.west &&
    longitude <= AUSTRALIA.east
  )
}

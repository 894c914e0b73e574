import type { LatLng } from './earth.ts'

/**
 * The box, in degrees, around Australia with the islands where people live: from the Cocos (Keeling) Islands to Norfolk Island, from
 * Torres Strait to Macquarie Island. It holds some sea and parts of the neighbours too.
 */
export const AUSTRALIA = { south: -55.2, north: -8.5, west: 96.5, east: 168.5 } as const

export function inAustralia({ latitude, longitude }: LatLng): boolean {
  return (
    latitude >= AUSTRALIA.south &&
    latitude <= AUSTRALIA.north &&
    longitude >= AUSTRALIA.west &&
    longitude <= AUSTRALIA.east
  )
}

import { appleMapsDirections, geoUri, parkPlace } from '../../data/geo/map-links.ts'
import type { Park } from '../../data/model/park.ts'
import { isApple } from '../platform/install.ts'
import { buttonClass } from '../ui/button.tsx'
import { PARK_TEXTS } from './texts.ts'

/** A park as the destination of another app. */
export const toDestination = (park: Park) => ({
  name: park.name,
  city: park.city,
  state: park.state,
  postcode: park.postal_code,
  latitude: Number(park.latitude),
  longitude: Number(park.longitude),
  accuracy: park.locationAccuracy,
})

/** Opens the park in the phone's own map app. Hidden with a mouse: desktops usually have no such app. */
export function MapAppLink({ park, className }: { park: Park; className: string }) {
  const place = parkPlace(toDestination(park))
  return (
    <a
      href={geoUri(place, park.name)}
      className={`${buttonClass('outline', className)} pointer-fine:hidden`}
      onClick={({ currentTarget }) => {
        // Decided when it is tapped, because the link may have been rendered on the server.
        if (isApple()) currentTarget.href = appleMapsDirections(place)
      }}
    >
      {PARK_TEXTS.openInMaps}
    </a>
  )
}

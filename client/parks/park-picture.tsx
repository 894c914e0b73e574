import { ownPicture, type Park } from '../../data/model/park.ts'
import { StaticMap } from '../map/static-map.tsx'
import { useFailedPicture } from '../platform/use-failed-picture.ts'
import { DrawnPlace, PlaceColours } from './drawn-place.tsx'
import { PARK_TEXTS } from './texts.ts'
import { isPrerendering } from '../first-screen/index.ts'

interface ParkPictureProps {
  park: Pick<Park, 'id' | 'name' | 'features' | 'imageUrl' | 'latitude' | 'longitude' | 'locationAccuracy'>
  /**
   * Whether it is near the top of the page: then a photograph loads eagerly, and a drawing is prerendered.
   */
  first?: boolean
}

/**
 * The park's photograph, or a drawing with a static map beside or below it: two parks of a suburb can have the
 * same map, but not the same drawing. If there is no map either, a text says that there is no image. A
 * photograph that fails to load is replaced by the drawing until it may succeed. Fills its container.
 */
export function ParkPicture({ park, first = false }: ParkPictureProps) {
  const [failed, setFailed] = useFailedPicture()
  const picture = ownPicture(park.imageUrl)
  if (picture !== null && failed !== picture) {
    return (
      <img
        src={picture}
        alt={park.name}
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
        className="block size-full object-cover"
        onError={() => setFailed(picture)}
      />
    )
  }
  return (
    <div className="flex size-full @card:flex-col">
      <div className="min-h-0 min-w-0 flex-1">
        {isPrerendering && !first ? <PlaceColours park={park} /> : <DrawnPlace park={park} />}
      </div>
      {picture === null && (
        <StaticMap
          park={park}
          instead={
            <span className="absolute bottom-2 left-2 rounded-full bg-surface px-3 py-0.5 text-s font-semibold text-muted">
              {PARK_TEXTS.card.noImage}
            </span>
          }
        />
      )}
    </div>
  )
}

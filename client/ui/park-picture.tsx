import { useState } from 'react'
import { ownPicture, type Park } from '../../data/model/park.ts'
import { StaticMap } from '../map/static-map.tsx'
import { DrawnPlace, PlaceAfar } from './drawn-place.tsx'
import { TEXTS } from './texts.ts'
import { isWriting } from './written.ts'

interface ParkPictureProps {
  park: Pick<Park, 'id' | 'name' | 'features' | 'imageUrl' | 'latitude' | 'longitude' | 'locationAccuracy'>
  /** Among the first things on its page: a photograph is fetched at once, and a drawn place is in the written screen already. */
  first?: boolean
}

/**
 * The park's photograph; without one a map of where it is, over a drawn place that is there at once. Where no map comes either, words say that
 * there is no image. A photograph that cannot be loaded leaves the drawn place. Fills its box.
 */
export function ParkPicture({ park, first = false }: ParkPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
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
    <>
      {isWriting && !first ? <PlaceAfar park={park} /> : <DrawnPlace park={park} />}
      {picture === null && (
        <StaticMap
          park={park}
          instead={
            <span className="absolute bottom-2 left-2 rounded-full bg-surface px-3 py-0.5 text-s font-semibold text-muted">
              {TEXTS.park.noImage}
            </span>
          }
        />
      )}
    </>
  )
}

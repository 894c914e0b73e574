import { useState } from 'react'
import type { Park } from '../../data/model/park.ts'
import { DrawnPlace } from './drawn-place.tsx'
import { TEXTS } from './texts.ts'

interface ParkPictureProps {
  park: Pick<Park, 'id' | 'name' | 'features' | 'imageUrl'>
  /** The first thing on its page: fetched at once. */
  first?: boolean
}

/** The park's photograph; without one, or when it cannot be loaded, a drawn place. Fills its box. */
export function ParkPicture({ park, first = false }: ParkPictureProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (park.imageUrl && failed !== park.imageUrl) {
    return (
      <img
        src={park.imageUrl} alt={park.name} loading={first ? 'eager' : 'lazy'} decoding="async"
        className="block size-full object-cover" onError={() => setFailed(park.imageUrl)}
      />
    )
  }
  return (
    <>
      <DrawnPlace park={park} />
      <span className="sr-only">{TEXTS.park.noImage}</span>
    </>
  )
}

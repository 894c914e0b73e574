import { useState } from 'react'
import type { DirectionsEnd } from '../../../data/model/directions.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { addressAt } from '../../queries/directions.ts'
import type { Start } from '../../queries/find-route.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

/** A position that is less accurate than this is only in the surroundings. Metres. */
const ROUGH_METRES = 200

/** The start of a route: typed text, one of the places that it can mean, or the person's position. */
export function useStart() {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<{ place: DirectionsEnd; address: string | null } | null>(null)

  function setPlace(place: DirectionsEnd) {
    setText(place.label)
    setKnown({ place, address: null })
  }

  return {
    text,
    /** `null` if there is none yet. */
    current: (): Start | null => known?.place ?? (text.trim() === '' ? null : { text: text.trim() }),
    /** The start of a route that was found, in words. */
    label: (origin: DirectionsEnd) => (known?.address ? T.myLocationAt(known.address) : origin.label),
    write(next: string) {
      setText(next)
      setKnown(null)
    },
    setPlace,
    setPosition({ latitude, longitude, accuracy }: LatLng & { accuracy: number }): DirectionsEnd {
      const place = { label: T.myLocation, latitude, longitude, approximate: accuracy > ROUGH_METRES }
      setPlace(place)
      return place
    },
    async findAddress(place: DirectionsEnd) {
      // An address would say that the position is exact.
      if (place.approximate) return
      const address = await addressAt(place)
      setKnown((current) => (current?.place === place ? { place, address } : current))
    },
  }
}

import { useState } from 'react'
import type { DirectionsEnd } from '../../../data/model/directions.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { addressAt } from '../../queries/directions.ts'
import { isRough } from '../../queries/find-route.ts'
import type { Start } from '../../queries/find-route.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

type StartHere = Extract<Start, { position: unknown }>

/** The start of a route: a typed place or the person's position. */
export function useStart() {
  const [text, setText] = useState('')
  const [here, setHere] = useState<{ start: StartHere; address: string | null } | null>(null)
  return {
    text,
    /** `null` if there is none yet. */
    current: (): Start | null => here?.start ?? (text.trim() === '' ? null : { text: text.trim() }),
    /** The start of a route that was found, in words. */
    label(origin: DirectionsEnd) {
      if (here === null) return origin.label
      return here.address === null ? T.myLocation : T.myLocationAt(here.address)
    },
    write(next: string) {
      setText(next)
      setHere(null)
    },
    setPosition({ latitude, longitude, accuracy }: LatLng & { accuracy: number }): StartHere {
      const start = { position: { latitude, longitude }, accuracy, label: T.myLocation }
      setText(T.myLocation)
      setHere({ start, address: null })
      return start
    },
    async findAddress(start: StartHere) {
      // An address would say that the position is exact.
      if (isRough(start)) return
      const address = await addressAt(start.position)
      setHere((current) => (current?.start === start ? { start, address } : current))
    },
  }
}

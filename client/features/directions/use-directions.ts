import { useRef, useState } from 'react'
import { TRAVEL_MODES, type DirectionsEnd, type TravelMode } from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { logPostcodes } from '../../queries/directions.ts'
import { usePosition } from '../../queries/index.ts'
import { toast } from '../../platform/toast.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'
import { useRoute } from './use-route.ts'
import { useStart } from './use-start.ts'

/** State of the directions form and its result. */
export function useDirectionsForm(park: Park) {
  const start = useStart()
  const { result, ...route } = useRoute(park)
  const { locate, locating } = usePosition()
  const [mode, setMode] = useState<TravelMode>(TRAVEL_MODES[0])
  const chosenMode = useRef(mode)
  /** Number of times that a start was given or asked for: a position that arrives after the next is ignored. */
  const startCount = useRef(0)

  function startAt(position: LatLng & { accuracy: number }) {
    const from = start.setPosition(position)
    // Another mode may have been chosen while the position was looked for.
    route.calculate(from, chosenMode.current)
    void start.findAddress(from)
  }

  return {
    text: start.text,
    mode,
    result,
    locating,
    /** The start to calculate from, if there is one. */
    start: start.current,
    startLabel: start.label,
    write(next: string) {
      startCount.current++
      start.write(next)
    },
    chooseMode(next: TravelMode) {
      // A click selects a tab twice: with the press and with the focus.
      if (chosenMode.current === next) return
      chosenMode.current = next
      setMode(next)
      route.changeMode(start.current(), next)
    },
    submit() {
      const from = start.current()
      if (from === null) {
        toast({ title: T.missingTitle, description: T.missing, look: 'destructive' })
        return
      }
      startCount.current++
      if ('text' in from) void logPostcodes(from.text)
      route.calculate(from, mode)
    },
    /** Calculates from one of the places that the start can mean. */
    choose(place: DirectionsEnd) {
      startCount.current++
      start.setPlace(place)
      route.calculate(place, mode)
    },
    async startFromMyLocation() {
      const count = ++startCount.current
      const isLatest = () => startCount.current === count
      const located = await locate((moved) => {
        if (isLatest()) startAt(moved)
      })
      if (!isLatest()) return
      if (located.ok) startAt(located.position)
      else route.failToLocate()
    },
  }
}

export type DirectionsForm = ReturnType<typeof useDirectionsForm>

import { useEffect, useRef, useState } from 'react'
import { TRAVEL_MODES, type DirectionsEnd, type TravelMode } from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { addressAt, logPostcodes, useFindRoute } from '../../queries/directions.ts'
import { isRough } from '../../queries/find-route.ts'
import type { FoundRoute, Start } from '../../queries/find-route.ts'
import { usePosition } from '../../queries/index.ts'
import { useUnit } from '../../platform/settings-store.ts'
import { toast } from '../../platform/toast.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

export type DirectionsResult =
  | { state: 'open' }
  | { state: 'calculating' }
  /** `reveal`: the user asked for it, so it is scrolled into view; not after choosing another mode. */
  | { state: 'found'; route: FoundRoute; reveal: boolean }
  /** The start is a guess: the person chooses among the places it can mean. */
  | { state: 'doubtful'; choices: DirectionsEnd[]; reveal: boolean }
  | { state: 'failed'; message: string; reveal: boolean }

/**
 * State of the directions form and its result (specification 14.41: open, calculating, success or
 * error).
 */
export function useDirectionsForm(park: Park) {
  const findRoute = useFindRoute()
  const { locate, locating } = usePosition()
  const unit = useUnit()
  const [text, setText] = useState('')
  const [here, setHere] = useState<Extract<Start, { position: unknown }> | null>(null)
  /** Address of the person's position. */
  const [addressHere, setAddressHere] = useState<string | null>(null)
  /** The latest start at the person's position: the address of an earlier one is ignored. */
  const located = useRef<Start>(null)
  const [mode, setMode] = useState<TravelMode>(TRAVEL_MODES[0])
  const chosen = useRef(mode)
  const [result, setResult] = useState<DirectionsResult>({ state: 'open' })
  const controller = useRef<AbortController>(null)
  /** Number of times that a start was given or asked for: a position that arrives after the next is ignored. */
  const startCount = useRef(0)
  /** The place that was chosen when the start was doubtful: the person is not asked about it again. */
  const chosenPlace = useRef<string>(null)
  /** The server's routes by start, mode and unit, so that a mode chosen again is not asked for again. */
  const routes = useRef(new Map<string, FoundRoute>())
  useEffect(() => () => controller.current?.abort(), [])

  const start = (): Start | null => here ?? (text.trim() === '' ? null : { text: text.trim() })

  const keyOf = (from: Start, by: TravelMode) => JSON.stringify([from, by, unit])

  async function calculate(from: Start, by: TravelMode, reveal: boolean) {
    controller.current?.abort()
    const run = new AbortController()
    controller.current = run
    setResult({ state: 'calculating' })
    try {
      const found = await findRoute({ park, start: from, mode: by, unit }, run.signal)
      if (run.signal.aborted) return
      const { origin, otherOrigins } = found.directions
      const doubtful = found.directions.doubtful && !('text' in from && from.text === chosenPlace.current)
      // An estimate is replaced as soon as the server answers.
      if (found.estimateReason === null && !doubtful) routes.current.set(keyOf(from, by), found)
      setResult(
        doubtful
          ? { state: 'doubtful', choices: [origin, ...otherOrigins], reveal }
          : { state: 'found', route: found, reveal },
      )
    } catch {
      if (run.signal.aborted) return
      setResult({ state: 'failed', message: T.error, reveal })
      toast({ title: T.errorTitle, description: T.error, look: 'destructive' })
    }
  }

  async function startAt({ latitude, longitude, accuracy }: LatLng & { accuracy: number }) {
    const position = { latitude, longitude }
    const from = { position, accuracy, label: T.myLocation }
    setText(T.myLocation)
    setHere(from)
    setAddressHere(null)
    located.current = from
    // Another mode may have been chosen while the position was looked for.
    void calculate(from, chosen.current, true)
    // An address would say that the position is exact.
    if (isRough(from)) return
    const address = await addressAt(position)
    if (located.current === from) setAddressHere(address)
  }

  return {
    text,
    mode,
    result,
    locating,
    /** The start that was used, in words. */
    startLabel(origin: DirectionsEnd) {
      if (here === null) return origin.label
      return addressHere === null ? T.myLocation : T.myLocationAt(addressHere)
    },
    /** Whether there is a start to calculate from. */
    ready: start() !== null,
    start,
    write(next: string) {
      startCount.current++
      setText(next)
      setHere(null)
    },
    chooseMode(next: TravelMode) {
      // A click selects a tab twice: with the press and with the focus.
      if (chosen.current === next) return
      chosen.current = next
      setMode(next)
      const from = start()
      // A route of another mode must not stay below this one.
      if (from === null) {
        controller.current?.abort()
        return setResult({ state: 'open' })
      }
      if (result.state === 'open') return
      const route = routes.current.get(keyOf(from, next))
      if (route === undefined) return void calculate(from, next, false)
      controller.current?.abort()
      setResult({ state: 'found', route, reveal: false })
    },
    submit() {
      const from = start()
      if (from === null) toast({ title: T.missingTitle, description: T.missing, look: 'destructive' })
      else {
        startCount.current++
        if ('text' in from) void logPostcodes(from.text)
        void calculate(from, mode, true)
      }
    },
    /** Calculates from one of the places that the start can mean. */
    choose(label: string) {
      startCount.current++
      chosenPlace.current = label
      setText(label)
      setHere(null)
      void calculate({ text: label }, mode, true)
    },
    async startFromMyLocation() {
      const count = ++startCount.current
      const result = await locate((moved) => {
        if (startCount.current === count) void startAt(moved)
      })
      if (startCount.current !== count) return
      if (result.ok) return startAt(result.position)
      setResult({ state: 'failed', message: T.noLocation, reveal: true })
      toast({ title: T.errorTitle, description: T.noLocation, look: 'destructive' })
    },
  }
}

export type DirectionsForm = ReturnType<typeof useDirectionsForm>

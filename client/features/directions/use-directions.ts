import { useEffect, useRef, useState } from 'react'
import { TRAVEL_MODES, type TravelMode } from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import { useFindRoute, type FoundWay, type Start } from '../../queries/directions.ts'
import { usePosition } from '../../queries/index.ts'
import { useUnit } from '../../platform/settings-store.ts'
import { toast } from '../../platform/toast-queue.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

export type DirectionsResult =
  | { state: 'open' }
  | { state: 'calculating' }
  | { state: 'found'; way: FoundWay }
  | { state: 'failed'; message: string }

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
  const [mode, setMode] = useState<TravelMode>(TRAVEL_MODES[0])
  const [result, setResult] = useState<DirectionsResult>({ state: 'open' })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const start = (): Start | null => here ?? (text.trim() === '' ? null : { text: text.trim() })

  async function calculate(from: Start, by: TravelMode) {
    controller.current?.abort()
    const run = new AbortController()
    controller.current = run
    setResult({ state: 'calculating' })
    try {
      const found = await findRoute({ park, start: from, mode: by, unit }, run.signal)
      if (!run.signal.aborted) setResult({ state: 'found', way: found })
    } catch {
      if (run.signal.aborted) return
      setResult({ state: 'failed', message: T.error })
      toast({ title: T.errorTitle, description: T.error, look: 'destructive' })
    }
  }

  return {
    text,
    mode,
    result,
    locating,
    /** Whether there is a start to calculate from. */
    ready: start() !== null,
    start,
    write(next: string) {
      setText(next)
      setHere(null)
    },
    chooseMode(next: TravelMode) {
      setMode(next)
      const from = start()
      if (from !== null && result.state !== 'open') void calculate(from, next)
    },
    submit() {
      const from = start()
      if (from === null) toast({ title: T.missingTitle, description: T.missing, look: 'destructive' })
      else void calculate(from, mode)
    },
    async startFromMyLocation() {
      const located = await locate()
      if (!located.ok) {
        setResult({ state: 'failed', message: T.noLocation })
        toast({ title: T.errorTitle, description: T.noLocation, look: 'destructive' })
        return
      }
      const { latitude, longitude } = located.position
      const from = { position: { latitude, longitude }, label: T.myLocation }
      setText(T.myLocation)
      setHere(from)
      void calculate(from, mode)
    },
  }
}

export type DirectionsForm = ReturnType<typeof useDirectionsForm>

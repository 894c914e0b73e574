import { useEffect, useRef, useState } from 'react'
import type { DirectionsEnd, TravelMode } from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import { useFindRoute } from '../../queries/directions.ts'
import type { FoundRoute, Start } from '../../queries/find-route.ts'
import { useUnit } from '../../platform/settings-store.ts'
import { toast } from '../../platform/toast.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'

type RouteResult =
  | { state: 'open' }
  | { state: 'calculating' }
  /** `reveal`: the user asked for it, so it is scrolled into view; not after choosing another mode. */
  | { state: 'found'; route: FoundRoute; reveal: boolean }
  /** The start is a guess: the person chooses among the places it can mean. */
  | { state: 'doubtful'; choices: DirectionsEnd[]; reveal: boolean }
  | { state: 'failed'; message: string; reveal: boolean }

/** The latest route to a park (specification 14.41: open, calculating, success or error). */
export function useRoute(park: Park) {
  const findRoute = useFindRoute()
  const unit = useUnit()
  const [result, setResult] = useState<RouteResult>({ state: 'open' })
  const controller = useRef<AbortController>(null)
  /** The server's routes by start, mode and unit, so that a mode chosen again is not asked for again. */
  const routes = useRef(new Map<string, FoundRoute>())
  useEffect(() => () => controller.current?.abort(), [])

  const keyOf = (from: Start, by: TravelMode) => JSON.stringify([from, by, unit])

  /** Shows a result instead of that of a calculation that is running. */
  function replace(next: RouteResult) {
    controller.current?.abort()
    setResult(next)
  }

  function fail(message: string, reveal: boolean) {
    setResult({ state: 'failed', message, reveal })
    toast({ title: T.errorTitle, description: message, look: 'destructive' })
  }

  async function calculate(from: Start, by: TravelMode, reveal: boolean) {
    replace({ state: 'calculating' })
    const run = new AbortController()
    controller.current = run
    try {
      const found = await findRoute({ park, start: from, mode: by, unit }, run.signal)
      if (run.signal.aborted) return
      const { origin, otherOrigins, doubtful } = found.directions
      // An estimate is replaced as soon as the server answers.
      if (found.estimateReason === null && !doubtful) routes.current.set(keyOf(from, by), found)
      setResult(
        doubtful
          ? { state: 'doubtful', choices: [origin, ...otherOrigins], reveal }
          : { state: 'found', route: found, reveal },
      )
    } catch {
      if (!run.signal.aborted) fail(T.error, reveal)
    }
  }

  return {
    result,
    calculate: (from: Start, by: TravelMode) => void calculate(from, by, true),
    /** Shows the route of another mode. */
    changeMode(from: Start | null, by: TravelMode) {
      // A route of another mode must not stay below this one.
      if (from === null) return replace({ state: 'open' })
      if (result.state === 'open') return
      const route = routes.current.get(keyOf(from, by))
      if (route === undefined) void calculate(from, by, false)
      else replace({ state: 'found', route, reveal: false })
    },
    failToLocate: () => fail(T.noLocation, true),
  }
}

import { useDataServices } from './context.ts'
import type { PositionState } from './types.ts'
import { useObservable } from '../platform/use-observable.ts'

/** Where the person is, if that is known and at most an hour old. */
export function usePosition(): PositionState {
  const { positions } = useDataServices()
  const { locating } = useObservable(positions)
  return { position: positions.recent(), locating, locate: positions.locate, locateNow: positions.locateNow }
}

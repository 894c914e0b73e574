import { useDataServices } from './context.ts'
import type { PositionState } from './types.ts'
import { useObservable } from '../platform/use-observable.ts'

/** The user's position, if it is known. */
export function usePosition(): PositionState {
  const { positions } = useDataServices()
  const { position, locating } = useObservable(positions)
  return { position, locating, locate: positions.locate }
}

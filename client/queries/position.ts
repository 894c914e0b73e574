import { useDataSide } from './context.ts'
import type { PositionState } from './types.ts'
import { useObservable } from '../platform/use-observable.ts'

/** Where the person is, as far as the page knows. */
export function usePosition(): PositionState {
  const { positions } = useDataSide()
  const { position, locating } = useObservable(positions)
  return { position, locating, locate: positions.locate }
}

import { useDataServices } from './context.ts'
import type { PositionState } from './types.ts'
import { useWatched } from '../platform/use-observable.ts'

/** Where the person is, as far as the page knows. */
export function usePosition(): PositionState {
  const { positions } = useDataServices()
  const { position, locating } = useWatched(positions)
  return { position, locating, locate: positions.locate }
}

import { useSyncExternalStore } from 'react'
import { useDataSide } from './context.ts'
import type { PositionState } from './types.ts'

/** Where the person is, as far as the page knows. */
export function usePosition(): PositionState {
  const { positions } = useDataSide()
  const { position, locating } = useSyncExternalStore(positions.subscribe, positions.current)
  return { position, locating, locate: positions.locate }
}

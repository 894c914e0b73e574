import { createContext, use } from 'react'
import type { Device } from './device.ts'
import type { Personal } from './personal.ts'
import type { PositionStore } from './position-store.ts'

/** What the hooks stand on. */
export interface DataSide {
  device: Device
  positions: PositionStore
  personal: Personal
}

export const DataContext = createContext<DataSide | null>(null)

export function useDataSide(): DataSide {
  const side = use(DataContext)
  if (side === null) throw new Error('DataProvider is missing above this component')
  return side
}

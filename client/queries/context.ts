import { createContext, use } from 'react'
import type { Device } from './device.ts'
import type { Personal } from './personal.ts'
import type { PositionStore } from './position-store.ts'

/** What the hooks stand on. */
export interface DataServices {
  device: Device
  positions: PositionStore
  personal: Personal
}

export const DataContext = createContext<DataServices | null>(null)

export function useDataServices(): DataServices {
  const side = use(DataContext)
  if (side === null) throw new Error('DataProvider is missing above this component')
  return side
}

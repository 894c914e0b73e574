import { createContext, use } from 'react'
import type { Device } from './device.ts'
import type { Personal } from './personal.ts'
import type { PositionStore } from './position-store.ts'

/** The services behind the hooks of this folder. */
export interface DataServices {
  device: Device
  positions: PositionStore
  personal: Personal
}

export const DataContext = createContext<DataServices | null>(null)

export function useDataServices(): DataServices {
  const services = use(DataContext)
  if (services === null) throw new Error('DataProvider is missing above this component')
  return services
}

import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useDataServices } from './context.ts'
import { isLimited } from './query-client.ts'
import type { DirectoryState } from './types.ts'
import { useWatched } from '../platform/use-observable.ts'

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network. It says nothing of whether the server can be reached over it. */
export function useConnection(): { online: boolean } {
  return {
    online: useSyncExternalStore(
      subscribeToConnection,
      () => navigator.onLine,
      () => true,
    ),
  }
}

/** The directory on this device. */
export function useDirectory(): DirectoryState {
  const { device } = useDataServices()
  return useWatched({ subscribe: device.subscribe, current: device.directory })
}

/** Reads what {@link useDirectory} says when it is called; nothing is drawn again when that changes. */
export function useDirectoryReader(): () => DirectoryState {
  return useDataServices().device.directory
}

/** Whether 'Limited Data Mode' is what the person is in (specification 18.27). */
export function useLimitedData(): boolean {
  const { device } = useDataServices()
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (listener) => {
      const stops = [queryClient.getQueryCache().subscribe(listener), device.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    () => isLimited(queryClient, device),
    () => false,
  )
}

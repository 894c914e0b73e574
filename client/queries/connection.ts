import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useDataServices } from './context.ts'
import { isLimited } from './query-client.ts'
import type { DirectoryState } from './types.ts'
import { serverGate } from '../store/server-gate.ts'
import { SYNC_CALLS } from '../store/names.ts'
import { useObservable } from '../platform/use-observable.ts'

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the browser has a network. The server may still be unreachable. */
export function useConnection(): { online: boolean } {
  return {
    online: useSyncExternalStore(
      subscribeToConnection,
      () => navigator.onLine,
      () => true,
    ),
  }
}

/** Whether the browser has a network but our server repeatedly does not answer. */
export function useServerUnreachable(): boolean {
  const { online } = useConnection()
  return (
    useSyncExternalStore(
      serverGate.onChange,
      () => serverGate.unreachable(),
      () => false,
    ) && online
  )
}

/** Why what is sent now arrives later; `null` if nothing is known that delays it. */
export function sendingDelay(): 'offline' | 'server' | null {
  if (!navigator.onLine) return 'offline'
  // After a failed exchange there is a pause until the next one.
  return serverGate.waitKnown(SYNC_CALLS) > 0 ? 'server' : null
}

/** State of the directory on this device. */
export function useDirectory(): DirectoryState {
  const { device } = useDataServices()
  return useObservable({ subscribe: device.subscribe, current: device.directory })
}

/**
 * A function that reads the value of {@link useDirectory}. The component does not re-render when it changes.
 */
export function useDirectoryReader(): () => DirectoryState {
  return useDataServices().device.directory
}

/** Whether the app is in 'Limited Data Mode' (specification 18.27). */
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

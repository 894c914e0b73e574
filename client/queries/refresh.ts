import { useQueryClient } from '@tanstack/react-query'
import { useDataServices } from './context.ts'
import { DIRECTORY_KEY } from './query-client.ts'

/** Has this device take the directory that the server has now, at once, and every answer about parks asked again. */
export function useDirectoryRefresh(): () => Promise<void> {
  const { device } = useDataServices()
  const client = useQueryClient()
  return async () => {
    // A device that cannot follow now does so by itself, later.
    await device.ask('sync', { asked: true }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: [DIRECTORY_KEY] })
  }
}

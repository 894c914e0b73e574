import { useQueryClient } from '@tanstack/react-query'
import { useDataServices } from './context.ts'
import { DIRECTORY_KEY } from './query-client.ts'

/** A function that updates this device's directory now and fetches all directory queries again. */
export function useDirectoryRefresh(): () => Promise<void> {
  const { device } = useDataServices()
  const client = useQueryClient()
  return async () => {
    // If the update fails now, the device retries it later.
    await device.ask('sync', { asked: true }).catch(() => undefined)
    await client.invalidateQueries({ queryKey: [DIRECTORY_KEY] })
  }
}

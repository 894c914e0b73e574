import { existsSync, statfsSync } from 'node:fs'

/** The folder of a disk in memory, as Linux has one, with this many free bytes; `undefined` without one. */
export function memoryDisk(bytes: number): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < bytes ? undefined : folder
}

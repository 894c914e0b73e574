import { createHash } from 'node:crypto'
import { diskCache } from '../geo/disk-cache.ts'
import { singleFlight } from '../single-flight.ts'
import type { Storage } from '../storage/storage.ts'

/** The copied pictures of parks, each named by the hash of its content. */
export interface Pictures {
  /**
   * @param file as in the URL
   * @throws StorageUnavailable if it is neither in the cache nor can the storage be asked
   */
  get(file: string): Promise<Buffer | undefined>
  /** Resolves when the cache on disk is written. */
  close(): Promise<void>
}

/** Size of the cache on disk for pictures of a storage that is not on this machine. */
const CACHE_BYTES = 512 * 2 ** 20
const FILE_NAME = /^([0-9a-f]{64})\.webp$/

export const pictureKey = (file: string): string => `pictures/${file}`

/**
 * @param cacheFolder where pictures are kept that were read from the storage; `undefined` if it is a folder on
 * this machine
 * @param onError called if a picture is damaged, or the cache cannot be written
 */
export function openPictures(
  storage: Storage,
  cacheFolder: string | undefined,
  onError: (error: unknown) => void,
): Pictures {
  const cache =
    cacheFolder === undefined ? undefined : diskCache({ folder: cacheFolder, maxBytes: CACHE_BYTES, onError })
  /** A page is opened by many people at once: each picture is read once. */
  const once = singleFlight<Buffer | undefined>()

  async function read(file: string, sha256: string): Promise<Buffer | undefined> {
    const cached = await cache?.get(file)
    if (cached) return cached.bytes
    const bytes = await storage.get(pictureKey(file))
    if (!bytes || !cache) return bytes
    // What is kept for a year must be what its name says.
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      onError(new Error(`${pictureKey(file)} in the storage is damaged.`))
      return undefined
    }
    await cache.set(file, { bytes, freshUntil: Number.MAX_SAFE_INTEGER })
    return bytes
  }

  return {
    async get(file) {
      const sha256 = FILE_NAME.exec(file)?.[1]
      return sha256 === undefined ? undefined : once(file, () => read(file, sha256))
    },
    close: async () => cache?.settled(),
  }
}

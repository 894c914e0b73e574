import { MAP_OFFER_PATH, SEEN_CACHE } from './names.ts'

/** Nothing was saved because the device is full, even after cached files were deleted. */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/**
 * Whether the browser reports that its storage is full. Dexie wraps the error in its own, and the errors of
 * several rows in one.
 */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  if ('failures' in error && Array.isArray(error.failures) && error.failures.some(isQuotaError)) return true
  return 'inner' in error && error.inner !== error && isQuotaError(error.inner)
}

/**
 * Saves something. If the device is full, it frees space and tries once more.
 * @param freeSpace deletes cached files that can be fetched again
 * @throws DeviceFull if that was not enough
 */
export async function saveOrFreeSpace<T>(
  save: () => Promise<T>,
  freeSpace: () => Promise<unknown>,
): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await freeSpace()
  try {
    return await save()
  } catch (error) {
    if (isQuotaError(error)) throw new DeviceFull('Not saved: this device is full.', { cause: error })
    throw error
  }
}

/**
 * Deletes map images and tiles that were only cached because they were shown. The offer of the maps stays:
 * without it, no map is drawn offline, even in downloaded areas.
 */
export async function deleteSeenMaps(storage: CacheStorage = caches): Promise<void> {
  if (!(await storage.has(SEEN_CACHE))) return
  const cache = await storage.open(SEEN_CACHE)
  const seen = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== MAP_OFFER_PATH)
  await Promise.all(seen.map((request) => cache.delete(request)))
}

/** Like {@link deleteSeenMaps}, without an error if it fails: what is to be saved may fit all the same. */
export const tryToFreeSpace = (): Promise<void> => deleteSeenMaps().catch(() => undefined)

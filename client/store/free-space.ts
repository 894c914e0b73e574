/** Nothing was saved because the device is full, even after cached files were deleted. */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Whether the browser reports that its storage is full. Dexie wraps the error in its own. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
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

/** What could not be saved because the device is full, after everything that can be fetched again has given way. */
export class DeviceFull extends Error {
  override name = 'DeviceFull'
}

/** Whether a browser says that it has no room. Dexie wraps the error of the transaction around it. */
export function isQuotaError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isQuotaError(error.inner)
}

/**
 * Saves something. On a full device tiles and pictures give way first, and it is tried once more.
 * @param giveWay lets go of what can be fetched again
 * @throws DeviceFull when that was not enough, and nothing is saved
 */
export async function withRoom<T>(save: () => Promise<T>, giveWay: () => Promise<unknown>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isQuotaError(error)) throw error
  }
  await giveWay()
  try {
    return await save()
  } catch (error) {
    if (isQuotaError(error)) throw new DeviceFull('Not saved: this device is full.', { cause: error })
    throw error
  }
}

/**
 * Asks the browser for persistent storage, which is not deleted when the device is full. Call it after an
 * action that makes the request understandable, because some browsers ask the user, and only once.
 */
export function askToPersist(): void {
  const ask = async () => {
    if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist()
  }
  // If the browser refuses, nothing changes.
  ask().catch(() => undefined)
}

/**
 * Asks the browser to keep what is on this device even when it runs out of room. To be called when a person has just shown that it matters to
 * them: some browsers ask them, and ask once.
 */
export function askToPersist(): void {
  const ask = async () => {
    if ((await navigator.storage?.persisted?.()) === false) await navigator.storage.persist()
  }
  // A browser that will not say goes on as before.
  ask().catch(() => undefined)
}

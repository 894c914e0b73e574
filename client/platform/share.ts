/** `shared`: by the system's share sheet. `copied`: to the clipboard. `cancelled`: by the user. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/**
 * Shares an address with the system's share sheet, or copies it where there is none. Call it in a user's
 * action.
 */
export async function shareAddress(shared: { title: string; url: string }): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(shared)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  try {
    await navigator.clipboard.writeText(shared.url)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** How far a device has received a user's changes. Revisions of different epochs cannot be compared. */
export interface Cursor {
  epoch: string
  revision: number
}

export const writeCursor = ({ epoch, revision }: Cursor) => `${epoch}.${revision}`

/** `undefined` if the text is not a cursor. */
export function readCursor(text: string | null): Cursor | undefined {
  const parts = /^([0-9a-f]{32})\.(\d{1,15})$/.exec(text ?? '')
  return parts ? { epoch: parts[1]!, revision: Number(parts[2]) } : undefined
}

/**
 * The revision after which changes must be sent; `undefined` if everything must be sent, because there is no
 * cursor, or it is from another epoch or ahead of the current revision.
 */
export function changesAfter(text: string | null, now: Cursor): number | undefined {
  const cursor = readCursor(text)
  return cursor && cursor.epoch === now.epoch && cursor.revision <= now.revision ? cursor.revision : undefined
}

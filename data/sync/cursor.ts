/** How far a device has read what happened to a person's rows. Revisions of different epochs cannot be compared. */
export interface Cursor {
  epoch: string
  revision: number
}

export const writeCursor = ({ epoch, revision }: Cursor) => `${epoch}.${revision}`

/** `undefined` for what is no cursor of ours. */
export function readCursor(text: string | null): Cursor | undefined {
  const parts = /^([0-9a-f]{32})\.(\d{1,15})$/.exec(text ?? '')
  return parts ? { epoch: parts[1]!, revision: Number(parts[2]) } : undefined
}

/**
 * The revision after which changes are to be told; `undefined` when everything has to be: there is no cursor, it is of another epoch, or it
 * is ahead of all that has happened.
 */
export function changesAfter(text: string | null, now: Cursor): number | undefined {
  const cursor = readCursor(text)
  return cursor && cursor.epoch === now.epoch && cursor.revision <= now.revision ? cursor.revision : undefined
}

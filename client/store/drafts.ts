import type { PartitionId } from '../../data/model/sync.ts'
import { ANONYMOUS } from './database.ts'
import type { Draft, OffleadDatabase } from './database.ts'
import { activePerson } from './stream.ts'

export type { Draft }

/** Forms whose unsent content is saved on the device. */
export const DRAFT_KINDS = ['submission', 'contact'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** Where a user's draft is stored, so that no other user sees it; `ANONYMOUS` is without an account. */
export const draftKey = (kind: DraftKind, userId: PartitionId) =>
  userId === ANONYMOUS ? `draft-${kind}` : `draft-${kind}-${userId}`

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (field) =>
      typeof field === 'string' || (Array.isArray(field) && field.every((one) => typeof one === 'string')),
  )

/**
 * The current user's draft, or the one written on this device without an account. If there are both, the latter is
 * newer: with each draft of a signed-in user it is deleted.
 */
export async function readDraft(database: OffleadDatabase, kind: DraftKind): Promise<Draft | undefined> {
  return database.transaction('r', database.meta, async () => {
    const userId = await activePerson(database)
    const row =
      (await database.meta.get(draftKey(kind, ANONYMOUS))) ??
      (await database.meta.get(draftKey(kind, userId)))
    return isDraft(row?.value) ? row.value : undefined
  })
}

/** Leaves the current user's drafts where no other user sees them. Call it in a transaction with `meta`. */
export async function hideDrafts(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  for (const kind of DRAFT_KINDS) {
    const shown = await readDraft(database, kind)
    if (shown !== undefined) await saveDraft(database, kind, shown, userId)
  }
}

/**
 * Does nothing if the text belongs to another account than the current one.
 * @param draft `null` deletes the saved draft
 * @param owner the account under which the text was typed, `ANONYMOUS` if without one. It stays theirs, hidden
 *   from others, if their session has ended while the form was open
 */
export async function saveDraft(
  database: OffleadDatabase,
  kind: DraftKind,
  draft: Draft | null,
  owner: PartitionId = ANONYMOUS,
): Promise<void> {
  await database.transaction('rw', database.meta, async () => {
    const active = await activePerson(database)
    if (active !== ANONYMOUS && owner !== ANONYMOUS && active !== owner) return
    const userId = active === ANONYMOUS ? owner : active
    await database.meta.delete(draftKey(kind, ANONYMOUS))
    if (draft === null) await database.meta.delete(draftKey(kind, userId))
    else await database.meta.put({ key: draftKey(kind, userId), value: draft })
  })
}

import type { ParkId } from '../../data/model/park.ts'
import type { PartitionId } from '../../data/model/sync.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { Draft, OffleadDatabase } from './database.ts'
import { activePerson } from './stream.ts'

export type { Draft }

/** Forms whose unsent content is saved on the device. Each park has one for reports. */
export type DraftForm = 'submission' | 'contact' | `report-${ParkId}`

/** The form that an operation is typed into, if its unsent content is saved. */
export function draftFormOf(kind: Kind, args: Arguments<Kind>): DraftForm | undefined {
  if (kind === 'submission' || kind === 'contact') return kind
  const report = kind === 'report' ? (args as Arguments<'report'>) : undefined
  return report?.subject === 'park' ? `report-${report.subjectId}` : undefined
}

/** Where a user's draft is stored, so that no other user sees it; `ANONYMOUS` is without an account. */
const draftKey = (form: DraftForm, userId: PartitionId) =>
  userId === ANONYMOUS ? `draft-${form}` : `draft-${form}-${userId}`
/** A key, with the form and the user, if any. */
const DRAFT_KEY = /^draft-(submission|contact|report-\d+)(?:-(\d+))?$/

/** The drafts stored for a user. Call it in a transaction with `meta`. */
async function draftsOf(database: OffleadDatabase, userId: PartitionId) {
  const keys = await database.meta.where('key').startsWith('draft-').primaryKeys()
  return keys.flatMap((key) => {
    const [, form, owner = ANONYMOUS] = DRAFT_KEY.exec(key) ?? []
    return form !== undefined && Number(owner) === userId ? [{ key, form: form as DraftForm }] : []
  })
}

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
export async function readDraft(database: OffleadDatabase, form: DraftForm): Promise<Draft | undefined> {
  return database.transaction('r', database.meta, async () => {
    const userId = await activePerson(database)
    const row =
      (await database.meta.get(draftKey(form, ANONYMOUS))) ??
      (await database.meta.get(draftKey(form, userId)))
    return isDraft(row?.value) ? row.value : undefined
  })
}

/** The drafts that the current user sees. Call it in a transaction with `meta`. */
export async function shownDrafts(database: OffleadDatabase): Promise<[DraftForm, Draft][]> {
  const userId = await activePerson(database)
  const stored = [...(await draftsOf(database, ANONYMOUS)), ...(await draftsOf(database, userId))]
  const shown: [DraftForm, Draft][] = []
  for (const form of new Set(stored.map(({ form }) => form))) {
    const draft = await readDraft(database, form)
    if (draft !== undefined) shown.push([form, draft])
  }
  return shown
}

/** Leaves the current user's drafts where no other user sees them. Call it in a transaction with `meta`. */
export async function hideDrafts(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  for (const [form, draft] of await shownDrafts(database)) await saveDraft(database, form, draft, userId)
}

/** Deletes the drafts stored for a user. Call it in a transaction with `meta`. */
export async function deleteDrafts(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  await database.meta.bulkDelete((await draftsOf(database, userId)).map(({ key }) => key))
}

/**
 * Does nothing if the text belongs to another account than the current one.
 * @param draft `null` deletes the saved draft
 * @param owner the account under which the text was typed, `ANONYMOUS` if without one. It stays theirs, hidden
 *   from others, if their session has ended while the form was open
 */
export async function saveDraft(
  database: OffleadDatabase,
  form: DraftForm,
  draft: Draft | null,
  owner: PartitionId = ANONYMOUS,
): Promise<void> {
  await database.transaction('rw', database.meta, async () => {
    const active = await activePerson(database)
    if (active !== ANONYMOUS && owner !== ANONYMOUS && active !== owner) return
    const userId = active === ANONYMOUS ? owner : active
    await database.meta.delete(draftKey(form, ANONYMOUS))
    if (draft === null) await database.meta.delete(draftKey(form, userId))
    else await database.meta.put({ key: draftKey(form, userId), value: draft })
  })
}

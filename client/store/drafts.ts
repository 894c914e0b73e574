import type { Draft, OffleadDatabase } from './database.ts'

export type { Draft }

/** Forms whose unsent content is saved on the device. */
export const DRAFT_KINDS = ['submission', 'contact'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

export const draftKey = (kind: DraftKind) => `draft-${kind}` as const

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (field) =>
      typeof field === 'string' || (Array.isArray(field) && field.every((one) => typeof one === 'string')),
  )

export async function readDraft(database: OffleadDatabase, kind: DraftKind): Promise<Draft | undefined> {
  const row = await database.meta.get(draftKey(kind))
  return isDraft(row?.value) ? row.value : undefined
}

/** @param draft `null` deletes the saved draft */
export async function saveDraft(
  database: OffleadDatabase,
  kind: DraftKind,
  draft: Draft | null,
): Promise<void> {
  if (draft === null) await database.meta.delete(draftKey(kind))
  else await database.meta.put({ key: draftKey(kind), value: draft })
}

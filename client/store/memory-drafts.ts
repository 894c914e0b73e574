import type { PartitionId } from '../../data/model/sync.ts'
import type { Draft, DraftForm } from './drafts.ts'

/** Drafts of forms in memory. */
export interface MemoryDrafts {
  get(form: DraftForm): Draft | undefined
  /** @param draft `null` deletes it */
  save(form: DraftForm, draft: Draft | null): void
  count(): number
  /** Hides all drafts until a user returns. */
  hideFor(userId: PartitionId): void
  /** Shows those that were hidden for a user, unless the form has a newer one. */
  showFor(userId: PartitionId): void
  clear(): void
}

export function createMemoryDrafts(): MemoryDrafts {
  const shown = new Map<DraftForm, Draft>()
  const hidden = new Map<PartitionId, [DraftForm, Draft][]>()
  return {
    get: (form) => shown.get(form),
    save(form, draft) {
      if (draft === null) shown.delete(form)
      else shown.set(form, draft)
    },
    count: () => shown.size,
    hideFor(userId) {
      if (shown.size > 0) hidden.set(userId, [...shown])
      shown.clear()
    },
    showFor(userId) {
      for (const [form, draft] of hidden.get(userId) ?? []) if (!shown.has(form)) shown.set(form, draft)
      hidden.delete(userId)
    },
    clear: () => shown.clear(),
  }
}

import { useDataServices } from './context.ts'
import type { Draft, DraftKind } from '../store/drafts.ts'

export interface Drafts {
  read(kind: DraftKind): Promise<Draft | undefined>
  /** `null` deletes the draft. Sending the form also deletes it, in the same transaction. */
  save(kind: DraftKind, draft: Draft | null): Promise<void>
}

/** Unsent forms saved on this device. */
export function useDrafts(): Drafts {
  const { personal } = useDataServices()
  return {
    read: async (kind) => (await personal.store()).draft(kind),
    save: async (kind, draft) => (await personal.store()).saveDraft(kind, draft),
  }
}

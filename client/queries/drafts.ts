import { useDataServices } from './context.ts'
import type { PartitionId } from '../../data/model/sync.ts'
import type { Draft, DraftForm } from '../store/drafts.ts'
import type { ListedChange } from '../store/outbox.ts'

export interface Drafts {
  read(form: DraftForm): Promise<Draft | undefined>
  /**
   * `null` deletes the draft. Sending the form also deletes it, in the same transaction.
   * @param owner the account under which it was typed, `NO_ACCOUNT` if without one
   */
  save(form: DraftForm, draft: Draft | null, owner: PartitionId): Promise<void>
  /** A refused change, to be corrected and sent again; `undefined` if it is not refused any more. */
  refusedChange(opId: string): Promise<ListedChange | undefined>
  /** Saves what the user has typed to correct a refused change. Sending it deletes it. */
  saveCorrection(opId: string, draft: Draft): Promise<void>
}

/** Unsent forms saved on this device. */
export function useDrafts(): Drafts {
  const { personal } = useDataServices()
  return {
    read: async (form) => (await personal.settledStore()).draft(form),
    save: async (form, draft, owner) => (await personal.settledStore()).saveDraft(form, draft, owner),
    refusedChange: async (opId) => (await personal.settledStore()).refusedChange(opId),
    saveCorrection: async (opId, draft) => (await personal.settledStore()).saveCorrection(opId, draft),
  }
}

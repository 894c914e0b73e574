import { useDataServices } from './context.ts'
import type { Draft, Letter } from '../store/drafts.ts'

export interface Drafts {
  read(letter: Letter): Promise<Draft | undefined>
  /** `null`: nothing worth keeping. Sending a letter forgets its draft by itself, in the same step. */
  keep(letter: Letter, draft: Draft | null): Promise<void>
}

/** Letters that were begun on this device and not sent. */
export function useDrafts(): Drafts {
  const { personal } = useDataServices()
  return {
    read: async (letter) => (await personal.store()).draft(letter),
    keep: async (letter, draft) => (await personal.store()).saveDraft(letter, draft),
  }
}

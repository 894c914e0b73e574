import type { Id } from '../model/sync.ts'

/**
 * Clearings of one person's searches. One of them is in force, the last the server heard of; a search counts when it was made knowing that
 * one. So what was cleared never comes back, from whichever device and however late.
 */
export interface ClearingState {
  /** `null`: nothing was ever cleared. */
  readonly inForce: Id | null
  /** All that ever were, the one in force included. */
  readonly known: readonly Id[]
}

/** After a clearing that saw others; the same object when it is known already. */
export function mergeClearing(
  state: ClearingState,
  { opId, baseRev }: { opId: Id; baseRev: readonly Id[] },
): ClearingState {
  const known = new Set(state.known)
  const earlier = [...new Set(baseRev)].filter((id) => id !== opId && !known.has(id))
  if (known.has(opId))
    return earlier.length === 0 ? state : { inForce: state.inForce, known: [...state.known, ...earlier] }
  return { inForce: opId, known: [...state.known, ...earlier, opId] }
}

/**
 * After a search made under a clearing. One that is not known was lost here, with a backup from before it: it is in force again.
 */
export function learnClearing(state: ClearingState, baseRev: readonly Id[]): ClearingState {
  const made = baseRev[0]
  return made === undefined || state.known.includes(made)
    ? state
    : { inForce: made, known: [...state.known, made] }
}

/** Whether a search made under these clearings still counts. */
export const counts = (state: Pick<ClearingState, 'inForce'>, baseRev: readonly Id[]) =>
  (baseRev[0] ?? null) === state.inForce

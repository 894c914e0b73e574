import type { Id } from '../model/sync.ts'

/**
 * Clearings of one user's search history. Only searches made after the latest clearing that the server has
 * received are kept. So cleared searches never come back, however late a device sends them.
 */
export interface ClearingState {
  /** Id of the latest clearing; `null` if the history was never cleared. */
  readonly current: Id | null
  /** Ids of all clearings, including the latest. */
  readonly known: readonly Id[]
}

/**
 * How many earlier clearings a new one lists, the latest of those that its device knows. All devices have long received
 * older ones.
 */
export const CLEARINGS_LISTED = 100

/** Merges a clearing and those it has seen into the state; returns the same object if nothing changes. */
export function mergeClearing(
  state: ClearingState,
  { opId, baseRev }: { opId: Id; baseRev: readonly Id[] },
): ClearingState {
  const known = new Set(state.known)
  const earlier = [...new Set(baseRev)].filter((id) => id !== opId && !known.has(id))
  if (known.has(opId))
    return earlier.length === 0 ? state : { current: state.current, known: [...state.known, ...earlier] }
  return { current: opId, known: [...state.known, ...earlier, opId] }
}

/**
 * Merges the clearing that a search refers to. If it is unknown, the server has lost it by restoring a
 * backup, and it becomes the latest again.
 */
export function learnClearing(state: ClearingState, baseRev: readonly Id[]): ClearingState {
  const clearing = baseRev[0]
  return clearing === undefined || state.known.includes(clearing)
    ? state
    : { current: clearing, known: [...state.known, clearing] }
}

/** Whether a search that refers to this clearing is kept. */
export const isSearchKept = (state: Pick<ClearingState, 'current'>, baseRev: readonly Id[]) =>
  (baseRev[0] ?? null) === state.current

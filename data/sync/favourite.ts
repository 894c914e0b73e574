import type { Id } from '../model/sync.ts'

/**
 * The state of one park in one user's favourites: an observed-remove set. Each save has the id of its
 * operation, and a removal lists the saves it has seen. So a park stays saved while there is a save that no
 * removal has seen, regardless of the order, repetition and timestamps of operations.
 */
export interface FavouriteState {
  /** Ids of the saves in effect. */
  readonly held: readonly Id[]
  /** Ids of removed saves. A save that arrives after its removal has no effect. */
  readonly removed: readonly Id[]
}

export const UNTOUCHED: FavouriteState = { held: [], removed: [] }

/** The part of an operation that decides about a favourite. */
export interface FavouriteChoice {
  opId: Id
  args: { saved: boolean }
  /** For a removal: the saves it has seen. */
  baseRev: readonly Id[]
}

export const isSaved = ({ held }: Pick<FavouriteState, 'held'>) => held.length > 0

/** Merges a choice into the state; returns the same object if nothing changes. Commutative and idempotent. */
export function mergeFavourite(
  state: FavouriteState,
  { opId, args, baseRev }: FavouriteChoice,
): FavouriteState {
  if (args.saved) {
    return state.held.includes(opId) || state.removed.includes(opId)
      ? state
      : { held: [...state.held, opId], removed: state.removed }
  }
  const known = new Set(state.removed)
  const removed = new Set(baseRev.filter((id) => !known.has(id)))
  if (removed.size === 0) return state
  return { held: state.held.filter((id) => !removed.has(id)), removed: [...state.removed, ...removed] }
}

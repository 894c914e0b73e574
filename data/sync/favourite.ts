import type { Id } from '../model/sync.ts'

/**
 * What is known of one park in one person's favourites. Each act of saving has a name, that of its operation, and a removal names those it
 * saw. So a park stays saved as long as somebody has saved it whom no removal has seen, in whatever order things arrive, however often, and
 * whatever clocks say.
 */
export interface FavouriteState {
  /** Acts of saving that hold. */
  readonly held: readonly Id[]
  /** Acts of saving that were taken back; one that comes in later is void. */
  readonly undone: readonly Id[]
}

export const UNTOUCHED: FavouriteState = { held: [], undone: [] }

/** The part of an operation that favourites are decided by. */
export interface FavouriteChoice {
  opId: Id
  args: { saved: boolean }
  /** For a removal: the acts of saving it saw. */
  baseRev: readonly Id[]
}

export const isSaved = ({ held }: Pick<FavouriteState, 'held'>) => held.length > 0

/** The state after a choice; the same object when the choice changes nothing. Order and repetition of choices make no difference. */
export function mergeFavourite(
  state: FavouriteState,
  { opId, args, baseRev }: FavouriteChoice,
): FavouriteState {
  if (args.saved) {
    return state.held.includes(opId) || state.undone.includes(opId)
      ? state
      : { held: [...state.held, opId], undone: state.undone }
  }
  const undone = new Set(state.undone)
  const news = new Set(baseRev.filter((id) => !undone.has(id)))
  if (news.size === 0) return state
  return { held: state.held.filter((id) => !news.has(id)), undone: [...state.undone, ...news] }
}

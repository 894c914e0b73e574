import type { SearchMade } from '../store/history.ts'
import type { ListedChange } from '../store/outbox.ts'
import type { StoredProfile } from '../store/profile.ts'

/** What this device stores for the current user. */
export interface PersonalRows {
  favourites: ReadonlySet<number>
  /** Favourites saved without an account that the current user has not saved, newest first. */
  localFavourites: readonly number[]
  outbox: readonly ListedChange[]
  searches: readonly SearchMade[]
  profile: StoredProfile | null
}
export type RowsName = keyof PersonalRows

/** The value before the rows are read, and if they cannot be read. */
export const NO_ROWS: PersonalRows = {
  favourites: new Set(),
  localFavourites: [],
  outbox: [],
  searches: [],
  profile: null,
}

export interface LiveRowsProps<N extends RowsName> {
  name: N
  onRead(value: PersonalRows[N]): void
}

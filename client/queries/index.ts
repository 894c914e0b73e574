// Only what first screens use, because all of it is loaded with them. The rest is imported from its own file.
export {
  useConnection,
  useDirectory,
  useDirectoryReader,
  useLimitedData,
  sendingDelay,
  useServerUnreachable,
} from './connection.ts'
export { useFavourites } from './favourites.ts'
export { usePosition } from './position.ts'
export { useNear, useNothingRated, usePark, useSearch, useSearchCount, useSuggestions } from './search.ts'
export { useSignOutActions, useActivePerson, useSearchHistory, useSyncState } from './sync.ts'
export { useUpdate } from './update.ts'
export type * from './types.ts'
export type { Suggestion } from '../../data/search/index.ts'

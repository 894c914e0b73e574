export {
  useConnection,
  useDirectory,
  useDirectoryReader,
  useLimitedData,
  sendingDelay,
  useServerUnreachable,
} from './connection.ts'
export { useCouncils } from './councils.ts'
export { useDrafts } from './drafts.ts'
export { useFavourites } from './favourites.ts'
export { usePosition } from './position.ts'
export { useNear, useNothingRated, usePark, useSearch, useSearchCount, useSuggestions } from './search.ts'
export {
  useSignOutActions,
  useOutbox,
  useActivePerson,
  useSearchHistory,
  useSync,
  useSyncState,
} from './sync.ts'
export { useUpdate } from './update.ts'
export type * from './types.ts'
export type { Suggestion } from '../../data/search/index.ts'

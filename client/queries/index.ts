import type { ReactNode } from 'react'
import type { SearchRequest } from '../../data/model/search.ts'
import type { StateCode } from '../../data/model/state.ts'
import type {
  CityRead, DirectoryState, Favourites, ParkRead, PositionState, RegionsRead, SearchRead, StatesRead, UpdateState,
} from './types.ts'

export type * from './types.ts'

/** Wraps the app once: gives every hook below what it stands on. */
export declare function DataProvider(props: { children: ReactNode }): ReactNode
export declare function useSearch(request: SearchRequest): SearchRead
export declare function usePark(id: number): ParkRead
export declare function useStates(): StatesRead
export declare function useRegions(state: StateCode): RegionsRead
export declare function useCity(state: StateCode, slug: string): CityRead
export declare function useDirectory(): DirectoryState
export declare function useConnection(): { online: boolean }
export declare function useLimitedData(): boolean
export declare function useFavourites(): Favourites
export declare function usePosition(): PositionState
export declare function useUpdate(): UpdateState

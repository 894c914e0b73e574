import { formatCount } from '../../platform/number.ts'

/** Texts of the screens for browsing by state and region. Those that the specification fixes are verbatim. */
export const BROWSE_TEXTS = {
  statesTitle: 'Browse Dog Parks',
  statesLead: 'Pick a state or territory, then a suburb.',
  byStateTitle: 'Dog Parks by State',
  explore: 'Explore parks in this state',
  viewDogParks: 'View Dog Parks',
  regionsTitle: (state: string) => `Dog Parks in ${state}`,
  searchRegions: 'Search regions...',
  jump: 'Jump to letter',
  regionCount: (count: number, state: string) =>
    count === 1 ? `1 region in ${state}` : `${formatCount(count)} regions in ${state}`,
  regionCountOf: (count: number, all: number, state: string) =>
    `${formatCount(count)} of ${formatCount(all)} regions in ${state}`,
  onlyWithParks: 'Only regions with parks',
  resultsFor: (text: string) => `Search results for “${text}”`,
  noMatches: 'No matches found.',
  noRegions: 'No regions found for this state.',
  browseAll: 'Browse All States',
  errorStates: 'Error loading states. Please try again later.',
  errorStatesFor: (message: string) => `Error loading states: ${message}`,
  errorRegions: 'Error loading regions. Please try again later.',
  errorParks: 'Error loading parks. Please try again later.',
  loadingStates: 'Loading states',
  loadingRegions: 'Loading regions',
  cityTitle: (city: string, state: string) => `Dog Parks in ${city}, ${state}`,
  postcodes: (postcodes: readonly string[]) =>
    postcodes.length === 1 ? `Postcode ${postcodes[0]}` : `Postcodes ${postcodes.join(', ')}`,
  parksInPostcodes: (postcodes: readonly string[]) =>
    postcodes.length === 1
      ? `Parks in postcode ${postcodes[0]}`
      : `Parks in postcodes ${postcodes.join(', ')}`,
  notInSuburb: (suburb: string, parks: string) => `${parks} nearby, none in ${suburb} itself.`,
  councils: (count: number) => (count === 1 ? 'Council:' : 'Councils:'),
  cityEmpty: 'No dog parks found in this area.',
  viewRegions: (state: string) => `View All Regions in ${state}`,
  searchAll: 'Search All Parks',
  nearest: (city: string) => `Nearest to ${city}`,
  moreNear: (city: string) => `More parks near ${city}`,
  noSuchState: 'No state or territory has this address',
  searchFor: (words: string) => `Search for “${words}”`,
  noSuchCity: (state: string) => `No suburb or town in ${state} has this address`,
} as const

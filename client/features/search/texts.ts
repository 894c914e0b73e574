/** Texts of the home page. Those that the specification fixes are verbatim. */
export const SEARCH_TEXTS = {
  hero: {
    title: 'Find Dog-Friendly Parks Near You',
    subtitle: 'Discover the perfect spots for you and your furry friend to play and explore.',
  },

  results: {
    heading: 'Parks',
    near: (count: string, place: string) => `${count} near ${place}`,
    inPlace: (count: string, place: string) => `${count} in ${place}`,
    nearYou: (count: string) => `${count} near you`,
    inArea: (count: string) => `${count} in this area`,
    /** `distance`: 'within 50 miles'. */
    within: (count: string, distance: string, place: string) => `${count} ${distance} of ${place}`,
    nextAway: (some: string, distance: string) => `${some}, the next ${distance} away`,
    elsewhere: (some: string, others: number) => `${some}, ${others.toLocaleString('en-AU')} elsewhere`,
    none: 'No parks',
    noneMatching: 'No matching parks',
    nearestAway: (none: string, distance: string) => `${none}, the nearest ${distance} away`,
    clear: 'Clear search',
    sort: 'Sort by',
    sorts: { nearest: 'Nearest', best: 'Default', name: 'Name', checked: 'Recently checked' },
    inUnit: { miles: 'Distances in miles.', km: 'Distances in kilometres.' },
    rough: (accuracy: string) =>
      `We only know where you are to within ${accuracy}, so the distances may be wrong by as much.`,
    abroad: 'You are outside Australia. All of these parks are in Australia.',
    nearSydney: (count: string) => `${count} near Sydney`,
    nearestFirst: (count: string) => `${count}, nearest first`,
    nearestToSydney: (count: string) => `${count}, nearest to Sydney first`,
    matching: (count: string, query: string) => `${count} for “${query}”`,
    all: (count: string) => `${count} across Australia`,
    samples: (count: number) => (count === 10 ? 'Ten sample parks' : `${count} of ten sample parks`),
    corrected: (shown: string) => `No exact match. Showing ${shown}.`,
    similar: 'parks with similar words',
    alsoMeans: 'Looking for another place?',
    sydney: "Showing parks near Sydney, because we don't know your location.",
    errorTitle: 'There was an error loading parks',
    quickCities: 'Or try a city',
    emptyTitle: 'No parks found',
    emptyBody: 'Try another suburb or postcode, or use fewer words.',
    emptySamples: "We can't reach the park directory, and none of the ten sample parks matches.",
    suggested: 'Or try one of these cities',
    clearFilters: 'Clear all filters',
    errorCities: ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Hobart'],
    emptyCities: ['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Gold Coast'],
  },

  /** Titles of the page: what was searched. */
  titles: {
    nearYou: 'Parks near you',
    inArea: 'Parks in this area of the map',
  },

  location: {
    neededTitle: 'Location Permission Needed',
    deniedTitle: 'Location Access Denied',
    byCode: {
      0: 'An unknown error occurred while trying to get your location.',
      1: 'You have denied access to your location. Please enable location access in your browser settings.',
      2: 'Your location information is unavailable. Please try again.',
      3: 'The request to get your location timed out. Please try again.',
    },
    useInstead: 'Showing parks near Sydney instead.',
  },
} as const

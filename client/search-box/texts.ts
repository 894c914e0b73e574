/** Texts of the search boxes. Those that the specification fixes are verbatim. */
export const SEARCH_BOX_TEXTS = {
  header: {
    searchPlaceholder: 'Search any location',
    or: 'or',
    myLocation: 'Use My Location',
    locating: 'Locating...',
  },

  hero: {
    label: 'Suburb, postcode or park',
    placeholder: 'Suburb, postcode or park',
    search: 'Search',
    searching: 'Searching...',
    or: 'or',
    myLocation: 'Use my location',
    locating: 'Finding your location...',
  },

  suggestions: {
    label: 'Suggestions',
    recent: 'Recent search',
    clear: 'Clear recent searches',
    cleared: 'Recent searches cleared',
    count: (count: number) =>
      count === 1 ? '1 suggestion. Use the down arrow.' : `${count} suggestions. Use the down arrow.`,
  },
} as const

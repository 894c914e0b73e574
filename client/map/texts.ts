/** Texts of the place of a map, before the map is loaded. The error texts are from the specification (section 8). */
export const MAP_TEXTS = {
  loading: 'Loading the map',
  hidden:
    'The map is hidden because Screen Reader Optimized is on. Everything on it is also in text on this page.',
  errorTitle: 'Map Error',
  failed: 'Failed to load the map',
  checkConnection: 'Please check your connection and try again',
  tryAgain: 'Try again',
  list: 'List',
  map: 'Map',
  view: 'Show the parks as',
  picture: (name: string) => `Map showing ${name}`,
  parksAttribution: '© OpenStreetMap contributors',
} as const

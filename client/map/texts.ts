/** Texts of maps. The error texts are those of the specification (section 8). */
export const MAP_TEXTS = {
  loading: 'Loading the map',
  hidden:
    'The map is hidden because Screen Reader Optimized is on. Everything on it is also in text on this page.',
  errorTitle: 'Map Error',
  failed: 'Failed to load the map',
  checkConnection: 'Please check your connection and try again',
  tryAgain: 'Try again',
  results:
    'Map of the results. Everything on it is also in the list. Use the arrow keys to move the map, plus and minus to zoom, and the number of a park to select it.',
  park: (name: string) => `Map of ${name}`,
  route: 'Map of the route',
  searchArea: 'Search this area',
  numbered: (number: number, name: string) => `${number}. ${name}`,
  approximate: (name: string) => `${name}, approximate location`,
  cluster: (count: number) => `${count.toLocaleString('en-AU')} parks here. Show them`,
  group: (written: string, names: readonly string[], more: number) =>
    `${written}: ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`,
  here: 'Parks at this place',
  close: 'Close',
  list: 'List',
  map: 'Map',
  view: 'Show the parks as',
  start: 'Start',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  locate: 'Show my location',
  locating: 'Finding your location',
  you: 'Your location',
  noStreets: 'Streets are not downloaded for this area',
  picture: (name: string) => `Map showing ${name}`,
} as const

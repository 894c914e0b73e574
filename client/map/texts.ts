/** Sentences of maps. The error's are the specification's to the letter (section 8). */
export const MAP_TEXTS = {
  loading: 'Loading the map',
  errorTitle: 'Map Error',
  failed: 'Failed to load the map',
  checkConnection: 'Please check your connection and try again',
  tryAgain: 'Try again',
  results:
    'Map of the parks found. Everything on it is in the list too. Arrow keys move it, plus and minus change the zoom, the number of a park picks it.',
  park: (name: string) => `Map of ${name}`,
  route: 'Map of the way',
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
  picture: (name: string) => `Map of where ${name} is`,
} as const

/** Texts of maps that can be moved, and of routes. */
export const INTERACTIVE_MAP_TEXTS = {
  results:
    'Map of the results. Everything on it is also in the list. Use the arrow keys to move the map, plus and minus to zoom, and the number of a park to select it.',
  park: (name: string) => `Map of ${name}`,
  route: 'Map of the route',
  placePoint: 'Map to place the park on. Use the arrow keys to move it, and the button to place the point.',
  placeHere: 'Place it in the middle',
  placed: 'The placed point',
  searchArea: 'Search this area',
  numbered: (number: number, name: string) => `${number}. ${name}`,
  approximate: (name: string) => `${name}, approximate location`,
  near: (name: string) => `${name}, within about 500 m`,
  cluster: (count: number) => `${count.toLocaleString('en-AU')} parks here. Show them`,
  group: (written: string, names: readonly string[], more: number) =>
    `${written}: ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`,
  here: 'Parks at this place',
  close: 'Close',
  start: 'Start',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  locate: 'Show my location',
  locating: 'Finding your location',
  you: 'Your location',
  nearby: 'Near this park',
  kinds: {
    water: 'Drinking water',
    toilets: 'Toilets',
    gate: 'Gates',
    parking: 'Parking',
    bin: 'Bins',
    bags: 'Dog bags',
  },
  nearbyThing: (name: string | undefined, distance: string, point: string) =>
    `${name === undefined ? '' : `${name}, `}${distance} ${point}`,
  names: 'Names on the map',
  noStreets: 'Streets are not downloaded for this area',
} as const

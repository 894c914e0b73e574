const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en-AU')} files`)

/** The sentences of the screen where areas are taken along. */
export const AREA_TEXTS = {
  title: 'Without reception',
  lead: 'Every park, its hours and rules, and the map of Australia are on this device already. Pictures and close maps are not, unless you take an area along.',
  link: 'Without reception',

  take: 'Take an area along',
  which: 'Which area',
  kinds: { here: 'Around here', suburb: 'A suburb or town', favourites: 'My favourites' },
  suburb: 'Suburb or town',
  suburbHint: 'Suburb or postcode',
  find: 'Find it',
  notFound: 'No suburb or town is called that.',
  howFar: 'How far around',
  locate: 'Find where I am',
  locating: 'Finding your location...',
  noLocation: 'Your location is not known. Choose a suburb instead.',
  noFavourites: 'You have no favourites yet. Tap the heart on a park first.',
  sizing: 'Working out the size…',
  size: (size: string, count: number, parks: number) =>
    `About ${size}: ${files(count)} for ${parks === 1 ? '1 park' : `${parks.toLocaleString('en-AU')} parks`}.`,
  nothing: 'There is no park in that area.',
  sizeUnknown: 'The size cannot be worked out just now. Try again in a moment.',
  tight: 'There may not be enough room for it on this device.',
  takeIt: 'Take it along',
  needsNetwork: 'Needs reception: come back when you have some.',
  withTiles: 'The close map comes along, too.',
  tilesForbidden:
    'The close map may not be kept on devices: its owner does not allow it. The built-in map is on this device already.',
  builtIn: 'The built-in map is on this device already.',

  taken: 'Taken along',
  none: 'Nothing yet.',
  progress: (here: number, all: number) =>
    `${here.toLocaleString('en-AU')} of ${all.toLocaleString('en-AU')}`,
  states: {
    fetching: 'On its way',
    paused: 'Paused',
    waiting: 'Waiting for reception',
    full: 'This device is full',
    ready: 'All here',
    evicted: 'Part of it is gone',
  },
  checked: (when: string) => `Checked ${when}.`,
  gone: (count: number) => `The browser has removed ${files(count)} to make room.`,
  pause: 'Pause',
  resume: 'Go on',
  again: 'Fetch again',
  check: 'Check',
  remove: 'Remove',
  of: (action: string, name: string) => `${action}: ${name}`,
  map: 'Areas taken along',

  room: 'Room on this device',
  areasUse: 'Areas',
  allUse: 'All of Offlead',
  ofRoom: (used: string, room: string) => `${used} of ${room} that the browser gives`,
  kept: 'The browser has promised to keep it.',
  notKept:
    'The browser may remove it when the device is full. Favourites come first, areas after them, and pictures you have merely seen go first.',
  unknown: 'not known',

  ready: 'Taken along',
  readyBody: (name: string) => `${name} is on this device.`,
  full: 'This device is full',
  fullBody: 'What has come so far stays. Make room, then go on.',
  whole: 'All of it is here',
  evicted: 'Part of an area is gone',
  evictedBody: (names: readonly string[]) =>
    `The browser has removed part of ${names.join(', ')} to make room. Fetch it again under “Without reception”.`,
} as const

/** Bytes for people: '6.2 MB'. */
export function sayBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  return bytes < 9_950_000_000
    ? `${(bytes / 1_000_000).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`
    : `${Math.round(bytes / 1_000_000_000)} GB`
}

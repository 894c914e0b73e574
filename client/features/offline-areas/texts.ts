const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en-AU')} files`)

/** Texts of the offline areas screen. */
export const AREA_TEXTS = {
  title: 'Offline areas',
  lead: 'All parks with their hours and rules, and a map of Australia, are already on this device. Download an area to add its pictures and detailed maps.',
  leadWithoutParks:
    'The parks are not on this device yet. To have them without a connection, keep Offlead open until they are.',
  link: 'Offline areas',

  download: 'Download an area',
  which: 'Which area',
  kinds: { here: 'Around here', suburb: 'A suburb or town', favourites: 'My favourites' },
  suburb: 'Suburb or town',
  suburbHint: 'Suburb or postcode',
  find: 'Find it',
  notFound: 'No suburb or town has that name.',
  tooLarge: (state: string) => `${state} is too large to download. Enter a suburb, town or postcode.`,
  around: (place: string) => `Around ${place}`,
  howFar: 'Distance around it',
  locate: 'Find my location',
  locating: 'Finding your location...',
  noLocation: "We don't know your location. Choose a suburb instead.",
  noFavourites: 'You have no favourites yet. Tap the heart on a park first.',
  sizing: 'Working out the size…',
  /** `missing`: how many of the files are not on the device yet. */
  size(size: string, missing: number, count: number, parks: number) {
    const what = `${files(count)} for ${parks === 1 ? '1 park' : `${parks.toLocaleString('en-AU')} parks`}`
    if (missing === count) return `About ${size}: ${what}.`
    return missing === 0
      ? `This device already has the ${what}.`
      : `About ${size}: ${missing.toLocaleString('en-AU')} of ${what}. This device has the others.`
  },
  nothing: 'There are no parks in that area.',
  sizeUnknown: "We can't work out the size right now. Try again in a moment.",
  unreachable: "We can't reach the park directory right now.",
  tight: 'There may not be enough space on this device.',
  downloadAction: 'Download',
  needsNetwork: 'You need to be online for this.',
  withTiles: 'Includes the detailed map.',
  withStreets: 'Includes the map of streets and paths, and directions on foot.',
  tilesForbidden:
    "The detailed map can't be saved, because its owner doesn't allow it. The built-in map is already on this device.",
  builtIn: 'The built-in map is already on this device.',

  downloaded: 'Downloaded areas',
  none: 'Nothing downloaded yet.',
  progress: (here: number, all: number) =>
    `${here.toLocaleString('en-AU')} of ${all.toLocaleString('en-AU')}`,
  states: {
    fetching: 'Downloading',
    paused: 'Paused',
    waiting: 'Waiting for a connection',
    full: 'Device storage is full',
    ready: 'Downloaded',
    evicted: 'Partly removed',
  },
  checked: (when: string) => `Checked ${when}.`,
  /** 0 bytes if another area has all of its files, or if their size is not known. */
  newer: (bytes: number) =>
    bytes === 0 ? 'There is a newer map' : `There is a newer map (${formatBytes(bytes)})`,
  keepsMap: 'The map that this area has can be used until the newer one is complete.',
  gone: (count: number) => `The browser removed ${files(count)} to free up space.`,
  pause: 'Pause',
  resume: 'Resume',
  again: 'Download again',
  check: 'Check',
  update: 'Update',
  remove: 'Remove',
  of: (action: string, name: string) => `${action}: ${name}`,
  map: 'Map of downloaded areas',

  storage: 'Storage on this device',
  areasUse: 'Areas',
  allUse: 'Offlead in total',
  /** Both in bytes. */
  usage: (used: number, quota: number) =>
    `${used === 0 ? '0' : formatBytes(used)} of ${formatBytes(quota)} available`,
  persistent: 'The browser has agreed to keep this data.',
  notPersistent:
    'The browser may delete this data when the device is full. Viewed pictures go first, then areas, and favourites last.',
  unvisited:
    'This browser deletes this data after seven days without a visit. To keep it, add Offlead to your home screen or Dock from the Share menu.',
  unknown: 'not known',

  ready: 'Area downloaded',
  readyBody: (name: string) => `${name} is on this device.`,
  updated: 'Map updated',
  updatedBody: (name: string) => `The newer map of ${name} is on this device.`,
  full: 'Device storage is full',
  fullBody: 'The files downloaded so far are saved. Free up space, then resume.',
  notSaved: 'The area could not be saved',
  notSavedBody: 'This browser does not let Offlead store data, for example in a private window.',
  notSavedFull: 'The area could not be saved. Free up space, then download it again.',
  complete: 'All files are on this device',
  evicted: 'Part of an area was removed',
  evictedBody: (names: readonly string[]) =>
    `The browser removed part of ${names.join(', ')} to free up space. Download it again under “Offline areas”.`,
} as const

/** Formats a file size: '6.2 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} kB`
  const [size, symbol] = bytes < 999_500_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB']
  return `${size.toFixed(size < 9.95 ? 1 : 0)} ${symbol}`
}

/**
 * How the map looks: colours, widths and names for each kind of thing in the vector tiles. Pure data, so that
 * the browser and the server draw the same map (docs/decisions/024). Widths and sizes are CSS pixels at a zoom
 * of 256 pixel tiles, and are interpolated between the given zooms.
 */

import type * as z from 'zod/mini'
import type { MAP_LAYERS } from './schema.ts'

export const MAP_THEMES = ['light', 'dark', 'contrast', 'contrast-dark', 'paper'] as const
export type MapTheme = (typeof MAP_THEMES)[number]

const LIGHT = {
  land: '#f6f0e3',
  sea: '#bfdadd',
  shallow: '#cde4e4',
  water: '#bfdadd',
  waterEdge: '#9dc6cc',
  waterway: '#a3cbd1',
  coast: '#7fa39b',
  boundary: '#a99878',
  residential: '#f2eada',
  commercial: '#f0e4d3',
  industrial: '#ebe3d7',
  grass: '#dfe9cf',
  playground: '#f1dfc0',
  park: '#cfe4c5',
  wood: '#bed9b3',
  pitch: '#c0dcae',
  cemetery: '#d8dfca',
  dogPark: '#b3dc9f',
  dogParkEdge: '#1f7a5c',
  parkEdge: '#a5c79a',
  beach: '#f4e3b2',
  motorway: '#eeb78c',
  motorwayEdge: '#b56f35',
  primary: '#f9d9a8',
  primaryEdge: '#c99b5c',
  secondary: '#fdeecb',
  secondaryEdge: '#cdb98d',
  street: '#ffffff',
  streetEdge: '#d3c6a9',
  service: '#fffdf8',
  serviceEdge: '#ddd2bb',
  path: '#9a6836',
  pathEdge: '#fffaf0',
  cycleway: '#2f7486',
  rail: '#a39d90',
  railGap: '#f6f0e3',
  barrier: '#7d7360',
  name: '#15211c',
  quietName: '#4a5750',
  parkName: '#0f4a37',
  waterName: '#225d69',
  halo: '#fbf7ef',
  streetHalo: '#ffffff',
  iconWater: '#1b6a80',
  iconFacility: '#39508c',
  iconVet: '#a8460f',
  iconQuiet: '#5d6a62',
  iconInk: '#ffffff',
}

/** A colour of the map by its name. */
export type MapColour = keyof typeof LIGHT
export type MapColours = Readonly<Record<MapColour, string>>

const DARK: MapColours = {
  land: '#161f1b',
  sea: '#0b2229',
  shallow: '#102c34',
  water: '#0f2b33',
  waterEdge: '#2c5560',
  waterway: '#1f4954',
  coast: '#4d716a',
  boundary: '#66756c',
  residential: '#18231e',
  commercial: '#1c2521',
  industrial: '#1d2422',
  grass: '#1a3024',
  playground: '#3a3526',
  park: '#1c3a2a',
  wood: '#1a3f2a',
  pitch: '#234a30',
  cemetery: '#20322a',
  dogPark: '#245236',
  dogParkEdge: '#8ad7b6',
  parkEdge: '#2f5a41',
  beach: '#3b3623',
  motorway: '#7b5330',
  motorwayEdge: '#0d1512',
  primary: '#66512f',
  primaryEdge: '#0d1512',
  secondary: '#514a36',
  secondaryEdge: '#0d1512',
  street: '#42514a',
  streetEdge: '#0d1512',
  service: '#33413a',
  serviceEdge: '#121a16',
  path: '#d9a770',
  pathEdge: '#161f1b',
  cycleway: '#77b9c9',
  rail: '#6d7a72',
  railGap: '#161f1b',
  barrier: '#77857d',
  name: '#edf3ee',
  quietName: '#b4c2ba',
  parkName: '#a5e3c6',
  waterName: '#8fc9d6',
  halo: '#101814',
  streetHalo: '#1a241f',
  iconWater: '#7cc4d6',
  iconFacility: '#a9baf0',
  iconVet: '#ffb083',
  iconQuiet: '#9fb0a7',
  iconInk: '#08201a',
}

const CONTRAST: MapColours = {
  ...LIGHT,
  land: '#ffffff',
  sea: '#cfe4ff',
  shallow: '#cfe4ff',
  water: '#cfe4ff',
  waterEdge: '#00285c',
  waterway: '#5b8fd9',
  coast: '#00285c',
  boundary: '#000000',
  residential: '#ffffff',
  commercial: '#ffffff',
  industrial: '#ffffff',
  grass: '#e6f5e3',
  playground: '#ffe9c4',
  park: '#d3f0d0',
  wood: '#c3e8be',
  pitch: '#c3e8be',
  cemetery: '#e4ece2',
  dogPark: '#a9e39b',
  dogParkEdge: '#00451f',
  parkEdge: '#2c6b3a',
  beach: '#fff0b8',
  motorway: '#ffb277',
  motorwayEdge: '#000000',
  primary: '#ffd58f',
  primaryEdge: '#000000',
  secondary: '#ffeebf',
  secondaryEdge: '#000000',
  street: '#ffffff',
  streetEdge: '#4d4d4d',
  service: '#ffffff',
  serviceEdge: '#8a8a8a',
  path: '#6b2f00',
  pathEdge: '#ffffff',
  cycleway: '#004a63',
  rail: '#3d3d3d',
  railGap: '#ffffff',
  barrier: '#000000',
  name: '#000000',
  quietName: '#000000',
  parkName: '#003a1a',
  waterName: '#00285c',
  halo: '#ffffff',
  iconWater: '#00476b',
  iconFacility: '#00207a',
  iconVet: '#7a2a00',
  iconQuiet: '#2b2b2b',
}

const CONTRAST_DARK: MapColours = {
  ...DARK,
  land: '#000000',
  sea: '#00234d',
  shallow: '#00234d',
  water: '#00234d',
  waterEdge: '#9ec8ff',
  waterway: '#2f6fc2',
  coast: '#9ec8ff',
  boundary: '#ffffff',
  residential: '#000000',
  commercial: '#000000',
  industrial: '#000000',
  grass: '#05230b',
  playground: '#3d2f08',
  park: '#06330f',
  wood: '#073d12',
  pitch: '#0a4718',
  cemetery: '#14261a',
  dogPark: '#0b5a20',
  dogParkEdge: '#a8ffc2',
  parkEdge: '#6fbf82',
  beach: '#4a4110',
  motorway: '#a35a17',
  motorwayEdge: '#ffffff',
  primary: '#7d5a14',
  primaryEdge: '#e0e0e0',
  secondary: '#57491c',
  secondaryEdge: '#c2c2c2',
  street: '#333333',
  streetEdge: '#a3a3a3',
  service: '#262626',
  serviceEdge: '#6b6b6b',
  path: '#ffc48a',
  pathEdge: '#000000',
  cycleway: '#8fe0ff',
  rail: '#c2c2c2',
  railGap: '#000000',
  barrier: '#e0e0e0',
  name: '#ffffff',
  quietName: '#ffffff',
  parkName: '#b8ffd0',
  waterName: '#b8dcff',
  halo: '#000000',
  streetHalo: '#000000',
  iconWater: '#8fe0ff',
  iconFacility: '#c2d0ff',
  iconVet: '#ffc48a',
  iconQuiet: '#d6d6d6',
  iconInk: '#000000',
}

/** White land saves ink. */
const PAPER: MapColours = {
  ...LIGHT,
  land: '#ffffff',
  sea: '#dbe8ea',
  shallow: '#e6f0f1',
  water: '#dbe8ea',
  residential: '#ffffff',
  commercial: '#ffffff',
  industrial: '#fafafa',
  halo: '#ffffff',
  streetEdge: '#b9ad94',
}

export const MAP_COLOURS: Readonly<Record<MapTheme, MapColours>> = {
  light: LIGHT,
  dark: DARK,
  contrast: CONTRAST,
  'contrast-dark': CONTRAST_DARK,
  paper: PAPER,
}

/** Values at zooms, ascending; interpolated in between and constant outside. */
export type Stops = readonly (readonly [zoom: number, value: number])[]

/** The archive that a layer is read from: the built-in one, or the operator's streets. */
export type MapSource = 'base' | 'streets'

type MapLayer = keyof typeof MAP_LAYERS
type Kinds<Layer extends MapLayer> =
  z.infer<(typeof MAP_LAYERS)[Layer]> extends { kind: infer Kind } ? Kind : never
type MapKind = { [Layer in MapLayer]: Kinds<Layer> }[MapLayer]

interface Selection {
  source: MapSource
  layer: MapLayer
  /** Kinds the rule is for; all kinds if it is left out. */
  kinds?: readonly MapKind[]
  /** Values of `dog` the rule is for; all features if it is left out. */
  dog?: readonly string[]
  /** Lowest zoom at which the rule is used. */
  from?: number
  /** Highest zoom at which the rule is used. */
  to?: number
}

export interface AreaStyle extends Selection {
  type: 'area'
  fill?: MapColour
  edge?: MapColour
  edgeWidth?: Stops
}

export interface LineStyle extends Selection {
  type: 'line'
  colour: MapColour
  width: Stops
  /** Lengths of dashes and gaps, as multiples of the width. */
  dash?: readonly number[]
  cap?: 'butt' | 'round'
  /** Only what is in a tunnel, or only what is not. */
  tunnel?: boolean
}

export type PaintStyle = AreaStyle | LineStyle

interface TextLook {
  colour: MapColour
  halo: MapColour
  size: Stops
  weight: number
}

/** A name along a line. */
export interface LineNameStyle extends Selection, TextLook {
  type: 'line-name'
}
/** A name in the middle of an area that is large enough for it. */
export interface AreaNameStyle extends Selection, TextLook {
  type: 'area-name'
}
/** A name at a point; with a dot beside it up to the zoom `dotTo`. */
export interface PlaceNameStyle extends Selection, TextLook {
  type: 'place-name'
  dotTo?: number
  /** Free space around the name; by default 6 pixels. */
  space?: Stops
  uppercase?: boolean
}
/** A round mark with a symbol. */
export interface IconStyle extends Selection {
  type: 'icon'
  colour: MapColour
  radius: Stops
}

export type LabelStyle = LineNameStyle | AreaNameStyle | PlaceNameStyle | IconStyle

/** The value at a zoom; widths grow exponentially with the zoom, like distances on the map. */
export function valueAt(stops: Stops, zoom: number): number {
  const next = stops.findIndex(([at]) => at > zoom)
  if (next === 0) return stops[0]![1]
  if (next === -1) return stops.at(-1)![1]
  const [fromZoom, from] = stops[next - 1]!
  const [toZoom, to] = stops[next]!
  const share = (1.5 ** (zoom - fromZoom) - 1) / (1.5 ** (toZoom - fromZoom) - 1)
  return from + share * (to - from)
}

/** Adds the width of both edges to the width of a road. */
const withEdge = (stops: Stops, edge: number): Stops => stops.map(([zoom, width]) => [zoom, width + 2 * edge])

interface RoadLook {
  kinds: readonly MapKind[]
  from: number
  fill: MapColour
  edge: MapColour
  width: Stops
  /** Zoom from which its edges are drawn. */
  edgeFrom: number
}

/** Roads, the least important first. */
const ROADS: readonly RoadLook[] = [
  {
    kinds: ['service'],
    from: 14,
    fill: 'service',
    edge: 'serviceEdge',
    edgeFrom: 15,
    width: [
      [14, 0.7],
      [15, 1.5],
      [17, 4.5],
      [19, 12],
    ],
  },
  {
    kinds: ['minor'],
    from: 12,
    fill: 'street',
    edge: 'streetEdge',
    edgeFrom: 13,
    width: [
      [12, 0.6],
      [13, 1.3],
      [14, 2.4],
      [15, 4.2],
      [17, 10],
      [19, 24],
    ],
  },
  {
    kinds: ['tertiary'],
    from: 11,
    fill: 'street',
    edge: 'streetEdge',
    edgeFrom: 12,
    width: [
      [11, 0.8],
      [13, 2.4],
      [15, 6],
      [17, 13],
      [19, 28],
    ],
  },
  {
    kinds: ['secondary'],
    from: 10,
    fill: 'secondary',
    edge: 'secondaryEdge',
    edgeFrom: 12,
    width: [
      [10, 0.8],
      [13, 3],
      [15, 7],
      [17, 14],
      [19, 30],
    ],
  },
  {
    kinds: ['trunk', 'primary'],
    from: 8,
    fill: 'primary',
    edge: 'primaryEdge',
    edgeFrom: 11,
    width: [
      [8, 0.8],
      [11, 1.8],
      [13, 3.6],
      [15, 8],
      [17, 16],
      [19, 34],
    ],
  },
  {
    kinds: ['motorway'],
    from: 6,
    fill: 'motorway',
    edge: 'motorwayEdge',
    edgeFrom: 9,
    width: [
      [6, 0.8],
      [10, 2],
      [13, 4.2],
      [15, 9],
      [17, 18],
      [19, 36],
    ],
  },
]

const road = { source: 'streets', layer: 'road' } as const

const roadEdges = (tunnel: boolean) =>
  ROADS.map(({ kinds, edge, width, edgeFrom }): LineStyle => ({
    ...road,
    type: 'line',
    kinds,
    from: edgeFrom,
    colour: edge,
    width: withEdge(width, 0.8),
    tunnel,
    ...(tunnel ? { dash: [0.8, 0.8] } : { cap: 'round' }),
  }))

const roadFills = (tunnel: boolean) =>
  ROADS.map(({ kinds, from, fill, width }): LineStyle => ({
    ...road,
    type: 'line',
    kinds,
    from,
    colour: fill,
    width,
    tunnel,
    cap: 'round',
  }))

const PATH_WIDTH: Stops = [
  [14, 0.8],
  [16, 1.2],
  [17, 1.7],
  [19, 3.2],
]

/**
 * Width of the line of shallow water along the coast, half of which is on land and covered. Close up it is
 * about as wide as the coast is inaccurate, which is 100 m, and replaces the sharp line of the coast.
 */
const SHALLOWS: Stops = [
  [4, 5],
  [8, 10],
  [12, 14],
  [14, 22],
  [16, 50],
  [19, 320],
]

/** What is painted, from the bottom up. */
export const PAINT: readonly PaintStyle[] = [
  // Each council area is a polygon. All edges are drawn first, and the fill with an edge of its own colour
  // covers those between two areas; only the coast remains.
  { type: 'area', source: 'base', layer: 'land', edge: 'shallow', edgeWidth: SHALLOWS },
  { type: 'area', source: 'base', layer: 'land', to: 13, edge: 'coast', edgeWidth: [[4, 2.6]] },
  { type: 'area', source: 'base', layer: 'land', fill: 'land', edge: 'land', edgeWidth: [[4, 1]] },
  { type: 'area', source: 'streets', layer: 'built', kinds: ['residential'], from: 11, fill: 'residential' },
  { type: 'area', source: 'streets', layer: 'built', kinds: ['commercial'], from: 11, fill: 'commercial' },
  { type: 'area', source: 'streets', layer: 'built', kinds: ['industrial'], from: 11, fill: 'industrial' },
  { type: 'area', source: 'streets', layer: 'green', kinds: ['wood', 'scrub'], fill: 'wood' },
  { type: 'area', source: 'streets', layer: 'green', kinds: ['grass'], from: 13, fill: 'grass' },
  {
    type: 'area',
    source: 'streets',
    layer: 'green',
    kinds: ['park', 'reserve', 'golf'],
    fill: 'park',
    edge: 'parkEdge',
    edgeWidth: [
      [13, 0.5],
      [16, 1],
    ],
  },
  { type: 'area', source: 'streets', layer: 'green', kinds: ['cemetery'], fill: 'cemetery' },
  { type: 'area', source: 'streets', layer: 'green', kinds: ['pitch'], from: 14, fill: 'pitch' },
  { type: 'area', source: 'streets', layer: 'green', kinds: ['playground'], from: 15, fill: 'playground' },
  {
    type: 'area',
    source: 'streets',
    layer: 'green',
    kinds: ['dog_park'],
    fill: 'dogPark',
    edge: 'dogParkEdge',
    edgeWidth: [
      [12, 1],
      [16, 2],
      [19, 3],
    ],
  },
  { type: 'area', source: 'streets', layer: 'beach', fill: 'beach' },
  {
    type: 'area',
    source: 'streets',
    layer: 'water',
    fill: 'water',
    edge: 'waterEdge',
    edgeWidth: [[14, 0.6]],
  },
  { type: 'area', source: 'base', layer: 'water', fill: 'water' },
  {
    type: 'line',
    source: 'streets',
    layer: 'waterway',
    kinds: ['river', 'canal'],
    colour: 'waterway',
    width: [
      [8, 0.6],
      [14, 2],
      [17, 5],
    ],
    cap: 'round',
  },
  {
    type: 'line',
    source: 'streets',
    layer: 'waterway',
    kinds: ['stream'],
    from: 12,
    colour: 'waterway',
    width: [
      [12, 0.5],
      [15, 1.4],
      [18, 3],
    ],
    cap: 'round',
  },
  {
    type: 'line',
    source: 'base',
    layer: 'boundary',
    kinds: ['council'],
    from: 9,
    to: 14,
    colour: 'boundary',
    width: [[9, 0.6]],
    dash: [4, 4],
  },
  {
    type: 'line',
    source: 'base',
    layer: 'boundary',
    kinds: ['state'],
    colour: 'boundary',
    width: [[4, 1.1]],
    dash: [5, 4],
  },
  ...roadEdges(true),
  ...roadFills(true),
  {
    type: 'line',
    ...road,
    kinds: ['track'],
    from: 13,
    colour: 'path',
    width: PATH_WIDTH,
    dash: [5, 1.5],
  },
  // A pale line below the dashes keeps paths visible on parks.
  {
    type: 'line',
    ...road,
    kinds: ['path', 'footway', 'cycleway', 'steps'],
    from: 15,
    colour: 'pathEdge',
    width: withEdge(PATH_WIDTH, 0.9),
    cap: 'round',
  },
  {
    type: 'line',
    ...road,
    kinds: ['path', 'footway'],
    from: 14,
    colour: 'path',
    width: PATH_WIDTH,
    dash: [2.4, 1.4],
  },
  {
    type: 'line',
    ...road,
    kinds: ['cycleway'],
    from: 13,
    colour: 'cycleway',
    width: PATH_WIDTH,
    dash: [4, 1.4],
  },
  {
    type: 'line',
    ...road,
    kinds: ['steps'],
    from: 15,
    colour: 'path',
    width: [
      [15, 2.6],
      [17, 4.5],
      [19, 8],
    ],
    dash: [0.4, 0.3],
  },
  ...roadEdges(false),
  ...roadFills(false),
  {
    type: 'line',
    ...road,
    kinds: ['rail'],
    from: 10,
    colour: 'rail',
    width: [
      [10, 0.6],
      [14, 1.2],
      [17, 2.8],
      [19, 4.4],
    ],
  },
  {
    type: 'line',
    ...road,
    kinds: ['rail'],
    from: 15,
    colour: 'railGap',
    width: [
      [15, 0.8],
      [17, 1.6],
      [19, 2.8],
    ],
    dash: [5, 5],
  },
  {
    type: 'line',
    ...road,
    kinds: ['tram'],
    from: 13,
    colour: 'rail',
    width: [
      [13, 0.6],
      [17, 1.6],
    ],
  },
  {
    type: 'line',
    source: 'streets',
    layer: 'barrier',
    kinds: ['fence', 'wall'],
    from: 16,
    colour: 'barrier',
    width: [
      [16, 0.7],
      [19, 1.4],
    ],
  },
  {
    type: 'line',
    source: 'streets',
    layer: 'barrier',
    kinds: ['hedge'],
    from: 16,
    colour: 'parkEdge',
    width: [
      [16, 1.2],
      [19, 3],
    ],
  },
]

const TEXT = { name: 600, quiet: 500 } as const

/** Labels, the most important first. A label is left out where it would cover a more important one. */
export const LABELS: readonly LabelStyle[] = [
  {
    type: 'place-name',
    source: 'base',
    layer: 'place',
    kinds: ['city'],
    to: 12,
    dotTo: 9,
    colour: 'name',
    halo: 'halo',
    weight: 700,
    size: [
      [4, 13],
      [8, 16],
      [12, 19],
    ],
  },
  {
    type: 'place-name',
    source: 'base',
    layer: 'place',
    kinds: ['town'],
    from: 5,
    to: 14,
    dotTo: 9,
    colour: 'name',
    halo: 'halo',
    weight: 600,
    size: [
      [6, 12],
      [12, 15],
    ],
  },
  {
    type: 'area-name',
    source: 'streets',
    layer: 'green',
    kinds: ['dog_park'],
    from: 14,
    colour: 'parkName',
    halo: 'halo',
    weight: 700,
    size: [
      [14, 11.5],
      [18, 14],
    ],
  },
  {
    type: 'area-name',
    source: 'streets',
    layer: 'green',
    kinds: ['park', 'reserve', 'wood', 'golf', 'cemetery'],
    from: 13,
    colour: 'parkName',
    halo: 'halo',
    weight: TEXT.name,
    size: [
      [13, 10.5],
      [16, 12],
      [18, 14],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['vet'],
    from: 15,
    colour: 'iconVet',
    radius: [
      [15, 6.5],
      [18, 9],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['water'],
    from: 15,
    colour: 'iconWater',
    radius: [
      [15, 6.5],
      [18, 9],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['toilets'],
    from: 15,
    colour: 'iconFacility',
    radius: [
      [15, 6.5],
      [18, 9],
    ],
  },
  {
    type: 'line-name',
    ...road,
    kinds: ['motorway', 'trunk', 'primary'],
    from: 12,
    colour: 'name',
    halo: 'streetHalo',
    weight: TEXT.name,
    size: [
      [12, 10.5],
      [15, 12],
      [18, 14],
    ],
  },
  {
    type: 'place-name',
    source: 'base',
    layer: 'place',
    kinds: ['suburb', 'locality'],
    from: 10,
    to: 16,
    dotTo: 9,
    space: [
      [10, 22],
      [13, 10],
      [15, 6],
    ],
    colour: 'quietName',
    halo: 'halo',
    weight: 700,
    uppercase: true,
    size: [
      [10, 10],
      [13, 11.5],
      [16, 13],
    ],
  },
  {
    type: 'line-name',
    ...road,
    kinds: ['secondary', 'tertiary'],
    from: 13,
    colour: 'name',
    halo: 'streetHalo',
    weight: TEXT.name,
    size: [
      [13, 10],
      [16, 12],
      [18, 13.5],
    ],
  },
  {
    type: 'area-name',
    source: 'streets',
    layer: 'water',
    from: 13,
    colour: 'waterName',
    halo: 'water',
    weight: TEXT.quiet,
    size: [
      [13, 10.5],
      [18, 13],
    ],
  },
  {
    type: 'area-name',
    source: 'streets',
    layer: 'beach',
    from: 13,
    colour: 'quietName',
    halo: 'beach',
    weight: TEXT.quiet,
    size: [
      [13, 10.5],
      [18, 13],
    ],
  },
  {
    type: 'line-name',
    source: 'streets',
    layer: 'waterway',
    from: 13,
    colour: 'waterName',
    halo: 'halo',
    weight: TEXT.quiet,
    size: [
      [13, 10.5],
      [18, 13],
    ],
  },
  {
    type: 'line-name',
    ...road,
    kinds: ['minor'],
    from: 15,
    colour: 'quietName',
    halo: 'streetHalo',
    weight: TEXT.quiet,
    size: [
      [15, 10.5],
      [17, 12],
      [19, 14],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['station'],
    from: 14,
    colour: 'iconQuiet',
    radius: [
      [14, 6],
      [18, 9],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['parking'],
    from: 15,
    colour: 'iconFacility',
    radius: [
      [15, 6],
      [18, 9],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'barrier',
    kinds: ['gate'],
    from: 16,
    colour: 'iconQuiet',
    radius: [
      [16, 5],
      [19, 8],
    ],
  },
  {
    type: 'icon',
    source: 'streets',
    layer: 'poi',
    kinds: ['bin', 'bags', 'bench'],
    from: 17,
    colour: 'iconQuiet',
    radius: [
      [17, 5.5],
      [19, 8],
    ],
  },
  {
    type: 'line-name',
    ...road,
    kinds: ['path', 'footway', 'cycleway', 'track', 'steps', 'service'],
    from: 16,
    colour: 'quietName',
    halo: 'halo',
    weight: TEXT.quiet,
    size: [
      [16, 10],
      [18, 12],
    ],
  },
]

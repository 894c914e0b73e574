import type { MapColour } from './colours.ts'
import { ROAD } from './style.ts'
import type { AreaStyle, LineStyle, MapKind, PaintStyle, Stops } from './style.ts'

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

const roadEdges = (tunnel: boolean) =>
  ROADS.map(({ kinds, edge, width, edgeFrom }): LineStyle => ({
    ...ROAD,
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
    ...ROAD,
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

const streetArea = (
  layer: 'built' | 'green' | 'beach' | 'water',
  style: Omit<AreaStyle, 'type' | 'source' | 'layer'>,
): AreaStyle => ({ type: 'area', source: 'streets', layer, ...style })

const walkway = (
  kinds: readonly MapKind[],
  from: number,
  colour: MapColour,
  style: Pick<LineStyle, 'dash' | 'cap'> & { width?: Stops },
): LineStyle => ({ type: 'line', ...ROAD, kinds, from, colour, width: PATH_WIDTH, ...style })

const rail = (
  kind: 'rail' | 'tram',
  colour: MapColour,
  width: Stops,
  dash?: LineStyle['dash'],
): LineStyle => ({
  type: 'line',
  ...ROAD,
  kinds: [kind],
  from: width[0]![0],
  colour,
  width,
  ...(dash && { dash }),
})

const barrier = (kinds: readonly MapKind[], colour: MapColour, width: Stops): LineStyle => ({
  type: 'line',
  source: 'streets',
  layer: 'barrier',
  kinds,
  from: 16,
  colour,
  width,
})

/** What is painted, from the bottom up. */
export const PAINT: readonly PaintStyle[] = [
  // Each council area is a polygon. All edges are drawn first, and the fill with an edge of its own colour
  // covers those between two areas; only the coast remains.
  { type: 'area', source: 'base', layer: 'land', edge: 'shallow', edgeWidth: SHALLOWS },
  { type: 'area', source: 'base', layer: 'land', to: 13, edge: 'coast', edgeWidth: [[4, 2.6]] },
  { type: 'area', source: 'base', layer: 'land', fill: 'land', edge: 'land', edgeWidth: [[4, 1]] },
  ...(['residential', 'commercial', 'industrial'] as const).map((kind) =>
    streetArea('built', { kinds: [kind], from: 11, fill: kind }),
  ),
  streetArea('green', { kinds: ['wood', 'scrub'], fill: 'wood' }),
  streetArea('green', { kinds: ['grass'], from: 13, fill: 'grass' }),
  streetArea('green', {
    kinds: ['park', 'reserve', 'golf'],
    fill: 'park',
    edge: 'parkEdge',
    edgeWidth: [
      [13, 0.5],
      [16, 1],
    ],
  }),
  streetArea('green', { kinds: ['cemetery'], fill: 'cemetery' }),
  streetArea('green', { kinds: ['pitch'], from: 14, fill: 'pitch' }),
  streetArea('green', { kinds: ['playground'], from: 15, fill: 'playground' }),
  streetArea('green', {
    kinds: ['dog_park'],
    fill: 'dogPark',
    edge: 'dogParkEdge',
    edgeWidth: [
      [12, 1],
      [16, 2],
      [19, 3],
    ],
  }),
  streetArea('beach', { fill: 'beach' }),
  streetArea('water', {
    fill: 'water',
    edge: 'waterEdge',
    edgeWidth: [[14, 0.6]],
  }),
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
  walkway(['track'], 13, 'path', { dash: [5, 1.5] }),
  // A pale line below the dashes keeps paths visible on parks.
  walkway(['path', 'footway', 'cycleway', 'steps'], 15, 'pathEdge', {
    width: withEdge(PATH_WIDTH, 0.9),
    cap: 'round',
  }),
  walkway(['path', 'footway'], 14, 'path', { dash: [2.4, 1.4] }),
  walkway(['cycleway'], 13, 'cycleway', { dash: [4, 1.4] }),
  walkway(['steps'], 15, 'path', {
    width: [
      [15, 2.6],
      [17, 4.5],
      [19, 8],
    ],
    dash: [0.4, 0.3],
  }),
  ...roadEdges(false),
  ...roadFills(false),
  rail('rail', 'rail', [
    [10, 0.6],
    [14, 1.2],
    [17, 2.8],
    [19, 4.4],
  ]),
  rail(
    'rail',
    'railGap',
    [
      [15, 0.8],
      [17, 1.6],
      [19, 2.8],
    ],
    [5, 5],
  ),
  rail('tram', 'rail', [
    [13, 0.6],
    [17, 1.6],
  ]),
  barrier(['fence', 'wall'], 'barrier', [
    [16, 0.7],
    [19, 1.4],
  ]),
  barrier(['hedge'], 'parkEdge', [
    [16, 1.2],
    [19, 3],
  ]),
]

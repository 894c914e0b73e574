import type { MapColour } from './colours.ts'
import { ROAD } from './style.ts'
import type {
  AreaNameStyle,
  IconStyle,
  LabelStyle,
  LineNameStyle,
  MapKind,
  PlaceNameStyle,
  Stops,
  TextLook,
} from './style.ts'

const WEIGHTS = { strong: 700, normal: 600, quiet: 500 } as const

const look = (
  weight: keyof typeof WEIGHTS,
  colour: MapColour,
  halo: MapColour,
  ...size: Stops
): TextLook => ({ weight: WEIGHTS[weight], colour, halo, size })

const placeName = (
  kinds: readonly MapKind[],
  style: Omit<PlaceNameStyle, 'type' | 'source' | 'layer' | 'kinds'>,
): PlaceNameStyle => ({ type: 'place-name', source: 'base', layer: 'place', kinds, dotTo: 9, ...style })

const greenName = (kinds: readonly MapKind[], from: number, style: TextLook): AreaNameStyle => ({
  type: 'area-name',
  source: 'streets',
  layer: 'green',
  kinds,
  from,
  ...style,
})

const areaName = (layer: 'water' | 'beach', style: TextLook): AreaNameStyle => ({
  type: 'area-name',
  source: 'streets',
  layer,
  from: 13,
  ...style,
})

const roadName = (kinds: readonly MapKind[], from: number, style: TextLook): LineNameStyle => ({
  type: 'line-name',
  ...ROAD,
  kinds,
  from,
  ...style,
})

const icon = (kinds: readonly MapKind[], colour: MapColour, ...radius: Stops): IconStyle => ({
  type: 'icon',
  source: 'streets',
  layer: 'poi',
  kinds,
  from: radius[0]![0],
  colour,
  radius,
})

/** Labels, the most important first. A label is left out where it would cover a more important one. */
export const LABELS: readonly LabelStyle[] = [
  placeName(['city'], { to: 12, ...look('strong', 'name', 'halo', [4, 13], [8, 16], [12, 19]) }),
  placeName(['town'], { from: 5, to: 14, ...look('normal', 'name', 'halo', [6, 12], [12, 15]) }),
  greenName(['dog_park'], 14, look('strong', 'parkName', 'halo', [14, 11.5], [18, 14])),
  greenName(
    ['park', 'reserve', 'wood', 'golf', 'cemetery'],
    13,
    look('normal', 'parkName', 'halo', [13, 10.5], [16, 12], [18, 14]),
  ),
  icon(['vet'], 'iconVet', [15, 6.5], [18, 9]),
  icon(['water'], 'iconWater', [15, 6.5], [18, 9]),
  icon(['toilets'], 'iconFacility', [15, 6.5], [18, 9]),
  roadName(
    ['motorway', 'trunk', 'primary'],
    12,
    look('normal', 'name', 'streetHalo', [12, 10.5], [15, 12], [18, 14]),
  ),
  placeName(['suburb', 'locality'], {
    from: 10,
    to: 16,
    space: [
      [10, 22],
      [13, 10],
      [15, 6],
    ],
    uppercase: true,
    ...look('strong', 'quietName', 'halo', [10, 10], [13, 11.5], [16, 13]),
  }),
  roadName(
    ['secondary', 'tertiary'],
    13,
    look('normal', 'name', 'streetHalo', [13, 10], [16, 12], [18, 13.5]),
  ),
  areaName('water', look('quiet', 'waterName', 'water', [13, 10.5], [18, 13])),
  areaName('beach', look('quiet', 'quietName', 'beach', [13, 10.5], [18, 13])),
  {
    type: 'line-name',
    source: 'streets',
    layer: 'waterway',
    from: 13,
    ...look('quiet', 'waterName', 'halo', [13, 10.5], [18, 13]),
  },
  roadName(['minor'], 15, look('quiet', 'quietName', 'streetHalo', [15, 10.5], [17, 12], [19, 14])),
  icon(['station'], 'iconQuiet', [14, 6], [18, 9]),
  icon(['parking'], 'iconFacility', [15, 6], [18, 9]),
  { ...icon(['gate'], 'iconQuiet', [16, 5], [19, 8]), layer: 'barrier' },
  icon(['bin', 'bags', 'bench'], 'iconQuiet', [17, 5.5], [19, 8]),
  roadName(
    ['path', 'footway', 'cycleway', 'track', 'steps', 'service'],
    16,
    look('quiet', 'quietName', 'halo', [16, 10], [18, 12]),
  ),
]

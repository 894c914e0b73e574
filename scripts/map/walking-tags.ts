import type { WayKind } from '../../data/routing/cell.ts'
import type { Tags } from '../../server/import/osm-pbf.ts'

/** What the walking graph keeps of a way that one may walk on. */
export interface WalkingWay {
  kind: WayKind
  name: string
  noDogs: boolean
}

const KINDS: ReadonlyMap<string, WayKind> = new Map<string, WayKind>([
  ...(
    [
      'trunk',
      'trunk_link',
      'primary',
      'primary_link',
      'secondary',
      'secondary_link',
      'tertiary',
      'tertiary_link',
      'unclassified',
      'residential',
      'living_street',
      'road',
    ] as const
  ).map((highway) => [highway, 'street'] as const),
  ['service', 'service'],
  ['busway', 'service'],
  ['path', 'path'],
  ['bridleway', 'path'],
  ['footway', 'footway'],
  ['pedestrian', 'footway'],
  ['corridor', 'footway'],
  ['elevator', 'footway'],
  ['cycleway', 'cycleway'],
  ['track', 'track'],
  ['steps', 'steps'],
])

const FORBIDDEN = new Set([
  'no',
  'private',
  'restricted',
  'military',
  'emergency',
  'agricultural',
  'forestry',
])
const ALLOWED = new Set(['yes', 'designated', 'permissive', 'destination', 'public', 'official'])
/** Closed to the public unless `foot` says otherwise. */
const CLOSED_TO_WALKERS = new Set(['busway'])

/**
 * Whether people may walk on a way, from its tags `foot` and, if that is absent, `access`
 * (https://wiki.openstreetmap.org/wiki/Key:access), and what is known about it. `undefined` if not.
 */
export function walkingWay(tags: Tags): WalkingWay | undefined {
  const highway = tags.get('highway') ?? ''
  let kind = KINDS.get(highway)
  const foot = tags.get('foot') ?? ''
  if (kind === undefined || FORBIDDEN.has(foot)) return undefined
  if (!ALLOWED.has(foot) && (FORBIDDEN.has(tags.get('access') ?? '') || CLOSED_TO_WALKERS.has(highway)))
    return undefined
  if (tags.get('motorroad') === 'yes' && !ALLOWED.has(foot)) return undefined
  if (tags.get('footway') === 'crossing') kind = 'crossing'
  return { kind, name: tags.get('name') ?? '', noDogs: tags.get('dog') === 'no' }
}

const GATES = new Set([
  'gate',
  'kissing_gate',
  'swing_gate',
  'lift_gate',
  'wicket_gate',
  'hampshire_gate',
  'sliding_gate',
  'stile',
  'cattle_grid',
  'turnstile',
  'full-height_turnstile',
])
/** Barriers that stop people unless tagged otherwise. */
const SOLID = new Set(['fence', 'wall', 'hedge', 'retaining_wall', 'city_wall', 'debris', 'jersey_barrier'])

/** Whether there is a gate at a point of a way, and whether it is closed to walkers. */
export function barrierAt(tags: Tags): { gate: boolean; closed: boolean } {
  const barrier = tags.get('barrier') ?? ''
  const foot = tags.get('foot') ?? ''
  const gate = GATES.has(barrier)
  if (barrier === '') return { gate, closed: false }
  const closed =
    FORBIDDEN.has(foot) ||
    (!ALLOWED.has(foot) &&
      (FORBIDDEN.has(tags.get('access') ?? '') || tags.get('locked') === 'yes' || SOLID.has(barrier)))
  return { gate, closed }
}

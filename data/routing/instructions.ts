import { bearingDegrees, compassPoint } from '../geo/earth.ts'
import { distanceMetres } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import type { WayKind } from './cell.ts'
import { TURNS, turnOf } from './turns.ts'
import type { Walk, WalkPart } from './walk.ts'

/** Walking speeds in metres a second: 4.8 km/h, and half of that on steps. */
const SPEED = 4.8 / 3.6
const STEPS_SPEED = SPEED / 2
/** Seconds to open and close a gate with a dog. */
const GATE_SECONDS = 10

/** The last instruction to a park of which only the suburb is known: the centre of a suburb is no park. */
export const SUBURB_END = 'You are in the middle of the suburb. Ask for the park by name'

/** What a way without a name is called. */
const KIND_NAMES: Readonly<Record<WayKind, string>> = {
  street: 'the street',
  service: 'the service road',
  path: 'the path',
  footway: 'the footpath',
  cycleway: 'the cycleway',
  track: 'the track',
  steps: 'the steps',
  crossing: 'the crossing',
}

/** A stretch without a name that is shorter than this is part of what surrounds it. Metres. */
const MIN_STRETCH_METRES = 20
/** The direction at a turn is taken over this distance, so that a small bend at a corner does not count. */
const HEADING_METRES = 15
/** A change of direction is mentioned on the same way too, if it is at least this large. Degrees. */
const MENTIONED_TURN = 55
/** A place this far from the ways of the map gets a step of its own. Metres. */
const BESIDE_METRES = 30
/** A place where this many ways meet is a junction. */
const JUNCTION_WAYS = 3

export interface WalkStep {
  instructions: string
  metres: number
  seconds: number
}

interface Stretch {
  label: string
  isNamed: boolean
  parts: WalkPart[]
  metres: number
}

const secondsOf = ({ kind, metres, gate }: WalkPart) =>
  metres / (kind === 'steps' ? STEPS_SPEED : SPEED) + (gate ? GATE_SECONDS : 0)

const pointAt = (points: readonly number[], at: number) => ({
  latitude: points[at]!,
  longitude: points[at + 1]!,
})

/** The direction over the first or last metres of some points, in degrees from north. */
function heading(points: readonly number[], side: 'first' | 'last'): number {
  const isFirst = side === 'first'
  const step = isFirst ? 2 : -2
  const start = isFirst ? 0 : points.length - 2
  let metres = 0
  let at = start
  while (at + step >= 0 && at + step < points.length && metres < HEADING_METRES) {
    metres += distanceMetres(pointAt(points, at), pointAt(points, at + step))
    at += step
  }
  const [from, to] = isFirst ? [start, at] : [at, start]
  return bearingDegrees(pointAt(points, from), pointAt(points, to))
}

/** Degrees clockwise, −180 to 180. */
const turnBetween = (before: number, after: number) => ((after - before + 540) % 360) - 180

const pointsOf = (parts: readonly WalkPart[]) =>
  parts.flatMap(({ points }, index) => (index === 0 ? points : points.slice(2)))

/** Stairs have no name: that of a street would hide that there are stairs. */
const labelOf = ({ name, kind }: WalkPart) => (kind === 'steps' ? KIND_NAMES.steps : name || KIND_NAMES[kind])

/** Whether an instruction is needed between two parts on ways of the same name. */
function turnsOff(before: readonly WalkPart[], part: WalkPart): boolean {
  if (part.ways < JUNCTION_WAYS) return false
  const turn = turnBetween(heading(pointsOf(before), 'last'), heading(part.points, 'first'))
  return Math.abs(turn) >= MENTIONED_TURN
}

/** Joins parts on the same way. A short stretch without a name belongs to the one before it, unless it turns off. */
function stretchesOf(parts: readonly WalkPart[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const part of parts) {
    const label = labelOf(part)
    const last = stretches.at(-1)
    if (last?.label === label && !turnsOff(last.parts, part)) {
      last.parts.push(part)
      last.metres += part.metres
    } else stretches.push({ label, isNamed: part.name !== '', parts: [part], metres: part.metres })
  }
  const joined: Stretch[] = []
  for (const stretch of stretches) {
    const last = joined.at(-1)
    const isShort = !stretch.isNamed && stretch.metres < MIN_STRETCH_METRES
    const isSteps = stretch.parts.some(({ kind }) => kind === 'steps')
    const isSame = last?.label === stretch.label || (isShort && !isSteps)
    if (last && isSame && !turnsOff(last.parts, stretch.parts[0]!)) {
      last.parts.push(...stretch.parts)
      last.metres += stretch.metres
    } else joined.push(stretch)
  }
  return joined
}

const noteOf = (parts: readonly WalkPart[]) =>
  [
    parts.some(({ gate }) => gate) ? ' Go through the gate.' : '',
    parts.some(({ noDogs }) => noDogs) ? ' Dogs are not allowed on this part.' : '',
  ].join('')

/** One end of a walk. `approximate`: only the suburb is known. */
export interface WalkEnd extends LatLng {
  approximate: boolean
}

/** The step between a place and the ways of the map; none if they are close, or if the place is not known. */
function stepBeside(from: LatLng, to: LatLng, isKnown: boolean, goal: string): WalkStep[] {
  const metres = distanceMetres(from, to)
  if (!isKnown || metres < BESIDE_METRES) return []
  const instructions = `Head ${compassPoint(bearingDegrees(from, to))} to ${goal}. The map has no path there`
  return [{ instructions, metres, seconds: metres / SPEED }]
}

/** Turn-by-turn instructions for a walk to a park. The last step has no length. */
export function walkSteps({ parts, from, to }: Walk, origin: WalkEnd, park: WalkEnd): WalkStep[] {
  const arrival = {
    instructions: park.approximate ? SUBURB_END : 'Arrive at the park',
    metres: 0,
    seconds: 0,
  }
  const [first] = parts
  const isKnown = !origin.approximate && !park.approximate
  if (first === undefined) return [...stepBeside(origin, park, isKnown, 'the park'), arrival]
  const steps = stepBeside(origin, from, !origin.approximate, labelOf(first))
  let before: number | undefined
  for (const { label, parts: stretch, metres } of stretchesOf(parts)) {
    const points = pointsOf(stretch)
    const direction = heading(points, 'first')
    let instruction: string
    if (before === undefined) instruction = `Head ${compassPoint(direction)} on ${label}`
    else {
      const turn = turnOf(turnBetween(before, direction))
      if (label === KIND_NAMES.steps) instruction = 'Take the steps'
      else instruction = turn === 'straight' ? `Continue on ${label}` : `${TURNS[turn]!} onto ${label}`
    }
    const note = noteOf(stretch)
    steps.push({
      instructions: note ? `${instruction}.${note}` : instruction,
      metres,
      seconds: stretch.reduce((sum, part) => sum + secondsOf(part), 0),
    })
    before = heading(points, 'last')
  }
  return [...steps, ...stepBeside(to, park, !park.approximate, 'the park'), arrival]
}

/** The way with the longest part of a walk, or '' if none has a name. */
export function mainStreet({ parts }: Walk): string {
  const metres = new Map<string, number>()
  for (const { name, metres: length } of parts)
    if (name !== '') metres.set(name, (metres.get(name) ?? 0) + length)
  return [...metres].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

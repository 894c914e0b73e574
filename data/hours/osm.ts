import type { Sureness } from './calendar.ts'
import { MAYBE, testWhen, YES } from './calendar.ts'
import type { Scene } from './evaluate.ts'
import { anchorInstant, dayOf } from './evaluate.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { OsmRule } from './read-osm.ts'
import type { Anchor, Span } from './rule.ts'
import { DAY_END, MIDNIGHT } from './rule.ts'

/** A rule that applies on a day, by its own days or, `spilled`, because the day before is one of them and its hours run past midnight. */
interface Layer {
  rule: OsmRule
  spilled: boolean
}

/**
 * The rules that apply on a day, later ones above earlier ones; `null` when the kind of day is not sure. A rule that opens and is not added
 * takes the place of all before it, hours of the night before among them; a rule that closes takes out what it names.
 * Source: the evaluation of the package `opening_hours`.
 */
function layersOn(rules: readonly OsmRule[], day: number, scene: Scene, before: Scene): Layer[] | null {
  let layers: Layer[] = []
  for (const [index, rule] of rules.entries()) {
    const applies: Sureness = testWhen(rule.when, dayOf(day), scene)
    if (applies === MAYBE) return null
    if (applies === YES) {
      const follows = index > 0 && rules[index - 1]!.when.length === 0
      if (rule.open && !rule.adds && (rule.when.length > 0 || follows)) layers = []
      layers.push({ rule, spilled: false })
    }
    if (!rule.spans.some(({ overnight }) => overnight)) continue
    const applied = testWhen(rule.when, dayOf(day - 1), before)
    if (applied === MAYBE) return null
    if (applied === YES) layers.push({ rule, spilled: true })
  }
  return layers
}

/** Open hours of one day. `end`: where hours that run past midnight end on the next day. */
interface Piece {
  from: Anchor
  to: Anchor
  spilled: boolean
  end: Anchor | null
}

interface OsmDay {
  pieces: readonly Piece[]
  /** The text says something of the day, if only that it is closed. */
  named: boolean
}

const piecesOf = ({ rule, spilled }: Layer): Piece[] =>
  spilled
    ? rule.spans.flatMap((span) =>
        span.overnight ? [{ from: MIDNIGHT, to: span.to, spilled, end: null }] : [],
      )
    : rule.spans.map(({ from, to, overnight }) =>
        overnight ? { from, to: DAY_END, spilled, end: to } : { from, to, spilled, end: null },
      )

/** What is left of a piece beside a time of the clock that is closed. */
function cut(piece: Piece, closed: Piece): Piece[] {
  const [from, to, first, last] = [piece.from, piece.to, closed.from, closed.to].map((anchor) =>
    anchor.kind === 'clock' ? anchor.minute : NaN,
  ) as [number, number, number, number]
  if (!(first < to && last > from)) return [piece]
  return [
    ...(from < first ? [{ ...piece, to: closed.from, end: null }] : []),
    ...(last < to ? [{ ...piece, from: closed.to }] : []),
  ]
}

function osmDay(rules: readonly OsmRule[], day: number, scene: Scene, before = scene): OsmDay | null {
  const layers = layersOn(rules, day, scene, before)
  if (layers === null) return null
  let pieces: Piece[] = []
  for (const layer of layers) {
    if (layer.rule.open) pieces.push(...piecesOf(layer))
    else if (layer.rule.spans.length === 0) pieces = []
    else for (const closed of piecesOf(layer)) pieces = pieces.flatMap((piece) => cut(piece, closed))
  }
  return {
    pieces,
    named: rules.some(({ open }) => open) || layers.some(({ rule }) => rule.spans.length === 0),
  }
}

/**
 * Whether it is open at an instant of a day. Days that rules of opening do not name are closed in this notation.
 * `before`: what is supposed of the day before.
 */
export function osmStateAt(
  rules: readonly OsmRule[],
  day: number,
  now: number,
  scene: Scene,
  before: Scene,
): 'open' | 'closed' | 'unknown' {
  const found = osmDay(rules, day, scene, before)
  if (found === null) return 'unknown'
  let doubtful = !found.named
  for (const piece of found.pieces) {
    const [start, end] = [anchorInstant(piece.from, day, scene), anchorInstant(piece.to, day, scene)]
    if (start === null || end === null) doubtful = true
    else if (now < start || now >= end) continue
    // 'Mo-Su 18:00-02:00; Sa off': the notation leaves the end of Saturday's night open, which may not be meant.
    else if (piece.spilled && !beginsNight(rules, day - 1, piece, before)) doubtful = true
    else return 'open'
  }
  return doubtful ? 'unknown' : 'closed'
}

/** Whether the night that ends in a piece is open in its evening. */
const beginsNight = (rules: readonly OsmRule[], day: number, { to }: Piece, scene: Scene) =>
  osmDay(rules, day, scene)?.pieces.some(({ end }) => JSON.stringify(end) === JSON.stringify(to)) === true

const isClock = (anchor: Anchor): anchor is Extract<Anchor, { kind: 'clock' }> => anchor.kind === 'clock'
const minuteOf = (anchor: Anchor) => (isClock(anchor) ? anchor.minute : 0)

/** The hours that begin on a day, as a person would list them; `undefined` when nothing is sure of the day. */
export function osmEntryOn(rules: readonly OsmRule[], day: number, scene: Scene): OpeningEntry | undefined {
  const found = osmDay(rules, day, scene)
  if (found === null || !found.named) return undefined
  const tomorrow = osmDay(rules, day + 1, scene)
  const runsOn = (end: Anchor) =>
    tomorrow?.pieces.some(
      ({ spilled, from, to }) =>
        spilled && minuteOf(from) === 0 && JSON.stringify(to) === JSON.stringify(end),
    ) === true
  const spans = found.pieces
    .filter(({ spilled }) => !spilled)
    .map(({ from, to, end }): Span =>
      end !== null && runsOn(end) ? { from, to: end, overnight: true } : { from, to, overnight: false },
    )
  return { when: [], spans: joined(spans), doubts: [] }
}

/** Spans by the clock in order, those that touch as one; others as they are. */
function joined(spans: Span[]): Span[] {
  if (!spans.every(({ from, to }) => isClock(from) && isClock(to))) {
    return [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()]
  }
  const reach = ({ to, overnight }: Span) => minuteOf(to) + (overnight ? minuteOf(DAY_END) : 0)
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => minuteOf(a.from) - minuteOf(b.from))) {
    const last = result.at(-1)
    if (last === undefined || reach(last) < minuteOf(span.from)) result.push(span)
    else if (reach(span) > reach(last))
      result[result.length - 1] = { from: last.from, to: span.to, overnight: span.overnight }
  }
  return result
}

import { dayOf, isInstant, sceneOf, anchorInstant, today } from './evaluate.ts'
import type { Scene } from './evaluate.ts'
import { entriesOn, openingOf } from './opening.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { Anchor, Span } from './rule.ts'
import { isAllDay } from './rule.ts'
import { minuteAt, sayClock, WEEKDAYS } from './say.ts'
import { instantOf } from './zone.ts'
import type { HoursPlace } from './zone.ts'

interface HoursRow {
  day: (typeof WEEKDAYS)[number]
  today: boolean
  /** '6 am – 8 pm', 'Sunrise (5:41 am) – sunset (8:05 pm)', 'Open 24 hours', 'Closed', 'Not stated'. */
  text: string
}

export interface HoursTable {
  /** Monday to Sunday, each as it is on its next coming, today included. */
  rows: HoursRow[]
  /** Limits that dates do not tell. */
  conditions: readonly string[]
}

function sayAnchor(anchor: Anchor, day: number, scene: Scene): string {
  if (anchor.kind === 'clock') return sayClock(anchor.minute)
  const instant = anchorInstant(anchor, day, scene)
  const { offset } = anchor
  const named =
    offset === 0 ? anchor.kind : `${Math.abs(offset)} min ${offset < 0 ? 'before' : 'after'} ${anchor.kind}`
  return instant === null ? named : `${named} (${sayClock(minuteAt(scene, instant))})`
}

const capital = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

function sayEntry(entry: OpeningEntry | undefined, day: number, scene: Scene): string {
  if (entry === undefined) return 'Not stated'
  if (entry.spans.length === 0) return 'Closed'
  if (entry.spans.some(isAllDay)) return 'Open 24 hours'
  const start = (span: Span) => {
    const doubt = entry.doubts.find(({ to }) => JSON.stringify(to) === JSON.stringify(span.from))
    return `${doubt === undefined ? '' : `${sayAnchor(doubt.from, day, scene)} or `}${sayAnchor(span.from, day, scene)}`
  }
  return [...entry.spans]
    .map((span) => capital(`${start(span)} – ${sayAnchor(span.to, span.overnight ? day + 1 : day, scene)}`))
    .join(', ')
}

/** The week's opening hours with today marked, or `null` when the text is not understood (show the text itself then). */
export function hoursTable(openingHours: string | null, place: HoursPlace, now: number): HoursTable | null {
  const opening = openingOf(openingHours)
  const scene = sceneOf(place)
  if (opening === null || scene === undefined || !isInstant(now)) return null
  const present = today(scene, now)
  const { weekday } = dayOf(present)
  const rows = WEEKDAYS.map((day, index) => {
    const number = present + ((index - weekday + 7) % 7)
    const texts = new Set(entriesOn(opening, number, scene).map((entry) => sayEntry(entry, number, scene)))
    return { day, today: index === weekday, text: [...texts].join(' or ') }
  })
  return { rows, conditions: opening.notes }
}

/**
 * The next instant at which the park's clock shows a time on a weekday ('Saturday 8 am'), today included while it is still to come;
 * `null` for a place without a zone. `weekday`: 0 is Monday; `minute`: since midnight.
 */
export function nextTime(place: HoursPlace, now: number, weekday: number, minute: number): number | null {
  const scene = sceneOf(place)
  if (scene === undefined || !isInstant(now)) return null
  const present = today(scene, now)
  const day = present + ((weekday - dayOf(present).weekday + 7) % 7)
  const instant = instantOf(scene.zone, day, minute)
  return instant >= now ? instant : instantOf(scene.zone, day + 7, minute)
}

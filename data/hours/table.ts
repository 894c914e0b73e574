import { WEEKDAYS } from './day-words.ts'
import { dayOf, isInstant, localClockOf, anchorInstant, possibleClocks, today } from './evaluate.ts'
import type { LocalClock } from './calendar.ts'
import { entriesOn, openingOf } from './opening.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { Anchor, Span } from './rule.ts'
import { isAllDay } from './rule.ts'
import { minuteAt, formatClock } from './sentences.ts'
import { instantOf } from './zone.ts'
import type { HoursPlace } from './zone.ts'
import { capitalised } from '../model/text.ts'

interface HoursRow {
  day: (typeof WEEKDAYS)[number]
  today: boolean
  /** '6 am – 8 pm', 'Sunrise (5:41 am) – sunset (8:05 pm)', 'Open 24 hours', 'Closed', 'Not stated'. */
  text: string
}

export interface HoursTable {
  /** Monday to Sunday: for each weekday its next date, including today. */
  rows: HoursRow[]
  /** Conditions that do not depend on the date. */
  conditions: readonly string[]
}

function anchorText(anchor: Anchor, day: number, clock: LocalClock): string {
  if (anchor.kind === 'clock') return formatClock(anchor.minute)
  const instant = anchorInstant(anchor, day, clock)
  const { offset } = anchor
  const named =
    offset === 0 ? anchor.kind : `${Math.abs(offset)} min ${offset < 0 ? 'before' : 'after'} ${anchor.kind}`
  return instant === null ? named : `${named} (${formatClock(minuteAt(clock, instant))})`
}

function entryText(entry: OpeningEntry | undefined, day: number, clock: LocalClock): string {
  if (entry === undefined) return 'Not stated'
  if (entry.spans.length === 0) return 'Closed'
  if (entry.spans.some(isAllDay)) return 'Open 24 hours'
  const start = (span: Span) => {
    const doubt = entry.doubts.find(({ to }) => JSON.stringify(to) === JSON.stringify(span.from))
    return `${doubt === undefined ? '' : `${anchorText(doubt.from, day, clock)} or `}${anchorText(span.from, day, clock)}`
  }
  return [...entry.spans]
    .map((span) =>
      capitalised(`${start(span)} – ${anchorText(span.to, span.overnight ? day + 1 : day, clock)}`),
    )
    .join(', ')
}

/**
 * The opening hours of a week with today marked; `null` if the text is not understood and should be shown
 * itself.
 */
export function hoursTable(openingHours: string | null, place: HoursPlace, now: number): HoursTable | null {
  const opening = openingOf(openingHours)
  const clock = localClockOf(place)
  if (opening === null || clock === undefined || !isInstant(now)) return null
  const present = today(clock, now)
  const { weekday } = dayOf(present)
  const clocks = possibleClocks(clock, opening.uncertainDays)
  const rows = WEEKDAYS.map((day, index) => {
    const number = present + ((index - weekday + 7) % 7)
    const entries = clocks.flatMap((each) => entriesOn(opening, number, each))
    const texts = new Set(entries.map((entry) => entryText(entry, number, clock)))
    return { day, today: index === weekday, text: [...texts].join(' or ') }
  })
  return { rows, conditions: opening.notes }
}

/**
 * The next instant with a given weekday and time in the park's time zone ('Saturday 8 am'), which may be
 * later today; `null` if the park has no known time zone. `weekday`: 0 is Monday. `minute`: since midnight.
 */
export function nextTime(place: HoursPlace, now: number, weekday: number, minute: number): number | null {
  const clock = localClockOf(place)
  if (clock === undefined || !isInstant(now)) return null
  const present = today(clock, now)
  const day = present + ((weekday - dayOf(present).weekday + 7) % 7)
  const instant = instantOf(clock.zone, day, minute)
  return instant >= now ? instant : instantOf(clock.zone, day + 7, minute)
}

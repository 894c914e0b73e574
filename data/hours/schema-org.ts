import type { LocalClock } from './calendar.ts'
import { WEEKDAYS } from './day-words.ts'
import { openingOf } from './opening.ts'
import { osmEntryOn } from './osm.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { OsmRule } from './read-osm.ts'
import { isAllDay } from './rule.ts'

/**
 * The parts of https://schema.org/OpeningHoursSpecification that are used. Times are HH:MM, local to the
 * park.
 */
export interface OpeningHoursSpecification {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string[]
  opens: string
  closes: string
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The weekdays of an entry; `null` if it also has other kinds of days. */
function weekdaysOf({ when }: OpeningEntry): number[] | null {
  const masks = when.map((group) => {
    const [test] = group
    return group.length === 1 && test?.kind === 'weekdays' ? test.mask : null
  })
  if (masks.includes(null)) return null
  const mask = masks.reduce<number>((both, one) => both & one!, 0b1111111)
  return WEEKDAYS.flatMap((_, day) => ((mask >>> day) & 1 ? [day] : []))
}

/**
 * Rules with only weekdays have the same meaning in every week and place, so any place can be used to
 * evaluate them.
 */
const ANYWHERE: LocalClock = {
  zone: 'Australia/Brisbane',
  state: 'QLD',
  latitude: -27.47,
  longitude: 153.03,
  assumptions: {},
}
/** A Monday, in days since 1 January 1970. */
const A_MONDAY = 20_458

/** Evaluates rules with only weekdays for a week; days with the same hours are combined in one entry. */
function weekOf(rules: readonly OsmRule[]): OpeningEntry[] | null {
  const week = new Map<string, OpeningEntry>()
  for (const index of WEEKDAYS.keys()) {
    const entry = osmEntryOn(rules, A_MONDAY + index, ANYWHERE)
    if (entry === undefined) return null
    const key = JSON.stringify(entry.spans)
    const mask = (week.get(key)?.when[0]?.[0] as { mask: number } | undefined)?.mask ?? 0
    week.set(key, { ...entry, when: [[{ kind: 'weekdays', mask: mask | (1 << index) }]] })
  }
  return [...week.values()]
}

/**
 * Opening hours for search engines; `null` if the vocabulary cannot express them: hours that depend on the
 * sun, dates or seasons, that are ambiguous or not understood.
 */
export function openingHoursSpecification(openingHours: string | null): OpeningHoursSpecification[] | null {
  const opening = openingOf(openingHours)
  if (opening === null || opening.seasonal) return null
  const left = new Set(WEEKDAYS.keys())
  const specification: OpeningHoursSpecification[] = []
  const entries = opening.osm === null ? opening.entries : weekOf(opening.osm)
  if (entries === null) return null
  for (const entry of entries) {
    const days = weekdaysOf(entry)?.filter((day) => left.has(day))
    if (!days || entry.doubts.length > 0) return null
    for (const day of days) left.delete(day)
    for (const span of entry.spans) {
      if (span.from.kind !== 'clock' || span.to.kind !== 'clock') return null
      // The vocabulary expresses 'all day' as 00:00 to 23:59.
      const closes = isAllDay(span) ? '23:59' : clock(span.to.minute)
      if (days.length > 0) {
        specification.push({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => WEEKDAYS[day]!),
          opens: clock(span.from.minute),
          closes,
        })
      }
    }
  }
  return specification.length === 0 ? null : specification
}

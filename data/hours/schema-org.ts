import type { Scene } from './evaluate.ts'
import { openingOf } from './opening.ts'
import { osmEntryOn } from './osm.ts'
import type { OpeningEntry } from './read-opening.ts'
import type { OsmRule } from './read-osm.ts'
import { isAllDay } from './rule.ts'
import { WEEKDAYS } from './say.ts'

/** https://schema.org/OpeningHoursSpecification, the parts used here. Times are HH:MM on the park's clock. */
export interface OpeningHoursSpecification {
  '@type': 'OpeningHoursSpecification'
  dayOfWeek: string[]
  opens: string
  closes: string
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The days an entry speaks of, or `null` when they are more than days of the week. */
function weekdaysOf({ when }: OpeningEntry): number[] | null {
  const masks = when.map((group) => {
    const [test] = group
    return group.length === 1 && test?.kind === 'weekdays' ? test.mask : null
  })
  if (masks.includes(null)) return null
  const mask = masks.reduce<number>((both, one) => both & one!, 0b1111111)
  return WEEKDAYS.flatMap((_, day) => ((mask >>> day) & 1 ? [day] : []))
}

/** Rules of weekdays alone mean the same in every week and everywhere: any week and place show them. */
const ANYWHERE: Scene = {
  zone: 'Australia/Brisbane',
  state: 'QLD',
  latitude: -27.47,
  longitude: 153.03,
  supposed: {},
}
/** A Monday, in days since 1 January 1970. */
const A_MONDAY = 20_458

/** The week of rules that speak of weekdays alone, days with the same hours together. */
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
 * Opening hours as search engines read them, or `null` when the vocabulary cannot say them truly: hours by the sun, by dates or seasons,
 * in doubt, or not understood.
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
      // 00:00 to 23:59 is how the vocabulary says "all day".
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

import { openingOf } from './opening.ts'
import type { OpeningEntry } from './read-opening.ts'
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

/**
 * Opening hours as search engines read them, or `null` when the vocabulary cannot say them truly: hours by the sun, by dates or seasons,
 * in doubt, or not understood.
 */
export function openingHoursSpecification(openingHours: string | null): OpeningHoursSpecification[] | null {
  const opening = openingOf(openingHours)
  if (opening === null || opening.seasonal) return null
  const left = new Set(WEEKDAYS.keys())
  const specification: OpeningHoursSpecification[] = []
  for (const entry of opening.entries) {
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

import type { Park } from '../../data/model/park.ts'
import { UNNAMED_PUBLISHER } from '../../data/model/source.ts'
import type { Source } from '../../data/model/source.ts'
import { PARK_TEXTS } from './texts.ts'

/** The publishers in one line: both of two, otherwise the first and the number of others. */
export function publisherNames(sources: readonly Source[]): string {
  const names = [...new Set(sources.map(({ publisher }) => publisher))]
  const [first = UNNAMED_PUBLISHER, second] = names
  if (second === undefined) return first
  return names.length === 2
    ? PARK_TEXTS.card.twoSources(first, second)
    : PARK_TEXTS.card.moreSources(first, names.length - 1)
}

const formatDay = (day: string) =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** A date of facts for people: '2017', 'c.2016', or 'checked on 22 November 2026'. */
export const formatFactsDate = (asOf: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? PARK_TEXTS.card.checkedOn(formatDay(asOf)) : asOf

/** Publishers and year: 'Brisbane City Council, 2012. Check the signs.' The park page lists every source. */
export function sourceLine(park: Pick<Park, 'sources' | 'asOf'>): string {
  const publishers = publisherNames(park.sources)
  return park.asOf === null
    ? PARK_TEXTS.card.undated(publishers)
    : PARK_TEXTS.card.checked(publishers, formatFactsDate(park.asOf))
}

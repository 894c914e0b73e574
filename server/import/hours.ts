import { readLeash } from '../../data/hours/read-leash.ts'
import { readOpening } from '../../data/hours/read-opening.ts'
import { readHours } from '../../data/import/hours.ts'
import type { Hours } from '../../data/import/hours.ts'

/** A text that says of dogs or of the leash what it says. */
export const speaksOfDogs = (text: string) =>
  /\bdogs?\b|leash|\b(?:on|off)[ -]?lead\b|\blead[ -]free\b/i.test(text)

/** How lists of places for dogs begin to say when dogs may run, without naming them. */
const isOfRuns = (text: string) => /^(?:before|after|all (?:year|times|day))\b/i.test(text)

/** Opening hours with times in them; 'All times' of an area for dogs says when it is one. */
const saysWhenOpen = (text: string) =>
  !isOfRuns(text) && readOpening(text) !== null && !readOpening(text)!.always

/**
 * Parts a cell of a column that holds opening hours and leash hours. What speaks of dogs is for the leash, what can be read as opening hours
 * is that, and so is what neither reading understands: it is shown as published. `timed`: the park's rule for dogs has times, and bare times
 * are those.
 */
export function readMixedHours(text: string, timed: boolean): Hours {
  if (!timed && !speaksOfDogs(text) && saysWhenOpen(text)) return { openingHours: text, leashHours: null }
  const { openingHours, leashHours } = readHours(text)
  const opening = openingHours === null ? [] : [openingHours]
  const leash: string[] = []
  for (const clause of leashHours?.split('; ') ?? []) {
    const isOpening =
      !speaksOfDogs(clause) &&
      !isOfRuns(clause) &&
      (readLeash(clause) === null || (!timed && saysWhenOpen(clause)))
    ;(isOpening ? opening : leash).push(clause)
  }
  const joined = (clauses: string[]) => (clauses.length === 0 ? null : clauses.join('; '))
  return { openingHours: joined(opening), leashHours: joined(leash) }
}

/** Whether a text of either kind of hours can be answered from; none is needed where there is no text. */
export const opensAsRead = (text: string | null) => text === null || readOpening(text) !== null
export const leashAsRead = (text: string | null) => text === null || readLeash(text) !== null

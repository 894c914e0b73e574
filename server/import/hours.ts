import { readLeash } from '../../data/hours/read-leash.ts'
import { readOpening } from '../../data/hours/read-opening.ts'
import { mentionsDogs, readHours } from '../../data/import/hours.ts'
import type { Hours } from '../../data/import/hours.ts'

/** Whether a text has the form in which lists of dog parks give off-leash times without mentioning dogs. */
const looksLikeOffLeashTimes = (text: string) => /^(?:before|after|all (?:year|times|day))\b/i.test(text)

/** Whether a text gives opening hours with times; 'All times' of a dog area is about dogs. */
const hasOpeningTimes = (text: string) =>
  !looksLikeOffLeashTimes(text) && readOpening(text) !== null && !readOpening(text)!.always

/**
 * Splits a cell that may contain opening hours and leash hours. Clauses that mention dogs are leash hours;
 * clauses that can be read as opening hours, or not at all, are opening hours and are shown as published.
 * @param timed the park's rule for dogs has times, so times without further words are leash hours
 */
export function readMixedHours(text: string, timed: boolean): Hours {
  if (!timed && !mentionsDogs(text) && hasOpeningTimes(text)) return { openingHours: text, leashHours: null }
  const { openingHours, leashHours } = readHours(text)
  const opening = openingHours === null ? [] : [openingHours]
  const leash: string[] = []
  for (const clause of leashHours?.split('; ') ?? []) {
    const isOpening =
      !mentionsDogs(clause) &&
      !looksLikeOffLeashTimes(clause) &&
      (readLeash(clause) === null || (!timed && hasOpeningTimes(clause)))
    ;(isOpening ? opening : leash).push(clause)
  }
  const joined = (clauses: string[]) => (clauses.length === 0 ? null : clauses.join('; '))
  return { openingHours: joined(opening), leashHours: joined(leash) }
}

/** Whether hours can be evaluated; true if there is no text. */
export const isReadableOpening = (text: string | null) => text === null || readOpening(text) !== null
export const isReadableLeash = (text: string | null) => text === null || readLeash(text) !== null

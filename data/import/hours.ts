import { capitalised } from '../model/text.ts'

export interface Hours {
  /** When the park is open. */
  openingHours: string | null
  /**
   * When dogs may be off the leash, or in the park at all; includes notes about where in the park this
   * applies.
   */
  leashHours: string | null
}

/**
 * Clauses that only say when a park is open. 'All times', 'All day' and 'All year' are not among them,
 * because in lists of off-leash areas they say when dogs may be off the leash.
 */
const OPENING = [
  /^open (?:from |between )?(?:sunrise|dawn|daily|\d).*$/i,
  /^(?:all year, )?24 ?(?:hours?|hrs?|h)(?:, all year)?$/i,
  /^(?:open )?24\/7$/i,
  /^sunrise ?(?:-|–|to) ?sunset$/i,
  /^dawn to dusk$/i,
  /^daylight hours$/i,
]
/** Whether a text mentions dogs or the leash. */
export const mentionsDogs = (text: string) => /\bdogs?\b|\bpets?\b|leash|\b(?:on|off)?lead\b/i.test(text)

/** Opening hours that would be hours for dogs after a clause about dogs: 'Off-leash; daylight hours'. */
const SUN_HOURS = /^(?:sunrise|dawn|daylight)/i

/** Continues a clause about opening hours. */
const OPENING_CONTINUED = /^from \d{1,2}(?:[.:]\d{2})? ?[ap]m on [\w ,]+$/i

/**
 * Splits the hours text of a park list into opening hours and leash hours, in the list's own words. Clauses
 * are separated by semicolons; everything that is not clearly about opening, or that mentions dogs, is leash
 * hours.
 */
export function readHours(text: string): Hours {
  const opening: string[] = []
  const leash: string[] = []
  for (const clause of text.split(';').map((part) => part.trim())) {
    if (clause === '') continue
    const opens =
      !mentionsDogs(clause) &&
      ((OPENING.some((form) => form.test(clause)) && (leash.length === 0 || !SUN_HOURS.test(clause))) ||
        (leash.length === 0 && opening.length > 0 && OPENING_CONTINUED.test(clause)))
    ;(opens ? opening : leash).push(clause)
  }
  const joined = (clauses: string[]) => (clauses.length === 0 ? null : clauses.join('; '))
  return { openingHours: joined(opening), leashHours: joined(leash) }
}

/** Words that say when or where dogs must be on the leash, or may not be at all. */
const RULES = [
  /\bon[- ](?:a |the )?(?:leash|lead)\b/i,
  /\bno dogs\b/i,
  /\bdogs (?:are )?(?:not (?:allowed|permitted)|prohibited|banned)\b/i,
  /\b(?:except|unless|not) during\b/i,
  /\b(?:except|unless|when not) (?:when |in use|used)/i,
  /^not (?:in|on|near|within|the)\b/i,
  // Not 'small dogs only', and not 'dog enclosure section only', which a fenced dog park is.
  /^(?:north|south|east|west|oval|signed)[\w -]* only\b/i,
]

/**
 * Adds the rules found among other words of a list, such as its features, to its leash hours, so that
 * the answer about the leash takes account of them.
 * @returns the leash hours, and the words that state no rule
 */
export function addRules(
  leashHours: string | null,
  words: readonly string[],
): { leashHours: string | null; rest: string[] } {
  const clauses = leashHours === null ? [] : [leashHours]
  const rest: string[] = []
  for (const word of words) {
    if (!RULES.some((form) => form.test(word))) rest.push(word)
    else if (!clauses.join('; ').toLowerCase().includes(word.toLowerCase()))
      clauses.push(clauses.length === 0 ? capitalised(word) : word)
  }
  return { leashHours: clauses.join('; ') || null, rest }
}

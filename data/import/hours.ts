export interface Hours {
  /** When the place is open. */
  openingHours: string | null
  /** When dogs may be off the leash, or there at all; notes of where on the ground that holds are kept with it. */
  leashHours: string | null
}

/**
 * Says when a place is open, and nothing of dogs. 'All times', 'All day' and 'All year' are not among them: in lists of off-leash areas they
 * say when the area is one.
 */
const OPENING =
  /^(?:open (?:from |between )?(?:sunrise|dawn|daily|\d).*|(?:all year, )?24 hours(?:, all year)?|(?:open )?24\/7|sunrise ?(?:-|–|to) ?sunset|dawn to dusk|daylight hours)$/i
/** Goes on about the opening of the clause before. */
const OPENING_CONTINUED = /^from \d{1,2}(?:[.:]\d{2})? ?[ap]m on [\w ,]+$/i

/**
 * Parts what a park list says of times into opening hours and leash hours, in the list's own words. Clauses are separated by semicolons;
 * what does not plainly speak of opening goes to the leash.
 */
export function readHours(text: string): Hours {
  const opening: string[] = []
  const leash: string[] = []
  for (const clause of text.split(';').map((part) => part.trim())) {
    if (clause === '') continue
    const opens =
      OPENING.test(clause) || (leash.length === 0 && opening.length > 0 && OPENING_CONTINUED.test(clause))
    ;(opens ? opening : leash).push(clause)
  }
  const joined = (clauses: string[]) => (clauses.length === 0 ? null : clauses.join('; '))
  return { openingHours: joined(opening), leashHours: joined(leash) }
}

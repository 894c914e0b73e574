/** 'unknown': a value that is not one of the vocabulary. */
type BusinessStatus = 'operational' | 'closed-permanently' | 'closed-temporarily' | 'unknown'

/** The values that Google's place data has; lists of parks contain them in descriptions. */
const STATUSES: Readonly<Record<string, BusinessStatus>> = {
  OPERATIONAL: 'operational',
  CLOSED_PERMANENTLY: 'closed-permanently',
  CLOSED_TEMPORARILY: 'closed-temporarily',
}

/** The business status in a description that is JSON (specification 13.16); `null` if it has none. */
export function businessStatusOf(
  description: string | null,
): { status: BusinessStatus; text: string } | null {
  if (!description?.trimStart().startsWith('{')) return null
  let value: unknown
  try {
    value = (JSON.parse(description) as { businessStatus?: unknown }).businessStatus
  } catch {
    // Plain text that starts with a brace.
  }
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : { status: STATUSES[text.toUpperCase()] ?? 'unknown', text }
}

/** Characters of an unknown status that are shown. */
const SHOWN_LENGTH = 60

/**
 * The opening hours to publish for a park. A closed park is closed whatever its hours are. With an unknown
 * status, the hours are published as a text that cannot be evaluated, because the park may not be open.
 */
export function hoursByStatus(openingHours: string | null, description: string | null): string | null {
  const found = businessStatusOf(description)
  switch (found?.status) {
    case 'closed-permanently':
      return 'Permanently closed'
    case 'closed-temporarily':
      return 'Temporarily closed'
    case 'unknown':
      return openingHours && `Business status ${found.text.slice(0, SHOWN_LENGTH)}: ${openingHours}`
    default:
      return openingHours
  }
}

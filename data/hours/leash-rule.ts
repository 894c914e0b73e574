import type { UncertainDay } from './calendar.ts'
import type { Subject } from './leash-subject.ts'
import type { Span, When } from './rule.ts'

/**
 * What a rule covers: 'exception' is an exception from another rule, 'stated-exception' one that says what applies
 * instead, 'own' its own days and hours, 'other-times' the other hours of some days, 'all-times' everything,
 * 'all-other-times' and 'all-other-dates' what no other rule names.
 */
export type RuleScope =
  | 'exception'
  | 'stated-exception'
  | 'own'
  | 'other-times'
  | 'all-times'
  | 'all-other-times'
  | 'all-other-dates'

export interface LeashRule {
  subject: Subject
  when: When
  /** Never empty; {@link ALL_DAY} for whole days. */
  spans: readonly Span[]
  doubts: readonly Span[]
  /** Whether the text gives hours, even 'all day'. Otherwise {@link spans} is the whole day. */
  hours: boolean
  scope: RuleScope
  /** Whether 'only' follows the rule, which implies something else for other times. */
  only: boolean
  /** Whether the rule says when dogs are allowed, on the leash. */
  allows: boolean
  /** A condition of this rule. */
  note: string | null
}

/** A completely understood text about leash hours. */
export interface Leash {
  rules: readonly LeashRule[]
  notes: readonly string[]
  /** The text only says that the hours vary. */
  vague: boolean
  seasonal: boolean
  uncertainDays: readonly UncertainDay[]
}

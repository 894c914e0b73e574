import { isNo, isYes } from './cell-text.ts'
import { isSomeDays, MONTHS, NOT_YET } from './header-words.ts'
import { TIME_OF_DAY } from './hours.ts'

// What says that a park is not open: it is closed for good or for a while, is not there yet, or no longer.

const PLACE = '(?:park|reserve|beach|area|oval|site|facility)'
const WORDS = [
  '(?:permanently |temporarily |currently |now )?closed',
  'not (?:yet |currently )?(?:open|built)',
  `${NOT_YET}|under construction|opening (?:soon|in|early|mid|late)|opens in`,
  'decommissioned|removed|demolished|retired|inactive|pending(?: approval)?',
  `no longer (?:an? (?:dog |off[ -]?leash )?${PLACE}|exists?|in use|open|available)`,
].join('|')
const ALONE = new RegExp(`^(?:${WORDS})$`, 'i')
const WITH_MORE = new RegExp(
  [
    `^(?:${WORDS})(?: (?:in )?\\d{4}| (?:for|since|until|due|pending|as of)\\b.*`,
    String.raw`| (?:${MONTHS})\b.*| ?(?:[–:;,(]|-(?!in\b)).*)?$`,
  ].join(''),
  'i',
)
const SUBJECT = new RegExp(
  `^(?:the |this )?(?:(?:dog|off[ -]leash) )?${PLACE} (?:(?:is|was|has been|will be) )?`,
  'i',
)

/** Whether a text says nothing else than that a park is not open: 'Permanently closed'. */
export const isNotOpen = (text: string) => ALONE.test(text)

/** Whether a sentence says so: 'The park is closed until further notice', 'Opening soon'; not 'Closed until 6am'. */
export const sentenceSaysNotOpen = (sentence: string) =>
  WITH_MORE.test(sentence.replace(SUBJECT, '')) && !TIME_OF_DAY.test(sentence)

const CLOSED_ON_DAYS = /^closed (?:(?:in|on|from|during|for) )?(?:the )?/i

/** Whether a text names days on which a park is closed: 'Closed Nov-Mar', 'The park is closed in winter'. */
export function isClosedOnSomeDays(text: string): boolean {
  const words = text.replace(SUBJECT, '')
  return CLOSED_ON_DAYS.test(words) && isSomeDays(words.replace(CLOSED_ON_DAYS, ''))
}

/** Headers of columns that may say so. */
const STATUS = new RegExp(
  [
    String.raw`^(?:(?:park|site|asset|facility|operational|life ?cycle|current) ?)?status$|^life ?cycle(?: stage)?$`,
    String.raw`^(?:existing|open) ?(?:/|or) ?(?:proposed|closed)$|^alerts?$`,
  ].join('|'),
  'i',
)
/** What else such a column says of a place that is not used, or of its rule. */
const NOT_USED = new RegExp(
  [
    '^(?:abandoned|archived|cancelled|ceased|deleted|disused|draft|expired|not active|not in use|rejected|revoked',
    'superseded|suspended|temporary closure|to be closed|unavailable|under review|withdrawn|(?:.* )?trial (?:has )?ended)$',
  ].join('|'),
  'i',
)
/** Headers of columns in which 'Yes', or 'No', says so. */
const CLOSED =
  /^(?:is )?(?:(?:permanently|temporarily|currently) )?(?:closed|decommissioned|deleted|demolished|inactive|proposed|removed|retired)\??$/i
const OPEN =
  /^(?:is )?(?:(?:currently )?open(?: to (?:the )?public)?|active|approved|available|existing|in use|operational|public(?: access)?)\??$/i
/** Headers of the day on which a park was closed are made of these words. */
const ENDED = 'closed|closure|decommissioned|removed|removal|retired'
const CLOSED_ON = new RegExp(`^(?:date (?:of )?(?:${ENDED})|(?:${ENDED}) (?:date|on|in|year))$`, 'i')

/** Whether a cell says that the park of its row is not open. */
export function cellSaysNotOpen(columnHeader: string, text: string): boolean {
  const header = columnHeader.replaceAll('_', ' ')
  if (CLOSED.test(header)) return isYes(text)
  if (CLOSED_ON.test(header)) return /\d{4}/.test(text)
  if (OPEN.test(header)) return isNo(text)
  return STATUS.test(header) && (NOT_USED.test(text) || WITH_MORE.test(text.replace(SUBJECT, '')))
}

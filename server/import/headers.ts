import { readLeash } from '../../data/hours/read-leash.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type { AssignedColumn, ImportField } from '../../data/model/import.ts'
import { readAccess } from './access.ts'
import { clean, quoted } from './cell-text.ts'
import { daysOfHours, featureOf, fieldOf, headerKey } from './column-names.ts'
import {
  isAboutTimes,
  isLimitedInBrackets,
  isNotCurrent,
  isRange,
  isSomeDays,
  mentionsDogRule,
  namesDays,
  namesExceptions,
  saysLimited,
} from './header-words.ts'
import { mentionsDogs } from '../../data/import/hours.ts'
import { areOffLeashTimes, asCondition, restrictsAtTimes, TIME_OF_DAY } from './hours.ts'
import { parseNumberPair } from './coordinates.ts'
import { isClosedOnSomeDays } from './not-open.ts'
import { mayHaveLimits } from './rule-limits.ts'
import { UnreadableFile } from './table.ts'
import type { Sheet, SheetFile, Table } from './table.ts'

/** How a column is read. */
export interface Column {
  at: number
  header: string
  field: ImportField | null
  feature: FeatureId | null
  /** The unit of sizes given in the header. */
  unit: 'm2' | 'ha' | null
  /** The days that its hours are for, if its header names some: 'summer'. */
  days?: string
  /** Whether it has the rule for dogs too, although another column is read for it. */
  alsoRule?: true
  /** Whether it seems to be about the rule for dogs, although it is not read: then the rule is unknown. */
  mayBeRule?: true
  /** Whether it is not read and may limit for whom or how long the rule is: 'Members only'. */
  mayLimit?: true
}

type Rows = readonly { cells: readonly string[] }[]

const UNITS: readonly (readonly [RegExp, 'm2' | 'ha'])[] = [
  [/\bha\b|hectares?/i, 'ha'],
  [/\bm2\b|m²|\bsq\.? ?m|square met|sqm/i, 'm2'],
]

/** Whether at least half of the non-empty values, and at least one, match. */
const mostly = (values: readonly string[], matches: (value: string) => boolean) => {
  const filled = values.filter((value) => value !== '')
  return filled.length > 0 && filled.filter(matches).length * 2 >= filled.length
}

/** The cells of a column, without spaces around. */
const cellsBelow = (rows: Rows, at: number) => rows.map(({ cells }) => (cells[at] ?? '').trim())

/** Whether at least a third of the non-empty cells of a column mention dogs or the leash. */
function oftenMentionsDogs(rows: Rows, at: number): boolean {
  const filled = cellsBelow(rows, at).filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(mentionsDogs).length * 3 >= filled.length
}

/** The headings of columns. One without a header is below that of the column before, which was merged over both. */
const headingsOf = (header: readonly string[]) =>
  header.map((text, at) => text || (header.slice(0, at).findLast((before) => before !== '') ?? ''))

/** Whether no cell of a column has a word, a range or a date; 0 and 1 count as No and Yes. */
const isEmptyOrNumbers = (rows: Rows, at: number) =>
  cellsBelow(rows, at).every((cell) => /^[\s\d.,-]*$/.test(cell) && !/^[01](?:\.0+)?$|\d ?- ?\d/.test(cell))

/** Words of headers about restrictions, and of those that may be about them. */
const RESTRICTS = /restrict|prohibit|exclu|except/i
const MAY_RESTRICT = new RegExp(`${RESTRICTS.source}|condition|rule|access|permit|allow`, 'i')
const anyOf = (...words: readonly string[]) => new RegExp(words.join('|'), 'i')
const THINGS = [
  'open|toilet|bbq|barbe|caf[eé]|kiosk|office|pool|contact',
  'inspect|mow|maint|clean|updat|creat|modif|edit',
]
/** Words of headers of things that have times of their own. */
const OTHER_THINGS = anyOf(...THINGS, 'gate|light|phone|date')
/** Words of headers of things that have days or parts of their own. */
const HAS_OWN_LIMITS = anyOf(
  ...THINGS,
  String.raw`\bbins?\b|waste|rubbish|collect|market|event|program|classes`,
  'survey|built|establish|fenc|enclos|shade|path',
  'light|gate|parking|water|tap|wheel|vehicle|seat|playground|sprinkler|irrigat',
)
const TIMESTAMP = /\d{4}-\d\d-\d\d|\d\/\d{1,2}\/\d/
const TIME = String.raw`\d{1,2}(?:[:.]\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?)`
/** A cell with times of day alone, as under 'From' and 'To', or 'AM' and 'PM': '5am', '5am-9am'. */
const ONLY_TIMES_OF_DAY = new RegExp(`^(?:(?:\\d{1,2}|${TIME}) ?(?:-|–|to) ?)?${TIME}$`, 'i')

/** Whether a cell says on which occasions or where a rule does not apply: 'Not during sport'. */
const isCondition = (header: string, cell: string) =>
  cell !== '' &&
  (namesExceptions(header) || (/^(?:not|except)\b/i.test(cell) && readLeash(asCondition(cell)) !== null))

/** Whether a cell begins as what limits a rule to some times: 'Before 9am', 'Not on weekends'. */
const isTimeLimit = (cell: string) =>
  (/^(?:before|after|until|till) /i.test(cell) && TIME_OF_DAY.test(cell)) ||
  (/^(?:not|except) /i.test(cell) && namesDays(cell))

/** Words of headers about when something applies. */
const IS_WHEN = /season|month|day|period|valid|appl|time|when/i
/** Headers about the part of the year in which a place is open. */
const IS_OPEN_WHEN = /\bopen\b.*(?:month|season)|(?:month|season)s?\b.*\bopen\b/i
/** Words of headers about which part of a place something is for, and of cells that name one. */
const IS_WHERE = /area|section|zone|extent|coverage|boundary|where|part\b/i
const PART = /^(?:part(?:s|ial|ially|ly)?|half|some)\b|\b(?:half|only)$/i

/** Whether a column limits the rule of another by days ('Winter' under 'Season'), by place, or in words about dogs. */
function mayLimitRule(header: string, cells: readonly string[]): boolean {
  return (
    (IS_WHEN.test(header) ? cells.some(isSomeDays) : mostly(cells, isSomeDays)) ||
    (IS_WHERE.test(header) && cells.some((cell) => PART.test(cell))) ||
    cells.some(
      (cell) =>
        isClosedOnSomeDays(cell) ||
        saysLimited(header, cell) === true ||
        isCondition(header, cell) ||
        isTimeLimit(cell) ||
        (mentionsDogs(cell) && restrictsAtTimes(cell)),
    )
  )
}

/** Whether '6-9' under a header is hours or months: 'Weekday', 'AM', 'Months'. */
const headsRangesOfTime = (header: string) =>
  isAboutTimes(header) || /^(?:[ap]\.?m\.?|months?)$/i.test(header)

/**
 * Whether a column that is not read may say when dogs are allowed or off the leash: 'Seasonal restrictions' if a cell
 * mentions dogs, has a time or is a condition, and columns of times such as 'From'.
 * @param statesRule whether another column states the rule, which times may limit
 */
function mayLimitDogs(header: string, cells: readonly string[], statesRule: boolean): boolean {
  const isAboutLimits = isAboutTimes(header) || MAY_RESTRICT.test(header)
  return (
    (isAboutLimits &&
      cells.some((cell) => mentionsDogs(cell) || (statesRule && isCondition(header, cell)))) ||
    (isAboutLimits &&
      (statesRule || RESTRICTS.test(header)) &&
      !OTHER_THINGS.test(header) &&
      cells.some((cell) => TIME_OF_DAY.test(cell) && !TIMESTAMP.test(cell))) ||
    (statesRule && !/open/i.test(header) && mostly(cells, (cell) => ONLY_TIMES_OF_DAY.test(cell))) ||
    (statesRule && headsRangesOfTime(header) && !OTHER_THINGS.test(header) && cells.some(isRange)) ||
    (statesRule && (!HAS_OWN_LIMITS.test(header) || IS_OPEN_WHEN.test(header)) && mayLimitRule(header, cells))
  )
}

const isRule = (value: string) => readAccess(value).kind !== 'unknown'
/** A rule that can be about nothing else: 'Off leash', not 'Yes'. */
const isLeashRule = (value: string) => /leash|lead|dog/i.test(value) && isRule(value)

/** A column while headers are mapped. */
interface ReadColumn extends Column {
  /** How specific the header is; the lowest is the most specific. */
  score: number
  /** Whether its cells are rules for dogs, whatever its header says. */
  isRuleByValue?: true
}

/** Fields of headers that may be merged over several columns. */
const MERGED: ReadonlySet<ImportField> = new Set(['openingHours', 'hours'])

/** What a header says by itself; one without text is that of hours if their header is merged over both columns. */
function readHeader(header: string, at: number, headings: readonly string[], rows: Rows): ReadColumn {
  const heading = fieldOf(headings[at]!)
  const isMerged =
    header === '' && heading !== undefined && MERGED.has(heading.field) && !isEmptyOrNumbers(rows, at)
  const known = isMerged ? heading : fieldOf(header)
  const feature = featureOf(header)
  const words = header.replaceAll('_', ' ')
  const days = daysOfHours(isMerged ? headings[at]! : header)
  return {
    at,
    header,
    field: known?.field ?? (feature ? 'feature' : null),
    feature: feature ?? null,
    unit: UNITS.find(([pattern]) => pattern.test(words))?.[1] ?? null,
    score: known?.score ?? 0,
    ...(days !== undefined && { days }),
  }
}

const isLeashFeature = ({ feature }: Column) => feature === 'off-leash' || feature === 'on-leash'

/** Changes what a column is read as, if its cells show that its header means something else. */
function readByValues(column: ReadColumn, columns: readonly ReadColumn[], rows: Rows): void {
  const values = cellsBelow(rows.slice(0, 200), column.at)
  // The meaning of these headers depends on the values below them.
  if (
    column.field === 'address' &&
    headerKey(column.header) === 'location' &&
    mostly(values, (value) => parseNumberPair(value) !== undefined)
  )
    column.field = 'coordinates'
  if (
    column.field === 'city' &&
    headerKey(column.header) === 'area' &&
    mostly(values, (value) => /^\d/.test(value))
  )
    column.field = column.unit ? 'size' : null
  // Lists of dog parks may have leash hours under such a header.
  if (column.field === 'openingHours' && !hasField(columns, 'hours') && oftenMentionsDogs(rows, column.at))
    column.field = 'hours'
  if (column.field === null && !isNotCurrent(column.header) && mostly(values, isRule)) {
    if (isAboutTimes(column.header) || isLimitedInBrackets(column.header)) column.mayBeRule = true
    // 'Prohibited' alone may be about anything; beside 'Off leash' it is about dogs.
    else if (values.some(isLeashRule)) column.isRuleByValue = true
  }
  // 'Off leash' and 'On leash' instead of Yes and No.
  if (column.field === 'feature' && isLeashFeature(column) && mostly(values, isLeashRule)) {
    column.field = null
    column.isRuleByValue = true
  }
}

/** Whether a column states the rule for dogs. */
const statesRule = (columns: readonly ReadColumn[]) =>
  columns.some(
    (column) =>
      column.field === 'access' ||
      column.field === 'leashHours' ||
      column.isRuleByValue ||
      isLeashFeature(column),
  )

/** Finds the columns that state the rule for dogs. */
function readRuleColumns(columns: readonly ReadColumn[], rows: Rows): void {
  if (statesRule(columns) && !hasField(columns, 'leashHours')) {
    const hours = columns.filter(({ field }) => field === 'hours')
    const times = hours.filter(({ at }) => areOffLeashTimes(cellsBelow(rows, at)))
    for (const column of hours)
      if (times.some(({ score }) => score === column.score)) column.field = 'leashHours'
  }
  const isNamed = hasField(columns, 'access')
  for (const column of columns)
    if (column.isRuleByValue && isNamed) column.alsoRule = true
    else if (column.isRuleByValue) column.field = 'access'
}

/** Fields that several columns may have, which are read together. */
const READ_TOGETHER: ReadonlySet<ImportField> = new Set(['openingHours', 'features', 'description'])

/**
 * Keeps the most specific column of each field, those of its hours on other days, and those that are read together. The
 * others are not read.
 */
function keepOneOfEach(columns: readonly ReadColumn[]): void {
  for (const field of new Set(columns.map((column) => column.field))) {
    if (field === null || field === 'feature' || READ_TOGETHER.has(field)) continue
    const [first, ...others] = columns
      .filter((column) => column.field === field && column.days === undefined)
      .toSorted((a, b) => a.score - b.score)
    for (const column of others) {
      // Two columns with the header 'Hours'. 'Times' may be about something else.
      if (field === 'hours' && column.score === first!.score) continue
      // 'Off-leash Area' is a feature if another column has the name.
      column.field = field === 'name' && column.feature ? 'feature' : null
      if (field === 'access') column.alsoRule = true
    }
  }
}

/** Fields whose columns have no words about dogs. */
const WITHOUT_WORDS: ReadonlySet<ImportField | undefined> = new Set([
  'asOf',
  'sourceId',
  'rating',
  'imageUrl',
])

/** Marks the columns that are not read and may limit the rule for dogs. */
function markLimits(columns: readonly ReadColumn[], rows: Rows): void {
  const isRuleStated = statesRule(columns)
  for (const column of columns) {
    const { header } = column
    if (
      column.field !== null ||
      column.alsoRule ||
      isNotCurrent(header) ||
      WITHOUT_WORDS.has(fieldOf(header)?.field)
    )
      continue
    const cells = cellsBelow(rows, column.at)
    if ((isRuleStated && column.days !== undefined) || mayLimitDogs(header, cells, isRuleStated))
      column.mayBeRule = true
    if (mayHaveLimits(header, cells, HAS_OWN_LIMITS.test(header))) column.mayLimit = true
  }
}

const hasField = (columns: readonly Column[], field: ImportField) =>
  columns.some((column) => column.field === field)

/**
 * Maps headers to fields. If several columns match a field that a park has once, the most specific header is used, and
 * the others are only examined for what limits the rule for dogs.
 */
export function mapHeaders(header: readonly string[], rows: Rows = []): Column[] {
  const headings = headingsOf(header)
  const columns = header.map((text, at) => readHeader(text, at, headings, rows))
  for (const column of columns) readByValues(column, columns, rows)
  readRuleColumns(columns, rows)
  keepOneOfEach(columns)
  markLimits(columns, rows)
  return columns.map(
    ({ at, header: own, field, feature, unit, days, alsoRule, mayBeRule, mayLimit: limit }) => ({
      at,
      header: own,
      field,
      feature: field === 'feature' ? feature : null,
      unit,
      ...(days !== undefined && { days }),
      ...(alsoRule && { alsoRule }),
      ...(field === null &&
        !alsoRule &&
        (mayBeRule || mentionsDogRule(headings[at]!)) &&
        !isEmptyOrNumbers(rows, at) && { mayBeRule: true as const }),
      ...(limit && { mayLimit: limit }),
    }),
  )
}

/**
 * Replaces how columns are read by what a person assigned. A field that a list has once is taken from the
 * assigned column only.
 */
export function assignColumns(columns: readonly Column[], assigned: readonly AssignedColumn[]): Column[] {
  const byIndex = new Map(assigned.map((each) => [each.at, each]))
  // Nothing is taken from the others by a column that is left out.
  const taken = new Set<ImportField>(
    assigned.flatMap(({ field }) => (field === 'feature' ? [] : [field])).filter((field) => field !== null),
  )
  const isRuleAssigned = taken.has('access')
  return columns.map(({ alsoRule, mayBeRule, mayLimit: mayLimitRule, ...column }) => {
    const choice = byIndex.get(column.at)
    if (choice)
      return {
        ...column,
        field: choice.field,
        feature: choice.field === 'feature' ? choice.feature : null,
        // A rule that is not read as one is not lost.
        ...(column.field === 'access' && !isRuleAssigned && { mayBeRule: true as const }),
      }
    if (column.field !== null && taken.has(column.field)) return { ...column, field: null, feature: null }
    const limit = mayLimitRule && { mayLimit: mayLimitRule }
    if (isRuleAssigned) return { ...column, ...limit }
    return { ...column, ...(alsoRule && { alsoRule }), ...(mayBeRule && { mayBeRule }), ...limit }
  })
}

/** Number of rows searched for headers, because titles, dates and empty rows may come first. */
const MAX_HEADER_ROW = 15

/**
 * Finds the header row: among the first rows of each sheet, the one with the most recognised headers.
 * @param nameRequired false: without a column for the name, the row with the most recognised headers is used,
 *   or the first one with two cells, so that a person can assign the columns
 * @throws UnreadableFile if no row has a column for the name
 */
export function findHeaders({ sheets, unread = [], readAs }: SheetFile, { nameRequired = true } = {}): Table {
  const candidates = sheets.flatMap((sheet): Candidate[] => {
    const rows = sheet.rows.slice(0, MAX_HEADER_ROW).map(({ cells }) => mapHeaders(cells))
    const most = Math.max(...rows.map(countRecognised))
    return rows.map((columns, at) => {
      const recognised = countRecognised(columns)
      // "Dog park, Y" is no row of headers where another has more of them, even without one for the name.
      const isHeader = recognised === most && columns.some(({ field }) => field === 'name')
      return { sheet, at, score: isHeader ? recognised : 0 }
    })
  })
  let best = bestOf(candidates)
  if (!best && !nameRequired)
    best = bestOf(
      candidates.map((each) => ({ ...each, score: headerScore(each.sheet.rows[each.at]!.cells) })),
    )
  if (!best) {
    const first = sheets[0]?.rows[0]?.cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, 8)
      .map((cell) => cell.trim().slice(0, 40))
    throw new UnreadableFile(
      first
        ? `No column for the name of a park was found. The first row has: ${first.join(', ')}.`
        : 'The file is empty.',
    )
  }
  const { sheet, at } = best
  const header = headersOf(sheet, at)
  const where = sheet.name === '' ? readAs : `Sheet ${quoted(sheet.name)}, ${readAs}`
  // One sheet is read. A list on another one must not go missing unnoticed.
  const others = new Set(candidates.filter(({ score }) => score > 0).map((each) => each.sheet))
  others.delete(sheet)
  const rest = namesOf([...Array.from(others, ({ name }) => name), ...unread])
  return {
    header,
    rows: sheet.rows.slice(at + 1),
    readAs: rest === '' ? where : `${where}. Not read: ${rest}`,
  }
}

/**
 * The headers in a row, those of hours on some days with the title above them: 'Opening hours' over 'Weekdays'. In a
 * workbook, columns behind them have none; in a text file, a comma without quotes may have moved the cells of a row.
 */
function headersOf({ name, rows }: Sheet, at: number): string[] {
  const { row, cells: written } = rows[at]!
  const below = name === '' ? [] : rows.slice(at + 1)
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), written.length)
  const cells = Array.from({ length: width }, (_, column) => written[column] ?? '')
  const above = rows[at - 1]
  const titles =
    above?.row === row - 1 ? headingsOf(cells.map((_, column) => clean(above.cells[column] ?? ''))) : []
  return cells.map(clean).map((own, column) => {
    const title = titles[column] ?? ''
    if (title === '' || own === '' || fieldOf(own) !== undefined) return own
    const together = `${title} ${own}`
    return daysOfHours(together) === undefined ? own : together
  })
}

/** A row that may be that of the headers. */
interface Candidate {
  sheet: Sheet
  at: number
  /** 0: it is not. */
  score: number
}

/** The best row of headers; of a hidden sheet, which may have an old list, only if no other one has any. */
const bestOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) => Number(a.sheet.hidden ?? false) - Number(b.sheet.hidden ?? false) || b.score - a.score,
    )[0]

/** How many names are listed before the others are counted. */
const MAX_NAMES = 10

function namesOf(sheets: readonly string[]): string {
  const more = sheets.length - MAX_NAMES
  const named = (more > 1 ? sheets.slice(0, MAX_NAMES) : sheets).map(quoted).join(', ')
  return more > 1 ? `${named} and ${more} more` : named
}

const countRecognised = (columns: readonly Column[]) => columns.filter(({ field }) => field !== null).length

/** Recognised headers of a row of at least two cells; more than 0 for any such row. */
function headerScore(cells: readonly string[]): number {
  if (cells.filter((cell) => cell.trim() !== '').length < 2) return 0
  return 1 + countRecognised(mapHeaders(cells))
}

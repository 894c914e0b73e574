import { FEATURE_LABELS } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import { businessStatusOf } from '../../data/hours/business-status.ts'
import type { LocationAccuracy } from '../../data/model/park.ts'
import type { ImportField, NotUnderstood } from '../../data/model/import.ts'
import { SIZES } from '../../data/model/park.ts'
import type { DogAccess, Size } from '../../data/model/park.ts'
import { isGovernmentSource } from '../../data/import/features.ts'
import { addRules } from '../../data/import/hours.ts'
import { withRuleFeatures } from '../../data/import/rule-features.ts'
import { areaNumber, readAreaWords } from '../../data/import/size.ts'
import { readSources } from '../../data/import/sources.ts'
import type { StoredPark } from '../repositories/directory.ts'
import { columnName, isNothing, quoted, UNKNOWN } from './cell-text.ts'
import { readDegrees, parseNumberPair } from './coordinates.ts'
import { descriptionOf, DESCRIPTION_MAX_LENGTH, sentencesOfDescription } from './description.ts'
import { readRule } from './dog-rule.ts'
import type { Cell, RowRule, RuleCells } from './dog-rule.ts'
import { additionsToName } from './header-words.ts'
import type { Column } from './headers.ts'
import {
  isReadableLeash,
  isReadableOpening,
  isRuleInDescription,
  joined,
  joinLeash,
  limitsLeashHours,
  readHoursBeside,
  readOpeningCell,
  withTexts,
} from './hours.ts'
import { cellSaysNotOpen, isNotOpen } from './not-open.ts'
import type { ListedLocation } from './placing.ts'
import { limitsWhoOrWhen } from './rule-limits.ts'
import { disputedFeatures, readFeatures, takeLeashRule } from './row-features.ts'
import type { ListedText } from './row-features.ts'
import { rowTexts } from './row-texts.ts'
import type { RowTexts } from './row-texts.ts'

/** How accurate a list says a position is: 'approximate', 'suburb centre', 'near', 'exact'. */
function readAccuracy(text: string): LocationAccuracy {
  if (/suburb|approx|centroid|town|locality/i.test(text)) return 'suburb'
  return /\bnear\b/i.test(text) ? 'near' : 'exact'
}

/** The facts in a row about a park, without its place. Missing ones are `null`. */
type Facts = Pick<
  StoredPark,
  | 'features'
  | 'lacks'
  | 'size'
  | 'openingHours'
  | 'leashHours'
  | 'rating'
  | 'phone'
  | 'description'
  | 'sources'
  | 'asOf'
> & {
  /** `null`: the list has a column for it, which is empty in this row. */
  access: DogAccess | null
  /**
   * The list has no column for the rule, so its parks are assumed to allow dogs. That replaces neither a known
   * rule nor an administrator's finding that dogs are not allowed.
   */
  accessAssumed: boolean
  /** The list has a rule that cannot be read, or two that cannot both be true. */
  ruleUnread?: true
  /** The list says that dogs are not allowed. */
  noDogs?: true
}

/** A row after reading, before its place is determined. */
export interface ReadRow {
  row: number
  said: ListedLocation
  facts: Facts
  /** The park's number in its source, or ''. */
  sourceId: string
  /** The source that `sourceId` belongs to. */
  dataset: string
  pictureUrl: string | null
  notes: string[]
  notUnderstood: readonly Omit<NotUnderstood, 'row'>[]
}

/** Characters. */
const MAX_LENGTHS: Readonly<Partial<Record<ImportField, number>>> = {
  name: 200,
  address: 300,
  suburb: 100,
  city: 100,
  postcode: 20,
  openingHours: 300,
  leashHours: 300,
  hours: 300,
  description: DESCRIPTION_MAX_LENGTH,
  source: 300,
  sourceId: 100,
  website: 500,
  imageUrl: 2_000,
}
const LABELS: Readonly<Partial<Record<ImportField, string>>> = {
  openingHours: 'opening hours',
  leashHours: 'leash hours',
  sourceId: 'number',
  imageUrl: 'address of the picture',
}

/** Year of the facts: '2019', 'c.2016'; `null` if the text contains none, or one in the future. */
function readYear(text: string, today: string, notes: string[]): string | null {
  const [, about, year] = /(?:^|[^\d])(c\. ?|about |circa )?((?:19|20)\d{2})(?!\d)/i.exec(text) ?? []
  if (year === undefined) return null
  if (year <= today.slice(0, 4)) return `${about ? 'c.' : ''}${year}`
  // With it, every later list would be an older one.
  notes.push(`The year ${year} is in the future: left out.`)
  return null
}

function readSize(text: string, unit: Column['unit']): { size: Size | null; text: string | null } {
  const named = SIZES.find((size) => size.toLowerCase() === text.toLowerCase())
  if (named) return { size: named, text: null }
  const number = /^\d[\d,]*(?:\.\d+)?$/.test(text)
  if (number) return unit ? readAreaWords(`${rounded(areaNumber(text))} ${unit}`) : { size: null, text: null }
  return readAreaWords(text)
}

const rounded = (value: number) => String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)))

/** Features whose contradictions are those of the rule, which has notes of its own. */
const OF_RULE: ReadonlySet<FeatureId> = new Set(['off-leash', 'on-leash'])

/** The name of a row that counts the rows above it. */
const TOTAL =
  /^(?:grand |sub[ -]?)?totals?(?: (?:number|count|parks?|sites?|areas?|locations?)\b.*)?:?(?: ?\d+)?$/i

/** The author may have withdrawn it, and whoever looks at the list to check it does not see it. */
const HIDDEN_ROW = 'The row is hidden in the workbook. If it belongs to the list, show it there'

/**
 * Reads a row by its columns.
 * @param list the publisher of rows without a source, and the day on which the list is imported (YYYY-MM-DD)
 */
export function readRow(
  { row, cells, hidden = false }: { row: number; cells: readonly string[]; hidden?: boolean | undefined },
  columns: readonly Column[],
  list: { source: string; today: string },
): ReadRow | { reason: string } {
  if (hidden) return { reason: HIDDEN_ROW }
  const texts = rowTexts(columns, cells)
  const unreadable = whyUnreadable(cells, columns, texts)
  if (unreadable !== undefined) return { reason: unreadable }

  const features = readFeatures(texts.each('features'), columns, cells)
  const leashRule = takeLeashRule(features)
  const cellsWithRule = texts.cells.map((cell) => (cell.column === leashRule?.column ? leashRule.cell : cell))
  const noPark = whyNoPark(texts.valueOf('name'), cellsWithRule)
  if (noPark !== undefined) return { reason: noPark }

  const notes: string[] = []
  const descriptions = texts.each('description').map(({ text }) => text)
  const sentences = descriptions.flatMap(sentencesOfDescription)
  const limits = cellsWithRule.filter(
    ({ column, text }) => column.mayLimit && limitsWhoOrWhen(column.header, text, list.today),
  )
  const rule = readDogRule(texts, { cells: cellsWithRule, features, sentences, limits }, notes)
  if ('reason' in rule) return rule

  const source = texts.valueOf('source') || list.source
  const asOf = readYear(texts.valueOf('asOf'), list.today, notes)
  if (isGovernmentSource(source)) features.present.add('council')
  const disputed = disputedFeatures(features)
  for (const id of disputed)
    if (!OF_RULE.has(id))
      notes.push(`The list says ${quoted(FEATURE_LABELS[id])} is there and that it is not: left out.`)

  const hours = readHours(texts, rule, {
    listed: [...features.other, ...rule.limits.map(toListed)],
    inDescription: sentences.filter(isRuleInDescription),
  })
  const size = readSize(texts.valueOf('size'), texts.of('size').column?.unit ?? null)
  const rating = readRating(texts.valueOf('rating'), notes)
  const website = texts.valueOf('website')
  const description = descriptionOf(
    descriptions,
    hours.otherFeatures,
    size.text,
    website === '' ? null : `Website: ${website}`,
  )
  noteBusinessStatus(description, notes)
  return {
    row,
    said: readLocation(texts, notes),
    facts: {
      access: rule.access,
      accessAssumed: rule.accessAssumed,
      ...(rule.noDogs ? { noDogs: true } : rule.ruleUnread && { ruleUnread: true }),
      ...withRuleFeatures(rule.access, {
        features: [...features.present].filter((id) => id !== 'dog-friendly' && !disputed.has(id)),
        lacks: [...features.absent].filter((id) => !disputed.has(id)),
      }),
      size: size.size,
      openingHours: hours.openingHours,
      leashHours: hours.leashHours,
      rating,
      phone: readPhone(texts.valueOf('phone'), notes),
      description,
      sources: readSources(source, asOf),
      asOf,
    },
    sourceId: texts.valueOf('sourceId'),
    dataset: source.toLowerCase(),
    pictureUrl: readPicture(texts.valueOf('imageUrl'), notes),
    notes,
    notUnderstood: hours.notUnderstood,
  }
}

/** A cell that is described with its header: 'Members only: Yes'. */
const toListed = ({ column, text }: Cell): ListedText => ({ column, text: `${columnName(column)}: ${text}` })

/** Why the cells of a row cannot be used; `undefined` if they can. */
function whyUnreadable(
  cells: readonly string[],
  columns: readonly Column[],
  texts: RowTexts,
): string | undefined {
  // A comma within a cell without quotes moves the cells behind it.
  if (cells.slice(columns.length).some((text) => text.trim() !== ''))
    return 'The row has more cells than the header, so its values may be under the wrong columns'
  for (const [field, most] of Object.entries(MAX_LENGTHS) as [ImportField, number][])
    if (texts.valueOf(field).length > most)
      return `The ${LABELS[field] ?? field} has more than ${most} characters`
  return undefined
}

/** Why a row is not about a park that exists; `undefined` if it is. */
function whyNoPark(name: string, cells: readonly Cell[]): string | undefined {
  if (TOTAL.test(name)) return `“${name}” is not a park`
  const addition = additionsToName(name).find(isNotOpen)
  if (addition !== undefined) return `The name says “${addition}”`
  const closed = cells.find(({ column, text }) => cellSaysNotOpen(column.header, text))
  return closed && `“${closed.column.header}” says “${closed.text}”`
}

/** The rule for dogs. Without the times at which they may be off the leash, it is one for unknown times. */
function readDogRule(
  texts: RowTexts,
  said: Pick<RuleCells, 'cells' | 'features' | 'sentences' | 'limits'>,
  notes: string[],
): RowRule | { reason: string } {
  const rule = readRule({ ...said, name: texts.valueOf('name'), times: texts.of('leashHours') }, notes)
  if ('reason' in rule || rule.access !== 'off_leash') return rule
  const unknownTimes = texts.writtenIn('leashHours').find((text) => UNKNOWN.test(text))
  if (unknownTimes === undefined) return rule
  notes.push(`“${unknownTimes}” is not a time, so the off-leash times are unknown.`)
  return { ...rule, access: 'off_leash_timed' }
}

function readLocation(texts: RowTexts, notes: string[]): ListedLocation {
  return {
    name: texts.valueOf('name'),
    address: texts.valueOf('address').replace(/^Unnamed Road$/i, ''),
    suburb: texts.valueOf('suburb'),
    city: texts.valueOf('city'),
    state: texts.valueOf('state'),
    postcode: texts.valueOf('postcode'),
    coordinates: readCoordinates(texts, notes),
    accuracy: readAccuracy(texts.valueOf('accuracy')),
  }
}

/**
 * The opening and leash hours of a row, from all columns that have some.
 * @param found `listed` among the features: some are leash hours, and the others are returned; the rules in the
 *   description, of which only bans and limits count if a column has leash hours
 */
function readHours(
  texts: RowTexts,
  rule: RowRule,
  found: { listed: readonly ListedText[]; inDescription: readonly string[] },
) {
  const [openingCell, mixedCell, leashCell] = [
    texts.of('openingHours'),
    texts.of('hours'),
    texts.of('leashHours'),
  ]
  // In a column of opening hours, only clauses that mention dogs are leash hours.
  const opening = readOpeningCell(openingCell.text)
  const leash = joined(leashCell.text, rule.leashHours)
  // Where dogs are not allowed, other hours are those without dogs.
  const mixed = readHoursBeside(leash, rule.noDogs ? '' : mixedCell.text, rule.access === 'off_leash_timed')
  const hoursForDogs = joinLeash(opening.leashHours, joined(mixed.leashHours, leash))
  const words = found.listed.map(({ text }) => text)
  const { leashHours: inColumns, rest } = addRules(hoursForDogs, words)
  const fromDescription = joined(
    ...found.inDescription.filter(
      (sentence) =>
        inColumns === null ||
        (limitsLeashHours(sentence) && !inColumns.toLowerCase().includes(sentence.toLowerCase())),
    ),
  )
  const readable = withTexts(inColumns, fromDescription === null ? [] : [fromDescription], 'description')
  const leashHours = withTexts(readable, rule.unread, 'dog rule')
  const listedRule = found.listed.find(({ text }) => !rest.includes(text))
  const read: readonly (readonly [Column | undefined, string | null, boolean])[] = [
    [openingCell.column, opening.openingHours, isReadableOpening(opening.openingHours)],
    [openingCell.column, opening.leashHours, isReadableLeash(opening.leashHours)],
    [mixedCell.column, mixed.openingHours, isReadableOpening(mixed.openingHours)],
    [mixedCell.column, mixed.leashHours, isReadableLeash(mixed.leashHours)],
    [leashCell.column, leash, isReadableLeash(leash)],
    [listedRule?.column, inColumns, inColumns === hoursForDogs || isReadableLeash(inColumns)],
    [texts.of('description').column, fromDescription, fromDescription === null || isReadableLeash(readable)],
  ]
  return {
    openingHours: joined(opening.openingHours, mixed.openingHours),
    leashHours,
    otherFeatures: rest,
    notUnderstood: read.flatMap(([column, text, isRead]) =>
      isRead || text === null ? [] : [{ column: column === undefined ? '' : columnName(column), text }],
    ),
  }
}

function noteBusinessStatus(description: string | null, notes: string[]): void {
  const business = businessStatusOf(description)
  if (business?.status === 'unknown')
    notes.push(
      `${quoted(business.text)} is not a known business status, so the opening hours are shown but not evaluated.`,
    )
  else if (business && business.status !== 'operational')
    notes.push(`The description says “${business.text}”, so the park is published as closed.`)
}

function readCoordinates(texts: RowTexts, notes: string[]): readonly [number, number] | null {
  const [both, latitude, longitude] = (['coordinates', 'latitude', 'longitude'] as const).map(
    (field) => texts.writtenIn(field)[0] ?? '',
  ) as [string, string, string]
  if (latitude !== '' || longitude !== '') {
    const [first, second] = [readDegrees(latitude), readDegrees(longitude)]
    if (first !== undefined && second !== undefined) return [first, second]
  }
  const pair = both === '' ? undefined : parseNumberPair(both)
  if (pair) return pair
  if ([both, latitude, longitude].some((text) => !isNothing(text)))
    notes.push('The coordinates could not be read.')
  return null
}

function readRating(text: string, notes: string[]): number | null {
  if (text === '') return null
  const rating = Number(text.replace(',', '.').replace(/ ?(?:\/|out of) ?5$/, ''))
  if (Number.isFinite(rating) && rating >= 0 && rating <= 5) return Math.round(rating * 10) / 10
  notes.push('The rating is not between 0 and 5: left out.')
  return null
}

/** A spreadsheet that takes a phone number for a number stores it without its first zero or plus sign. */
const callable = (phone: string) =>
  phone
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^(?=[23478]\d{8}$)/, '0')
    .replace(/^(?=61[23478]\d{8}$)/, '+')

function readPhone(text: string, notes: string[]): string | null {
  if (text === '') return null
  if (/^[+(]?\d[\d ()./-]{4,30}\d(?: ?(?:ext|x)\.? ?\d{1,6})?$/i.test(text)) return callable(text)
  notes.push('The phone number is not valid: left out.')
  return null
}

function readPicture(text: string, notes: string[]): string | null {
  if (text === '') return null
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href
  notes.push('The picture has no web address: left out.')
  return null
}

import { readLeash } from '../../data/hours/read-leash.ts'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import { checkedOrder, compareAccuracy, laterDate } from '../../data/model/park.ts'
import type { DogAccess } from '../../data/model/park.ts'
import { beginningOf } from '../../data/model/text.ts'
import { correctionOf, publishersText, withSources } from '../../data/model/source.ts'
import type { Source } from '../../data/model/source.ts'
import { areaText } from '../../data/geo/outline.ts'
import { metresBetween } from '../../data/import/distance.ts'
import { nameKey } from '../../data/places/text.ts'
import {
  agreedHours,
  MAX_JOINED_HOURS,
  meaningOfLeash,
  meaningOfOpening,
  sameName,
} from '../../data/import/merge.ts'
import { withoutRuleFeatures, withRuleFeatures } from '../../data/import/rule-features.ts'
import { MAX_METRES_FROM_SUBURB } from '../../data/import/place.ts'
import { sizeOfArea } from '../../data/import/size.ts'
import type { Outline } from '../../data/model/outline.ts'
import { isAtOutline } from '../geo/outline.ts'
import { isAlwaysOffLeash, PERMISSION } from './access.ts'
import type { ParkData } from './matching.ts'
import { onlyLimit, withTexts } from './hours.ts'
import { isSameShape } from './outline.ts'

const yearOf = (asOf: string | null) => Number(/\d{4}/.exec(asOf ?? '')?.[0] ?? 0)

/** Whether facts say that dogs may not be off the leash, where a rule allows it. */
const contradicts = ({ lacks }: ParkData, rule: DogAccess) =>
  lacks.includes('off-leash') && (isAlwaysOffLeash(rule) || rule === 'off_leash_timed')

/**
 * The rule for dogs of a park and a row about it. `dogs_allowed` does not say whether on or off the leash, so it
 * gives way to every rule that does, unless its features contradict that rule.
 */
function mergedRule(
  park: ParkData,
  row: ParkData,
  { accessAssumed, rulesDiffer, older }: { accessAssumed: boolean; rulesDiffer: boolean; older: boolean },
): DogAccess | null {
  if (row.noDogs || rulesDiffer) return older ? park.access : row.access
  if (park.access === null) return park.noDogs && (accessAssumed || older) ? null : row.access
  if (row.access === null) return park.access
  if (row.access === 'dogs_allowed') return !older && contradicts(row, park.access) ? row.access : park.access
  if (park.access === 'dogs_allowed') return older && contradicts(park, row.access) ? park.access : row.access
  return older ? park.access : row.access
}

const permissionOf = ({ access, noDogs }: ParkData) =>
  access !== null ? PERMISSION[access] : noDogs ? 0 : undefined

/** Whether a row says that dogs may do more than is known of the park. */
const permitsMore = (row: ParkData, park: ParkData) =>
  (permissionOf(row) ?? -Infinity) > (permissionOf(park) ?? Infinity)

/** Whether an administrator has checked the park on a certain day, or corrected it after a report. */
const isConfirmed = ({ asOf, sources }: ParkData) =>
  checkedOrder(asOf) % 10_000 > 0 || correctionOf(sources) !== undefined

/** Whether a row is certainly newer than what is known of the park. */
const isNewer = (row: ParkData, park: ParkData) => yearOf(row.asOf) > yearOf(park.asOf)

/**
 * Whether the park was corrected after a report, and a row is not certainly newer than that: a list that is imported
 * again would bring back what was wrong.
 */
function isCorrectedSince(park: ParkData, row: ParkData): boolean {
  const correction = correctionOf(park.sources)
  return correction !== undefined && yearOf(row.asOf) <= yearOf(correction.year ?? park.asOf)
}

/** A fenced dog park without a fence is a dog park. */
const withoutFence = (rule: DogAccess | null, { lacks }: ParkData) =>
  rule === 'fenced_dog_park' && lacks.includes('fenced') ? 'dog_park' : rule

/** Whether leash hours only say when dogs are not allowed, which restricts every rule. */
function isProhibition(hours: string): boolean {
  const rules = readLeash(hours)?.rules ?? []
  return rules.length > 0 && rules.every(({ subject }) => subject === 'no-dogs')
}

/**
 * Leash hours where they cannot permit more than a rule does; otherwise `null`. Beside a rule for certain times, hours
 * that belong to another rule would be taken for those times.
 */
const restricting = (hours: string | null, rule: DogAccess | null) =>
  hours !== null && (isAlwaysOffLeash(rule) || (rule !== 'off_leash_timed' && isProhibition(hours)))
    ? hours
    : null

/** Rules under which dogs may be off the leash at the hours that a list gives. */
const allowsOffLeashHours = (rule: DogAccess | null) =>
  rule === null || rule === 'off_leash_timed' || rule === 'dogs_allowed'

/**
 * The facts of a park or a row under the given rule. If they were published with another one, what followed from
 * that is left out. Leash hours are kept only where they cannot permit more than the rule does: 'off-leash before
 * 9am' must not remain in a park that is now on-leash.
 */
export function underRule<Facts extends Pick<ParkData, 'access' | 'features' | 'lacks' | 'leashHours'>>(
  rule: DogAccess | null,
  facts: Facts,
): Facts {
  if (facts.access === rule) return facts
  if (facts.access === null)
    return allowsOffLeashHours(rule) ? facts : { ...facts, leashHours: restricting(facts.leashHours, rule) }
  return {
    ...facts,
    ...withoutRuleFeatures(facts.access, facts),
    leashHours: restricting(facts.leashHours, rule),
  }
}

/**
 * Leash hours of two lists: those that are preferred, if there are any. If they only limit others, and their list does
 * not say that dogs may always or never be off the leash, they are added to the others: 'No dogs in summer' alone would
 * allow dogs off the leash at all other times.
 * @param rule of the list with the preferred hours
 * @param mayBeOlder whether the preferred hours may be older than the others; then both are alternatives
 */
function mergedLeashHours(
  preferred: string | null,
  other: string | null,
  { rule, mayBeOlder }: { rule: DogAccess | null; mayBeOlder: boolean },
): string | null {
  if (preferred === null || other === null) return preferred ?? other
  if (!onlyLimit(preferred)) return mayBeOlder ? agreedHours(other, preferred, meaningOfLeash) : preferred
  if (!allowsOffLeashHours(rule) || onlyLimit(other)) return preferred
  const added = preferred.split('; ').filter((clause) => !other.includes(clause))
  return beginningOf(withTexts(other, added, 'another list')!, MAX_JOINED_HOURS)
}

export interface MergeOptions {
  /** Whether the list has no column for the rule. */
  accessAssumed: boolean
  /** Whether the row has a rule that cannot be read. */
  ruleUnread?: boolean
  /** Whether the row has the park's number, so that another name is its new one. */
  sameNumber: boolean
  /** Whether the row's suburb was inferred from its position. */
  suburbInferred?: boolean
  /**
   * Whether the list states several rules for the park: then the row's rule, which may be unknown, replaces the
   * park's.
   */
  rulesDiffer?: boolean
}

/** How a row compares with what is known of its park. */
interface Ages {
  /** The row is known to be older, or may be older than a correction after a report: it only fills gaps. */
  older: boolean
  /** The row may be older than what an administrator has found out, of which it ends nothing. */
  mayBeOlder: boolean
  /** The row's rule for dogs only fills a gap. A stricter one counts also if it may be older. */
  ruleIsOlder: boolean
}

function compareAges(park: ParkData, row: ParkData): Ages {
  const isKnownOlder = park.asOf !== null && row.asOf !== null && yearOf(row.asOf) < yearOf(park.asOf)
  const mayBeOlder = isConfirmed(park) && !isNewer(row, park)
  return {
    older: isKnownOlder || isCorrectedSince(park, row),
    mayBeOlder,
    ruleIsOlder: isKnownOlder || (mayBeOlder && permitsMore(row, park)),
  }
}

/** Of two values, the one of the newer source that is there. */
const preferred = <T>(listed: T | null, known: T | null, { older }: Ages) =>
  older ? (known ?? listed) : (listed ?? known)
const preferredText = (listed: string, known: string, ages: Ages) =>
  preferred(listed || null, known || null, ages) ?? ''

/**
 * Where a park is according to it and a row about it. A position never replaces a more accurate one, and a suburb
 * inferred from the row's position no known one nearby.
 */
function mergedPlace(park: ParkData, row: ParkData, suburbInferred: boolean, ages: Ages) {
  const gain = compareAccuracy(row.accuracy, park.accuracy)
  const usesRowPosition = ages.older ? gain > 0 : gain >= 0
  const location = usesRowPosition ? row : park
  // A position far from the known one may be in another suburb.
  const keepsSuburb =
    suburbInferred && row.state === park.state && metresBetween(row, park) <= MAX_METRES_FROM_SUBURB
  const { city } = keepsSuburb ? park : location
  const postcode = city === row.city ? row.postcode : ''
  const area = nameKey(row.area) === nameKey(city) ? '' : row.area
  return {
    latitude: location.latitude,
    longitude: location.longitude,
    accuracy: location.accuracy,
    position: location.position,
    council: location.council,
    state: location.state,
    city,
    address: preferredText(row.address, park.address, ages),
    area: preferredText(area, park.area, ages),
    postcode: keepsSuburb ? park.postcode || postcode : preferredText(postcode, park.postcode, ages),
    outline: mergedOutline(park, row, usesRowPosition, ages),
  }
}

function mergedOutline(
  park: ParkData,
  row: ParkData,
  usesRowPosition: boolean,
  ages: Ages,
): ParkData['outline'] {
  if (isSameShape(row.outline, park.outline)) return park.outline
  const isMoved = usesRowPosition && row.accuracy === 'exact' && metresBetween(row, park) > 0
  // The outline of the place where the park was thought to be.
  const isElsewhere =
    isMoved && row.outline === null && park.outline !== null && !isAtOutline(row, park.outline)
  return preferred(row.outline, isElsewhere ? null : park.outline, ages)
}

/** The rule for dogs of a park and a row about it, and what depends on it: the features and the leash hours. */
function mergedDogRules(
  park: ParkData,
  row: ParkData,
  { accessAssumed, rulesDiffer = false }: MergeOptions,
  { older, mayBeOlder, ruleIsOlder }: Ages,
): Pick<ParkData, 'access' | 'noDogs' | 'features' | 'lacks' | 'leashHours'> {
  const rule = mergedRule(park, row, { accessAssumed, rulesDiffer, older: ruleIsOlder })
  const access = withoutFence(rule, older ? park : row)
  const noDogs = park.noDogs ?? row.noDogs
  const known = underRule(access, park)
  // The hours of a newer list that says nothing about the leash do not belong to another rule.
  const listed = row.access === 'dogs_allowed' && !older ? row : underRule(access, row)
  const features = mergedFeatures(known, listed, older)
  return {
    access,
    ...(access === null && noDogs && { noDogs }),
    // Neither the park nor the row has the features of a rule that follows from both.
    ...(access === rule ? features : withRuleFeatures(access, features)),
    leashHours: older
      ? mergedLeashHours(known.leashHours, listed.leashHours, { rule: park.access, mayBeOlder: false })
      : mergedLeashHours(listed.leashHours, known.leashHours, { rule: row.access, mayBeOlder }),
  }
}

/** The features of a park that are known and listed, in the order of the catalogue; the newer source is right. */
function mergedFeatures(
  known: Pick<ParkData, 'features' | 'lacks'>,
  listed: Pick<ParkData, 'features' | 'lacks'>,
  older: boolean,
): Pick<ParkData, 'features' | 'lacks'> {
  const [newer, other] = older ? [known, listed] : [listed, known]
  const features = new Set([...newer.features, ...other.features.filter((id) => !newer.lacks.includes(id))])
  const lacks = new Set([...newer.lacks, ...other.lacks])
  return {
    features: FEATURE_IDS.filter((id) => features.has(id)),
    lacks: FEATURE_IDS.filter((id) => !features.has(id) && lacks.has(id)),
  }
}

/**
 * Merges a row into a park. The row takes precedence unless it is known to be older; then it only fills gaps. So it does
 * if it may be older than a correction after a report, but a stricter rule counts. Merging the same row again changes
 * nothing.
 */
export function mergeRow(park: ParkData, row: ParkData, options: MergeOptions): ParkData {
  const ages = compareAges(park, row)
  const { older } = ages
  const { noDogs: _, ...facts } = park
  const isRenamed = options.sameNumber && !older && !sameName(park.name, row.name)
  const merged = withSizeOfOutline({
    ...facts,
    // A different spelling keeps the known name; a different name under the same number replaces it.
    name: isRenamed ? row.name : park.name,
    ...mergedPlace(park, row, options.suburbInferred ?? false, ages),
    ...mergedDogRules(park, row, options, ages),
    size: preferred(row.size, statedSize(park), ages),
    openingHours: preferred(row.openingHours, park.openingHours, ages),
    rating: preferred(row.rating, park.rating, ages),
    phone: preferred(row.phone, park.phone, ages),
    description: preferred(row.description, park.description, ages),
    asOf: older || row.asOf === null ? park.asOf : laterDate(park.asOf, row.asOf),
  })
  const changed = differences(park, merged).length > 0
  return changed ? { ...merged, sources: limited(withSources(park.sources, row.sources)) } : park
}

/** A row of a list about a park. */
export interface RowAboutPark {
  row: number
  park: ParkData
  options: MergeOptions
}

/** What a row says about dogs; `undefined` if it does not say whether on or off the leash. */
function statedRule({
  park: { access, noDogs, lacks },
  options: { accessAssumed, ruleUnread },
}: RowAboutPark): DogAccess | 'no_dogs' | 'unread' | 'not_off_leash' | undefined {
  if (noDogs) return 'no_dogs'
  if (ruleUnread) return 'unread'
  if (access === null || access === 'dogs_allowed')
    return lacks.includes('off-leash') ? 'not_off_leash' : undefined
  return accessAssumed ? undefined : access
}

/** Leash hours by their rules, so that '9am' and '9:00 am' are the same. */
const rulesOf = (hours: string) => JSON.stringify(readLeash(hours)?.rules ?? hours)

/** The rows of a list about a park, without those that are known to be older than others. */
function currentOf<Row extends { park: ParkData }>(rows: readonly Row[]): Row[] {
  const newest = Math.max(...rows.map(({ park }) => yearOf(park.asOf)))
  return rows.filter(({ park }) => park.asOf === null || yearOf(park.asOf) === newest)
}

/**
 * What is known if rows of one list state different rules or leash hours for a park, usually for different areas of
 * it: that dogs are allowed or, if one row forbids them or cannot be read, nothing.
 * @returns `undefined` if the rows state at most one rule; older rows give way to newer ones
 */
export function differingRules(
  rows: readonly RowAboutPark[],
): { rule: DogAccess | null; rows: number[] } | undefined {
  const current = currentOf(rows)
  const stating = current.filter((each) => statedRule(each) !== undefined)
  const rules = new Set(stating.map(statedRule))
  // On-leash areas agree with it.
  if (rules.has('on_leash') && rules.size === 2) rules.delete('not_off_leash')
  const isUnknown = rules.has('no_dogs') || rules.has('unread')
  const timed = current.filter(
    ({ park: { access, leashHours }, options }) =>
      leashHours !== null && access !== null && !options.accessAssumed,
  )
  const hoursDiffer = new Set(timed.map(({ park }) => rulesOf(park.leashHours!))).size > 1
  // A rule that says only that dogs are allowed does not say otherwise than others, unless it may not be so.
  const allowing = current.filter(
    ({ park, options }) => park.access === 'dogs_allowed' && !options.accessAssumed,
  )
  const isDoubted = isUnknown && allowing.length > 0
  if (rules.size < 2 && !isDoubted && (isUnknown || !hoursDiffer)) return undefined
  const isOffLeash = !hoursDiffer && stating.every(({ park }) => isAlwaysOffLeash(park.access))
  const isOnLeash = rules.size === 1 && rules.has('on_leash')
  const rule = isUnknown ? null : isOffLeash ? 'off_leash' : isOnLeash ? 'on_leash' : 'dogs_allowed'
  const different = isDoubted ? new Set([...stating, ...allowing]) : rules.size < 2 ? timed : stating
  return { rule, rows: [...different].map(({ row }) => row) }
}

/** Merges the rows of a list that state different rules for a park, under one that replaces them all. */
export function mergeUnderRule(
  before: ParkData | null,
  rows: readonly RowAboutPark[],
  rule: DogAccess | null,
): ParkData {
  const prohibitions = new Map(
    rows.flatMap(({ park: { leashHours } }) =>
      leashHours !== null && isProhibition(leashHours) ? [[rulesOf(leashHours), leashHours] as const] : [],
    ),
  )
  const noDogsAt = [...prohibitions.values()].join('; ') || null
  const parks = rows.map(({ park: { noDogs: _noDogs, ...park }, options }) => {
    const stripped = underRule(rule, park)
    // The park has areas of both kinds, but a fence may be only around one of them.
    const areas = rule === null ? [] : park.features.filter((id) => id === 'off-leash' || id === 'on-leash')
    const { features, lacks } = stripped
    return {
      park: {
        ...stripped,
        access: rule,
        ...withRuleFeatures(rule, { features: [...features, ...areas], lacks }),
        // What an administrator who finds out the rule must know.
        leashHours: rule === null ? park.leashHours : rule === 'off_leash' ? stripped.leashHours : noDogsAt,
      },
      options: { ...options, rulesDiffer: true },
    }
  })
  return mergeRows(before, parks)
}

/**
 * Rows of a list with the same hours, where several give some: none of them may be left out for another that says less.
 */
function withAgreedHours<Row extends { park: ParkData }>(rows: readonly Row[]): Row[] {
  const current = new Set(currentOf(rows))
  const agreed = (field: 'openingHours' | 'leashHours', meaningOf: (hours: string) => unknown) =>
    [...new Set(Array.from(current, ({ park }) => park[field]))].reduce(
      (hours, text) => agreedHours(hours, text, meaningOf),
      null,
    )
  const openingHours = agreed('openingHours', meaningOfOpening)
  const leashHours = agreed('leashHours', meaningOfLeash)
  return rows.map((row) => {
    if (!current.has(row)) return row
    const { park } = row
    return {
      ...row,
      park: {
        ...park,
        openingHours: park.openingHours && openingHours,
        leashHours: park.leashHours && leashHours,
      },
    }
  })
}

/** How often rows are merged at most. Two or three times are enough for nearly all. */
const MAX_PASSES = 8

/**
 * Merges the rows of a list about a park: older ones first, and those without a year, which are not known to be older,
 * last. Again as long as that changes something, because a fact of a row may be left out only until another row is
 * merged; so the list changes nothing when it is imported again. `before`: the park, if it is known.
 */
export function mergeRows(
  before: ParkData | null,
  rows: readonly Pick<RowAboutPark, 'park' | 'options'>[],
): ParkData {
  const year = ({ asOf }: ParkData) => (asOf === null ? Infinity : yearOf(asOf))
  const ordered = withAgreedHours(rows).toSorted((a, b) => Math.sign(year(a.park) - year(b.park)) || 0)
  const mergeInto = (start: ParkData) =>
    ordered.reduce((merged, { park, options }) => mergeRow(merged, park, options), start)
  let merged = mergeInto(before ?? withSizeOfOutline(ordered[0]!.park))
  for (let pass = 2; rows.length > 1 && pass <= MAX_PASSES; pass += 1) {
    const again = mergeInto(merged)
    if (differences(merged, again).length === 0) break
    merged = again
  }
  return merged
}

/** The size that follows from the park's outline, if no list states one. */
export const withSizeOfOutline = (park: ParkData): ParkData =>
  park.size === null && park.outline ? { ...park, size: sizeOfArea(park.outline.squareMetres) } : park

/** The size without one that only follows from the outline, which may be replaced by another one. */
const statedSize = ({ size, outline }: ParkData) =>
  outline && size === sizeOfArea(outline.squareMetres) ? null : size

/**
 * Maximum number of sources named for a park. A list whose every row names another source would otherwise make a
 * list without end.
 */
const MAX_SOURCES = 40
const limited = (sources: readonly Source[]) => sources.slice(0, MAX_SOURCES)

const ACCURACY_NOTES = { exact: '', near: ' (within about 500 m)', suburb: ' (approximate)' } as const

/** The visible fields of a park, with their labels. */
const VISIBLE_FIELDS: readonly (readonly [label: string, format: (park: ParkData) => string])[] = [
  ['Name', (park) => park.name],
  ['Address', (park) => park.address],
  ['Suburb', (park) => park.city],
  ['Area', (park) => park.area],
  ['State', (park) => park.state],
  ['Postcode', (park) => park.postcode],
  ['Position', (park) => `${park.latitude}, ${park.longitude}${ACCURACY_NOTES[park.accuracy]}`],
  ['Dog rules', (park) => park.access?.replaceAll('_', ' ') ?? (park.noDogs ? 'no dogs' : 'unknown')],
  ['Features', (park) => park.features.join(', ')],
  ['Known to be absent', (park) => park.lacks.join(', ')],
  ['Size', (park) => park.size ?? ''],
  ['Outline', ({ outline }) => (outline === null ? '' : outlineText(outline))],
  ['Opening hours', (park) => park.openingHours ?? ''],
  ['Leash hours', (park) => park.leashHours ?? ''],
  ['Rating', (park) => (park.rating === null ? '' : String(park.rating))],
  ['Phone', (park) => park.phone ?? ''],
  ['Description', (park) => park.description ?? ''],
  ['Source', (park) => publishersText(park.sources)],
  ['Year of the facts', (park) => park.asOf ?? ''],
]

/** 'about 1.2 ha, 23 points, OpenStreetMap 2024 (ODbL 1.0)'. */
export function outlineText({
  geometry,
  squareMetres,
  source: { publisher, date, licence },
}: Outline): string {
  const points = geometry.coordinates.flat().reduce((sum, ring) => sum + ring.length - 1, 0)
  return `${areaText(squareMetres)}, ${points} points, ${[publisher, date?.slice(0, 4)].filter(Boolean).join(' ')} (${licence})`
}

/** The differences between two versions of a park, as text. */
export function differences(
  before: ParkData,
  after: ParkData,
): { field: string; before: string; after: string }[] {
  return VISIBLE_FIELDS.map(([field, format]) => ({
    field,
    before: format(before),
    after: format(after),
  }))
    .map((change) =>
      change.field === 'Outline' &&
      change.before === change.after &&
      !isSameShape(before.outline, after.outline)
        ? { ...change, after: `${change.after}, other points` }
        : change,
    )
    .filter((change) => change.before !== change.after)
}

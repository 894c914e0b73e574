import { councilOfSources } from '../../data/import/sources.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import type { LocationAccuracy } from '../../data/model/park.ts'
import { OPENSTREETMAP, UNNAMED_PUBLISHER } from '../../data/model/source.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { councilAreaAt } from '../geo/council-areas.ts'
import type { ListedPlace } from '../../data/import/place.ts'
import { RULE_UNKNOWN_NOTE } from '../../data/model/import.ts'
import type { NotUnderstood } from '../../data/model/import.ts'
import type { StoredPark } from '../repositories/directory.ts'
import type { ParkNumber } from '../repositories/park-numbers.ts'
import { readPosition } from './coordinates.ts'
import { DOGS_NOT_ALLOWED } from './dog-rule.ts'
import type { Column } from './headers.ts'
import type { ParkData } from './matching.ts'
import {
  differences,
  differingRules,
  mergeRow,
  mergeRows,
  mergeUnderRule,
  outlineText,
  withSizeOfOutline,
} from './merging.ts'
import { outlineOf } from './outline.ts'
import { numberKey, ParkFinder } from './park-finder.ts'
import type { Entry, Known, ListedRow, PlacedRow } from './park-finder.ts'
import { place, readListedState } from './placing.ts'
import type { Places } from './placing.ts'
import { readRow } from './row.ts'
import type { ReadRow } from './row.ts'
import { UnreadableFile } from './table.ts'
import type { Table } from './table.ts'

/** A park that the import adds or changes. */
interface PlannedPark {
  row: number
  /** `null` for a new park. */
  before: StoredPark | null
  after: ParkData
  dataset: string
  /** '' for none, and for one that the park has already. */
  sourceId: string
  /** A picture to copy; `null` if there is none or it is already copied. */
  pictureUrl: string | null
  notes: string[]
}

interface FailedRow {
  row: number
  name: string
  cells: string[]
  reason: string
}

/** A row that by itself changes nothing. */
interface SameRow {
  row: number
  /** The park in the directory; `null` if this list adds it. */
  id: number | null
  park: ParkData
}

export interface Plan {
  total: number
  changed: PlannedPark[]
  unchanged: SameRow[]
  /** Rows about a park that an earlier row is also about. */
  merged: SameRow[]
  failed: FailedRow[]
  /** The new numbers of parks, without those of `changed`. */
  numbers: ParkNumber[]
  /** Texts of accepted rows that cannot be evaluated. */
  notUnderstood: NotUnderstood[]
}

export interface PlanRequest {
  /** Publisher of the list, for rows without a source. */
  source: string
  /** Licence of the list's outlines, if they are not OpenStreetMap's. */
  licence?: string | undefined
  createdAt: string
  /** Called before each row; false stops the planning. */
  shouldContinue?: () => boolean
}

const TOO_LONG = 'Comparing the rows of this list with each other takes too long. Split the list.'

/** The name of a park that has none in its list. */
const defaultName = (city: string) => `${city} dog park`
const NAMED_BY_KIND = new Set(['dog_park', 'fenced_dog_park'])

/**
 * Determines what a list would change, without writing anything. Every row is a new park, a park of the
 * directory or of an earlier row, or fails with a reason.
 * @throws UnreadableFile if `shouldContinue` stops it
 */
export function planImport(
  table: Table,
  columns: readonly Column[],
  known: Known,
  places: Places,
  request: PlanRequest,
): Plan {
  const { rows, failed } = placeRows(table, columns, places, request)
  const finder = new ParkFinder(known, rows)
  const { touched, merged, refused, notUnderstood } = findParks(rows, finder, request)
  addLaterPermitted(refused, finder, merged)
  for (const entry of touched) mergeAllRows(entry, finder)
  const { changed, unchanged } = changesOf(touched, known)
  return {
    total: table.rows.length,
    changed,
    unchanged,
    merged,
    failed: [
      ...failed,
      ...Array.from(refused, ([{ read, cells, current }, reason]) => ({
        row: read.row,
        name: current.name,
        cells,
        reason: `${reason}.`,
      })),
    ],
    numbers: newNumbers(rows, changed, finder, known.numbers),
    notUnderstood,
  }
}

/** Rows about parks that are not in the directory and are not added, and why. */
type RefusedRows = Map<PlacedRow, string>

/** Finds the park of each row, in their order: a row may be about a park that an earlier one adds. */
function findParks(
  rows: readonly PlacedRow[],
  finder: ParkFinder,
  { shouldContinue = () => true }: PlanRequest,
): { touched: Entry[]; merged: SameRow[]; refused: RefusedRows; notUnderstood: NotUnderstood[] } {
  const touched: Entry[] = []
  const merged: SameRow[] = []
  const refused: RefusedRows = new Map()
  const notUnderstood: NotUnderstood[] = []
  for (const placedRow of rows) {
    if (!shouldContinue()) throw new UnreadableFile(TOO_LONG)
    const { read, placed, isNameless, key, current: park } = placedRow
    const { found, sameNumber } = finder.find(placedRow)
    const refusal = found ? undefined : park.noDogs ? DOGS_NOT_ALLOWED : finder.removalReason(placedRow)
    if (refusal !== undefined) {
      refused.set(placedRow, refusal)
      continue
    }
    notUnderstood.push(...read.notUnderstood.map((text) => ({ row: read.row, ...text })))
    const entry = found ?? addedPark(placedRow)
    if (found) {
      const listed = listedRow(placedRow, isNameless ? found.current.name : park.name, sameNumber)
      found.rows.push(listed)
      found.current = mergeRow(found.current, listed.park, listed.options)
      if (found.first) merged.push({ row: read.row, id: found.id, park: listed.park })
      else found.notes = [...read.notes, ...notesOfRule(found.current), ...placed.notes]
    }
    if (!found?.first) touched.push(entry)
    entry.first ??= read
    finder.add(entry, key)
  }
  return { touched, merged, refused, notUnderstood }
}

/**
 * Adds rows that were refused because dogs are not allowed, and to whose parks a later row allows them: these rows state
 * different rules for one park.
 */
function addLaterPermitted(refused: RefusedRows, finder: ParkFinder, merged: SameRow[]): void {
  for (const placedRow of refused.keys()) {
    const { read, current: park } = placedRow
    if (!park.noDogs) continue
    const { found } = finder.find(placedRow)
    if (!found?.first) continue
    refused.delete(placedRow)
    found.rows.push(listedRow(placedRow, park.name, false))
    merged.push({ row: read.row, id: found.id, park })
  }
}

/** What a row says about a park of this name. */
const listedRow = (
  { read, placed, isNameless, key, current }: PlacedRow,
  name: string,
  sameNumber: boolean,
): ListedRow => ({
  row: read.row,
  park: { ...current, name },
  options: {
    accessAssumed: read.facts.accessAssumed,
    ruleUnread: read.facts.ruleUnread ?? false,
    sameNumber,
    suburbInferred: placed.suburbInferred,
  },
  pictureUrl: read.pictureUrl,
  namedBy: isNameless ? undefined : key,
})

/** The park that the list adds with its first row about it. */
function addedPark(placedRow: PlacedRow): Entry {
  const { read, placed, current: park } = placedRow
  return {
    id: null,
    before: null,
    current: withSizeOfOutline(park),
    first: null,
    rows: [listedRow(placedRow, park.name, false)],
    pictureUrl: null,
    notes: [
      ...read.notes,
      ...notesOfRule(park),
      ...placed.notes,
      ...(park.outline ? [`Outline: ${outlineText(park.outline)}.`] : []),
    ],
  }
}

/** Reads the rows and finds their places. @throws UnreadableFile if `shouldContinue` stops it */
function placeRows(
  table: Table,
  columns: readonly Column[],
  places: Places,
  { source, licence, createdAt, shouldContinue = () => true }: PlanRequest,
): { rows: PlacedRow[]; failed: FailedRow[] } {
  const list = { source, today: createdAt.slice(0, 10) }
  const reads = table.rows.map((row) => ({
    cells: row.cells,
    read: readRow(row, columns, list),
    row: row.row,
    outline: row.outline,
  }))
  const listed = positionedByCity(reads.flatMap(({ read }) => ('reason' in read ? [] : [read])))
  const rows: PlacedRow[] = []
  const failed: FailedRow[] = []
  for (const { row, cells, read, outline } of reads) {
    if (!shouldContinue()) throw new UnreadableFile(TOO_LONG)
    const fail = (reason: string, name = '') => failed.push({ row, name, cells, reason: `${reason}.` })
    if ('reason' in read) {
      fail(read.reason)
      continue
    }
    const { said, facts } = read
    const isNameless = said.name === ''
    if (isNameless && !(facts.access && NAMED_BY_KIND.has(facts.access))) {
      fail('It has no name')
      continue
    }
    const placed = place(said, places, listed.get(`${readListedState(said.state) ?? ''} ${said.city}`) ?? [])
    if ('reason' in placed) {
      fail(placed.reason, said.name)
      continue
    }
    const { accessAssumed: _, ruleUnread: _unread, ...rest } = facts
    const { city, latitude, longitude } = placed.place
    rows.push({
      read,
      cells,
      placed,
      isNameless,
      key: read.sourceId === '' ? undefined : numberKey(read.dataset, read.sourceId),
      current: {
        ...rest,
        ...placed.place,
        position: positionSource(placed.place.accuracy, rest),
        council: councilOf(placed.place, rest),
        name: isNameless ? defaultName(city) : said.name,
        address: said.address,
        latitude: roundCoordinate(latitude),
        longitude: roundCoordinate(longitude),
        imageUrl: null,
        outline: (outline && outlineOf(outline, outlineSource(read, licence))) ?? null,
        createdAt,
      },
    })
  }
  return { rows, failed }
}

/**
 * Merges all rows about a park, which may state different rules for dogs. Not as they were found: the list must give the
 * same when it is imported again and each row is found by its number.
 */
function mergeAllRows(entry: Entry, finder: ParkFinder): void {
  const rows = entry.rows
    .toSorted((a, b) => a.row - b.row)
    .map((each) => ({
      ...each,
      options: {
        ...each.options,
        sameNumber: finder.numbered(each.namedBy) === entry,
      },
    }))
  entry.pictureUrl = rows.findLast(({ pictureUrl }) => pictureUrl !== null)?.pictureUrl ?? entry.pictureUrl
  const differing = differingRules(rows)
  if (differing === undefined) {
    entry.current = mergeRows(entry.before, rows)
    return
  }
  const { rule, rows: stating } = differing
  entry.current = mergeUnderRule(entry.before, rows, rule)
  const rowNumbers = stating.toSorted((a, b) => a - b).join(', ')
  const result = rule === null ? 'not public' : `published as “${rule.replaceAll('_', ' ')}”`
  entry.notes.push(`The list states different rules for dogs in rows ${rowNumbers}: ${result}.`)
}

/** What the list changes, by row. */
function changesOf(
  touched: readonly Entry[],
  { pictures, numbers }: Pick<Known, 'pictures' | 'numbers'>,
): Pick<Plan, 'changed' | 'unchanged'> {
  const changed: PlannedPark[] = []
  const unchanged: SameRow[] = []
  for (const { id, before, current, first, pictureUrl, notes } of touched) {
    const had = id === null ? null : (pictures.get(id) ?? null)
    const picture = pictureUrl === had ? null : pictureUrl
    const { row, dataset } = first!
    const hasNumber = id !== null && numbers.get(numberKey(dataset, first!.sourceId)) === id
    const sourceId = hasNumber ? '' : first!.sourceId
    if (before && picture === null && differences(before, current).length === 0)
      unchanged.push({ row, id, park: current })
    else changed.push({ row, before, after: current, dataset, sourceId, pictureUrl: picture, notes })
  }
  return { changed: changed.toSorted((a, b) => a.row - b.row), unchanged }
}

/** The numbers that rows give to parks, without those of `changed` and those that are known. */
function newNumbers(
  rows: readonly PlacedRow[],
  changed: readonly PlannedPark[],
  finder: ParkFinder,
  known: Known['numbers'],
): ParkNumber[] {
  const changedRows = new Set(changed.map(({ row }) => row))
  const numbers = new Map<string, ParkNumber>()
  for (const { read, key } of rows) {
    // A refused row leads to no park.
    const entry = changedRows.has(read.row) ? undefined : finder.numbered(key)
    if (!entry || known.get(key!) === entry.id) continue
    const { id, first } = entry
    const { dataset, sourceId, row } = read
    numbers.set(key!, { dataset, sourceId, parkId: id, row: first!.row, numberedRow: row })
  }
  return [...numbers.values()]
}

const notesOfRule = ({ access, noDogs }: ParkData) => (access === null && !noDogs ? [RULE_UNKNOWN_NOTE] : [])

/** OpenStreetMap's positions keep their own licence, so that they can be left out. */
function positionSource(
  accuracy: LocationAccuracy,
  { sources, asOf }: Pick<ParkData, 'sources' | 'asOf'>,
): PositionSource | null {
  if (accuracy === 'suburb' || !sources.some(({ publisher }) => publisher.startsWith(OPENSTREETMAP)))
    return null
  return { publisher: OPENSTREETMAP, date: asOf, licence: 'ODbL 1.0' }
}

/** OpenStreetMap's outlines have its licence and page; others have the licence that the operator states. */
function outlineSource({ facts, sourceId }: ReadRow, licence: string | undefined): PositionSource {
  const [first] = facts.sources
  const date = facts.asOf
  if (facts.sources.some(({ publisher }) => publisher.startsWith(OPENSTREETMAP)))
    return {
      publisher: OPENSTREETMAP,
      ...(OSM_OBJECT.test(sourceId) && { page: `https://www.openstreetmap.org/${sourceId}` }),
      date,
      licence: 'ODbL 1.0',
    }
  return {
    publisher: first?.publisher ?? UNNAMED_PUBLISHER,
    ...(first?.page !== undefined && { page: first.page }),
    date,
    licence: licence ?? 'not stated',
  }
}

const OSM_OBJECT = /^(?:way|relation)\/\d+$/

/** The council area of the position or, if that is only a suburb's centre, of the council that is the source. */
const councilOf = (
  place: LatLng & Pick<ParkData, 'accuracy' | 'state'>,
  { sources }: Pick<ParkData, 'sources'>,
) =>
  (place.accuracy === 'suburb' ? councilOfSources(sources, place.state)?.code : undefined) ??
  councilAreaAt(place)

/** The listed parks with a position, by state and city, to help place those without one. */
function positionedByCity(reads: readonly ReadRow[]): Map<string, ListedPlace[]> {
  const found = reads.flatMap(({ said }): ListedPlace[] => {
    const state = readListedState(said.state)
    if (!state || !said.coordinates || said.city === '') return []
    const reading = readPosition(...said.coordinates, [])
    if (reading.kind !== 'position') return []
    return [{ ...said, state, position: { ...reading.position, accuracy: said.accuracy } }]
  })
  return Map.groupBy(found, ({ state, city }) => `${state} ${city}`)
}

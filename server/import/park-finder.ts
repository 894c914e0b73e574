import { sameName } from '../../data/import/merge.ts'
import type { RemovedPark, StoredPark } from '../repositories/directory.ts'
import type { FormerPlace } from '../repositories/former-places.ts'
import { isSamePark, mayHaveSameNumber, ParkIndex } from './matching.ts'
import type { ParkData } from './matching.ts'
import type { RowAboutPark } from './merging.ts'
import type { Placed } from './placing.ts'
import { removalReasons } from './removed.ts'
import type { ReadRow } from './row.ts'

/** The data in the directory when an import is planned. */
export interface Known {
  parks: readonly StoredPark[]
  removed: readonly RemovedPark[]
  /** By park id. */
  formerPlaces: ReadonlyMap<number, readonly FormerPlace[]>
  /** Park ids by {@link numberKey}. */
  numbers: ReadonlyMap<string, number>
  /** Source URLs of pictures by park id. */
  pictures: ReadonlyMap<number, string>
}

export const numberKey = (dataset: string, sourceId: string) => `${dataset}\n${sourceId}`

/** A row about a park, with what is taken from it once all rows about the park are known. */
export interface ListedRow extends RowAboutPark {
  pictureUrl: string | null
  /** {@link numberKey}, if it has a number and a name. */
  namedBy: string | undefined
}

/** A park of the directory, or one that the list adds, and what the list says about it. */
export interface Entry {
  id: number | null
  before: StoredPark | null
  current: ParkData
  /** The first row about it. */
  first: ReadRow | null
  /** All rows about it. */
  rows: ListedRow[]
  pictureUrl: string | null
  notes: string[]
}

/** A row whose place is known. */
export interface PlacedRow {
  read: ReadRow
  cells: string[]
  placed: Extract<Placed, { place: object }>
  isNameless: boolean
  /** {@link numberKey}, if it has a number. */
  key: string | undefined
  /** The park as the row describes it. */
  current: ParkData
}

/** A park of the directory as it was before a correction, and lists may still describe it. */
interface FormerEntry {
  entry: Entry
  current: ParkData
}

/**
 * Whether a row is about another park than an earlier row of its list with the same number: their names differ, and only
 * their suburbs are known. In the next list, another name may be the park's new one.
 */
const isOtherOfList = ({ first, current }: Entry, park: ParkData) =>
  first !== null &&
  first.said.name !== '' &&
  (current.accuracy === 'suburb' || park.accuracy === 'suburb') &&
  !sameName(first.said.name, park.name)

/** Finds the parks of the directory, and those that the list adds, by place and name, or by {@link numberKey}. */
export class ParkFinder {
  readonly #parks = new ParkIndex<Entry>()
  readonly #formerPlaces = new ParkIndex<FormerEntry>()
  readonly #byNumber = new Map<string, Entry>()
  readonly #namedRows = new ParkIndex<PlacedRow>()
  readonly #removalReason: ReturnType<typeof removalReasons>

  /** @param rows all rows of the list */
  constructor(known: Known, rows: readonly PlacedRow[]) {
    const byId = new Map<number, Entry>()
    for (const park of known.parks) {
      const { id, ...current } = park
      const entry: Entry = {
        id,
        before: park,
        current,
        first: null,
        rows: [],
        pictureUrl: known.pictures.get(id) ?? null,
        notes: [],
      }
      byId.set(id, entry)
      this.#parks.add(entry)
      for (const place of known.formerPlaces.get(id) ?? [])
        this.#formerPlaces.add({ entry, current: { ...current, ...place } })
    }
    for (const [key, id] of known.numbers) {
      const entry = byId.get(id)
      if (entry) this.#byNumber.set(key, entry)
    }
    for (const row of rows) if (!row.isNameless) this.#namedRows.add(row)
    this.#removalReason = removalReasons(known.removed, known.numbers, known.formerPlaces, (park, key) =>
      this.#keepsNumber(park, key),
    )
  }

  /** Whether a number is still that of a park: no row with another number has its name. */
  #keepsNumber({ current }: { current: ParkData }, key: string): boolean {
    return (this.#namedRows.find(current)?.key ?? key) === key
  }

  /** The park that a row is about, of those known so far, and whether its number says so. */
  find({ isNameless, key, current: park }: PlacedRow): { found: Entry | undefined; sameNumber: boolean } {
    const numbered = key === undefined ? undefined : this.#byNumber.get(key)
    const sameNumber =
      numbered !== undefined &&
      mayHaveSameNumber(numbered.current, park) &&
      !isOtherOfList(numbered, park) &&
      // If the list is numbered differently than the last time, the name says which park it is.
      (isNameless ||
        isSamePark(numbered.current, park) ||
        (this.#parks.find(park) === undefined && this.#keepsNumber(numbered, key!)))
    if (sameNumber) return { found: numbered, sameNumber }
    const found =
      this.#parks.find(park) ??
      this.#formerPlaces.find(park)?.entry ??
      (isNameless ? this.#parks.findUnnamed(park) : undefined)
    return { found, sameNumber }
  }

  /** Why a row about a park that is not in the directory does not add it; `undefined` if it does. */
  removalReason({ current, key, isNameless }: PlacedRow): string | undefined {
    return this.#removalReason(current, key, isNameless)
  }

  /** Makes a park known under the number of a row about it. Call it for each row, which may have changed its facts. */
  add(entry: Entry, key: string | undefined): void {
    this.#parks.add(entry)
    if (key !== undefined) this.#byNumber.set(key, entry)
  }

  /** @param key a {@link numberKey} */
  numbered(key: string | undefined): Entry | undefined {
    return key === undefined ? undefined : this.#byNumber.get(key)
  }
}

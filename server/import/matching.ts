import { metresBetween } from '../../data/import/distance.ts'
import { isInOutline } from '../../data/geo/outline.ts'
import { digitsOf, LONG_NAME, sameName, spelledOut } from '../../data/import/merge.ts'
import type { DogAccess } from '../../data/model/park.ts'
import type { StoredPark } from '../repositories/directory.ts'

/** A park without an id: from a row, or from the directory. */
export type ParkData = Omit<StoredPark, 'id'>

/** Two parks with the same name and exact positions are the same within this distance. */
const SAME_NAME_METRES = 150
/**
 * A park with the same number but another name is the same within this distance; farther away, the number was
 * reused.
 */
const SAME_NUMBER_METRES = 1_000
/**
 * The rules of parks that can be a dog park without a name. Where dogs are on the leash, or off it at some hours only,
 * a dog park beside or inside the park is another place.
 */
const MAY_BE_DOG_PARK: ReadonlySet<DogAccess> = new Set([
  'dog_park',
  'fenced_dog_park',
  'off_leash',
  'dogs_allowed',
])
/** Size of an index cell: 150 m reach only the neighbouring cells, as far south as Tasmania. */
const CELL_DEGREES = 0.0025

const cellOf = (latitude: number, longitude: number) =>
  `${Math.round(latitude / CELL_DEGREES)} ${Math.round(longitude / CELL_DEGREES)}`

/**
 * Whether two rows with the same name can be the same park: at most 150 m apart, one in the outline of the other or, if
 * a position is only the suburb's, in the same suburb.
 */
function mayBeSamePlace(a: ParkData, b: ParkData): boolean {
  if (a.state !== b.state) return false
  const exact = a.accuracy === 'exact' && b.accuracy === 'exact'
  if (!exact) return a.city === b.city
  return metresBetween(a, b) <= SAME_NAME_METRES || isIn(a, b.outline) || isIn(b, a.outline)
}

const isIn = (park: ParkData, outline: ParkData['outline']) =>
  outline !== null && isInOutline(park, outline.geometry)

/** Whether two parks have the same name and can be the same. */
export const isSamePark = (a: ParkData, b: ParkData) => mayBeSamePlace(a, b) && sameName(a.name, b.name)

/** Whether two parks with the same number in a list can be the same. */
export const mayHaveSameNumber = (a: ParkData, b: ParkData) =>
  sameName(a.name, b.name) || metresBetween(a, b) <= SAME_NUMBER_METRES

/**
 * The index keys of a park's name. Two names that differ by one letter share one half, and their digits, so
 * one is found by a half of the other. That way a row is compared with a few parks and not with all of a
 * suburb.
 * @param spelling from {@link spelledOut}
 */
function indexKeys(spelling: string): string[] {
  const { length } = spelling
  if (length < LONG_NAME) return [`=${spelling}`]
  const digits = digitsOf(spelling)
  const halves = new Set([Math.floor(length / 2), Math.floor((length - 1) / 2)])
  return [`=${spelling}`, ...[...halves].flatMap((half) => halvesOf(spelling, half, length, digits))]
}

/** The keys to search for parks with the same name, up to one letter shorter or longer. */
function searchKeys(spelling: string): string[] {
  const { length } = spelling
  const digits = digitsOf(spelling)
  return [
    `=${spelling}`,
    ...[length - 1, length, length + 1].flatMap((other) =>
      Math.min(length, other) < LONG_NAME
        ? []
        : halvesOf(spelling, Math.floor(Math.min(length, other) / 2), other, digits),
    ),
  ]
}

const halvesOf = (spelling: string, half: number, length: number, digits: string) => [
  `<${length} ${digits} ${spelling.slice(0, half)}`,
  `>${length} ${digits} ${spelling.slice(-half)}`,
]

/** Parks by place, then by index key. */
type Places<T> = Map<string, Map<string, T[]>>

/** An index of parks by place and name, to find the parks that a row may be about. */
export class ParkIndex<T extends { current: ParkData }> {
  readonly #exactByCell: Places<T> = new Map()
  readonly #exactByCity: Places<T> = new Map()
  readonly #outlinedByCity: Places<T> = new Map()
  readonly #approximateByCity: Places<T> = new Map()
  readonly #inCell = new Map<string, T[]>()
  readonly #keys = new WeakMap<T, Set<string>>()
  readonly #spellings = new Map<string, string>()

  /** Cached: it takes microseconds, and a row may be compared with hundreds of parks. */
  #spelling(name: string): string {
    let spelling = this.#spellings.get(name)
    if (spelling === undefined) this.#spellings.set(name, (spelling = spelledOut(name)))
    return spelling
  }

  /** Call again after the item's facts have changed: it is then found by both. */
  add(item: T): void {
    const { current } = item
    const spelling = this.#spelling(current.name)
    const city = cityOf(current)
    const cell = current.accuracy === 'exact' ? cellOf(current.latitude, current.longitude) : ''
    const hasOutline = current.outline !== null
    const key = `${cell}\n${city}\n${spelling}\n${hasOutline}`
    const keys = this.#keys.get(item) ?? new Set()
    if (keys.has(key)) return
    this.#keys.set(item, keys.add(key))
    for (const name of indexKeys(spelling)) {
      if (cell === '') addTo(this.#approximateByCity, city, name, item)
      else {
        addTo(this.#exactByCell, cell, name, item)
        addTo(this.#exactByCity, city, name, item)
        if (hasOutline) addTo(this.#outlinedByCity, city, name, item)
      }
    }
    if (cell !== '') append(this.#inCell, cell, item)
  }

  /** The nearest park that may be the same. Compares the items' current facts. */
  find(facts: ParkData): T | undefined {
    const spell = (name: string) => this.#spelling(name)
    const names = searchKeys(spell(facts.name))
    const city = cityOf(facts)
    const places =
      facts.accuracy === 'exact'
        ? [
            this.#approximateByCity.get(city),
            ...cellsAround(facts).map((cell) => this.#exactByCell.get(cell)),
            // A point of a large park may be far from the middle of its outline.
            (facts.outline ? this.#exactByCity : this.#outlinedByCity).get(city),
          ]
        : [this.#approximateByCity.get(city), this.#exactByCity.get(city)]
    const seen = new Set<T>()
    let best: { item: T; distance: number } | undefined
    for (const place of places) {
      if (!place) continue
      for (const name of names) {
        for (const item of place.get(name) ?? []) {
          if (seen.has(item)) continue
          seen.add(item)
          const { current } = item
          if (!mayBeSamePlace(current, facts)) continue
          if (!sameName(current.name, facts.name, spell)) continue
          const distance = metresBetween(current, facts)
          if (!best || distance < best.distance) best = { item, distance }
        }
      }
    }
    return best?.item
  }

  /** The park within 150 m that a dog park without a name may be, if there is exactly one. */
  findUnnamed(facts: ParkData): T | undefined {
    const near = new Set<T>()
    for (const cell of cellsAround(facts)) {
      for (const item of this.#inCell.get(cell) ?? []) {
        const { access } = item.current
        if (access === null || !MAY_BE_DOG_PARK.has(access)) continue
        if (metresBetween(item.current, facts) <= SAME_NAME_METRES) near.add(item)
        if (near.size > 1) return undefined
      }
    }
    return near.values().next().value
  }
}

const cityOf = ({ state, city }: ParkData) => `${state} ${city}`

/** The cell of a position and its neighbours. */
const cellsAround = ({ latitude, longitude }: ParkData) =>
  [-CELL_DEGREES, 0, CELL_DEGREES].flatMap((south) =>
    [-CELL_DEGREES, 0, CELL_DEGREES].map((east) => cellOf(latitude + south, longitude + east)),
  )

function addTo<T>(places: Places<T>, place: string, name: string, item: T): void {
  let names = places.get(place)
  if (!names) places.set(place, (names = new Map()))
  append(names, name, item)
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

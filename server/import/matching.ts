import { distanceMetres } from '../../data/model/point.ts'
import { digitsOf, isSameSpelling, LONG_NAME, sameName, spelledOut } from '../../data/import/merge.ts'
import type { StoredPark } from '../repositories/directory.ts'

/** A park without a number: what a row makes, or what is in the directory. */
export type ParkFacts = Omit<StoredPark, 'id'>

/** Two parks of one name, each known exactly, are one when they are this near each other, metres. */
const SAME_WITHIN = 150
/** A number of a list that is suddenly another name's, this far away, has been given anew, metres. */
const SAME_NUMBER_WITHIN = 1_000
/** Side of a cell of the index in degrees of latitude: 150 m are within the cells around, as far south as Tasmania. */
const CELL = 0.0025

const cellOf = (latitude: number, longitude: number) =>
  `${Math.round(latitude / CELL)} ${Math.round(longitude / CELL)}`

/**
 * Whether two rows of one name can tell of one park: less than 150 m between them; where a position is only the suburb's, the same suburb.
 * A place without a name is the one that is there already.
 */
function mayBeThere(a: ParkFacts, b: ParkFacts): boolean {
  if (a.state !== b.state) return false
  const exact = a.accuracy === 'exact' && b.accuracy === 'exact'
  return exact ? distanceMetres(a, b) <= SAME_WITHIN : a.city === b.city
}

/** Whether a park that a list knows under the same number can be the same. */
export const mayBeSame = (a: ParkFacts, b: ParkFacts) =>
  sameName(a.name, b.name) || distanceMetres(a, b) <= SAME_NUMBER_WITHIN

/**
 * Under which forms of its name a park is kept. Two names that differ by one letter have one half in common, and their digits: one is found
 * under a half of the other, so that a row is compared with the few parks that can be meant and not with all of a suburb.
 * @param spelling of {@link spelledOut}
 */
function keptForms(spelling: string): string[] {
  const { length } = spelling
  if (length < LONG_NAME) return [`=${spelling}`]
  const digits = digitsOf(spelling)
  const halves = new Set([Math.floor(length / 2), Math.floor((length - 1) / 2)])
  return [`=${spelling}`, ...[...halves].flatMap((half) => halvesOf(spelling, half, length, digits))]
}

/** Under which forms parks of the same name are looked for: those one letter shorter, as long, and one letter longer. */
function soughtForms(spelling: string): string[] {
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

/** Parks by the form of their name, in each place. */
type Places<T> = Map<string, Map<string, T[]>>

/** Parks by where they are and what they are called, to find those a row may tell of without looking at each. */
export class ParkIndex<T extends { current: ParkFacts }> {
  readonly #exactByCell: Places<T> = new Map()
  readonly #exactByCity: Places<T> = new Map()
  readonly #approximateByCity: Places<T> = new Map()
  readonly #inCell = new Map<string, T[]>()
  readonly #keys = new WeakMap<T, Set<string>>()
  readonly #spellings = new Map<string, string>()

  /** Spelling a name out takes microseconds, and a row may be compared with hundreds. */
  #spelling(name: string): string {
    let spelling = this.#spellings.get(name)
    if (spelling === undefined) this.#spellings.set(name, (spelling = spelledOut(name)))
    return spelling
  }

  /** To be called again when the item's facts have changed: it is then found under both. */
  add(item: T): void {
    const { current } = item
    const spelling = this.#spelling(current.name)
    const city = cityOf(current)
    const cell = current.accuracy === 'exact' ? cellOf(current.latitude, current.longitude) : ''
    const key = `${cell}\n${city}\n${spelling}`
    const keys = this.#keys.get(item) ?? new Set()
    if (keys.has(key)) return
    this.#keys.set(item, keys.add(key))
    for (const form of keptForms(spelling)) {
      if (cell === '') keep(this.#approximateByCity, city, form, item)
      else {
        keep(this.#exactByCell, cell, form, item)
        keep(this.#exactByCity, city, form, item)
      }
    }
    if (cell !== '') append(this.#inCell, cell, item)
  }

  /** The nearest park that the facts may be of. Entries are looked at as they are now. */
  find(facts: ParkFacts): T | undefined {
    const spelling = this.#spelling(facts.name)
    const forms = soughtForms(spelling)
    const city = cityOf(facts)
    const places =
      facts.accuracy === 'exact'
        ? [
            this.#approximateByCity.get(city),
            ...cellsAround(facts).map((cell) => this.#exactByCell.get(cell)),
          ]
        : [this.#approximateByCity.get(city), this.#exactByCity.get(city)]
    const seen = new Set<T>()
    let best: { item: T; away: number } | undefined
    for (const place of places) {
      if (!place) continue
      for (const form of forms) {
        for (const item of place.get(form) ?? []) {
          if (seen.has(item)) continue
          seen.add(item)
          const { current } = item
          if (!mayBeThere(current, facts)) continue
          if (!isSameSpelling(this.#spelling(current.name), spelling)) continue
          const away = distanceMetres(current, facts)
          if (!best || away < best.away) best = { item, away }
        }
      }
    }
    return best?.item
  }

  /** What is within 150 m of a place that has no name, if it is one thing alone. */
  unnamed(facts: ParkFacts): T | undefined {
    const near = new Set<T>()
    for (const cell of cellsAround(facts)) {
      for (const item of this.#inCell.get(cell) ?? []) {
        if (distanceMetres(item.current, facts) <= SAME_WITHIN) near.add(item)
        if (near.size > 1) return undefined
      }
    }
    return near.values().next().value
  }
}

const cityOf = ({ state, city }: ParkFacts) => `${state} ${city}`

/** The cell of a position and those around it. */
const cellsAround = ({ latitude, longitude }: ParkFacts) =>
  [-CELL, 0, CELL].flatMap((south) =>
    [-CELL, 0, CELL].map((east) => cellOf(latitude + south, longitude + east)),
  )

function keep<T>(places: Places<T>, place: string, form: string, item: T): void {
  let forms = places.get(place)
  if (!forms) places.set(place, (forms = new Map()))
  append(forms, form, item)
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

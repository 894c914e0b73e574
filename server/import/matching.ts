import { distanceMetres } from '../../data/geo/earth.ts'
import { sameName } from '../../data/sources/merge.ts'
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
 * Whether two rows tell of one park: one name, and less than 150 m between them; where a position is only the suburb's, the same suburb.
 * A place without a name is the one that is there already.
 */
export function isSame(a: ParkFacts, b: ParkFacts): boolean {
  if (a.state !== b.state) return false
  const exact = a.accuracy === 'exact' && b.accuracy === 'exact'
  if (exact ? distanceMetres(a, b) > SAME_WITHIN : a.city !== b.city) return false
  return sameName(a.name, b.name)
}

/** Whether a park that a list knows under the same number can be the same. */
export const mayBeSame = (a: ParkFacts, b: ParkFacts) =>
  sameName(a.name, b.name) || distanceMetres(a, b) <= SAME_NUMBER_WITHIN

/** Parks by where they are, to find those a row may tell of without looking at each. */
export class ParkIndex<T extends { current: ParkFacts }> {
  readonly #byCell = new Map<string, T[]>()
  readonly #byCity = new Map<string, T[]>()

  add(item: T): void {
    const { current } = item
    if (current.accuracy === 'exact') append(this.#byCell, cellOf(current.latitude, current.longitude), item)
    append(this.#byCity, `${current.state} ${current.city}`, item)
  }

  /** The nearest park that the facts may be of. Entries are looked at as they are now; one that has moved is still found by its suburb. */
  find(facts: ParkFacts): T | undefined {
    const near: T[] = []
    if (facts.accuracy === 'exact') {
      for (const south of [-CELL, 0, CELL])
        for (const east of [-CELL, 0, CELL])
          near.push(...(this.#byCell.get(cellOf(facts.latitude + south, facts.longitude + east)) ?? []))
    }
    const candidates = new Set([...near, ...(this.#byCity.get(`${facts.state} ${facts.city}`) ?? [])])
    const same = [...candidates].filter(({ current }) => isSame(current, facts))
    return same.toSorted((a, b) => distanceMetres(a.current, facts) - distanceMetres(b.current, facts))[0]
  }

  /** What is within 150 m of a place that has no name, if it is one thing alone. */
  unnamed(facts: ParkFacts): T | undefined {
    const near: T[] = []
    for (const south of [-CELL, 0, CELL])
      for (const east of [-CELL, 0, CELL])
        near.push(...(this.#byCell.get(cellOf(facts.latitude + south, facts.longitude + east)) ?? []))
    const same = near.filter(({ current }) => distanceMetres(current, facts) <= SAME_WITHIN)
    return same.length === 1 ? same[0] : undefined
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

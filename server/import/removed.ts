import type { RemovedPark } from '../repositories/directory.ts'
import type { FormerPlace } from '../repositories/former-places.ts'
import { mayHaveSameNumber, ParkIndex } from './matching.ts'
import type { ParkData } from './matching.ts'

interface Entry {
  removed: RemovedPark
  current: ParkData
}

/**
 * Why a row is not imported: its park was removed by an administrator, or merged into another one, and would
 * otherwise be added again by each import of its list.
 */
const reasonOf = ({ park: { id }, successor }: RemovedPark) =>
  successor === null
    ? `It was removed from the directory as park ${id}. If it is there again, submit it as a new park`
    : `It was merged into park ${successor} as park ${id}`

/**
 * Returns a function that finds the park of a row among the removed ones, as among the others, and says why
 * the row is not imported; `undefined` if it is none of them.
 * @param parkIds the ids of parks by their numbers in lists
 * @param formerPlaces by park id
 * @param keepsNumber whether a number is still that of a park, and the list is not numbered differently now
 */
export function removalReasons(
  removed: readonly RemovedPark[],
  parkIds: ReadonlyMap<string, number>,
  formerPlaces: ReadonlyMap<number, readonly FormerPlace[]>,
  keepsNumber: (park: { current: ParkData }, number: string) => boolean,
): (facts: ParkData, number: string | undefined, isNameless: boolean) => string | undefined {
  const index = new ParkIndex<Entry>()
  const byId = new Map<number | undefined, Entry>()
  for (const one of removed) {
    const { id, ...current } = one.park
    const entry = { removed: one, current }
    byId.set(id, entry)
    index.add(entry)
    for (const place of formerPlaces.get(id) ?? [])
      index.add({ removed: one, current: { ...current, ...place } })
  }
  return (facts, number, isNameless) => {
    const numbered = number === undefined ? undefined : byId.get(parkIds.get(number))
    const found =
      numbered && mayHaveSameNumber(numbered.current, facts) && keepsNumber(numbered, number!)
        ? numbered
        : (index.find(facts) ?? (isNameless ? index.findUnnamed(facts) : undefined))
    return found && reasonOf(found.removed)
  }
}

import type { DirectoryPark } from '../model/park.ts'
import type { LatLng } from '../model/point.ts'
import { MIN_NEARBY_PARKS, NEARBY_METRES } from '../model/search.ts'
import type { Place, Understood } from '../model/search.ts'
import { countBits, intersect, intersects, isEmpty, subtract, unite } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import type { Filters } from './filters.ts'
import type { Gazetteer } from './gazetteer.ts'
import type { GazetteerPlace } from './place.ts'
import type { Ranking } from './ranking.ts'
import { createRegionIndex } from './region-index.ts'
import { originAt } from './sphere.ts'
import type { Sphere } from './sphere.ts'

/**
 * Radius within which the parks of a suburb are counted, to choose between suburbs of the same name. Metres.
 */
const PARK_COUNT_METRES = 2_000

/** Which parks are near a place, or in it if it is a region or a state. */
export interface NearPlace {
  /**
   * Ranks places by the parks within 2 km, then by the parks nearby: the second count is added as a fraction
   * below one.
   */
  parkCount(place: GazetteerPlace): number
  /** Whether any park of the set is at the place: within the usual distance, or in the region or state. */
  hasParkAt(place: Place, set: Bits): boolean
  /** The parks at most so many metres from a point, such as the centre of a place. */
  parksWithin(point: LatLng, metres: number): Bits
  /**
   * The parks of the set that match a text naming a place: the matches near it, plus those that match
   * wherever they are. Consumes `set`.
   * @param matching the parks that match near the place; `null` for all
   * @param listed parks that are listed before the set: only if there are too few of both, the set has parks from
   * farther away
   */
  matchingNear(set: Bits, place: Place, matching: Bits | null, anywhere: Bits | null, listed?: Bits): Bits
  /**
   * How many of the listed parks are near the place, if others are listed with them. `lists`: the parks that
   * match, and those that may.
   */
  countNear(lists: readonly Bits[], place: Place): Understood['near'] | null
}

interface Index {
  rows: readonly DirectoryPark[]
  sphere: Sphere
  pool: BitsPool
  filters: Filters
  ranking: Ranking
  gazetteer(this: void): Gazetteer
}

export function createNearPlace({ rows, sphere, pool, filters, ranking, gazetteer }: Index): NearPlace {
  const inRegion = createRegionIndex(rows, gazetteer)

  const counts = new Map<string, number>()
  function parkCount({ place: { latitude, longitude } }: GazetteerPlace): number {
    const key = `${latitude} ${longitude}`
    let known = counts.get(key)
    if (known === undefined) {
      const from = originAt({ latitude, longitude })
      known =
        sphere.countWithin(from, PARK_COUNT_METRES) +
        sphere.countWithin(from, NEARBY_METRES) / (rows.length + 1)
      counts.set(key, known)
    }
    return known
  }

  function membersOf(place: Place): Bits | null {
    if (place.kind === 'region') return inRegion(place)
    return place.kind === 'state' ? filters.inState[place.state] : null
  }

  function hasParkAt(place: Place, set: Bits): boolean {
    const members = membersOf(place)
    if (members) return intersects(members, set)
    const around = pool.take()
    sphere.addWithin(originAt(place), NEARBY_METRES, around)
    return intersects(around, set)
  }

  function parksWithin(point: LatLng, metres: number): Bits {
    const around = pool.take()
    sphere.addWithin(originAt(point), metres, around)
    return around
  }

  /** The parks of the set that count as near the place, see {@link NearPlace.matchingNear}. */
  function nearby(set: Bits, place: Place, listed?: Bits): Bits {
    const all = pool.take(set)
    if (listed) unite(all, listed)
    const count = countBits(all)
    const members = membersOf(place)
    if (count === 0 || (!members && count <= MIN_NEARBY_PARKS)) return set
    const from = originAt(place)
    const near = pool.take(members ?? undefined)
    if (!members) sphere.addWithin(from, NEARBY_METRES, near)
    intersect(near, all)
    if (members ? isEmpty(near) : countBits(near) < MIN_NEARBY_PARKS) {
      const farthest = ranking.first(all, count, from, MIN_NEARBY_PARKS).at(-1)!
      // Parks at the same distance as the tenth are included.
      sphere.addWithin(from, sphere.metres(from, farthest), near)
    }
    intersect(near, set)
    return near
  }

  function countNear(lists: readonly Bits[], place: Place): Understood['near'] | null {
    const from = originAt(place)
    const far = pool.take()
    for (const list of lists) unite(far, list)
    const total = countBits(far)
    const around = pool.take(membersOf(place) ?? undefined)
    if (place.kind !== 'state') sphere.addWithin(from, NEARBY_METRES, around)
    subtract(far, around)
    const farCount = countBits(far)
    if (farCount === 0) return null
    const count = total - farCount
    intersect(around, filters.everything)
    return {
      count,
      nextMetres: sphere.metres(from, ranking.first(far, farCount, from, 1)[0]!),
      ...(countBits(around) > count && { isFiltered: true }),
    }
  }

  function matchingNear(
    set: Bits,
    place: Place,
    matching: Bits | null,
    anywhere: Bits | null,
    listed?: Bits,
  ): Bits {
    if (!anywhere) return nearby(set, place, listed)
    const candidates = pool.take(set)
    if (matching) intersect(candidates, matching)
    const near = nearby(candidates, place, listed)
    intersect(set, anywhere)
    unite(near, set)
    return near
  }

  return { parkCount, hasParkAt, parksWithin, matchingNear, countNear }
}

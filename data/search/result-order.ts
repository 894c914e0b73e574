import type { SearchRequest } from '../model/search-request.ts'
import { extract } from './bits.ts'
import type { Bits, BitsPool } from './bits.ts'
import type { Ranking } from './ranking.ts'
import type { Origin } from './sphere.ts'

/** A group of results. Segments follow one another, each ordered in itself. */
interface Segment {
  rows: Bits
  count: number
}

/** How the rows of a segment are ordered. */
export interface Order {
  readonly from: Origin | null
  readonly sort: SearchRequest['sort']
}

/** Puts the found parks in the order of the page. */
export interface ResultOrder {
  /** Splits a set by how exactly its parks match the text. Consumes `set`. */
  byTier(set: Bits, count: number, tiers: readonly Bits[]): Segment[]
  /** The first `limit` rows of all segments. */
  firstOf(segments: readonly Segment[], order: Order, limit: number): number[]
  /** Like {@link firstOf}, with the parks known to be closed at an instant moved to the end. */
  firstOpen(segments: readonly Segment[], order: Order, limit: number, total: number, now: number): number[]
}

interface Parts {
  pool: BitsPool
  ranking: Ranking
  /** Whether the park of a row is known to be closed at an instant, milliseconds since 1970. */
  isClosed(row: number, now: number): boolean
}

export function createResultOrder({ pool, ranking, isClosed }: Parts): ResultOrder {
  function firstOf(segments: readonly Segment[], { from, sort }: Order, limit: number): number[] {
    const found: number[] = []
    for (const { rows: set, count } of segments) {
      if (found.length >= limit) break
      found.push(
        ...(sort === 'name' || sort === 'checked'
          ? ranking.firstBy(sort, set, limit - found.length)
          : ranking.first(set, count, from, limit - found.length)),
      )
    }
    return found
  }

  // Opening hours are evaluated only for as many parks as the page needs.
  function firstOpen(
    segments: readonly Segment[],
    order: Order,
    limit: number,
    total: number,
    now: number,
  ): number[] {
    for (let wanted = Math.min(total, limit + 16); ; wanted = Math.min(total, wanted * 4)) {
      const found = firstOf(segments, order, wanted)
      const closed = (row: number) => isClosed(row, now)
      const others = found.filter((row) => !closed(row))
      if (others.length >= limit || wanted >= total)
        return [...others, ...found.filter(closed)].slice(0, limit)
    }
  }

  function byTier(set: Bits, count: number, tiers: readonly Bits[]): Segment[] {
    const segments: Segment[] = []
    let remaining = count
    for (const tier of tiers) {
      const exact = pool.take()
      const found = extract(set, tier, exact)
      if (found > 0) segments.push({ rows: exact, count: found })
      remaining -= found
    }
    return [...segments, { rows: set, count: remaining }]
  }

  return { byTier, firstOf, firstOpen }
}

import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { attemptKey } from '../repositories/attempts.ts'
import { addRequestCounts, latestEnd } from '../repositories/request-counts.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'

/** Counts of requests by address, of this server and, if the database is shared, of the others. */
export interface RequestCounts {
  /** For the option `store` of @fastify/rate-limit. */
  Store: FastifyRateLimitStoreCtor
  /** Adds what this server has counted to the database, and reads what the others have. */
  share(): Promise<void>
  close(): Promise<void>
}

/** The requests of one address in a period, to one route or to all routes that share a limit. */
interface Count {
  key: string
  /** Milliseconds since 1970. */
  endsAt: number
  /** Counted by this server, and of these in the database. */
  own: number
  shared: number
  /** Counted by the other servers. */
  others: number
}

const SHARE_INTERVAL_MS = 1_000
/**
 * The part of a limit from which a count is shared. Most addresses stay below it and cost no statement. Each
 * further server can allow an address this much more.
 */
const SHARED_FROM = 0.1
/** As many addresses as the store of @fastify/rate-limit has in memory. */
const MAX_ADDRESSES = 5_000
/** Rows of one statement. */
const ROWS_AT_ONCE = 500

/** What @fastify/rate-limit gives to a store, unlike its types: the limit, and its route if it is of one. */
interface LimitOptions {
  max: number
  routeInfo: { method?: string | string[]; url?: string }
}

/** The name of a limit, equal on all servers. */
const nameOf = ({ max, routeInfo: { method, url } }: LimitOptions) =>
  url === undefined ? `limit ${max}` : `${String(method)} ${url}`

/** The own store of @fastify/rate-limit would refuse requests until the old time if the clock was set back. */
const hasEnded = ({ endsAt }: Count, now: Date) =>
  endsAt <= now.getTime() || endsAt > latestEnd(now).getTime()

/**
 * Counts requests in memory and shares the counts of busy addresses through the database, once a second in one
 * statement. So a request costs no statement. While the database is unavailable, each server counts alone.
 *
 * The period of a count is that of the server that counted first, so the servers' clocks must agree to about a
 * second.
 * @param store the database of several servers; without it, nothing is shared
 */
export function openRequestCounts({
  store,
  clock,
  onError,
}: {
  store?: Store | undefined
  clock: () => Date
  onError(error: unknown): void
}): RequestCounts {
  const toShare = new Set<Count>()

  const storeFor = (name: string): FastifyRateLimitStore => {
    const counts = new LRUCache<string, Count>({ max: MAX_ADDRESSES })
    return {
      incr(address: string, done, timeWindow: number, max: number) {
        const now = clock()
        let count = counts.get(address)
        if (count === undefined || hasEnded(count, now)) {
          const key = attemptKey('requests', name, address)
          count = { key, endsAt: now.getTime() + timeWindow, own: 0, shared: 0, others: 0 }
          counts.set(address, count)
        }
        count.own += 1
        if (store && count.own >= max * SHARED_FROM) toShare.add(count)
        done(null, { current: count.own + count.others, ttl: count.endsAt - now.getTime() })
      },
      child: (options) => storeFor(nameOf(options as unknown as LimitOptions)),
    }
  }

  const addToDatabase = async (database: Store, counts: readonly Count[]) => {
    const sent = counts.map(({ key, own, shared, endsAt }) => ({
      key,
      count: own - shared,
      endsAt: new Date(endsAt).toISOString(),
    }))
    const totals = await database.write((db) => addRequestCounts(db, sent, clock()), { of: [] })
    const byKey = new Map(totals.map((total) => [total.key, total]))
    counts.forEach((count, at) => {
      const total = byKey.get(count.key)!
      count.shared += sent[at]!.count
      count.others = Math.max(0, total.count - count.shared)
      count.endsAt = Date.parse(total.endsAt)
    })
  }

  let sharing: Promise<void> | undefined
  const share = async () => {
    if (store === undefined) return
    const now = clock()
    const byKey = new Map<string, Count>()
    // An address that was forgotten and came back has two counts: one statement must not have its key twice.
    for (const count of [...toShare].sort((a, b) => a.endsAt - b.endsAt)) {
      if (hasEnded(count, now)) continue
      const earlier = byKey.get(count.key)
      if (earlier) {
        count.own += earlier.own
        count.shared += earlier.shared
      }
      byKey.set(count.key, count)
    }
    const counts = [...byKey.values()]
    toShare.clear()
    for (let start = 0; start < counts.length; start += ROWS_AT_ONCE) {
      const some = counts.slice(start, start + ROWS_AT_ONCE)
      try {
        await addToDatabase(store, some)
      } catch (error) {
        for (const count of counts.slice(start)) toShare.add(count)
        throw error
      }
    }
  }
  const timer = setInterval(() => {
    if (toShare.size === 0) return
    sharing ??= share()
      .catch((error: unknown) => void (error instanceof DatabaseUnavailable || onError(error)))
      .finally(() => {
        sharing = undefined
      })
  }, SHARE_INTERVAL_MS).unref()

  return {
    Store: function Store() {
      return storeFor('all')
    } as unknown as FastifyRateLimitStoreCtor,
    share,
    async close() {
      clearInterval(timer)
      await sharing
    },
  }
}

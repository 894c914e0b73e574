import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { distinctSearches, HISTORY_LENGTH, historyKey, SearchText } from '../../data/model/history.ts'
import { CACHED_RESULTS_MAX } from '../../data/model/limits.ts'
import { Park } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Directory, DirectoryCopy } from '../directory/directory.ts'
import { jsonText, sendJson, sendJsonArray, serialized } from '../directory/json-text.ts'
import { noStore } from '../http/caching.ts'
import { NoQuery, TextQuery } from '../http/queries.ts'
import {
  cachedResults,
  clearings,
  saveCachedResults,
  latestClearings,
  searchesOf,
} from '../repositories/history.ts'
import type { Store } from '../repositories/store.ts'
import type { Sync } from '../sync/service.ts'

const Entry = z.strictObject({
  id: z.int(),
  query: z.string(),
  timestamp: z.iso.datetime(),
  userId: z.int(),
  resultCount: z.nullable(z.int()),
})

/** Cached results: the version of the directory, and the ids of the parks. */
const Cached = z.strictObject({ directory: z.string(), ids: z.array(z.int()) })

/** `/api/user/search-history` and `/api/user/search-cache`, with the same service as the outbox. */
export const searchHistoryRoutes: FastifyPluginAsyncZod<{
  sync: Sync
  store: Store
  directory: Directory
  clock: () => Date
}> = async (app, { sync, store, directory, clock }) => {
  app.addHook('onRequest', noStore)

  app.get(
    '/api/user/search-history',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The user’s searches, latest first',
        querystring: NoQuery,
        response: { 200: z.array(Entry), 401: Problem, 503: Problem },
      },
    },
    async ({ user }) => {
      const searches = await store.read((db) => searchesOf(db, user!.id))
      return distinctSearches(searches, HISTORY_LENGTH).map((search) => ({ ...search, userId: user!.id }))
    },
  )

  app.post(
    '/api/user/search-history',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Add a search',
        body: z.strictObject({ query: SearchText }),
        querystring: NoQuery,
        response: { 200: z.strictObject({ query: z.string() }), 400: Problem, 401: Problem, 503: Problem },
      },
    },
    async ({ user, body: { query } }) => {
      await sync.change(
        { kind: 'history', userId: user!.id, args: { query, at: clock().getTime(), resultCount: null } },
        async (db) => {
          const { current } = await clearings(db, user!.id)
          return current === null ? [] : [current]
        },
      )
      return { query }
    },
  )

  app.delete(
    '/api/user/search-history',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Delete all searches',
        querystring: NoQuery,
        response: { 200: z.strictObject({ cleared: z.literal(true) }), 401: Problem, 503: Problem },
      },
    },
    async ({ user }) => {
      await sync.change({ kind: 'history-clear', userId: user!.id, args: {} }, (db) =>
        latestClearings(db, user!.id),
      )
      return { cleared: true as const }
    },
  )

  /** The results cached with a search, refreshed if the directory has changed. */
  const resultIds = async (
    id: number,
    query: string,
    { version, engine }: DirectoryCopy,
  ): Promise<number[]> => {
    const tag = `${version.epoch}.${version.seq}`
    const stored = await store.read((db) => cachedResults(db, id))
    const cached = stored === null ? undefined : Cached.parse(JSON.parse(stored))
    if (cached?.directory === tag) return cached.ids
    const ids = engine.search({ query }).hits.map((hit) => hit.id)
    if (ids.length > CACHED_RESULTS_MAX) return ids
    await store.write((db) =>
      saveCachedResults(db, id, JSON.stringify({ directory: tag, ids } satisfies z.infer<typeof Cached>)),
    )
    return ids
  }

  app.get(
    '/api/user/search-cache',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The results of one of the user’s searches; null if it is none of them',
        querystring: TextQuery('query'),
        response: { 200: serialized(z.nullable(z.array(Park))), 400: Problem, 401: Problem, 503: Problem },
      },
    },
    async ({ user, query: { query } }, reply) => {
      const copy = await directory.current()
      const wanted = historyKey(query)
      const search = (await store.read((db) => searchesOf(db, user!.id))).find(
        (search) => historyKey(search.query) === wanted,
      )
      if (search === undefined) return sendJson(jsonText(null), reply)
      const ids = await resultIds(search.id, search.query, copy)
      const parks = ids.flatMap((id) => copy.engine.park(id) ?? [])
      return sendJsonArray(parks, (park) => copy.parkText(park, null), reply)
    },
  )
}

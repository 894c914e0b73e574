import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { pushOver } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import type { Person } from '../../server/auth/access.ts'
import type { Tables } from '../../server/database/tables.ts'
import { sendProblem } from '../../server/http/problems.ts'
import type { Epoch } from '../../server/repositories/sync.ts'
import { syncRoutes } from '../../server/routes/sync.ts'
import type { Mark } from '../../server/sync/mark.ts'
import { openSync } from '../../server/sync/service.ts'
import { ACCOUNTS, openStoryDatabase, StoryStore } from './databases.ts'

export interface SyncServer {
  app: FastifyInstance
  store: StoryStore
  /** A push from a browser signed in to this account, or to none (0). */
  pushAs(userId: number): Push
  /** Unexpected errors reported by the sync service. */
  failures: unknown[]
  /** Restarts the server on the same database. */
  restart(): Promise<void>
  rows<T extends keyof Tables>(table: T): Promise<Record<string, unknown>[]>
  favouritesOf(userId: number): Promise<number[]>
  searchesOf(userId: number): Promise<string[]>
  close(): Promise<void>
}

/** The real routes and service on a database of its own. A header names the account instead of a session. */
export async function startSyncServer(clock: () => Date = () => new Date()): Promise<SyncServer> {
  const store = new StoryStore(await openStoryDatabase())
  const failures: unknown[] = []
  // In production this is a file beside the database, which a restore does not replace.
  let epoch: Epoch | undefined
  const mark: Mark = { read: () => epoch, write: (mark) => void (epoch = mark) }

  const start = async () => {
    const sync = openSync({ store, clock, mark, onFailure: (error) => failures.push(error) })
    const app = fastify({ logger: false }).withTypeProvider<ZodTypeProvider>()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    app.setErrorHandler(sendProblem)
    app.decorateRequest('user', null)
    app.addHook('onRequest', async (request) => {
      const id = Number(request.headers['x-account'] ?? 0)
      const person: Person | null = id === 0 ? null : { id, username: ACCOUNTS[id - 1] ?? '', isAdmin: false }
      request.user = person
    })
    await app.register(syncRoutes, { sync, limited: false })
    app.addHook('onClose', async () => sync.close())
    return app as unknown as FastifyInstance
  }

  const server: SyncServer = {
    app: await start(),
    store,
    failures,
    pushAs: (userId) =>
      pushOver(async (url, init) => {
        const answer = await server.app.inject({
          method: 'POST',
          url,
          payload: String(init?.body),
          headers: { 'content-type': 'application/json', 'x-account': String(userId) },
        })
        return new Response(answer.body, {
          status: answer.statusCode,
          headers: { 'retry-after': String(answer.headers['retry-after'] ?? '') },
        })
      }),
    async restart() {
      await server.app.close()
      server.app = await start()
    },
    rows: async (table) =>
      store.read((db) =>
        db
          .selectFrom(table as 'parks')
          .selectAll()
          .execute(),
      ),
    async favouritesOf(userId) {
      const rows = await store.read((db) =>
        db
          .selectFrom('user_favorites')
          .select('parkId')
          .where('userId', '=', userId)
          .orderBy('parkId')
          .execute(),
      )
      return rows.map(({ parkId }) => parkId)
    },
    async searchesOf(userId) {
      const rows = await store.read((db) =>
        db
          .selectFrom('user_search_history')
          .select('query')
          .where('userId', '=', userId)
          .orderBy('id')
          .execute(),
      )
      return rows.map(({ query }) => query)
    },
    async close() {
      await server.app.close()
      await store.close()
    },
  }
  return server
}

import Database from 'better-sqlite3'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Kysely, SqliteDialect } from 'kysely'
import type { KyselyPlugin, SqliteDatabase } from 'kysely'
import { pushOver } from '../../client/store/drain.ts'
import type { Push } from '../../client/store/drain.ts'
import { seedParks } from '../../data/sources/parks.ts'
import type { Person } from '../../server/auth/access.ts'
import { sendProblem } from '../../server/http/problems.ts'
import { migrate } from '../../server/migrations/index.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { DatabaseUnavailable } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import type { Tables } from '../../server/database/tables.ts'
import { immediately, snapshot } from '../../server/database/transaction.ts'
import { syncRoutes } from '../../server/routes/sync.ts'
import { openSync } from '../../server/sync/service.ts'
import type { Mark } from '../../server/sync/mark.ts'
import type { Epoch } from '../../server/repositories/sync.ts'

/** Accounts 1 to 3, and parks 1 to {@link PARK_COUNT}. */
const PARK_COUNT = 12
const ACCOUNTS = ['ada', 'bo', 'cy']

let template: Buffer | undefined

async function seeded(): Promise<Buffer> {
  const database = new Database(':memory:')
  database.pragma('foreign_keys = ON')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  await migrate(db)
  await immediately(db, (db) =>
    seedDirectory(db, { parks: seedParks().slice(0, PARK_COUNT), localities: [], epoch: 'epoch1' }),
  )
  await db
    .insertInto('users')
    .values(ACCOUNTS.map((username) => ({ username, email: `${username}@example.com` })))
    .execute()
  return database.serialize()
}

/** The same database, preparing each SQL text only once. */
function withStatementCache(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement>()
  return {
    prepare(text) {
      const known = statements.get(text) ?? database.prepare(text)
      statements.set(text, known)
      return known
    },
    close: () => void database.close(),
  }
}

/** The product's store on a database in memory; only the file differs from production. */
class MemoryStore implements Store {
  readonly address = ':memory:'
  /** Index of the statement of a write at which the database fails, counted from 0; `undefined` for none. */
  failAt: number | undefined
  private database: Database.Database
  private db: Kysely<Tables>

  constructor(image: Buffer) {
    ;[this.database, this.db] = this.open(image)
  }

  private open(image: Buffer): [Database.Database, Kysely<Tables>] {
    const database = new Database(image)
    database.pragma('foreign_keys = ON')
    return [
      database,
      new Kysely<Tables>({ dialect: new SqliteDialect({ database: withStatementCache(database) }) }),
    ]
  }

  async read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return work(this.db)
  }
  async view<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return snapshot(this.db, work)
  }
  async write<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    try {
      return await immediately(this.db, (db) =>
        work(this.failAt === undefined ? db : db.withPlugin(this.failingAfter(this.failAt))),
      )
    } catch (error) {
      throw error instanceof Database.SqliteError && error.code === 'SQLITE_IOERR'
        ? new DatabaseUnavailable(error.message)
        : error
    }
  }

  private failingAfter(statements: number): KyselyPlugin {
    let remaining = statements
    return {
      transformQuery({ node }) {
        if (remaining-- <= 0) throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR')
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }
  isUnchanged(): boolean {
    return true
  }
  /** The whole database, as in a backup. */
  image(): Buffer {
    return this.database.serialize()
  }
  /** Replaces the database by a backup. */
  restore(image: Buffer): void {
    this.database.close()
    ;[this.database, this.db] = this.open(image)
  }
  async close(): Promise<void> {
    this.database.close()
  }
}

export interface SyncServer {
  app: FastifyInstance
  store: MemoryStore
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

/** The real routes and service on a database in memory. A header names the account instead of a session. */
export async function startSyncServer(clock: () => Date = () => new Date()): Promise<SyncServer> {
  template ??= await seeded()
  const store = new MemoryStore(template)
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

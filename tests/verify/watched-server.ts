import path from 'node:path'
import Database from 'better-sqlite3'
import { newId } from '../../client/store/stream.ts'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { databasePath, openStore } from '../../server/repositories/store.ts'
import type { PublishedPark } from '../../server/repositories/directory.ts'
import { setAdmin } from '../../server/repositories/users.ts'
import { removeFolder, seededFolder, Server } from './server.ts'
import { callerOf } from '../support/http-client.ts'
import type { Caller } from '../support/http-client.ts'
import { freePort } from '../support/product.ts'

/** Of every account that {@link WatchedServer.register} makes. */
export const PASSWORD = 'kelpie at the creek'

/** A server that watch-loop.ts measures. */
export class WatchedServer {
  readonly server: Server
  readonly dataDir: string
  private readonly watchPort: number
  private readonly database: Database.Database

  private constructor(server: Server, dataDir: string, watchPort: number) {
    this.server = server
    this.dataDir = dataDir
    this.watchPort = watchPort
    this.database = new Database(databasePath(dataDir), { timeout: 10_000 })
  }
  static async open(
    env: Record<string, string> = {},
    parks: PublishedPark[] = seedParks(),
  ): Promise<WatchedServer> {
    const dataDir = await seededFolder({ parks, places: [...localities()] })
    const [server, watchPort] = [await Server.create(), await freePort()]
    await server.start(dataDir, {
      env: {
        ...env,
        WATCH_PORT: String(watchPort),
        NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'watch-loop.ts')}`,
      },
    })
    return new WatchedServer(server, dataDir, watchPort)
  }
  /** The measurements since the previous call. */
  async watch(query = ''): Promise<{ wall: number; loop: number; process: number }> {
    const answer = await fetch(`http://127.0.0.1:${this.watchPort}/${query}`)
    return (await answer.json()) as { wall: number; loop: number; process: number }
  }
  /** Used bytes of the database. */
  size(): number {
    this.database.pragma('wal_checkpoint(PASSIVE)')
    const pragma = (name: string) => Number(this.database.pragma(name, { simple: true }))
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }
  value(sql: string): unknown {
    return this.database.prepare(sql).pluck().get() ?? 1
  }
  /** Registers a user; `boss` is an administrator. */
  async register(name: string): Promise<Caller & { id: number; email: string }> {
    const caller = callerOf(this.server.origin)
    const email = `${name}-${newId()}@example.com`
    const answer = await caller.send('POST', '/api/register', { email, password: PASSWORD })
    const { id } = (await answer.json()) as { id: number }
    if (name === 'boss') {
      const store = openStore(databasePath(this.dataDir))
      await store.write((db) => setAdmin(db, id, true))
      await store.close()
    }
    return { ...caller, id, email }
  }
  async close(): Promise<void> {
    this.database.close()
    await this.server.stop('SIGTERM')
    removeFolder(this.dataDir)
  }
}

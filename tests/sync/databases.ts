import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely, KyselyPlugin } from 'kysely'
import { seedParks } from '../../data/sources/parks.ts'
import { DatabaseUnavailable } from '../../server/database/store.ts'
import type { WriteOrder } from '../../server/database/store.ts'
import type { Tables } from '../../server/database/tables.ts'
import { copyDatabase } from '../../server/repositories/backup.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { createDatabase, openStore } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'

/** The user names of accounts 1 to 3. */
export const ACCOUNTS = ['ada', 'bo', 'cy']
/** The directory has parks 1 to this number. */
const PARK_COUNT = 12

/** Inserts the parks and accounts of the stories. */
export async function seedStory(store: Store): Promise<void> {
  await store.write((db) =>
    seedDirectory(db, { parks: seedParks().slice(0, PARK_COUNT), localities: [], epoch: 'epoch1' }),
  )
  await store.write((db) =>
    db
      .insertInto('users')
      .values(ACCOUNTS.map((username) => ({ username, email: `${username}@example.com` })))
      .execute(),
  )
}

/** A database with the rows of {@link seedStory}, in the product's own store. */
export interface StoryDatabase {
  /** The current store; another one after {@link restore}. */
  readonly store: Store
  /** The whole database, as in a backup. */
  image(): Promise<unknown>
  /** Replaces the database by a backup. */
  restore(image: unknown): Promise<void>
  close(): Promise<void>
}

/** The product's store, whose writes can be made to fail. */
export class StoryStore implements Store {
  /** Index of the statement of a write at which the database fails, counted from 0; `undefined` for none. */
  failAt: number | undefined
  private readonly database: StoryDatabase

  constructor(database: StoryDatabase) {
    this.database = database
  }

  get address(): string {
    return this.database.store.address
  }
  read<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.database.store.read(work)
  }
  view<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.database.store.view(work)
  }
  write<T>(work: (db: Kysely<Tables>) => Promise<T>, order?: WriteOrder): Promise<T> {
    return this.database.store.write(
      (db) => work(this.failAt === undefined ? db : db.withPlugin(failingAfter(this.failAt))),
      order,
    )
  }
  isUnchanged(): boolean {
    return this.database.store.isUnchanged()
  }
  image(): Promise<unknown> {
    return this.database.image()
  }
  restore(image: unknown): Promise<void> {
    return this.database.restore(image)
  }
  close(): Promise<void> {
    return this.database.close()
  }
}

function failingAfter(statements: number): KyselyPlugin {
  let remaining = statements
  return {
    transformQuery({ node }) {
      if (remaining-- <= 0) throw new DatabaseUnavailable('The database has failed.')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

let folder: string | undefined
let files = 0
let seeded: Buffer | undefined

/** A path in memory where the system has a folder for that: stories do not test the disk. */
function newPath(): string {
  if (folder === undefined) {
    const made = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'offlead-stories-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  return join(folder, `${++files}.db`)
}

async function openSqliteStory(): Promise<StoryDatabase> {
  const path = newPath()
  const copyOf = async (): Promise<Buffer> => {
    const copy = newPath()
    await copyDatabase(path, copy)
    const bytes = readFileSync(copy)
    rmSync(copy)
    return bytes
  }
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
  if (seeded === undefined) {
    await createDatabase(path)
    const store = openStore(path)
    await seedStory(store)
    await store.close()
    seeded = await copyOf()
  }
  writeFileSync(path, seeded)
  let store = openStore(path)
  return {
    get store() {
      return store
    },
    image: copyOf,
    async restore(image) {
      await store.close()
      remove()
      writeFileSync(path, image as Buffer)
      store = openStore(path)
    },
    async close() {
      await store.close()
      remove()
    },
  }
}

let open: () => Promise<StoryDatabase> = openSqliteStory

/** Opens a new database for a story: of SQLite, unless {@link openStoriesWith} was called. */
export const openStoryDatabase = (): Promise<StoryDatabase> => open()

/** Makes stories run on other databases. */
export function openStoriesWith(other: () => Promise<StoryDatabase>): void {
  open = other
}

import { sql } from 'kysely'
import { lastIds, setLastIds } from '../../server/database/dialect.ts'
import { MOVED_TABLES } from '../../server/repositories/move.ts'
import { openStore } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { openStoriesWith, seedStory } from '../sync/databases.ts'
import type { StoryDatabase } from '../sync/databases.ts'
import { borrowPostgres, preparePostgres } from './postgres-databases.ts'

/** All rows, as JSON lists by table, and the highest ids. */
interface Image {
  tables: Record<string, string>
  ids: ReadonlyMap<string, number>
}

function imageOf(store: Store): Promise<Image> {
  return store.view(async (db) => {
    const lists = MOVED_TABLES.map(
      (name) => sql`(select cast(json_agg(t) as text) from ${sql.table(name)} as t) as ${sql.ref(name)}`,
    )
    const { rows } = await sql<Record<string, string>>`select ${sql.join(lists)}`.execute(db)
    return { tables: rows[0]!, ids: await lastIds(db) }
  })
}

function restoreImage(store: Store, { tables, ids }: Image): Promise<void> {
  return store.write(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await sql.raw(MOVED_TABLES.map((name) => `delete from ${name}`).join('; ')).execute(db)
    for (const name of MOVED_TABLES)
      if (tables[name] !== null)
        await sql`insert into ${sql.table(name)} select * from json_populate_recordset(cast(null as ${sql.table(name)}), cast(${tables[name]} as json))`.execute(
          db,
        )
    await setLastIds(db, ids)
  })
}

let seeded: Image | undefined

async function openPostgresStory(): Promise<StoryDatabase> {
  const { url, giveBack } = borrowPostgres()
  await preparePostgres(url, 'empty')
  const store = openStore(url)
  if (seeded === undefined) {
    await seedStory(store)
    seeded = await imageOf(store)
  } else await restoreImage(store, seeded)
  return {
    store,
    image: () => imageOf(store),
    restore: (image) => restoreImage(store, image as Image),
    async close() {
      await store.close()
      giveBack()
    },
  }
}

// A setup file of the tests that run on PostgreSQL.
openStoriesWith(openPostgresStory)

import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DirectoryPark } from '../../data/model/park.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { updateFromSeed } from '../../server/import/seed-update.ts'
import { MIGRATIONS, migrate, schemaNumber } from '../../server/migrations/index.ts'
import { directoryVersion, publicParks, publishChange } from '../../server/repositories/directory.ts'
import { createDatabase } from '../../server/repositories/store.ts'
import { openedStore, temporaryFolder } from './harness.ts'

/**
 * The tables of specification 13.60 to 13.70: '!' required, 'u' unique, '=x' default, '>table' deleted with
 * it, '~table' set to null with it. 'now' stands for the current time.
 */
const MODEL: Readonly<Record<string, string>> = {
  users:
    'id, username u, email !u, password, fullName, createdAt !=now, address, resetToken, resetTokenExpiry, isAdmin !=0, avatarUrl, googleId u, appleId u, microsoftId u, provider',
  dogs: 'id, userId !>users, name !, breed !, createdAt !=now',
  user_favorites: 'id, userId !>users, parkId !>parks, createdAt !=now',
  parks:
    'id, name !, address !, description, latitude !, longitude !, rating, openingHours, imageUrl, distance, features, size, city, postal_code, state, createdAt !=now',
  postcodes: 'id, postcode !, locality, state !, region, region4, longitude, latitude, createdAt !=now',
  park_reviews:
    'id, parkId !>parks, userId !>users, rating !, comment, title, visitDate, createdAt !=now, updatedAt !=now, helpful !=0, reportCount !=0, isModerated !=0, photoUrls',
  review_helpful_votes: 'id, reviewId !>park_reviews, userId !>users, isHelpful !=1, createdAt !=now',
  user_analytics:
    'id, userId !u>users, parksVisited !=0, totalSearches !=0, favoritesAdded !=0, reviewsWritten !=0, lastActive, createdAt !=now, updatedAt !=now',
  park_visits: 'id, userId >users, parkId >parks, visitDate !=now, duration, notes, rating, createdAt !=now',
  search_analytics:
    'id, userId ~users, searchTerm, latitude, longitude, features, resultCount !=0, searchDate !=now, createdAt !=now',
  user_search_history: 'id, userId !>users, query !, timestamp !=now, resultCount, cachedResults',
}

/** Types that specification 13.63, 13.65 and 13.68 fix. */
const TYPES: Readonly<Record<string, string>> = {
  'parks.latitude': 'TEXT',
  'parks.longitude': 'TEXT',
  'parks.rating': 'TEXT',
  'parks.features': 'TEXT',
  'park_reviews.rating': 'REAL',
  'park_reviews.photoUrls': 'TEXT',
  'park_visits.duration': 'INTEGER',
  'park_visits.rating': 'REAL',
}

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}
interface Key {
  table: string
  from: string
  on_delete: string
}

function openDatabase(path: string): Database.Database {
  const database = new Database(path)
  onTestFinished(() => void database.close())
  return database
}

async function newDatabase(): Promise<string> {
  const path = join(temporaryFolder(), 'offlead.db')
  await createDatabase(path)
  return path
}

test.each(Object.keys(MODEL))(
  'table %s has the columns, requirements, defaults, uniqueness and cascades of the specification',
  async (table) => {
    const database = openDatabase(await newDatabase())
    const columns = database.pragma(`table_info(${table})`) as Column[]
    const keys = new Map(
      (database.pragma(`foreign_key_list(${table})`) as Key[]).map((key) => [key.from, key]),
    )
    const unique = new Set(
      (database.pragma(`index_list(${table})`) as { name: string; unique: number }[])
        .filter((index) => index.unique === 1)
        .map((index) =>
          (database.pragma(`index_info(${index.name})`) as { name: string }[])
            .map((column) => column.name)
            .join('+'),
        ),
    )
    const described = columns.map((column) => {
      const key = keys.get(column.name)
      const marks = [
        column.notnull ? '!' : '',
        unique.has(column.name) ? 'u' : '',
        column.dflt_value === null
          ? ''
          : `=${column.dflt_value.startsWith("strftime('%Y-%m-%dT%H:%M:%fZ'") ? 'now' : column.dflt_value}`,
        key?.on_delete === 'CASCADE' ? `>${key.table}` : key?.on_delete === 'SET NULL' ? `~${key.table}` : '',
      ].join('')
      return marks === '' || column.pk === 1 ? column.name : `${column.name} ${marks}`
    })
    const expected = MODEL[table]!.split(', ')
    expect(described.slice(0, expected.length)).toEqual(expected)
    // Only the parks have more columns than specification 13.63 lists.
    expect(table === 'parks' ? expected.length : described.length).toBe(expected.length)
  },
)

test.each(Object.entries(TYPES))('%s has the type %s of the specification', async (name, type) => {
  const [table, wanted] = name.split('.')
  const columns = openDatabase(await newDatabase()).pragma(`table_info(${table})`) as Column[]
  expect(columns.find((column) => column.name === wanted)?.type).toBe(type)
})

test('favourites, votes, usernames and e-mails are unique, and ratings are at most 5', async () => {
  const database = openDatabase(await newDatabase())
  database.exec(`
    insert into users (id, username, email) values (1, 'rex', 'rex@example.com');
    insert into parks (id, name, address, latitude, longitude) values (1, 'A', 'B', '-33', '151');
    insert into user_favorites (userId, parkId) values (1, 1);
    insert into park_reviews (id, parkId, userId, rating) values (1, 1, 1, 4.5);
    insert into review_helpful_votes (reviewId, userId) values (1, 1);
  `)
  expect(() => database.exec('insert into user_favorites (userId, parkId) values (1, 1)')).toThrow(/UNIQUE/)
  expect(() => database.exec('insert into review_helpful_votes (reviewId, userId) values (1, 1)')).toThrow(
    /UNIQUE/,
  )
  expect(() =>
    database.exec("insert into users (username, email) values ('REX', 'other@example.com')"),
  ).toThrow(/UNIQUE.*username/)
  expect(() =>
    database.exec("insert into users (username, email) values ('max', 'Rex@Example.com')"),
  ).toThrow(/UNIQUE.*email/)
  expect(() => database.exec('insert into park_reviews (parkId, userId, rating) values (1, 1, 5.5)')).toThrow(
    /CHECK/,
  )
})

test('deleting a user deletes their data and keeps their searches without the user', async () => {
  const database = openDatabase(await newDatabase())
  database.exec(`
    insert into users (id, username, email) values (1, 'rex', 'rex@example.com');
    insert into parks (id, name, address, latitude, longitude) values (1, 'A', 'B', '-33', '151');
    insert into dogs (userId, name, breed) values (1, 'Rex', 'Kelpie');
    insert into user_favorites (userId, parkId) values (1, 1);
    insert into park_reviews (id, parkId, userId, rating) values (1, 1, 1, 4);
    insert into review_helpful_votes (reviewId, userId) values (1, 1);
    insert into user_analytics (userId) values (1);
    insert into park_visits (userId, parkId) values (1, 1);
    insert into user_search_history (userId, query) values (1, 'bondi');
    insert into search_analytics (userId, searchTerm) values (1, 'bondi');
    delete from users where id = 1;
  `)
  const personalTables = [
    'dogs',
    'user_favorites',
    'park_reviews',
    'review_helpful_votes',
    'user_analytics',
    'park_visits',
    'user_search_history',
  ]
  const notDeleted = personalTables.filter(
    (table) => database.prepare(`select count(*) from ${table}`).pluck().get() !== 0,
  )
  expect(notDeleted).toEqual([])
  expect(database.prepare('select userId, searchTerm from search_analytics').all()).toEqual([
    { userId: null, searchTerm: 'bondi' },
  ])
})

test('default timestamps are ISO 8601 in UTC', async () => {
  const database = openDatabase(await newDatabase())
  database.exec("insert into postcodes (postcode, state) values ('2026', 'NSW')")
  const instant = database.prepare('select createdAt from postcodes').pluck().get() as string
  expect(instant).toBe(new Date(instant).toISOString())
})

test('the migrations are numbered from 1 without gaps', () => {
  expect(MIGRATIONS.map((step) => step.number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})

test('the schema is migrated once, even by two processes at the same time', async () => {
  const path = await newDatabase()
  await Promise.all([createDatabase(path), createDatabase(path)])
  const rows = openDatabase(path).prepare('select number, name from migrations order by number').all()
  expect(rows).toEqual(MIGRATIONS.map(({ number, name }) => ({ number, name })))
})

test('a migration that fails halfway is rolled back', async () => {
  const store = openedStore(await newDatabase())
  const failing = {
    number: MIGRATIONS.length + 1,
    name: 'failing',
    statements: ['create table half (id integer)', 'create tablet'],
  }
  await store.read(async (db) => {
    await expect(migrate(db, [failing])).rejects.toThrow(/syntax error/)
    expect(await schemaNumber(db)).toBe(MIGRATIONS.length)
    expect(await db.selectFrom('sqlite_master').select('name').where('name', '=', 'half').execute()).toEqual(
      [],
    )
  })
})

/** The parks of a database from before migration 10, and their favourites. */
async function formerDatabase(rows: readonly string[]): Promise<string> {
  const path = join(temporaryFolder(), 'offlead.db')
  const database = new Database(path)
  database.exec(
    'create table migrations (number integer primary key, name text not null, appliedAt text not null) strict',
  )
  for (const { number, name, statements } of MIGRATIONS.filter(({ number }) => number < SOURCES_MIGRATION)) {
    for (const statement of statements) database.exec(statement)
    database
      .prepare('insert into migrations (number, name, appliedAt) values (?, ?, ?)')
      .run(number, name, '2026-01-01T00:00:00.000Z')
  }
  for (const row of rows)
    database.exec(
      `insert into parks (id, name, address, latitude, longitude, city, state, accuracy, access, source, asOf) values (${row})`,
    )
  database.exec(`
    insert into users (id, username, email) values (1, 'rex', 'rex@example.com');
    insert into user_favorites (userId, parkId) select 1, id from parks;
    insert into directory_meta (id, epoch, seq, localitiesSeq) values (1, 'epoch1', 4, 1);
  `)
  database.close()
  return path
}
const SOURCES_MIGRATION = MIGRATIONS.find(({ name }) => name === 'sources-and-councils')!.number

test('parks of an older database keep id, accuracy and favourites, and their sources become publishers', async () => {
  const path = await formerDatabase([
    "1, 'A', '', '-34.95', '138.6', 'Unley', 'SA', 'suburb', 'off_leash', 'unley.sa.gov.au Dog-exercise-areas', '2023'",
    "2, 'B', '', '-27.4', '153.0', 'Stafford', 'QLD', 'exact', 'off_leash', 'github.com/DavidBurela/BrisbaneDogParks; position: Nominatim, © OpenStreetMap contributors, ODbL', '2012'",
    "3, 'C', '', '-27.4', '153.0', 'Stafford', 'QLD', 'suburb', 'off_leash', 'submitted; corrected after a visitor’s report', '2026'",
  ])
  await createDatabase(path)
  const parks = await openedStore(path).read(publicParks)
  expect(parks.map(({ id, accuracy, asOf }) => [id, accuracy, asOf])).toEqual([
    [1, 'suburb', '2023'],
    [2, 'exact', '2012'],
    [3, 'suburb', '2026'],
  ])
  expect(parks.map(({ sources }) => sources)).toEqual([
    [{ publisher: 'Unley council', title: 'Dog-exercise-areas', year: '2023' }],
    [
      {
        publisher: 'Brisbane City Council',
        title: 'council open data of 2012',
        year: '2012',
        copy: 'github.com/DavidBurela/BrisbaneDogParks',
      },
    ],
    [
      { publisher: 'Submitted by a visitor', year: '2026' },
      { publisher: 'Corrected after a visitor’s report', year: '2026' },
    ],
  ])
  expect(parks.map(({ position }) => position)).toEqual([
    null,
    { publisher: 'OpenStreetMap', title: 'Nominatim', date: null, licence: 'ODbL 1.0' },
    null,
  ])
  const database = openDatabase(path)
  expect(database.prepare('select count(*) from user_favorites').pluck().get()).toBe(3)
  expect(() => database.exec("update parks set accuracy = 'near' where id = 1")).not.toThrow()
  expect(() => database.exec("update parks set accuracy = 'far' where id = 1")).toThrow(/CHECK/)
})

test('an older directory does not get parks of the seed that an administrator has taken out', async () => {
  const seed = seedParks()
  const further = seed.filter(({ id }) => id > 1471)
  const [withoutDogs, unknown, removed] = further
  const path = await formerDatabase([])
  await createDatabase(path)
  const store = openedStore(path)
  const at = new Date()
  await store.write(async (db) => {
    const upserts = further.slice(0, 3).map(({ id: _id, ...park }) => park)
    await publishChange(db, { upserts }, at)
    const idOf = async ({ name }: DirectoryPark) =>
      (await db.selectFrom('parks').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    const takeOut = async (park: DirectoryPark, noDogs: 0 | 1) =>
      db
        .updateTable('parks')
        .set({ access: null, noDogs })
        .where('id', '=', await idOf(park))
        .execute()
    await takeOut(withoutDogs!, 1)
    await takeOut(unknown!, 0)
    await publishChange(db, { removals: [{ id: await idOf(removed!), successor: null }] }, at)
  })
  await store.write((db) => updateFromSeed(db, seed, at))
  const names = (await store.read(publicParks)).map(({ name }) => name)
  for (const park of [withoutDogs!, unknown!, removed!]) expect(names).not.toContain(park.name)
  expect(names).toHaveLength(further.length - 3)
})

test('an older directory gets the better positions, councils and parks of the seed once, and keeps what people changed', async () => {
  const seed = seedParks()
  const better = seed.find(({ id, accuracy, position }) => id <= 1471 && accuracy === 'exact' && position)!
  const same = seed.find(({ id, accuracy }) => id > 10 && accuracy === 'suburb' && id !== better.id)!
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  const row = ({ id, name, city, state }: DirectoryPark, at: string, accuracy: string) =>
    `${id}, ${quote(name)}, '', ${at}, ${quote(city)}, '${state}', '${accuracy}', 'off_leash', 'a list', '2012'`
  const path = await formerDatabase([
    row(better, "'-33.5', '151.1'", 'suburb'),
    row(same, "'-33.86', '151.2'", 'exact'),
  ])
  await createDatabase(path)
  const store = openedStore(path)
  const at = new Date()
  const further = seed.filter(({ id }) => id > 1471).length
  expect(await store.write((db) => updateFromSeed(db, seed, at))).toBe(2 + further)
  const parks = await store.read(publicParks)
  expect(parks.find(({ id }) => id === better.id)).toMatchObject({
    latitude: better.latitude,
    longitude: better.longitude,
    accuracy: 'exact',
    position: better.position,
    council: better.council,
    sources: [{ publisher: 'a list', year: '2012' }],
  })
  // A person has placed it exactly, so that it stays there.
  expect(parks.find(({ id }) => id === same.id)).toMatchObject({
    latitude: -33.86,
    longitude: 151.2,
    accuracy: 'exact',
    position: null,
    council: '17200',
  })
  expect(parks).toHaveLength(2 + further)
  expect(await store.read(directoryVersion)).toMatchObject({ seq: 5 })
  expect(await store.write((db) => updateFromSeed(db, seed, at))).toBe(0)
})

import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { TESTS } from './connection-name.ts'
import { TEMPLATE, WITH_TIMEOUT } from './postgres-project.ts'

/** The address of the PostgreSQL server that the tests run on; `undefined` if they run on SQLite. */
const server = inject('postgres')

/** For tests to which the database does not matter, in files whose other tests run on both. */
export const onPostgres = server !== undefined

/** The databases of the tests' folders, and those that no test uses. */
const inUse = new Map<string, string>()
const free: string[] = []
let made = 0
/** Databases that exist, with a connection for emptying them. */
const existing = new Map<string, pg.Client>()

/**
 * The address for the database of a folder; `undefined` on SQLite. The database may exist with another test's
 * rows, because creating one takes longer than most tests.
 */
export function newPostgresUrl(folder: string): string | undefined {
  if (server === undefined) return undefined
  let name = inUse.get(folder)
  if (name === undefined) {
    name = takeName()
    inUse.set(folder, name)
    const taken = name
    try {
      onTestFinished(() => {
        inUse.delete(folder)
        free.push(taken)
      })
    } catch {
      // Used by all tests of a file, and not used again.
    }
  }
  return server + name + WITH_TIMEOUT
}

const takeName = () => free.pop() ?? `test_${process.pid}_${++made}`

/** The address of a database until it is given back. */
export function borrowPostgres(): { url: string; giveBack(): void } {
  const name = takeName()
  return { url: `${server}${name}${WITH_TIMEOUT}`, giveBack: () => void free.push(name) }
}

async function connected(name: string): Promise<pg.Client> {
  const client = new pg.Client(server + name)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function asOperator(statement: string): Promise<void> {
  const client = await connected('postgres')
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const SHAPE = `select string_agg(cast(attrelid as regclass) || ' ' || attname, ',' order by attrelid, attnum) as shape from pg_attribute
  where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
  and attnum > 0`
let shape: string | undefined

/** Bytes of a table after which {@link EMPTY} truncates it. */
const TRUNCATED_FROM = 200_000

/**
 * Deletes all rows, as in a database with new tables. A large table is truncated, because nothing removes the
 * versions that a deletion leaves: after some hundred tests every statement would take several times as long.
 * Truncating takes ten times as long as deleting a few rows.
 */
const EMPTY = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
    -- Others wait for the next test (tests/server/sql-thread.ts).
    and (application_name <> '${TESTS}' or state <> 'idle');
  do $$ declare name text; large text; begin
    -- Without checks of keys, which all rows that refer to a row would need.
    set local session_replication_role = replica;
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'migrations' and pg_relation_size(oid) between 1 and ${TRUNCATED_FROM} loop
      execute format('delete from %I', name);
    end loop;
    select string_agg(format('%I', relname), ', ') into large from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
      and pg_relation_size(oid) > ${TRUNCATED_FROM};
    if large is not null then execute 'truncate ' || large || ' cascade'; end if;
    for name in select sequencename from pg_sequences where schemaname = 'public' and last_value is not null loop
      perform setval(cast(format('%I', name) as regclass), 1, false);
    end loop;
    insert into sync_epochs (epoch) values (replace(cast(gen_random_uuid() as text), '-', ''));
  end $$`
const FILL = `
  insert into parks select * from seeded.parks;
  insert into postcodes select * from seeded.postcodes;
  insert into populations select * from seeded.populations;
  insert into directory_meta select * from seeded.directory_meta;
  select setval('parks_id_seq', (select max(id) from parks)), setval('postcodes_id_seq', (select max(id) from postcodes))`

/**
 * Creates the database of an address, or empties it: without tables, with empty tables, or with the seeded
 * directory. Returns false for SQLite.
 */
export async function preparePostgres(
  address: string,
  content: 'blank' | 'empty' | 'seeded',
): Promise<boolean> {
  if (server === undefined || !address.startsWith('postgres:')) return false
  const name = new URL(address).pathname.slice(1)
  if (content === 'blank') {
    await drop(name)
    await asOperator(`create database ${name}`)
    // Its tables are not the template's.
    onTestFinished(() => drop(name))
    return true
  }
  let client = existing.get(name)
  const found = await client?.query<{ shape: string }>(SHAPE).catch(() => undefined)
  if (client && found?.rows[0]?.shape !== shape) {
    await drop(name)
    client = undefined
  }
  if (!client) {
    await asOperator(`create database ${name} template ${TEMPLATE}`)
    client = await connected(name)
    existing.set(name, client)
    shape ??= (await client.query<{ shape: string }>(SHAPE)).rows[0]!.shape
  }
  await client.query(content === 'seeded' ? `${EMPTY}; ${FILL}` : EMPTY)
  return true
}

async function drop(name: string): Promise<void> {
  await existing.get(name)?.end()
  existing.delete(name)
  await asOperator(`drop database if exists ${name} with (force)`)
}

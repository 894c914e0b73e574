import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { MIGRATIONS, NEWEST_SCHEMA, POSTGRES_MIGRATIONS } from '../../server/migrations/index.ts'
import { createDatabase } from '../../server/repositories/store.ts'
import { MOVED_TABLES, TRANSIENT_TABLES } from '../../server/repositories/move.ts'
import { configIn, createBlank, temporaryFolder } from '../server/harness.ts'

/** A table of either engine, in the words of neither. */
interface Table {
  /** By position: name, type, whether it is required, default, and position in the primary key. */
  columns: { name: string; type: string; required: boolean; initially: string | null; key: number }[]
  /** Uniqueness and indexes: columns, whether unique, condition. Those of constraints have no name. */
  indexes: string[]
  /** Columns, referenced table and columns, and what happens when the row is deleted. */
  keys: string[]
  /** The words and numbers of each check. */
  checks: string[]
}
type Schema = Record<string, Table>

const NOW = 'now'

/** Names, texts and numbers of a check, without what the engines write differently. */
function wordsOfCheck(text: string): string {
  const words = text.match(/'[^']*'|"?[a-z]\w*"?|\d+/gi) ?? []
  const ignored = new Set([
    'check',
    'in',
    'any',
    'array',
    'text',
    'bigint',
    'double',
    'precision',
    'and',
    'between',
  ])
  return [...new Set(words.map((word) => word.replaceAll('"', '')))]
    .filter((word) => !ignored.has(word.toLowerCase()))
    .toSorted()
    .join(' ')
}

/** The texts in parentheses after each `check`. */
function checksIn(statement: string): string[] {
  const found: string[] = []
  for (const { index } of statement.matchAll(/\bcheck \(/g)) {
    let depth = 0
    let end = index
    do {
      end = statement.slice(end + 1).search(/[()]/) + end + 1
      depth += statement[end] === '(' ? 1 : -1
    } while (depth > 0)
    found.push(statement.slice(index, end + 1))
  }
  return found
}

async function schemaOfSqlite(): Promise<Schema> {
  const path = join(temporaryFolder(), 'offlead.db')
  await createDatabase(path)
  const database = new Database(path, { readonly: true })
  onTestFinished(() => void database.close())
  const all = <Row>(query: string) => database.prepare(query).all() as Row[]
  const schema: Schema = {}
  for (const { name, sql } of all<{ name: string; sql: string }>(
    "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  )) {
    // The rows of a table are numbered by SQLite if its key is one integer; PostgreSQL then needs an identity.
    const columns = all<{
      name: string
      type: string
      notnull: number
      dflt_value: string | null
      pk: number
    }>(`select * from pragma_table_info('${name}')`).map((column) => ({
      name: column.name,
      type: { INTEGER: 'bigint', REAL: 'double precision', TEXT: 'text', BLOB: 'bytea' }[column.type]!,
      required: column.notnull === 1 || column.pk > 0,
      initially:
        column.dflt_value === null ? null : column.dflt_value.includes('strftime') ? NOW : column.dflt_value,
      key: column.pk,
    }))
    const indexes = all<{ name: string; unique: number; origin: string; partial: number }>(
      `select name, "unique", origin, partial from pragma_index_list('${name}')`,
    )
      .filter(({ origin }) => origin !== 'pk')
      .flatMap((index) => {
        const names = all<{ name: string; coll: string }>(
          `select name, coll from pragma_index_xinfo('${index.name}') where key = 1 order by seqno`,
        )
        const condition = index.partial
          ? / where (.*)/.exec(
              database
                .prepare('select sql from sqlite_master where name = ?')
                .pluck()
                .get(index.name) as string,
            )![1]!
          : ''
        const shown = names
          .map(({ name, coll }) => (coll.toUpperCase() === 'NOCASE' ? `lower(${name})` : name))
          .join(', ')
        const label = index.origin === 'c' ? `${index.name}: ` : ''
        return `${label}${index.unique ? 'unique ' : ''}${shown}${condition && ` where ${condition}`}`
      })
    const keys = Map.groupBy(
      all<{ id: number; table: string; from: string; to: string | null; on_delete: string }>(
        `select * from pragma_foreign_key_list('${name}') order by id, seq`,
      ),
      ({ id }) => id,
    )
    schema[name] = {
      columns,
      indexes: indexes.toSorted(),
      keys: [...keys.values()]
        .map((parts) => {
          const [first] = parts
          const from = parts.map((part) => part.from).join(', ')
          return `${from} > ${first!.table} (${parts.map((part) => part.to).join(', ')}) ${first!.on_delete.toLowerCase()}`
        })
        .toSorted(),
      checks: checksIn(sql).map(wordsOfCheck).toSorted(),
    }
  }
  return schema
}

async function schemaOfPostgres(): Promise<Schema> {
  const config = configIn(temporaryFolder())
  await createBlank(config)
  await createDatabase(config.databaseUrl!)
  const client = new pg.Client(config.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const all = async <Row extends object>(query: string, ...values: unknown[]) =>
    (await client.query<Row>(query, values)).rows
  const schema: Schema = {}
  const plain = (text: string) => text.replaceAll('"', '')
  for (const { name } of await all<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )) {
    const columns = await all<{
      name: string
      type: string
      collation: string | null
      required: boolean
      initially: string | null
      key: number
    }>(
      `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
        (select collname from pg_collation where oid = attcollation) as collation,
        pg_get_expr(adbin, adrelid) as initially,
        coalesce(array_position(conkey, attnum), 0) as key
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        left join pg_constraint on conrelid = attrelid and contype = 'p'
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      name,
    )
    const indexes = await all<{
      name: string
      definition: string
      constraint: string | null
      primary: boolean
      unique: boolean
    }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, indisprimary as "primary",
        indisunique as "unique", (select conname from pg_constraint where conindid = i.indexrelid and contype = 'u') as constraint
      from pg_index i join pg_class c on c.oid = i.indexrelid where indrelid = $1::regclass`,
      name,
    )
    const keys = await all<{ from: string[]; table: string; to: string[]; deleted: string }>(
      `select array(select cast(attname as text) from unnest(conkey) with ordinality as k (num, at)
          join pg_attribute on attrelid = conrelid and attnum = num order by at) as "from",
        cast(cast(confrelid as regclass) as text) as "table",
        array(select cast(attname as text) from unnest(confkey) with ordinality as k (num, at)
          join pg_attribute on attrelid = confrelid and attnum = num order by at) as "to",
        confdeltype as deleted
      from pg_constraint where contype = 'f' and conrelid = $1::regclass`,
      name,
    )
    const checks = await all<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and conrelid = $1::regclass`,
      name,
    )
    // Every text is compared by bytes, as SQLite compares it.
    expect(columns.filter(({ type, collation }) => type === 'text' && collation !== 'C')).toEqual([])
    schema[name] = {
      columns: columns.map(({ name, type, required, initially, key }) => ({
        name,
        type,
        required,
        initially: initially?.includes('clock_timestamp') ? NOW : (initially?.replace(/::\w+$/, '') ?? null),
        key: Number(key),
      })),
      indexes: indexes
        .filter(({ primary }) => !primary)
        .map(({ name, definition, constraint, unique }) => {
          const [, list, condition] = /\((.*?)\)(?: WHERE \((.*)\))?$/.exec(definition)!
          const label = constraint !== null || definition.includes('lower(') ? '' : `${name}: `
          return `${label}${unique ? 'unique ' : ''}${plain(list!)}${condition ? ` where ${plain(condition).replace(/::\w+/g, '')}` : ''}`
        })
        .toSorted(),
      keys: keys
        .map(
          ({ from, table, to, deleted }) =>
            `${from.join(', ')} > ${plain(table)} (${to.join(', ')}) ${{ a: 'no action', c: 'cascade', n: 'set null' }[deleted]}`,
        )
        .toSorted(),
      checks: checks.map(({ definition }) => wordsOfCheck(definition)).toSorted(),
    }
  }
  return schema
}

test('both engines have the same tables: columns, defaults, indexes, foreign keys and checks', async () => {
  const [sqlite, postgres] = [await schemaOfSqlite(), await schemaOfPostgres()]
  expect(Object.keys(postgres).toSorted()).toEqual(Object.keys(sqlite).toSorted())
  for (const [name, table] of Object.entries(sqlite))
    expect({ name, ...postgres[name] }).toEqual({ name, ...table })
})

test('every table is either moved with a deployment or of passing use', async () => {
  const all = Object.keys(await schemaOfSqlite()).filter((name) => name !== 'migrations')
  expect([...MOVED_TABLES, ...TRANSIENT_TABLES].toSorted()).toEqual(all.toSorted())
})

test('from the baseline on, each step of the schema has a form for both engines', () => {
  const first = POSTGRES_MIGRATIONS[0]!.number
  expect(POSTGRES_MIGRATIONS.map(({ number }) => number)).toEqual(
    MIGRATIONS.map(({ number }) => number).filter((number) => number >= first),
  )
  expect(POSTGRES_MIGRATIONS.slice(1).map(({ name }) => name)).toEqual(
    MIGRATIONS.filter(({ number }) => number > first).map(({ name }) => name),
  )
  expect(NEWEST_SCHEMA).toBe(MIGRATIONS.length)
})

test('tables whose rows get a number from SQLite get one from PostgreSQL', async () => {
  const numbered = (schema: Schema) =>
    Object.entries(schema)
      .filter(([, { columns }]) =>
        columns.some(({ name, key }) => key === 1 && (name === 'id' || name === 'number')),
      )
      .map(([name]) => name)
  const config = configIn(temporaryFolder())
  await createBlank(config)
  await createDatabase(config.databaseUrl!)
  const client = new pg.Client(config.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ name: string }>(
    `select cast(cast(attrelid as regclass) as text) as name from pg_attribute where attidentity = 'd'`,
  )
  // Their numbers are given.
  const given = new Set(['migrations', 'directory_meta'])
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    numbered(await schemaOfSqlite())
      .filter((name) => !given.has(name))
      .toSorted(),
  )
})

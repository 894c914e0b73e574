import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase, openStore } from '../../server/repositories/store.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { LOCALITIES, PARKS } from './parks.ts'
import { startPostgres } from '../support/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server, without a database, if the tests run on it. */
    postgres: string | undefined
  }
}

/**
 * The database that those of the tests are copied from: empty tables, and the directory of the tests in another
 * schema.
 */
export const TEMPLATE = 'test_template'

/**
 * Parameters of addresses: a busy machine may take long to start the process of a connection (in seconds), and to go on
 * with a transaction that others wait for.
 */
export const WITH_TIMEOUT = `?connect_timeout=60&options=${encodeURIComponent('-c lock_timeout=30s')}`

/** Starts the PostgreSQL server of a test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  try {
    const operator = new pg.Client(server.url('postgres'))
    await operator.connect()
    await operator.query(`create database ${TEMPLATE}`)
    await operator.end()
    const address = server.url(TEMPLATE) + WITH_TIMEOUT
    await createDatabase(address)
    const store = openStore(address)
    await store.write((db) => seedDirectory(db, { parks: PARKS, localities: LOCALITIES, epoch: 'epoch1' }))
    await store.close()
    const client = new pg.Client(address)
    await client.connect()
    await client.query('create schema seeded')
    const tables = ['parks', 'postcodes', 'populations', 'directory_meta']
    for (const table of tables) await client.query(`create table seeded.${table} as select * from ${table}`)
    await client.query(`truncate ${tables.join(', ')} cascade`)
    await client.end()
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgres', server.url(''))
  return () => server.stop()
}

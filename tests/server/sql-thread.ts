import { parentPort, type MessagePort } from 'node:worker_threads'
import pg from 'pg'
import { TESTS } from './connection-name.ts'

/** A statement for the database of a URL. `end`: closes its connection. */
export interface Statement {
  connection: string
  url: string
  text: string
  values: readonly unknown[]
  end?: boolean
}

/** What a statement gave. */
export type Reply = { rows: Record<string, unknown>[] } | { error: string }

// Runs statements for tests/server/sql.ts, which waits for each.
const clients = new Map<string, pg.Client>()
/** Connections that no test uses, by address: opening one takes longer than what most tests do with it. */
const idle = new Map<string, pg.Client[]>()

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: TESTS,
    types: {
      getTypeParser: ((type: number, format?: 'text') =>
        type === 20 || type === 1700 ? Number : pg.types.getTypeParser(type, format)) as never,
    },
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Ends what a test has begun or set, and keeps the connection unless that fails. */
async function putBack(url: string, client: pg.Client): Promise<void> {
  try {
    await client.query('rollback')
    await client.query('discard all')
    idle.set(url, [...(idle.get(url) ?? []), client])
  } catch {
    await client.end()
  }
}

async function takeClient(url: string): Promise<pg.Client> {
  for (;;) {
    const client = idle.get(url)?.pop()
    if (!client) return openClient(url)
    // It may have been ended with all connections to its database.
    if (await client.query('select 1').catch(() => undefined)) return client
  }
}

async function run({ connection, url, text, values, end }: Statement): Promise<Reply> {
  try {
    let client = clients.get(connection)
    if (end) {
      clients.delete(connection)
      if (client) await putBack(url, client)
      return { rows: [] }
    }
    if (!client) {
      client = await takeClient(url)
      clients.set(connection, client)
    }
    const result = await client.query(text, [...values])
    return { rows: (Array.isArray(result) ? result.at(-1).rows : result.rows) as Record<string, unknown>[] }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort!.on('message', ({ port, done }: { port: MessagePort; done: Int32Array }) => {
  port.on('message', async (statement: Statement) => {
    port.postMessage(await run(statement))
    Atomics.store(done, 0, 1)
    Atomics.notify(done, 0)
  })
})

import { parentPort, type MessagePort } from 'node:worker_threads'
import pg from 'pg'

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

async function run({ connection, url, text, values, end }: Statement): Promise<Reply> {
  try {
    let client = clients.get(connection)
    if (end) {
      clients.delete(connection)
      await client?.end()
      return { rows: [] }
    }
    if (!client) {
      client = new pg.Client({
        connectionString: url,
        types: {
          getTypeParser: ((type: number, format?: 'text') =>
            type === 20 || type === 1700 ? Number : pg.types.getTypeParser(type, format)) as never,
        },
      })
      client.on('error', () => undefined)
      await client.connect()
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

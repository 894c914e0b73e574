import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Actor } from '@valhallajs/valhallajs'

/** The code that Valhalla's own HTTP service sends if there is no path. */
const NO_PATH = 442

/**
 * Serves an actor of Valhalla by HTTP. The npm package has the engine and its tools, but not
 * `valhalla_service`, which does the same.
 */
export async function serveValhalla(actor: Actor): Promise<{ url: string; close(): void }> {
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    let status = 200
    let content: unknown
    try {
      content = await actor.route(JSON.parse(await text(request)))
    } catch (error) {
      status = 400
      content = { error_code: NO_PATH, error: String(error) }
    }
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(content))
  }
  const server = createServer((request, reply) => void answer(request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

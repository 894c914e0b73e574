import { once } from 'node:events'
import { createServer } from 'node:http'
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
  const server = createServer((request, reply) => {
    void text(request).then(async (body) => {
      const answer = await actor.route(JSON.parse(body)).then(
        (trip) => ({ status: 200, content: trip }),
        (error: Error) => ({ status: 400, content: { error_code: NO_PATH, error: error.message } }),
      )
      reply.writeHead(answer.status, { 'content-type': 'application/json' })
      reply.end(JSON.stringify(answer.content))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

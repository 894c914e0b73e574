import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * What happens to a request. `cutAfter`: the connection breaks after this many bytes of the reply's body.
 * `holdUntil`: the server has replied, but the browser gets the reply only when this settles. `status`: a
 * gateway replies instead of the server.
 */
export type Fate =
  | 'pass'
  | 'refuse'
  | 'hang'
  | { cutAfter: number }
  | { holdUntil: Promise<unknown> }
  | { status: number; headers?: Record<string, string> }

/** A request that came by; `at` in milliseconds since 1970. */
export interface Call {
  method: string
  path: string
  at: number
}

export interface Proxy {
  readonly url: string
  /** Requested paths, in order. */
  readonly seen: string[]
  /** The same with their times. */
  readonly calls: Call[]
  /** Sets the fate of each request from now on. */
  decide(fate: (path: string) => Fate): void
  /**
   * Whether a connection may carry several requests from now on, as it may by default. On a connection that it
   * has used before, a browser sends a refused request again by itself.
   */
  reuseConnections(isAllowed: boolean): void
  close(): Promise<void>
}

/**
 * Starts a proxy that simulates a bad mobile network: it passes requests on, refuses them, hangs or breaks
 * off.
 * @param always the fate of requests that `decide` does not change
 * @param editDocument changes the documents of the server
 */
export async function startProxy(
  target: string,
  always: (path: string) => Fate = () => 'pass',
  editDocument?: (document: string) => string,
): Promise<Proxy> {
  let fateOf: (path: string) => Fate = () => 'pass'
  const seen: string[] = []
  const calls: Call[] = []
  let isKeptOpen = true
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    seen.push(path)
    // A reply that had begun before did not say that its connection will be closed.
    outgoing.on('finish', () => isKeptOpen || incoming.socket.end())
    calls.push({ method: incoming.method ?? 'GET', path, at: Date.now() })
    const fixed = always(path)
    const fate = fixed === 'pass' ? fateOf(path) : fixed
    if (fate === 'refuse') {
      incoming.socket.destroy()
      return
    }
    if (fate === 'hang') return
    if (typeof fate === 'object' && 'status' in fate) {
      outgoing.writeHead(fate.status, { 'content-type': 'text/plain', ...fate.headers }).end('Out of order')
      return
    }
    const onward = request(
      `${target}${path}`,
      {
        method: incoming.method ?? 'GET',
        headers: {
          ...incoming.headers,
          host: new URL(target).host,
          ...(editDocument && { 'accept-encoding': 'identity' }),
        },
      },
      async (answer) => {
        if (typeof fate === 'object' && 'holdUntil' in fate) await fate.holdUntil
        const headers = isKeptOpen ? answer.headers : { ...answer.headers, connection: 'close' }
        const isDocument =
          answer.statusCode === 200 && answer.headers['content-type']?.startsWith('text/html')
        if (editDocument && isDocument) {
          const document = editDocument(await text(answer))
          outgoing.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(document) }).end(document)
          return
        }
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        let passed = 0
        answer.on('data', (chunk: Buffer) => {
          const left = typeof fate === 'object' && 'cutAfter' in fate ? fate.cutAfter - passed : chunk.length
          passed += chunk.length
          outgoing.write(chunk.subarray(0, left))
          if (left < chunk.length) {
            answer.destroy()
            // Wait until the written bytes have arrived before closing the connection.
            setTimeout(() => incoming.socket.destroy(), 20)
          }
        })
        answer.on('end', () => {
          // Nothing of a reply without a body has been sent yet.
          if (typeof fate === 'object' && 'cutAfter' in fate && passed === 0) incoming.socket.destroy()
          else outgoing.end()
        })
      },
    )
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    calls,
    decide(fate) {
      fateOf = fate
    },
    reuseConnections(isAllowed) {
      isKeptOpen = isAllowed
      if (!isAllowed) server.closeIdleConnections()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

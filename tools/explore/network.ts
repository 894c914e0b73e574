import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { mulberry32 } from '../../tests/support/scale-set.ts'

/**
 * `on`; `airplane`: the browser knows that it is offline; `unreachable`: connections are closed without a reply;
 * `hanging`: requests are accepted and get no reply until the period ends.
 */
export type NetworkState = 'on' | 'airplane' | 'unreachable' | 'hanging'

export interface NetworkPeriod {
  state: NetworkState
  /** Milliseconds since 1970. */
  from: number
}

export interface Network {
  /** Address of the proxy, for the browser's `--proxy-server`. */
  readonly proxy: string
  /** Hosts other than the product's that anything in the browser tried to reach, with what it asked for. */
  readonly otherHosts: Map<string, string>
  readonly requests: number
  readonly periods: readonly NetworkPeriod[]
  set(state: NetworkState): void
  close(): Promise<void>
}

/** Changes the product's replies, to plant a bug. */
export interface Rewriting {
  /** Added to the head of each document. */
  script: string
  /** Whether the document's Content-Security-Policy is removed. */
  unsafe?: boolean
}

const SCRIPT_PATH = '/planted-bug.js'

/** Sends a document with one more script in its head. */
async function replyWithScript(answer: IncomingMessage, outgoing: ServerResponse, { unsafe }: Rewriting) {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const headers = { ...answer.headers }
  delete headers['content-length']
  delete headers['transfer-encoding']
  delete headers.etag
  if (unsafe) delete headers['content-security-policy']
  const text = Buffer.concat(chunks).toString()
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  outgoing.end(text.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`))
}

/**
 * What a full Chromium asks for itself, whatever page is open: updates, the time, autofill, hints. Its headless
 * shell asks for nothing. No page of ours names these hosts.
 */
const BROWSER_HOSTS = new Set([
  'accounts.google.com',
  'clients2.google.com',
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'update.googleapis.com',
])

/**
 * Starts the proxy that all of the browser's traffic goes through, so that a request to any other host is seen
 * even if the page does not know of it. Such requests are refused.
 */
export async function startNetwork(product: string, rewriting?: Rewriting): Promise<Network> {
  let state: NetworkState = 'on'
  const periods: NetworkPeriod[] = [{ state, from: Date.now() }]
  const otherHosts = new Map<string, string>()
  const noteOther = (host: string, asked: string) => {
    if (!BROWSER_HOSTS.has(host.replace(/:\d+$/, ''))) otherHosts.set(host, asked)
  }
  let requests = 0
  const { host: own } = new URL(product)
  const server = createServer((incoming, outgoing) => {
    const url = URL.parse(incoming.url ?? '')
    if (url?.host !== own) {
      noteOther(url?.host ?? '', String(incoming.url))
      outgoing.writeHead(502).end()
      return
    }
    requests++
    if (state === 'hanging') return
    if (state !== 'on') {
      incoming.socket.destroy()
      return
    }
    if (rewriting && url.pathname === SCRIPT_PATH) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(rewriting.script)
      return
    }
    const headers = { ...incoming.headers, ...(rewriting && { 'accept-encoding': 'identity' }) }
    const onward = request(`${product}${url.pathname}${url.search}`, { method: incoming.method, headers })
    onward.on('response', (answer) => {
      if (rewriting && answer.headers['content-type']?.startsWith('text/html'))
        void replyWithScript(answer, outgoing, rewriting)
      else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    })
    onward.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', ({ url }, socket) => {
    noteOther(String(url), `CONNECT ${url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    proxy: `http://127.0.0.1:${address.port}`,
    otherHosts,
    periods,
    get requests() {
      return requests
    },
    set(next) {
      state = next
      periods.push({ state, from: Date.now() })
      // Ends what is in flight, as a lost signal does, and what has been hanging.
      server.closeAllConnections()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** How long the network stays on and off, in milliseconds: from, to. */
const ON_MS = [6_000, 25_000] as const
const OFF_MS = [3_000, 14_000] as const

/** Switches the network off and on at random until aborted, and leaves it on. */
export async function switchNetwork(
  set: (state: NetworkState) => Promise<void>,
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const random = mulberry32(seed)
  const between = ([from, to]: readonly [number, number]) => from + random() * (to - from)
  const off = ['airplane', 'unreachable', 'hanging'] as const
  try {
    for (;;) {
      await sleep(between(ON_MS), undefined, { signal })
      await set(off[Math.floor(random() * off.length)]!)
      await sleep(between(OFF_MS), undefined, { signal })
      await set('on')
    }
  } catch (error) {
    if (!signal.aborted) throw error
    await set('on')
  }
}

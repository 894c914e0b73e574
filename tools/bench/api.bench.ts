import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { startProduct } from '../../tests/support/product.ts'
import { benchQueries } from './queries.ts'

const SEED = 2026
/** Number of different URLs, requested in turn. */
const URL_COUNT = 400
/** Alternating rounds of each case. */
const ROUNDS = 9
/** Requests to one server in a round. */
const REQUESTS = 4000
const CONNECTIONS = 10
/** Processes of the product that reply at the same time. */
const PROCESSES = 2

/** The requested URLs: words, places with words, positions, features, twenty parks each. */
function searchUrls(): string[] {
  const kinds = ['text', 'text + features', 'position + features', 'place + text'] as const
  return kinds.flatMap((kind) =>
    benchQueries(kind, URL_COUNT / kinds.length, seedParks(), localities(), SEED).map(
      ({ words, place, position, features }) => {
        const query = new URLSearchParams({ limit: '20' })
        const text = [words, place && `${place.name} ${place.state}`].filter(Boolean).join(' ')
        if (text) query.set('query', text)
        if (position) {
          query.set('latitude', position.latitude.toFixed(5))
          query.set('longitude', position.longitude.toFixed(5))
        }
        for (const feature of features) query.append('features', feature)
        return `/api/search?${query}`
      },
    ),
  )
}

/** A server in a process of its own. */
interface Server {
  url: string
  /** Processor time so far, of all threads, in microseconds. */
  processorTime(): Promise<number>
}

type Requests = { path: string; headers?: Record<string, string> }[]

/** Sends {@link REQUESTS} requests. @returns processor time of one, in microseconds */
async function measure(
  { url, processorTime }: Server,
  requests: Requests,
  status: 200 | 304,
): Promise<number> {
  const before = await processorTime()
  const result = await autocannon({ url, requests, connections: CONNECTIONS, amount: REQUESTS })
  const expected = status === 200 ? result['2xx'] : result['3xx']
  if (expected !== REQUESTS) throw new Error(`${url}: ${REQUESTS - expected} replies were not ${status}`)
  return ((await processorTime()) - before) / REQUESTS
}

async function startServer(): Promise<Server & { stop(): Promise<void> }> {
  const product = await startProduct()
  return {
    url: product.url,
    async processorTime() {
      const text = await (await fetch(`${product.url}/metrics`)).text()
      return Number(/^offlead_process_cpu_seconds_total (.+)$/m.exec(text)![1]) * 1e6
    },
    stop: () => product.dispose(),
  }
}

/** Starts the bare route with the replies that `product` sends to these paths. */
async function startBare(
  product: Server,
  paths: readonly string[],
): Promise<Server & { stop(): void; bytes: number }> {
  const answers: Record<string, { body: string; headers: Record<string, string> }> = {}
  for (const path of paths) {
    const answer = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } })
    const headers = [...answer.headers].filter(
      ([name]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(name),
    )
    answers[path] = { body: await answer.text(), headers: Object.fromEntries(headers) }
  }
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'))
  child.send({ answers })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async processorTime() {
      child.send('processor time')
      return ((await once(child, 'message')) as [number])[0]
    },
    stop: () => void child.kill(),
    bytes: Object.values(answers).reduce((sum, { body }) => sum + body.length, 0) / paths.length,
  }
}

interface Spread {
  low: number
  median: number
  high: number
}

/** The median, and the middle half. */
function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]!
  return { low: at(0.25), median: at(0.5), high: at(0.75) }
}
const formatted = ({ low, median, high }: Spread, digits = 0) =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`

/**
 * Compares the search API with a bare Fastify route that sends the same bytes, each in a process of its own,
 * in alternating rounds, by processor time: unlike requests per second, it does not depend on what else the
 * machine does or on the cost of sending the requests.
 */
export async function apiBench(): Promise<void> {
  const servers: (Server & { stop(): void | Promise<void> })[] = []
  try {
    const products: Server[] = []
    for (let process = 0; process < PROCESSES; process++) {
      const server = await startServer()
      servers.push(server)
      products.push(server)
    }
    const [product] = products as [Server]
    const paths = searchUrls()
    const bare = await startBare(product, paths)
    servers.push(bare)
    const requests = paths.map((path) => ({ path }))
    const { headers } = await fetch(product.url + paths[0]!)
    const conditional = paths.map((path) => ({ path, headers: { 'if-none-match': headers.get('etag')! } }))
    const cases = {
      search: () => measure(product, requests, 200),
      bare: () => measure(bare, requests, 200),
      unchanged: () => measure(product, conditional, 304),
      together: async () => {
        const times = await Promise.all(products.map((server) => measure(server, requests, 200)))
        return times.reduce((sum, time) => sum + time, 0) / times.length
      },
    }
    const times: Record<keyof typeof cases, number[]> = { search: [], bare: [], unchanged: [], together: [] }
    // The first round is not counted: V8 compiles the code in it.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, run] of Object.entries(cases) as [keyof typeof cases, () => Promise<number>][]) {
        const time = await run()
        if (round > 0) times[name].push(time)
      }
    const [search, plain, unchanged, together] = [
      spread(times.search),
      spread(times.bare),
      spread(times.unchanged),
      spread(times.together),
    ]
    // Rounds next to each other are compared, because the speed of the machine changes during the run.
    const capacity = spread(times.search.map((time, round) => (PROCESSES * time) / times.together[round]!))
    console.log(
      `\nGET /api/search?…&limit=20 over ${seedParks().length} parks, ${URL_COUNT} URLs in turn, ${CONNECTIONS} connections, ${(bare.bytes / 1024).toFixed(1)} kB per reply; load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
    )
    console.log(
      `Processor time of the whole process per request in µs, median of ${ROUNDS} rounds (middle half)`,
    )
    console.log(`  bare Fastify with the same bytes and headers: ${formatted(plain)}`)
    console.log(
      `  product: ${formatted(search)}, ${(search.median / plain.median).toFixed(1)} times the bare route`,
    )
    console.log(
      `  product, 304 to a conditional request: ${formatted(unchanged)}, ${(plain.median / unchanged.median).toFixed(2)} times as many as the bare route`,
    )
    console.log(
      `  ${PROCESSES} processes at once: ${formatted(together)}, ${formatted(capacity, 2)} times as many as one`,
    )
  } finally {
    for (const server of servers) await server.stop()
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import autocannon from 'autocannon'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { startProduct } from '../../tests/support/product.ts'
import { benchQueries } from './queries.ts'

const SEED = 2026
/** Number of different URLs, requested in turn. */
const URL_COUNT = 400
/** Alternating rounds of each server. */
const ROUNDS = 7
/** Duration of a round. */
const ROUND_SECONDS = 4
const CONNECTIONS = 10

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

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function runRound(
  url: string,
  requests: { path: string }[],
  duration: number,
): Promise<autocannon.Result> {
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were errors, ${result.errors} never came`)
  return result
}

/**
 * Compares the search API with a bare Fastify route that sends the same bytes, in alternating rounds, and
 * prints requests per second.
 */
export async function apiBench(): Promise<void> {
  const product = await startProduct()
  const bare = fork(path.join(import.meta.dirname, 'bare-server.ts'))
  try {
    const paths = searchUrls()
    const answers: Record<string, { body: string; headers: Record<string, string> }> = {}
    for (const path of paths) {
      const answer = await fetch(product.url + path, { headers: { 'accept-encoding': 'identity' } })
      const headers = [...answer.headers].filter(
        ([name]) => !/^(date|connection|keep-alive|content-length|transfer-encoding)$/.test(name),
      )
      answers[path] = { body: await answer.text(), headers: Object.fromEntries(headers) }
    }
    bare.send(answers)
    const [bareUrl] = (await once(bare, 'message')) as [string]
    const requests = paths.map((path) => ({ path }))
    for (const url of [product.url, bareUrl]) await runRound(url, requests, 2)
    // The first metrics request makes the process measure its event loop delay.
    await fetch(`${product.url}/metrics`)
    const rates: Record<'product' | 'bare', number[]> = { product: [], bare: [] }
    const slowest: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const productRound = await runRound(product.url, requests, ROUND_SECONDS)
      rates.product.push(productRound.requests.average)
      slowest.push(productRound.latency.p99)
      rates.bare.push((await runRound(bareUrl, requests, ROUND_SECONDS)).requests.average)
    }
    const metrics = await (await fetch(`${product.url}/metrics`)).text()
    const delay = (name: string) =>
      (
        Number(new RegExp(`^offlead_nodejs_eventloop_lag_${name}_seconds (.+)$`, 'm').exec(metrics)![1]) *
        1000
      ).toFixed(1)
    const bytes = Object.values(answers).reduce((sum, { body }) => sum + body.length, 0) / paths.length
    const [productRate, bareRate] = [median(rates.product), median(rates.bare)]
    console.log(
      `\nGET /api/search?…&limit=20 over ${seedParks().length} parks, ${URL_COUNT} URLs in turn, ${CONNECTIONS} connections, ${(bytes / 1024).toFixed(1)} kB per reply`,
    )
    console.log(
      `  requests per second, median of ${ROUNDS}: product ${productRate.toFixed(0)}, bare Fastify with the same bytes and headers ${bareRate.toFixed(0)}: ${(productRate / bareRate).toFixed(2)}x`,
    )
    console.log(
      `  99 % within ${median(slowest)} ms; event-loop delay of the product: p50 ${delay('p50')} ms, p99 ${delay('p99')} ms (a timer of 10 ms is in it)`,
    )
  } finally {
    bare.kill()
    await product.dispose()
  }
}

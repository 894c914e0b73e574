import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildGazetteer } from '../../data/search/index.ts'
import { councils } from '../../data/sources/councils.ts'
import { localities } from '../../data/sources/localities.ts'
import { scaleSet } from '../../tests/support/scale-set.ts'
import { flexSearch, miniSearch, offlead, orama } from './engines.ts'
import type { Competitor } from './engines.ts'
import { QUERY_KINDS, benchQueries } from './queries.ts'
import type { QueryKind } from './queries.ts'

const SEED = 2026
/** Time limit per engine and kind of query; the number of completed queries is printed. */
const TIME_LIMIT_MS = 1_500
/** Warm-up queries that are not counted, limited to a fifth of the time limit. */
const WARM_UP_QUERIES = 60
/** Each query is run this many times, interleaved with the others; its median counts. */
const ROUNDS = 3

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
const ms = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
const memoryInUse = () => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

interface Measured {
  build: number
  memory: number
  /** p50 and p95 in ms, the number of queries, and the mean number of results. */
  kinds: Map<QueryKind, { p50: number; p95: number; asked: number; found: number }>
}

function measure(competitor: Competitor, size: number, asked: number, builds: number): Measured {
  const parks = scaleSet(size, SEED, localities())
  const before = memoryInUse()
  const times: number[] = []
  let ask!: ReturnType<Competitor['build']>
  for (let build = 0; build < builds; build++) {
    const start = performance.now()
    ask = competitor.build(parks)
    times.push(performance.now() - start)
  }
  const memory = memoryInUse() - before
  const kinds: Measured['kinds'] = new Map()
  for (const kind of QUERY_KINDS) {
    const list = benchQueries(kind, asked + WARM_UP_QUERIES, parks, localities(), SEED)
    const warm = performance.now() + TIME_LIMIT_MS / 5
    for (const query of list.slice(0, WARM_UP_QUERIES)) {
      ask(query)
      if (performance.now() > warm) break
    }
    const stop = performance.now() + TIME_LIMIT_MS
    const durations: number[][] = []
    let found = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, query] of list.slice(WARM_UP_QUERIES).entries()) {
        if (performance.now() > stop && durations.length > 0) break
        const start = performance.now()
        const answer = ask(query)
        const took = performance.now() - start
        if (round === 0) found += answer.total
        if (round === 0) durations.push([took])
        else durations[at]?.push(took)
      }
    }
    const middles = durations
      .map((times) =>
        quantile(
          times.sort((a, b) => a - b),
          0.5,
        ),
      )
      .sort((a, b) => a - b)
    kinds.set(kind, {
      p50: quantile(middles, 0.5),
      p95: quantile(middles, 0.95),
      asked: middles.length,
      found: found / middles.length,
    })
  }
  return { build: Math.min(...times), memory, kinds }
}

/**
 * Compares the engine with popular libraries on the same parks and queries in one run, and prints the
 * results.
 */
export function searchBench(): void {
  const builds = Array.from({ length: 5 }, () => {
    const start = performance.now()
    buildGazetteer(localities(), councils())
    return performance.now() - start
  })
  const gazetteer = buildGazetteer(localities(), councils())
  const competitors = [offlead(gazetteer), miniSearch, flexSearch, orama]
  console.log(
    `Search: the first 20 results, seed ${SEED}, Node ${process.version}. Times in ms: each query is run ${ROUNDS} times, interleaved`,
  )
  console.log(
    `with the others, and its median counts; each engine has ${TIME_LIMIT_MS / 1000} s per kind. Building: best of several. Memory: increase of heap and buffers after garbage collection.`,
  )
  for (const { name, setup } of competitors) console.log(`  ${name.padEnd(12)} ${setup}`)
  console.log(
    `Gazetteer of ${localities().length} localities, built separately, once: ${ms(Math.min(...builds))} ms (first time ${ms(builds[0]!)} ms)`,
  )

  const own = new Map<number, Measured>()
  for (const [size, asked] of [
    [20_000, 1_000],
    [200_000, 400],
  ] as const) {
    const results = competitors.map((competitor) => ({
      name: competitor.name,
      ...measure(
        competitor,
        size,
        competitor === competitors[0] ? asked : asked / 4,
        size > 100_000 ? 1 : competitor === competitors[0] ? 7 : 1,
      ),
    }))
    own.set(size, results[0]!)
    console.log(`\n${size.toLocaleString('en-AU')} parks`)
    console.log(
      `  ${'building'.padEnd(28)}${results.map(({ name, build }) => `${name} ${ms(build)}`.padEnd(30)).join('')}`,
    )
    console.log(
      `  ${'memory, MB'.padEnd(28)}${results.map(({ name, memory }) => `${name} ${memory.toFixed(1)}`.padEnd(30)).join('')}`,
    )
    for (const kind of QUERY_KINDS) {
      const cells = results.map(({ name, kinds }) => {
        const { p50, p95, asked } = kinds.get(kind)!
        return `${name} ${ms(p50)} / ${ms(p95)} (${asked})`.padEnd(30)
      })
      const [mine, ...others] = results.map(({ kinds }) => kinds.get(kind)!.p95)
      console.log(
        `  ${kind.padEnd(28)}${cells.join('')}p95 ${(Math.min(...others) / mine!).toFixed(0)}x the fastest other`,
      )
    }
    console.log(
      `  (p50 / p95, number of queries in brackets; average number of results: ${QUERY_KINDS.map((kind) => `${kind} ${results.map(({ kinds }) => kinds.get(kind)!.found.toFixed(0)).join(', ')}`).join('; ')})`,
    )
  }
  console.log('\nTen times the parks cost')
  for (const kind of QUERY_KINDS) {
    const [small, large] = Array.from(own.values(), ({ kinds }) => kinds.get(kind)!)
    console.log(
      `  ${kind.padEnd(28)}${(large!.p50 / small!.p50).toFixed(1)}x at p50, ${(large!.p95 / small!.p95).toFixed(1)}x at p95`,
    )
  }
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildGazetteer } from '../../data/search/index.ts'
import { localities } from '../../data/sources/localities.ts'
import { scaleSet } from '../support/scale-set.ts'
import { flexSearch, miniSearch, offlead, orama } from './engines.ts'
import type { Contestant } from './engines.ts'
import { QUESTION_KINDS, questions } from './questions.ts'
import type { QuestionKind } from './questions.ts'

const SEED = 2026
/** Stop asking a slow engine after so long, per kind of question, milliseconds; how many questions it answered is printed. */
const PATIENCE = 1_500
/** Questions that are not counted, asked for a fifth of the patience at most. */
const WARM_UP = 60
/** Each question is asked so many times, the others between: the middle time is the question's. */
const ROUNDS = 3

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
const ms = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3)
const held = () => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

interface Measured {
  build: number
  memory: number
  /** p50 and p95 in ms, the questions answered, and the mean of the totals. */
  kinds: Map<QuestionKind, { p50: number; p95: number; asked: number; found: number }>
}

function measure(contestant: Contestant, size: number, asked: number, builds: number): Measured {
  const parks = scaleSet(size, SEED, localities())
  const before = held()
  const times: number[] = []
  let ask!: ReturnType<Contestant['build']>
  for (let build = 0; build < builds; build++) {
    const start = performance.now()
    ask = contestant.build(parks)
    times.push(performance.now() - start)
  }
  const memory = held() - before
  const kinds: Measured['kinds'] = new Map()
  for (const kind of QUESTION_KINDS) {
    const list = questions(kind, asked + WARM_UP, parks, localities(), SEED)
    const warm = performance.now() + PATIENCE / 5
    for (const question of list.slice(0, WARM_UP)) {
      ask(question)
      if (performance.now() > warm) break
    }
    const stop = performance.now() + PATIENCE
    const durations: number[][] = []
    let found = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, question] of list.slice(WARM_UP).entries()) {
        if (performance.now() > stop && durations.length > 0) break
        const start = performance.now()
        const answer = ask(question)
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

/** Prints how the engine compares with the libraries people take for this, on the same parks and questions, in one run. */
export function searchBench(): void {
  const builds = Array.from({ length: 5 }, () => {
    const start = performance.now()
    buildGazetteer(localities())
    return performance.now() - start
  })
  const gazetteer = buildGazetteer(localities())
  const contestants = [offlead(gazetteer), miniSearch, flexSearch, orama]
  console.log(
    `Search: the first 20 answers, seed ${SEED}, Node ${process.version}. Times in ms: each question is asked ${ROUNDS} times, the others`,
  )
  console.log(
    `between, and its middle time counts; an engine is given ${PATIENCE / 1000} s for each kind. Building: best of several. Memory: heap and buffers after a collection, less what they were before.`,
  )
  for (const { name, setUp } of contestants) console.log(`  ${name.padEnd(12)} ${setUp}`)
  console.log(
    `Gazetteer of ${localities().length} localities, built apart and once: ${ms(Math.min(...builds))} ms (first time ${ms(builds[0]!)} ms)`,
  )

  const own = new Map<number, Measured>()
  for (const [size, asked] of [
    [20_000, 1_000],
    [200_000, 400],
  ] as const) {
    const results = contestants.map((contestant) => ({
      name: contestant.name,
      ...measure(
        contestant,
        size,
        contestant === contestants[0] ? asked : asked / 4,
        size > 100_000 ? 1 : contestant === contestants[0] ? 7 : 1,
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
    for (const kind of QUESTION_KINDS) {
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
      `  (p50 / p95, questions asked in brackets; answers found on average: ${QUESTION_KINDS.map((kind) => `${kind} ${results.map(({ kinds }) => kinds.get(kind)!.found.toFixed(0)).join(', ')}`).join('; ')})`,
    )
  }
  console.log('\nTen times the parks cost')
  for (const kind of QUESTION_KINDS) {
    const [small, large] = Array.from(own.values(), ({ kinds }) => kinds.get(kind)!)
    console.log(
      `  ${kind.padEnd(28)}${(large!.p50 / small!.p50).toFixed(1)}x at p50, ${(large!.p95 / small!.p95).toFixed(1)}x at p95`,
    )
  }
}

import { createReadStream } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { matchScreen } from '../../data/screens/screens.ts'
import type { NetworkPeriod, NetworkState } from './network.ts'
import { createJudge, type Property } from './properties.ts'
import type { Page } from './page.ts'

/** A line of the trace that Bombadil writes. */
const Line = z.object({
  snapshots: z.array(z.object({ name: z.nullable(z.string()), value: z.unknown() })),
  violations: z.array(z.object({ name: z.string() })),
})

interface Found {
  property: Property
  message: string
  /** Number of the state in the trace, from 0. */
  step: number
  /** What led to it, oldest first. */
  acts: string[]
}

export interface Run {
  steps: number
  /** From the first state to the last. */
  milliseconds: number
  /** Addresses without query and fragment. */
  addresses: Set<string>
  /** Paths of the screens, as the router writes them. */
  screens: Set<string>
  acts: Map<string, number>
  /** Number of states while the network was in each state. */
  networks: Map<NetworkState, number>
  found: Found[]
  /** Properties that Bombadil reports as violated. It must agree with `found`. */
  reported: Set<string>
}

const ACTS_SHOWN = 15

/** The lines of a file. Unlike `node:readline`, it splits at line feeds only, because JSON may contain U+2028. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
}

const networkAt = (periods: readonly NetworkPeriod[], at: number): NetworkState =>
  periods.findLast(({ from }) => from <= at)?.state ?? 'on'

/**
 * Reads a trace and judges its states again, because Bombadil stores which property was violated but not what
 * was wrong.
 */
export async function readTrace(folder: string, periods: readonly NetworkPeriod[]): Promise<Run> {
  const run: Run = {
    steps: 0,
    milliseconds: 0,
    addresses: new Set(),
    screens: new Set(),
    acts: new Map(),
    networks: new Map(),
    found: [],
    reported: new Set(),
  }
  const judge = createJudge()
  const acts: string[] = []
  let start: number | undefined
  for await (const line of linesOf(path.join(folder, 'trace.jsonl'))) {
    const { snapshots, violations } = Line.parse(JSON.parse(line))
    const page = snapshots.find(({ name }) => name === 'page')?.value as Page
    start ??= page.at
    run.milliseconds = page.at - start
    const network = networkAt(periods, page.at)
    const { kind, label } = page.act
    acts.push(
      `${new Date(page.at).toISOString().slice(11, 23)} ${network.padEnd(11)} ${kind} ${label.slice(0, 60)} -> ${page.url}`,
    )
    run.acts.set(kind, (run.acts.get(kind) ?? 0) + 1)
    run.networks.set(network, (run.networks.get(network) ?? 0) + 1)
    run.addresses.add(page.path)
    const screen = matchScreen(page.path)?.screen.path
    if (screen) run.screens.add(screen)
    for (const [property, { violation }] of Object.entries(judge(page)))
      if (violation !== undefined)
        run.found.push({
          property: property as Property,
          message: violation,
          step: run.steps,
          acts: acts.slice(-ACTS_SHOWN),
        })
    for (const { name } of violations) run.reported.add(name)
    run.steps++
  }
  return run
}

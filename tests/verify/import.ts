import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { localities } from '../../data/sources/localities.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { readFile } from '../../server/import/read-file.ts'
import { findHeaders } from '../../server/import/headers.ts'
import { UnreadableFile } from '../../server/import/table.ts'
import { runImport } from '../../server/import/run.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { createDatabase, openStore } from '../../server/repositories/store.ts'
import { openDirectory } from '../../server/directory/directory.ts'
import { openParts } from '../../server/directory/parts.ts'
import { scaleSet } from '../support/scale-set.ts'
import { hostileFiles } from '../server/import/hostile.ts'
import { killImport, stateOf } from '../server/import/kill-import.ts'
import { measureLatency } from '../server/import/measure-latency.ts'
import { importCountry } from './country.ts'

/**
 * `npm run verify:import`: reads every hostile file in a dry run of the import and loads a new version of a
 * large directory, measuring how long this thread's event loop is blocked. Then kills imports (`--kills N`,
 * 60 by default), after which the database must contain the whole list or nothing of it.
 *
 * `npm run verify:import -- --country` instead imports a generated extract of Australia's size; `--part 0.1`
 * makes it smaller.
 */

/** Goal for the longest time that an import blocks the event loop. */
const BLOCKED_GOAL_MS = 100

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '60' },
    country: { type: 'boolean', default: false },
    part: { type: 'string', default: '1' },
  },
})
const folder = mkdtempSync(path.join(tmpdir(), 'offlead-verify-'))
let failures = 0

async function seeded(name: string): Promise<string> {
  const database = path.join(folder, `${name}.db`)
  await createDatabase(database)
  const store = openStore(database)
  await store.write((db) =>
    seedDirectory(db, { parks: seedParks(), localities: localities(), epoch: 'verify' }),
  )
  await store.close()
  return database
}

async function readHostile(): Promise<void> {
  const store = openStore(await seeded('hostile'))
  const file = path.join(folder, 'hostile')
  const tally = { refused: 0, read: 0 }
  let longest = { milliseconds: 0, what: '' }
  let blocked = 0
  for (const { what, type, make } of hostileFiles()) {
    writeFileSync(file, make())
    const probe = measureLatency(() => new Promise((resolve) => setImmediate(resolve)))
    const startedAt = performance.now()
    try {
      const table = findHeaders(await readFile(file, type))
      blocked = Math.max(blocked, (await probe.end()).longest)
      await runImport(
        store,
        table,
        { kind: type, fileName: 'hostile', source: 'hostile', userId: null, dryRun: true },
        () => new Date(),
      )
      tally.read += 1
    } catch (error) {
      blocked = Math.max(blocked, (await probe.end()).longest)
      if (error instanceof UnreadableFile) tally.refused += 1
      else {
        failures += 1
        console.error(`FAILED: ${what}: ${String(error)}`)
      }
    }
    const milliseconds = performance.now() - startedAt
    if (milliseconds > longest.milliseconds) longest = { milliseconds, what }
  }
  await store.close()
  console.log(
    `${tally.refused + tally.read + failures} hostile files: ${tally.refused} refused, ${tally.read} read as lists, ${failures} failed otherwise`,
  )
  console.log(
    `longest: ${longest.milliseconds.toFixed(0)} ms (${longest.what}); the process that started the readers was blocked ${blocked.toFixed(0)} ms at most`,
  )
}

async function killImports(times: number): Promise<void> {
  const ROW_COUNT = 1_500
  const outcomes = { nothing: 0, everything: 0 }
  let failed = 0
  let database = await seeded('kill-0')
  for (let round = 1; round <= times; round += 1) {
    await killImport(database, ROW_COUNT, {
      staged: [1, 500, 1_000, 1_500][round % 4]!,
      later: (round * 7) % 120,
      round,
    })
    const { parks, seq, integrity } = stateOf(database)
    const isAllOrNothing = (parks === 0 && seq === 1) || (parks === ROW_COUNT && seq === 2)
    if (!isAllOrNothing || integrity !== 'ok') {
      failed += 1
      console.error(`FAILED: kill ${round} left ${parks} parks in version ${seq}, integrity ${integrity}`)
    }
    outcomes[parks === 0 ? 'nothing' : 'everything'] += 1
    if (parks > 0) database = await seeded(`kill-${round}`)
  }
  console.log(
    `${times} imports killed: ${outcomes.nothing} left nothing, ${outcomes.everything} left everything, ${failed} failures`,
  )
  failures += failed
}

/**
 * Publishes new versions of a large directory, as an import does, and measures how long the event loop is
 * blocked.
 */
async function publishLarge(parks: number): Promise<void> {
  const database = path.join(folder, 'large.db')
  await createDatabase(database)
  const store = openStore(database)
  const rows = scaleSet(parks, 2026, localities())
  await store.write((db) => seedDirectory(db, { parks: rows, localities: localities(), epoch: 'verify' }))
  const directory = openDirectory({
    store,
    parts: openParts(path.join(folder, 'parts'), console.error),
    clock: () => new Date(),
    build: 'verify',
  })
  await directory.current()
  const blocked: number[] = []
  const durations: number[] = []
  for (let round = 1; round <= 5; round += 1) {
    const probe = measureLatency(() => new Promise((resolve) => setImmediate(resolve)), 1)
    const startedAt = performance.now()
    await directory.publish({ upserts: [{ ...rows[round]!, name: `Renamed ${round}` }] })
    durations.push(performance.now() - startedAt)
    blocked.push((await probe.end()).longest)
  }
  await directory.close()
  await store.close()
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
  if (median(blocked) > BLOCKED_GOAL_MS) failures += 1
  console.log(
    `a new version of ${parks.toLocaleString('en-AU')} parks loads in ${median(durations).toFixed(0)} ms and blocks the event loop for ${median(blocked).toFixed(0)} ms at most (median of five; goal ${BLOCKED_GOAL_MS} ms)`,
  )
}

if (values.country) {
  if (!(await importCountry(Number(values.part)))) failures += 1
} else {
  await readHostile()
  await publishLarge(20_000)
  await killImports(Number(values.kills))
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1

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
import { openDirectory } from '../../server/directory.ts'
import { openParts } from '../../server/parts.ts'
import { scaleSet } from '../support/scale-set.ts'
import { hostileFiles } from '../server/import/hostile.ts'
import { killedImport, stateOf } from '../server/import/killing.ts'
import { asking } from '../server/import/meanwhile.ts'

/**
 * `npm run verify:import`: every hostile file is read and would be imported, while this thread asks itself how long it is held up, as it does
 * while a large directory is read in anew; then imports are killed (`--kills 200`), and the database must hold all of a list or nothing.
 */
/** Milliseconds in which others are answered, whatever is being imported. */
const GOAL = 100

const { values } = parseArgs({ options: { kills: { type: 'string', default: '60' } } })
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
  let held = 0
  for (const { what, type, make } of hostileFiles()) {
    writeFileSync(file, make())
    const others = asking(() => new Promise((resolve) => setImmediate(resolve)))
    const began = performance.now()
    try {
      const table = findHeaders(await readFile(file, type))
      held = Math.max(held, (await others.end()).longest)
      await runImport(
        store,
        table,
        { kind: type, fileName: 'hostile', source: 'hostile', userId: null, dryRun: true },
        () => new Date(),
      )
      tally.read += 1
    } catch (error) {
      held = Math.max(held, (await others.end()).longest)
      if (error instanceof UnreadableFile) tally.refused += 1
      else {
        failures += 1
        console.error(`FAILED: ${what}: ${String(error)}`)
      }
    }
    const milliseconds = performance.now() - began
    if (milliseconds > longest.milliseconds) longest = { milliseconds, what }
  }
  await store.close()
  console.log(
    `${tally.refused + tally.read + failures} hostile files: ${tally.refused} refused, ${tally.read} read as lists, ${failures} failed otherwise`,
  )
  console.log(
    `longest: ${longest.milliseconds.toFixed(0)} ms (${longest.what}); the process that started the readers was held up ${held.toFixed(0)} ms at most`,
  )
}

async function kill(times: number): Promise<void> {
  const ROWS = 1_500
  const ends = { nothing: 0, everything: 0 }
  let database = await seeded('kill-0')
  for (let round = 1; round <= times; round += 1) {
    await killedImport(database, ROWS, {
      staged: [1, 500, 1_000, 1_500][round % 4]!,
      later: (round * 7) % 120,
      round,
    })
    const { parks, seq, integrity } = stateOf(database)
    const whole = (parks === 0 && seq === 1) || (parks === ROWS && seq === 2)
    if (!whole || integrity !== 'ok') {
      failures += 1
      console.error(`FAILED: kill ${round} left ${parks} parks in version ${seq}, integrity ${integrity}`)
    }
    ends[parks === 0 ? 'nothing' : 'everything'] += 1
    if (parks > 0) database = await seeded(`kill-${round}`)
  }
  console.log(
    `${times} imports killed: ${ends.nothing} left nothing, ${ends.everything} had put everything in, ${failures} failures`,
  )
}

/** Another version of a large directory is read in, as after an import: how long whoever asks meanwhile waits for the thread. */
async function take(parks: number): Promise<void> {
  const database = path.join(folder, 'large.db')
  await createDatabase(database)
  const store = openStore(database)
  const rows = scaleSet(parks, 2026, localities())
  await store.write((db) => seedDirectory(db, { parks: rows, localities: localities(), epoch: 'verify' }))
  const directory = openDirectory({
    store,
    parts: openParts(path.join(folder, 'parts'), console.error),
    clock: () => new Date(),
  })
  await directory.current()
  const held: number[] = []
  const took: number[] = []
  for (let round = 1; round <= 5; round += 1) {
    const others = asking(() => new Promise((resolve) => setImmediate(resolve)), 1)
    const began = performance.now()
    await directory.publish({ upserts: [{ ...rows[round]!, name: `Renamed ${round}` }] })
    took.push(performance.now() - began)
    held.push((await others.end()).longest)
  }
  await directory.close()
  await store.close()
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!
  if (middle(held) > GOAL) failures += 1
  console.log(
    `a new version of ${parks.toLocaleString('en-AU')} parks is read in ${middle(took).toFixed(0)} ms, in which the thread was held up ${middle(held).toFixed(0)} ms at most (middle of five; goal ${GOAL} ms)`,
  )
}

await readHostile()
await take(20_000)
await kill(Number(values.kills))
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1

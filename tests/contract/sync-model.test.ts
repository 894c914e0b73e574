import { expect, test } from 'vitest'
import { hunt } from '../sync/hunt.ts'

/** The same stories each time; `npm run verify:sync` looks for others. */
const SEED = 2026
const RUNS = 300
/** Most seconds of a test run; `npm run verify:sync` has more. */
const SECONDS = 12

test('random stories of 2 to 6 devices, lost and doubled messages, crashes, copies and restored backups end with nothing lost', { timeout: 120_000 }, async () => {
  const seed = Number(process.env['SEED'] ?? SEED)
  const { runs, failure } = await hunt({ seed, runs: RUNS, seconds: SECONDS })
  console.log(`${runs} stories, seed ${seed}`)
  expect(failure).toBeNull()
  expect(runs).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { hunt } from '../sync/hunt.ts'
import { play, type Story } from '../sync/model.ts'

/** The same stories each time; `npm run verify:sync` looks for others. */
const SEED = 2026
const RUNS = 300
/** Most seconds of a test run; `npm run verify:sync` has more. */
const SECONDS = 12

test(
  'no change is lost in random stories of 2 to 6 devices with lost and duplicated messages, crashes, copies and restored backups',
  { timeout: 120_000 },
  async () => {
    const seed = Number(process.env['SEED'] ?? SEED)
    const { runs, failure } = await hunt({ seed, runs: RUNS, seconds: SECONDS })
    console.log(`${runs} stories, seed ${seed}`)
    expect(failure).toBeNull()
    expect(runs).toBeGreaterThan(0)
  },
)

/** Told anew to a server that was put back, logged out before its answer came, saved without an account, brought along, and let go. */
const LET_GO: Story = {
  owners: [1, 1, 1],
  commands: [
    { do: 'tap', device: 1, park: 3, crash: false },
    { do: 'back up server' },
    { do: 'drain', device: 1, faults: [] },
    { do: 'restore server', restarted: false },
    { do: 'drain', device: 1, faults: ['none', 'crash'] },
    { do: 'leave', device: 1 },
    { do: 'tap', device: 1, park: 3, crash: false },
    { do: 'enter', device: 1, adopt: true },
    { do: 'tap', device: 1, park: 3, crash: false },
  ],
}

test('a removed favourite stays removed while its first save is being sent again to a restored server', async () => {
  await expect(play(LET_GO)).resolves.toBeUndefined()
})

import { expect, test } from 'vitest'
import { runStories } from '../sync/run-stories.ts'
import { play, type Story } from '../sync/model.ts'

/** A fixed seed gives the same stories each time; `npm run verify:sync` tries others, and many more. */
const SEED = 2026
const RUNS = 25
/** Time limit of a slow machine, in seconds; `npm run verify:sync` allows more. */
const SECONDS = 30

test('no change is lost in random stories of 2 to 6 devices with lost and duplicated messages, crashes, copies and restored backups', async () => {
  const seed = Number(process.env['SEED'] ?? SEED)
  const { runs, failure } = await runStories({ seed, runs: RUNS, seconds: SECONDS })
  console.log(`${runs} stories, seed ${seed}`)
  expect(failure).toBeNull()
  expect(runs).toBeGreaterThan(0)
})

/**
 * A favourite is sent again to a restored server, its person logs out before the reply arrives, saves it
 * without an account, adds it to the account on return, and removes it.
 */
const REMOVED_WHILE_RESENT: Story = {
  owners: [1, 1, 1],
  commands: [
    { do: 'tap', device: 1, park: 3, crash: false },
    { do: 'back up server' },
    { do: 'drain', device: 1, faults: [] },
    { do: 'restore server', restarted: false },
    { do: 'drain', device: 1, faults: ['none', 'crash'] },
    { do: 'leave', device: 1 },
    { do: 'tap', device: 1, park: 3, crash: false },
    { do: 'enter', device: 1, addFavourites: true },
    { do: 'tap', device: 1, park: 3, crash: false },
  ],
}

test('a removed favourite stays removed while its first save is being sent again to a restored server', async () => {
  await expect(play(REMOVED_WHILE_RESENT)).resolves.toBeUndefined()
})

/**
 * Two devices have saved a park. One sends both saves again to a restored server; the other removes its own save
 * and logs out. After another restore that loses the removal, the first device sends both saves once more, and
 * the park is removed on it meanwhile.
 */
const REMOVED_BY_BOTH: Story = {
  owners: [1, 1],
  commands: [
    { do: 'tap', device: 1, park: 1, crash: false },
    { do: 'drain', device: 1, faults: [] },
    { do: 'back up server' },
    { do: 'tap', device: 0, park: 1, crash: false },
    { do: 'drain', device: 0, faults: [] },
    { do: 'restore server', restarted: false },
    { do: 'drain', device: 0, faults: [] },
    { do: 'back up server' },
    { do: 'tap', device: 1, park: 1, crash: false },
    { do: 'drain', device: 1, faults: [] },
    { do: 'drain', device: 0, faults: [] },
    { do: 'leave', device: 1 },
    { do: 'restore server', restarted: false },
    { do: 'drain', device: 0, faults: ['none', 'tapped meanwhile'] },
  ],
}

test('a removal also undoes a save that its device is sending again, and that another device had undone', async () => {
  await expect(play(REMOVED_BY_BOTH)).resolves.toBeUndefined()
})

/**
 * The server is restored to before a clearing and learns it again from a search that knows of it. A second
 * search then knows of it too, though the clearing itself has not been sent again.
 */
const CLEARING_LEARNED_FROM_A_SEARCH: Story = {
  owners: [1, 1],
  commands: [
    { do: 'back up server' },
    { do: 'clear', device: 0 },
    { do: 'drain', device: 0, faults: [] },
    { do: 'drain', device: 1, faults: [] },
    { do: 'search', device: 1, query: 'beach' },
    { do: 'restore server', restarted: false },
    { do: 'drain', device: 1, faults: [] },
    { do: 'search', device: 1, query: 'beach' },
  ],
}

/**
 * Two devices clear the history without knowing of each other, the first one searches afterwards, and the second one
 * clears that too. The server is restored to before all of this, and the first device is the last to send again.
 */
const CLEARED_BY_BOTH: Story = {
  owners: [1, 1],
  commands: [
    { do: 'back up server' },
    { do: 'clear', device: 1 },
    { do: 'search', device: 1, query: 'beach' },
    { do: 'drain', device: 1, faults: [] },
    { do: 'clear', device: 0 },
    { do: 'drain', device: 0, faults: [] },
    { do: 'restore server', restarted: false },
    { do: 'clear', device: 0 },
  ],
}

test('a cleared search does not come back with a clearing that was never the latest on the other device', async () => {
  await expect(play(CLEARED_BY_BOTH)).resolves.toBeUndefined()
})

test('a search is kept that knows of a clearing which a restored server has learned from an earlier search', async () => {
  await expect(play(CLEARING_LEARNED_FROM_A_SEARCH)).resolves.toBeUndefined()
})

import { beforeEach, expect, test } from 'vitest'
import { SyncRefused } from '../../client/store/drain.ts'
import type { Drained } from '../../client/store/drain.ts'
import {
  LONGEST_PAUSE,
  LOOK_EVERY,
  pauseAfter,
  SPARING_LOOK_EVERY,
  startSyncLoop,
} from '../../client/store/sync-loop.ts'
import type { SyncState } from '../../client/store/sync-loop.ts'

/** A page whose timers run only when the test fires them. */
class Page {
  answers: (() => Promise<Drained>)[] = []
  drains = 0
  isOnline = true
  isVisible = true
  saveDataNow = false
  states: SyncState[] = []
  timer: { milliseconds: number; call: () => void } | undefined
  wake: () => void = () => undefined
  readonly loop

  constructor() {
    this.loop = startSyncLoop({
      drain: () => {
        this.drains++
        return (this.answers.shift() ?? (async () => 'done' as const))()
      },
      online: () => this.isOnline,
      visible: () => this.isVisible,
      sparing: () => this.saveDataNow,
      onWake: (listener) => {
        this.wake = listener
        return () => (this.wake = () => undefined)
      },
      after: (milliseconds, call) => {
        const timer = { milliseconds, call }
        this.timer = timer
        return () => {
          if (this.timer === timer) this.timer = undefined
        }
      },
      random: () => 1,
      changed: (state) => this.states.push(state),
    })
  }
  /** Waits until everything in progress has finished. */
  settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  /** Fires the pending timer. @returns its delay in milliseconds */
  async fireTimer(): Promise<number> {
    const { milliseconds, call } = this.timer!
    call()
    await this.settle()
    return milliseconds
  }
}

let page: Page
beforeEach(async () => {
  page = new Page()
  await page.settle()
})

test('the outbox is sent at the start, when the page wakes, and every minute while it is visible', async () => {
  expect(page.drains).toBe(1)
  page.wake()
  await page.settle()
  expect(page.drains).toBe(2)
  expect(await page.fireTimer()).toBe(LOOK_EVERY)
  expect(page.drains).toBe(3)
})

test('a hidden or offline page sends nothing', async () => {
  page.isVisible = false
  await page.fireTimer()
  page.isVisible = true
  page.isOnline = false
  await page.fireTimer()
  page.loop.nudge()
  await page.settle()
  expect(page.drains).toBe(1)
  page.isOnline = true
  await page.fireTimer()
  expect(page.drains).toBe(2)
})

test('with saveData the page polls every quarter of an hour and still sends a change at once', async () => {
  page.saveDataNow = true
  page.wake()
  await page.settle()
  const { drains } = page
  expect(page.timer!.milliseconds).toBe(SPARING_LOOK_EVERY)
  page.loop.nudge()
  await page.settle()
  expect(page.drains).toBe(drains + 1)
})

test('failures are followed by growing delays up to five minutes, and a success resets them', async () => {
  page.answers = Array.from({ length: 12 }, () => () => Promise.reject(new TypeError('no network')))
  page.wake()
  await page.settle()
  const delays: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) delays.push(await page.fireTimer())
  expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
  expect(delays.at(-1)).toBe(LONGEST_PAUSE)
  expect(page.states.at(-1)).toBe('idle')
  expect(page.timer!.milliseconds).toBe(LOOK_EVERY)
})

test('during the delay after a failure a new change does not trigger a run, but the returning network does', async () => {
  page.answers = [() => Promise.reject(new TypeError('no network'))]
  page.wake()
  await page.settle()
  const { drains } = page
  page.loop.nudge()
  await page.settle()
  expect(page.drains).toBe(drains)
  page.wake()
  await page.settle()
  expect(page.drains).toBe(drains + 1)
})

test('retry delays are randomised and never shorter than the server asks', () => {
  expect(pauseAfter(3, 0, null)).toBe(2000)
  expect(pauseAfter(3, 1, null)).toBe(4000)
  expect(pauseAfter(1, 0.5, 60_000)).toBe(60_000)
})

test('a server that asks for a delay gets it', async () => {
  page.answers = [() => Promise.reject(new SyncRefused(429, 'too-many-requests', 'Wait a little.', 42_000))]
  page.wake()
  await page.settle()
  expect(page.timer!.milliseconds).toBe(42_000)
})

test('a change made during a run is sent in the next run, and two runs never overlap', async () => {
  let finish: (drained: Drained) => void = () => undefined
  page.answers = [() => new Promise((resolve) => (finish = resolve))]
  page.wake()
  page.loop.nudge()
  page.loop.nudge()
  await page.settle()
  expect(page.drains).toBe(2)
  finish('done')
  await page.settle()
  expect(page.drains).toBe(3)
})

test('a run requested during a run resolves with the next run, which includes the latest changes', async () => {
  const finish: ((drained: Drained) => void)[] = []
  page.answers = [0, 1].map(() => () => new Promise<Drained>((resolve) => finish.push(resolve)))
  page.wake()
  let result: Drained | undefined
  const runs = [page.loop.run(), page.loop.run()]
  void runs[0]!.then((drained) => (result = drained))
  finish[0]!('done')
  await page.settle()
  expect(page.drains).toBe(3)
  expect(result).toBeUndefined()
  finish[1]!('done')
  expect(await Promise.all(runs)).toEqual(['done', 'done'])
  expect(page.drains).toBe(3)
})

test('a failed run does not fail the next one', async () => {
  let fail: (error: Error) => void = () => undefined
  page.answers = [() => new Promise((_resolve, reject) => (fail = reject))]
  page.wake()
  const run = page.loop.run()
  fail(new TypeError('no network'))
  expect(await run).toBe('done')
  expect(page.states.at(-1)).toBe('idle')
})

test('a paused stream is reported, and a requested run rejects on failure', async () => {
  page.answers = [async () => 'signed-out']
  expect(await page.loop.run()).toBe('signed-out')
  expect(page.states.at(-1)).toBe('signed-out')
  page.answers = [() => Promise.reject(new TypeError('no network'))]
  await expect(page.loop.run()).rejects.toThrow('no network')
})

test('a stopped loop does nothing', async () => {
  page.loop.stop()
  expect(page.timer).toBeUndefined()
  page.wake()
  page.loop.nudge()
  await page.settle()
  expect(page.drains).toBe(1)
})

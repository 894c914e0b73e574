import { beforeEach, expect, test } from 'vitest'
import { MAX_PAUSE_MS } from '../../client/store/backoff.ts'
import { SyncRefused } from '../../client/store/drain.ts'
import type { DrainResult } from '../../client/store/drain.ts'
import { SYNC_CALLS } from '../../client/store/names.ts'
import type { ServerGate } from '../../client/store/server-gate.ts'
import { POLL_INTERVAL_MS, SAVE_DATA_POLL_INTERVAL_MS, startSyncLoop } from '../../client/store/sync-loop.ts'
import type { SyncState } from '../../client/store/sync-loop.ts'
import { testGate } from '../support/gate.ts'

/** A page whose time only goes on when told to. */
class Page {
  answers: (() => Promise<DrainResult>)[] = []
  drains = 0
  onlineNow = true
  visibleNow = true
  sparingNow = false
  states: SyncState[] = []
  timer: { milliseconds: number; call: () => void } | undefined
  wake: () => void = () => undefined
  /** Milliseconds since 1970. */
  now = 1_000_000
  readonly gate: ServerGate
  readonly loop

  /** @param gate that of another page of the same device */
  constructor(gate?: ServerGate) {
    this.gate = gate ?? testGate({ now: () => this.now, online: () => this.onlineNow })
    this.loop = startSyncLoop({
      gate: this.gate,
      drain: (asked, begun) =>
        this.gate.run(
          SYNC_CALLS,
          () => {
            begun()
            this.drains++
            return (this.answers.shift() ?? (async () => 'done' as const))()
          },
          { asked },
        ),
      online: () => this.onlineNow,
      visible: () => this.visibleNow,
      saveData: () => this.sparingNow,
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
      changed: (state) => this.states.push(state),
    })
  }
  /** Lets everything that is under way come to its end. */
  settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  async pass(): Promise<number> {
    const { milliseconds, call } = this.timer!
    this.now += milliseconds
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
  expect(await page.pass()).toBe(POLL_INTERVAL_MS)
  expect(page.drains).toBe(3)
})

test('a hidden or offline page sends nothing', async () => {
  page.visibleNow = false
  await page.pass()
  page.visibleNow = true
  page.onlineNow = false
  await page.pass()
  page.loop.sendSoon()
  await page.settle()
  expect(page.drains).toBe(1)
  page.onlineNow = true
  await page.pass()
  expect(page.drains).toBe(2)
})

test('with saveData the page polls every quarter of an hour and still sends a change at once', async () => {
  page.sparingNow = true
  page.wake()
  await page.settle()
  const { drains } = page
  expect(page.timer!.milliseconds).toBe(SAVE_DATA_POLL_INTERVAL_MS)
  page.loop.sendSoon()
  await page.settle()
  expect(page.drains).toBe(drains + 1)
})

const fails = (failure: Error) => () => Promise.reject(failure)
const NO_ANSWER = new TypeError('no network')

test('failures are followed by growing delays up to five minutes, and a success resets them', async () => {
  page.answers = Array.from({ length: 12 }, () => fails(NO_ANSWER))
  page.wake()
  await page.settle()
  const pauses: number[] = []
  for (let tries = 0; tries < 12; tries++) pauses.push(await page.pass())
  expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 76_000])
  expect(pauses.at(-1)).toBe(MAX_PAUSE_MS)
  expect(page.drains).toBe(14)
  expect(page.states.at(-1)).toBe('idle')
  expect(page.timer!.milliseconds).toBe(POLL_INTERVAL_MS)
})

test('during the delay after a failure neither a new change nor a wake triggers a run', async () => {
  page.answers = [fails(NO_ANSWER)]
  page.wake()
  await page.settle()
  const { drains } = page
  for (let wakes = 0; wakes < 100; wakes++) {
    page.loop.sendSoon()
    page.wake()
    await Promise.resolve()
  }
  await page.settle()
  expect(page.drains).toBe(drains)
  expect(page.timer!.milliseconds).toBe(2_000)
})

test('a run requested by the user starts at once and leaves the delay unchanged', async () => {
  page.answers = [fails(NO_ANSWER), fails(NO_ANSWER)]
  page.wake()
  await page.settle()
  page.now += 500
  await expect(page.loop.run()).rejects.toThrow('no network')
  expect(page.drains).toBe(3)
  expect(page.timer!.milliseconds).toBe(1_500)
})

test('a reloaded page and another tab wait for the same delay', async () => {
  page.answers = [fails(NO_ANSWER)]
  page.wake()
  await page.settle()
  page.loop.stop()
  page.now += 500
  const reloaded = new Page(page.gate)
  await reloaded.settle()
  expect(reloaded.drains).toBe(0)
  expect(reloaded.timer!.milliseconds).toBe(1_500)
})

test('the reported state stays the same from the second failure until a success', async () => {
  page.answers = Array.from({ length: 6 }, () => fails(NO_ANSWER))
  page.states.length = 0
  page.wake()
  await page.settle()
  for (let tries = 0; tries < 6; tries++) await page.pass()
  expect(page.states).toEqual(['sending', 'idle', 'sending', 'waiting', 'idle'])
})

test('a page reloaded while the server is in trouble reports it before its first call', async () => {
  page.answers = [fails(NO_ANSWER), fails(NO_ANSWER)]
  page.wake()
  await page.settle()
  await page.pass()
  const reloaded = new Page(page.gate)
  await reloaded.settle()
  expect(reloaded.drains).toBe(0)
  expect(reloaded.states).toEqual(['waiting'])
})

test('an answer to another call allows a run at once', async () => {
  page.answers = Array.from({ length: 5 }, () => fails(NO_ANSWER))
  page.wake()
  await page.settle()
  for (let tries = 0; tries < 4; tries++) await page.pass()
  const { drains } = page
  // Its own kind of call is still to wait, and is asked for; the server itself is back.
  page.answers = []
  await page.gate.run('directory', async () => undefined, { asked: true })
  await page.settle()
  expect(page.timer!.milliseconds).toBeGreaterThan(0)
  await page.pass()
  expect(page.drains).toBe(drains + 1)
  expect(page.states.at(-1)).toBe('idle')
})

test('Retry-After is respected, also after a reload', async () => {
  page.answers = [fails(new SyncRefused(429, 'too-many-requests', 'Wait a little.', 42_000))]
  page.wake()
  await page.settle()
  expect(page.timer!.milliseconds).toBe(42_000)
  page.now += 2_000
  const reloaded = new Page(page.gate)
  await reloaded.settle()
  expect(reloaded.drains).toBe(0)
  expect(reloaded.timer!.milliseconds).toBe(40_000)
})

test('a change made during a run is sent in the next run, and two runs never overlap', async () => {
  let finish: (drained: DrainResult) => void = () => undefined
  page.answers = [() => new Promise((resolve) => (finish = resolve))]
  page.wake()
  page.loop.sendSoon()
  page.loop.sendSoon()
  await page.settle()
  expect(page.drains).toBe(2)
  finish('done')
  await page.settle()
  expect(page.drains).toBe(3)
})

test('a run requested during a run resolves with the next run, which includes the latest changes', async () => {
  const finish: ((drained: DrainResult) => void)[] = []
  page.answers = [0, 1].map(() => () => new Promise<DrainResult>((resolve) => finish.push(resolve)))
  page.wake()
  let heard: DrainResult | undefined
  const asked = [page.loop.run(), page.loop.run()]
  void asked[0]!.then((drained) => (heard = drained))
  await page.settle()
  finish[0]!('done')
  await page.settle()
  expect(page.drains).toBe(3)
  expect(heard).toBeUndefined()
  await page.settle()
  finish[1]!('done')
  expect(await Promise.all(asked)).toEqual(['done', 'done'])
  expect(page.drains).toBe(3)
})

test('a failed run does not fail the next one', async () => {
  let fail: (error: Error) => void = () => undefined
  page.answers = [() => new Promise((_resolve, reject) => (fail = reject))]
  page.wake()
  const asked = page.loop.run()
  await page.settle()
  fail(new TypeError('no network'))
  expect(await asked).toBe('done')
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
  page.loop.sendSoon()
  await page.settle()
  expect(page.drains).toBe(1)
})

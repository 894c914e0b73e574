import { IDBFactory } from 'fake-indexeddb'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { scheduleSync } from '../../client/queries/directory.ts'
import { MAX_PAUSE_MS, MAX_RETRY_AFTER_MS } from '../../client/store/backoff.ts'
import { pushThrough, SyncRefused } from '../../client/store/drain.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import { HttpStatusError } from '../../client/store/download.ts'
import { createServerGate, ServerPaused, type ServerGate } from '../../client/store/server-gate.ts'
import { SYNC_CALLS } from '../../client/store/names.ts'
import { startSyncLoop } from '../../client/store/sync-loop.ts'
import { openTroubleStore } from '../../client/store/trouble-store.ts'
import { workInBackground, type SyncEvent } from '../../sw/background-sync.ts'
import '../support/fixed-seed.ts'
import { testGate } from '../support/gate.ts'
import { waitFor } from '../support/wait-for.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How the server fails. */
type Failing = 'closes' | 'hangs' | '503' | '503 with Retry-After' | 'sign-in page'

/** A clock with timers that only advances when told to. */
class Clock {
  /** Milliseconds since 1970. */
  now = Date.parse('2026-11-21T00:00:00Z')
  private timers = new Set<{ at: number; call: () => void }>()

  after = (milliseconds: number, call: () => void) => {
    const timer = { at: this.now + Math.max(0, milliseconds), call }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }
  pause = (milliseconds: number) => new Promise<void>((resolve) => this.after(milliseconds, resolve))

  /** Lets pending promises settle without advancing the time. */
  async settle() {
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
  async to(wanted: number) {
    const time = Math.max(this.now, wanted)
    for (;;) {
      await this.settle()
      const next = [...this.timers].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.timers.delete(next)
      this.now = Math.max(this.now, next.at)
      next.call()
    }
    this.now = time
  }
}

/** One device: its tabs and service worker share only the browser's storage. */
class Device {
  readonly calls: number[] = []
  /** When the first call was made that failed with a network, which says something about the server. */
  firstFailed = Infinity
  readonly waiting = new Set<string>(['a change'])
  online = true
  failing: Failing | null = 'closes'
  private tabs: {
    wake: () => void
    online: () => void
    shown: () => void
    gate: ServerGate
    stop(): void
  }[] = []

  readonly clock: Clock
  private readonly random: () => number
  /** The storage that outlives a page. */
  private readonly store = openTroubleStore({ factory: () => undefined })

  constructor(clock: Clock, random: () => number) {
    this.clock = clock
    this.random = random
  }

  /** The gate of one page or worker. Gates do not notify each other: each reads the storage. */
  private gate(): ServerGate {
    return createServerGate({
      store: this.store,
      now: () => this.clock.now,
      random: this.random,
      online: () => this.online,
    })
  }

  private readonly askingSession = new Set<ServerGate>()
  private readonly locks = new Map<string, Promise<unknown>>()
  /** A lock shared by all tabs and workers. */
  private withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.locks.get(name) ?? Promise.resolve()).then(work)
    this.locks.set(
      name,
      turn.catch(() => undefined),
    )
    return turn
  }

  /** A call to the server, which answers or fails as `failing` says. */
  private async call(): Promise<void> {
    // Without a network nothing reaches the server.
    const startedAt = this.clock.now
    if (this.online) this.calls.push(startedAt)
    const failing = this.online ? this.failing : 'closes'
    if (failing === 'hangs') await this.clock.pause(15 * SECOND)
    if (failing !== null && this.online) this.firstFailed = Math.min(this.firstFailed, startedAt)
    if (failing === 'closes') throw new TypeError('Failed to fetch')
    if (failing === 'hangs') throw new DOMException('no answer within 15000 ms', 'TimeoutError')
    if (failing === 'sign-in page') throw new SyntaxError('Unexpected token <')
    if (failing !== null)
      throw new HttpStatusError(
        new Response(null, {
          status: 503,
          headers: failing === '503' ? {} : { 'retry-after': '90' },
        }),
        '/api',
      )
  }

  openTab() {
    const gate = this.gate()
    const hooks = { wake: () => {}, online: () => {}, shown: () => {} }
    const loop = startSyncLoop({
      gate,
      drain: (asked, started) =>
        this.withLock('outbox', () =>
          gate.run(
            SYNC_CALLS,
            async () => {
              started()
              await this.call()
              this.waiting.clear()
              return 'done' as const
            },
            { asked },
          ),
        ),
      online: () => this.online,
      visible: () => true,
      saveData: () => false,
      onWake: (listener) => {
        hooks.wake = listener
        return () => undefined
      },
      after: this.clock.after,
      changed: () => undefined,
    })
    const attempt = () => this.withLock('directory', () => gate.run('directory', () => this.call()))
    // The page's real schedule, with the timers of the fake clock.
    const schedule = scheduleSync({
      device: { ask: attempt as never, hasStopped: () => false, restart: async () => undefined },
      gate,
      now: () => this.clock.now,
      after: this.clock.after,
      visible: () => true,
      onOnline: (listener) => {
        hooks.online = listener
        return () => undefined
      },
      onVisible: (listener) => {
        hooks.shown = listener
        return () => undefined
      },
    })
    void schedule.begin()
    const stopSession =
      this.tabs.length === 0 ? this.clock.after(1_000, () => this.askSession(gate)) : () => undefined
    this.tabs.push({
      wake: () => hooks.wake(),
      online: () => hooks.online(),
      shown: () => hooks.shown(),
      gate,
      stop() {
        loop.stop()
        schedule.stop()
        stopSession()
      },
    })
  }
  /** A screen asks automatically who is signed in each time it is shown. */
  askSession(gate: ServerGate) {
    // The screens of a tab share one call.
    if (this.askingSession.has(gate)) return
    this.askingSession.add(gate)
    void gate
      .run('/api/user', () => this.call())
      .catch(() => undefined)
      .finally(() => this.askingSession.delete(gate))
  }

  reload() {
    this.tabs.shift()?.stop()
    this.openTab()
  }
  wake() {
    for (const tab of this.tabs) tab.wake()
  }
  show() {
    for (const tab of this.tabs) {
      tab.shown()
      tab.wake()
      this.askSession(tab.gate)
    }
  }
  async setOnline(online: boolean) {
    this.online = online
    if (!online) return
    for (const tab of this.tabs) {
      await tab.gate.networkReturned()
      tab.wake()
      tab.online()
    }
  }
  /** The browser fires a background sync event. */
  async backgroundSync() {
    const gate = this.gate()
    const sendOutbox = () => this.withLock('outbox', () => gate.run(SYNC_CALLS, () => this.call()))
    await workInBackground(
      { tag: 'offlead-outbox' } as SyncEvent,
      { matchAll: async () => [] } as unknown as Parameters<typeof workInBackground>[1],
      () => ({ sendOutbox, refresh: async () => undefined }),
      async () => undefined,
    ).catch(() => undefined)
  }
  close() {
    for (const tab of this.tabs) tab.stop()
    this.store.close()
  }
}

/** The largest number of calls in any period of this length that starts at or after `from`. */
const maxCallsIn = (calls: readonly number[], from: number, length: number) =>
  Math.max(
    0,
    ...calls
      .filter((at) => at >= from)
      .map((at) => calls.filter((other) => other >= at && other < at + length).length),
  )

type Event = { after: number; what: 'wake' | 'show' | 'reload' | 'tab' | 'sync' | 'flap' | 'offline' }

describe('a device whose server is in trouble for an hour', () => {
  test('makes at most 8 calls in the first 30 s and then at most one a minute, whatever happens to it', async () => {
    const event = fc.record<Event>({
      after: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 5 * MINUTE })),
      what: fc.constantFrom('wake', 'show', 'reload', 'tab', 'sync', 'flap', 'offline'),
    })
    const failing = fc.constantFrom<Failing>('closes', 'hangs', '503', '503 with Retry-After', 'sign-in page')
    await fc.assert(
      fc.asyncProperty(
        failing,
        fc.array(event, { minLength: 20, maxLength: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 20 }),
        async (how, events, draws) => {
          const clock = new Clock()
          let drawn = 0
          let tabs = 0
          const device = new Device(clock, () => draws[drawn++ % draws.length]!)
          device.failing = how
          device.openTab()
          device.openTab()
          await clock.settle()
          const began = clock.now
          for (const { after, what } of events) {
            await clock.to(Math.min(clock.now + after, began + HOUR))
            if (what === 'wake') device.wake()
            if (what === 'show') device.show()
            if (what === 'reload') device.reload()
            if (what === 'tab' && tabs++ < 2) device.openTab()
            if (what === 'sync') void device.backgroundSync()
            if (what === 'flap') {
              await device.setOnline(false)
              await clock.settle()
              await device.setOnline(true)
            }
            if (what === 'offline') {
              await device.setOnline(false)
              await clock.to(clock.now + 10 * SECOND)
              await device.setOnline(true)
            }
            await clock.settle()
          }
          await clock.to(began + HOUR)
          device.close()
          const first = device.firstFailed
          const early = device.calls.filter((at) => at >= first && at < first + 30 * SECOND)
          expect(early.length).toBeLessThanOrEqual(8)
          expect(maxCallsIn(device.calls, first + 30 * SECOND, MINUTE)).toBeLessThanOrEqual(1)
          // The device is still trying at the end of the hour.
          expect(device.calls.at(-1)!).toBeGreaterThan(began + HOUR - 2 * MAX_PAUSE_MS)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('sends what is unsent within five minutes of the server’s return', async () => {
    const clock = new Clock()
    const device = new Device(clock, () => 1)
    device.openTab()
    await clock.to(clock.now + 10 * MINUTE)
    expect(device.waiting.size).toBe(1)
    device.failing = null
    await clock.to(clock.now + MAX_PAUSE_MS)
    expect(device.waiting.size).toBe(0)
    device.close()
  })
})

const NO_ANSWER = new TypeError('Failed to fetch')
const at = { now: 0 }
const failing = (gate: ServerGate, kind: string, error: Error = NO_ANSWER) =>
  gate.run(kind, () => Promise.reject(error)).catch((thrown: unknown) => thrown)

describe('the server gate', () => {
  test('lets all calls through while the server works', async () => {
    const gate = testGate()
    for (let calls = 0; calls < 100; calls++) expect(await gate.run('sync', async () => calls)).toBe(calls)
  })

  test('blocks all kinds of calls after one got no response', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync')
    expect(await gate.wait('directory')).toBe(2_000)
    expect(await failing(gate, 'directory')).toBeInstanceOf(ServerPaused)
    at.now += 2_000
    expect(await gate.run('directory', async () => 'here')).toBe('here')
    expect(await gate.wait('pictures')).toBe(0)
  })

  test('blocks only the kind of call that the server fails, and keeps its pauses when others succeed', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync', new SyncRefused(500, 'internal', 'A defect.'))
    expect(await gate.run('directory', async () => 'here')).toBe('here')
    expect(await gate.wait('sync')).toBe(2_000)
  })

  test('takes a limit of one kind of operation for a normal answer, and of all operations for trouble', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    const refused = (thisKindOnly: boolean) => {
      const refusal = new SyncRefused(429, 'too-many-requests', 'Later.', 60_000, thisKindOnly)
      const push = pushThrough(
        (work) => gate.run('sync', work),
        () => Promise.reject(refusal),
      )
      return expect(push({} as SyncRequest)).rejects.toBe(refusal)
    }
    await refused(true)
    expect(await gate.wait('sync')).toBe(0)
    await refused(false)
    expect(await gate.wait('sync')).toBe(60_000)
  })

  test('brings other kinds of calls forward when the server answers one, but keeps a minute between calls', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    for (let calls = 0; calls < 12; calls++) {
      await failing(gate, 'sync')
      at.now += await gate.wait('sync')
    }
    await failing(gate, 'sync')
    expect(await gate.wait('sync')).toBe(MAX_PAUSE_MS)
    await gate.run('/api/parks', async () => 'parks', { asked: true })
    await expect.poll(() => gate.wait('sync')).toBe(60_000)
    expect(await gate.wait('directory')).toBe(0)
  })

  test('lets only one of many waiting calls through when the pause is over', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync')
    at.now += 2_000
    const calls = await Promise.all(['sync', 'directory', 'areas', 'sync'].map((kind) => failing(gate, kind)))
    expect(calls.filter((error) => error === NO_ANSWER)).toHaveLength(1)
    expect(calls.filter((error) => error instanceof ServerPaused)).toHaveLength(3)
  })

  test('counts calls that were in flight when the server failed as one failure', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await Promise.all(['sync', 'directory'].map((kind) => failing(gate, kind)))
    expect(await gate.wait('sync')).toBe(2_000)
    expect(await gate.inTrouble('sync')).toBe(false)
    expect(gate.unreachable()).toBe(false)
  })

  test('allows no further early call if enough were in flight when the server failed', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await Promise.all(['sync', 'directory', 'areas', 'session'].map((kind) => failing(gate, kind)))
    expect(await gate.wait('sync')).toBe(60_000)
    expect(gate.unreachable()).toBe(true)
  })

  test('respects Retry-After after a reload, for an hour at most, even if the network returns', async () => {
    at.now = 1_000
    const indexedDB = new IDBFactory()
    const opened = () =>
      testGate({
        now: () => at.now,
        store: openTroubleStore({ factory: () => indexedDB, name: 'reload' }),
      })
    await failing(opened(), 'sync', new SyncRefused(503, null, 'Out of order', 600_000))
    at.now += 60_000
    const reloaded = opened()
    expect(await reloaded.wait('directory')).toBe(540_000)
    await reloaded.networkReturned()
    expect(await reloaded.wait('directory')).toBe(540_000)
    at.now += 540_000
    await failing(reloaded, 'sync', new SyncRefused(503, null, 'Out of order', 86_400_000))
    expect(await opened().wait('sync')).toBe(MAX_RETRY_AFTER_MS)
  })

  test('brings the next call forward once per pause when the network returns, but keeps a minute between calls', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    for (let calls = 0; calls < 12; calls++) {
      await failing(gate, 'sync')
      at.now += await gate.wait('sync')
    }
    await failing(gate, 'sync')
    expect(await gate.wait('sync')).toBe(MAX_PAUSE_MS)
    at.now += 20_000
    await gate.networkReturned()
    expect(await gate.wait('sync')).toBe(40_000)
    at.now += 35_000
    await gate.networkReturned()
    expect(await gate.wait('sync')).toBe(5_000)
  })

  test('ignores failures while the device is offline', async () => {
    const gate = testGate({ online: () => false })
    await failing(gate, 'sync')
    expect(await gate.wait('sync')).toBe(0)
  })

  test('does not block calls after the network returns because one was attempted without it', async () => {
    at.now = 1_000_000
    let online = true
    const gate = testGate({ now: () => at.now, random: () => 0, online: () => online })
    await failing(gate, 'sync')
    at.now += MAX_PAUSE_MS
    online = false
    await failing(gate, 'sync')
    online = true
    await gate.networkReturned()
    expect(await gate.wait('sync')).toBe(0)
  })

  test('does not block calls for longer when the device’s clock is set back', async () => {
    at.now = Date.parse('2030-01-01')
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync')
    at.now = Date.parse('2026-01-01')
    expect(await gate.wait('sync')).toBeLessThanOrEqual(MAX_PAUSE_MS)
  })

  test('does not keep the pause that the server asked for while the device’s clock was ahead', async () => {
    const YEAR = 365 * 24 * 60 * 60 * SECOND
    at.now = Date.parse('2026-01-01')
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync')
    at.now += YEAR
    const refuse = () => Promise.reject(new SyncRefused(503, null, 'Out of order', 30 * SECOND))
    await gate.run('sync', refuse, { asked: true }).catch(() => undefined)
    at.now -= YEAR - 120 * SECOND
    expect(await gate.wait('sync')).toBeLessThanOrEqual(MAX_RETRY_AFTER_MS)
  })

  test('lets the user’s calls through at once, and notifies its listeners when one succeeds', async () => {
    const gate = testGate()
    for (let calls = 0; calls < 3; calls++)
      await gate.run('sync', () => Promise.reject(NO_ANSWER), { asked: true }).catch(() => undefined)
    let recovered = 0
    gate.onRecovery(() => recovered++)
    expect(await gate.run('/api/parks', async () => 'parks', { asked: true })).toBe('parks')
    await expect.poll(() => recovered).toBe(1)
  })

  test('lets images through while only other calls are refused, until the server does not respond at all', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    const picture = () => gate.fetch('pictures', async () => new Response('a picture'), { picture: true })
    await failing(gate, 'sync', new SyncRefused(503, null, 'Out of order'))
    at.now += 2_000
    await failing(gate, 'sync', new SyncRefused(503, null, 'Out of order'))
    expect((await picture()).status).toBe(200)
    for (let calls = 0; calls < 2; calls++) {
      at.now += await gate.wait('sync')
      await failing(gate, 'sync')
    }
    await expect(picture()).rejects.toBeInstanceOf(ServerPaused)
  })

  test('treats an HTML page in place of an image as no response', async () => {
    const gate = testGate()
    await gate.fetch(
      'areas',
      async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    )
    expect(await gate.wait('sync')).toBeGreaterThan(0)
  })

  test('treats a network that asks for a sign-in first as a server that cannot be reached', async () => {
    const gate = testGate()
    await failing(gate, 'sync', new SyncRefused(511, null, '<html>'))
    expect(await gate.wait('/api/parks')).toBeGreaterThan(0)
  })

  test('ignores successes that the service worker may have answered from its cache', async () => {
    at.now = 1_000
    const gate = testGate({ now: () => at.now })
    await failing(gate, 'sync')
    await gate.run('/api/maps', async () => 'an offer', { asked: true, mayBeCached: true })
    await gate.fetch('areas', async () => new Response('a tile'), { asked: true, mayBeCached: true })
    expect(await gate.wait('sync')).toBe(2_000)
  })

  test('takes an image that the server has sent just now for an answer, and no older one', async () => {
    const unreachableAfter = async (age: number) => {
      const gate = testGate({ now: () => at.now })
      const picture = (send: () => Promise<Response>) =>
        gate.fetch('pictures', send, { picture: true, mayBeCached: true })
      for (let calls = 0; calls < 2; calls++) {
        await picture(() => Promise.reject(NO_ANSWER)).catch(() => undefined)
        at.now += 2_000
      }
      expect(gate.unreachable()).toBe(true)
      at.now += await gate.wait('pictures')
      const date = new Date(at.now - age).toUTCString()
      await picture(async () => new Response('a picture', { headers: { date } }))
      return gate.unreachable()
    }
    at.now = Date.parse('2026-01-01')
    expect(await unreachableAfter(1_000)).toBe(false)
    expect(await unreachableAfter(60_000)).toBe(true)
    expect(await unreachableAfter(-3_600_000)).toBe(true)
  })

  test('works in memory in a browser without IndexedDB', async () => {
    const gate = testGate({
      store: openTroubleStore({
        factory: () =>
          ({
            open: () => {
              throw new DOMException('Not allowed in this mode', 'InvalidStateError')
            },
          }) as unknown as IDBFactory,
      }),
    })
    await failing(gate, 'sync')
    expect(await gate.wait('sync')).toBeGreaterThan(0)
  })

  test('works in memory after two seconds while the browser keeps its database waiting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const request = Object.assign(new EventTarget(), { result: undefined as IDBDatabase | undefined })
      const indexedDB = new IDBFactory()
      const factory = () => ({ open: () => request }) as unknown as IDBFactory
      const gate = testGate({ store: openTroubleStore({ factory }) })
      const calls: string[] = []
      const call = (kind: string, picture = false) =>
        gate.run(kind, async () => void calls.push(kind), { picture })
      const called = Promise.all([call('directory'), call('pictures', true), failing(gate, 'sync')])
      await vi.advanceTimersByTimeAsync(1_999)
      expect(calls).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      await called
      expect(calls.toSorted()).toEqual(['directory', 'pictures'])
      expect(await gate.wait('sync')).toBeGreaterThan(0)

      // What happened meanwhile is stored when the database answers.
      const otherTab = openTroubleStore({ factory: () => indexedDB, name: 'waiting' })
      expect(await otherTab.read()).toEqual({})
      const opening = indexedDB.open('waiting')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      request.result = opening.result
      request.dispatchEvent(new Event('success'))
      await waitFor(async () => expect(await otherTab.read()).toMatchObject({ sync: { failures: 1 } }))
      expect(await gate.wait('sync')).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a background sync event', () => {
  const fireSync = (pages: readonly { visibilityState: string }[], send: () => Promise<void>) =>
    workInBackground(
      { tag: 'offlead-outbox' } as SyncEvent,
      {
        matchAll: async () => pages.map((page) => ({ ...page, postMessage: () => undefined })),
      } as unknown as Parameters<typeof workInBackground>[1],
      () => ({ sendOutbox: send, refresh: async () => undefined }),
      async () => undefined,
    )
  const refused = () => Promise.reject(new ServerPaused(40_000))

  test('leaves the sending to a visible page', async () => {
    let sent = 0
    await fireSync([{ visibilityState: 'visible' }], async () => void sent++)
    expect(sent).toBe(0)
  })
  test.each([
    ['without a page', []],
    ['with hidden pages, which do not try again', [{ visibilityState: 'hidden' }]],
  ])('fails after a failure %s, so that the browser fires it again', async (_pages, pages) => {
    await expect(fireSync(pages, refused)).rejects.toBeInstanceOf(ServerPaused)
  })
})

test('a gate reports an unreachable server after two failures, until it answers, and not for a refusal', async () => {
  let now = 0
  const gate = testGate({ now: () => now })
  const changes: boolean[] = []
  gate.onChange(() => changes.push(gate.unreachable()))
  const failing = () =>
    gate.run('/api/parks', () => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
  await failing()
  expect(gate.unreachable()).toBe(false)
  now += 10 * MINUTE
  await failing()
  expect(gate.unreachable()).toBe(true)
  now += 10 * MINUTE
  const refusal = Object.assign(new Error('400: no'), {
    status: 400,
    code: 'invalid-input',
    retryAfter: null,
  })
  await gate.run('/api/parks', () => Promise.reject(refusal)).catch(() => undefined)
  expect(gate.unreachable()).toBe(false)
  expect(changes.at(-1)).toBe(false)
})

test('a new page believes in stored failures only while they keep it from calling the server', async () => {
  let now = 0
  const store = openTroubleStore({ factory: () => undefined })
  const failing = (gate: ServerGate) =>
    gate.run('/api/parks', () => Promise.reject(new TypeError('Failed to fetch'))).catch(() => undefined)
  const before = testGate({ now: () => now, store })
  await failing(before)
  now += 10 * MINUTE
  await failing(before)
  const duringThePause = testGate({ now: () => now, store })
  await failing(duringThePause)
  expect(duringThePause.unreachable()).toBe(true)
  now += 60 * MINUTE
  const anHourLater = testGate({ now: () => now, store })
  const call = Promise.withResolvers<void>()
  const running = anHourLater.run('/api/parks', () => call.promise)
  await vi.waitFor(async () => expect(await anHourLater.wait('/api/parks')).toBeGreaterThan(0))
  expect(anHourLater.unreachable()).toBe(false)
  call.resolve()
  await running
  expect(anHourLater.unreachable()).toBe(false)
})

test('a gate reports a server that asks for a pause as unreachable after one failure', async () => {
  const failingWith = async (retryAfter: number) => {
    const gate = testGate({ now: () => 0 })
    const failure = Object.assign(new Error('503'), { status: 503, code: 'unavailable', retryAfter })
    await gate.run('/api/parks', () => Promise.reject(failure)).catch(() => undefined)
    return gate.unreachable()
  }
  expect(await failingWith(120_000)).toBe(true)
  expect(await failingWith(1_000)).toBe(false)
})

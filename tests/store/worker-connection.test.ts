import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDevice } from '../../client/queries/device.ts'
import type { WorkerPort } from '../../client/queries/device.ts'
import { startWorker } from '../../client/queries/start-worker.ts'
import type { FromWorker, ToWorker } from '../../client/search-worker/messages.ts'
import { fakeStorage } from '../support/fake-storage.ts'

describe('the page’s connection to the search worker', () => {
  const stored = new Map<string, string>()
  const storage = () => fakeStorage(stored)
  const sent: ToWorker[] = []
  let port: WorkerPort
  const receive = (message: FromWorker) => port.onmessage!({ data: message })
  let starts = 0
  let restarts = 0
  const databaseEvents: unknown[] = []
  const make = (from: () => ReturnType<typeof storage> = storage) =>
    createDevice(
      () => {
        starts++
        port = {
          send: (message) => sent.push(message),
          restart: () => void restarts++,
          onmessage: null,
          onerror: null,
        }
        return port
      },
      from,
      (event) => databaseEvents.push(event),
    )
  beforeEach(() => {
    stored.clear()
    sent.length = 0
    starts = 0
    restarts = 0
  })
  const suggest = { text: 'sem', near: null, limit: 3 }

  test('matches answers to questions in any order', async () => {
    const device = make()
    const answers = [device.ask('states', { in: 'directory' }), device.ask('suggest', suggest)]
    receive({ type: 'answer', id: sent[1]!.id, answer: 'second' })
    receive({ type: 'answer', id: sent[0]!.id, answer: 'first' })
    expect(await Promise.all(answers)).toEqual(['first', 'second'])
  })

  test('rejects an aborted question with the caller’s reason', async () => {
    const device = make()
    const caller = new AbortController()
    const answer = device.ask('suggest', suggest, caller.signal)
    caller.abort(new Error('typed another letter'))
    await expect(answer).rejects.toThrow('typed another letter')
    receive({ type: 'answer', id: sent[0]!.id, answer: [] })
  })

  test('rejects every question when the worker stops, and reports the device as unable to answer', async () => {
    const device = make()
    const answer = device.ask('states', { in: 'directory' })
    receive({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    expect(device.hasDirectory()).toBe(true)
    port.onerror!(new Error('out of memory'))
    await expect(answer).rejects.toThrow('stopped')
    await expect(device.ask('states', { in: 'directory' })).rejects.toThrow('stopped')
    expect(device.hasDirectory()).toBe(false)
  })

  test('answers again after a worker whose code did not arrive was started again', async () => {
    const device = make()
    const lost = device.ask('states', { in: 'samples' })
    port.onerror!(new Event('error'))
    await expect(lost).rejects.toThrow('stopped')
    expect(device.hasStopped()).toBe(true)

    const failing = device.restart()
    port.onerror!(new Event('error'))
    await expect(failing).rejects.toThrow('stopped')
    expect(device.hasStopped()).toBe(true)

    const restarted = device.restart()
    expect(restarts).toBe(2)
    const answer = device.ask('states', { in: 'samples' })
    receive({
      type: 'directory',
      directory: { state: 'absent', updatedAt: null, count: null, seq: null, version: null },
    })
    await restarted
    expect(device.hasStopped()).toBe(false)
    receive({ type: 'answer', id: sent.at(-1)!.id, answer: [] })
    expect(await answer).toEqual([])
  })

  test('starts the worker with the first question on a first visit and at once on a later visit', async () => {
    const first = make()
    expect(starts).toBe(0)
    const answer = first.ask('states', { in: 'directory' })
    expect(starts).toBe(1)
    receive({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    receive({ type: 'answer', id: sent[0]!.id, answer: [] })
    await answer
    make()
    expect(starts).toBe(2)
  })

  test('remembers across starts that the device has a directory', () => {
    const first = make()
    expect(first.hasDirectory()).toBe(false)
    void first.ask('states', { in: 'directory' })
    receive({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    const again = make()
    expect(again.hasDirectory()).toBe(true)
    expect(again.directory()).toEqual({ state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' })
    receive({
      type: 'directory',
      directory: { state: 'absent', updatedAt: null, count: null, seq: null, version: null },
    })
    expect(make().hasDirectory()).toBe(false)
  })

  test('starts without knowledge of the directory when storage throws', () => {
    const device = make(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    expect(device.hasDirectory()).toBe(false)
    void device.ask('states', { in: 'directory' })
    receive({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    expect(device.hasDirectory()).toBe(true)
  })
})

describe('the worker of a page', () => {
  class TestWorker extends EventTarget {
    static all: TestWorker[] = []
    readonly messages: unknown[] = []
    terminated = false
    constructor() {
      super()
      TestWorker.all.push(this)
    }
    postMessage(message: unknown) {
      this.messages.push(message)
    }
    terminate() {
      this.terminated = true
    }
  }
  let page: EventTarget
  const leaveOrShow = (type: 'pagehide' | 'pageshow') =>
    page.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
  beforeEach(() => {
    TestWorker.all = []
    page = new EventTarget()
    vi.stubGlobal('Worker', TestWorker)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is replaced by one without its questions when it is started again', () => {
    const port = startWorker()
    port.send({ id: 1, kind: 'sync', ask: {} })
    port.restart()
    port.send({ id: 2, kind: 'sync', ask: {} })
    const [first, second] = TestWorker.all
    expect(first!.terminated).toBe(true)
    expect(second!.messages).toEqual([{ id: 2, kind: 'sync', ask: {} }])
    const received: unknown[] = []
    port.onmessage = ({ data }) => received.push(data)
    second!.dispatchEvent(new MessageEvent('message', { data: { type: 'absent', id: 2 } }))
    expect(received).toEqual([{ type: 'absent', id: 2 }])
  })

  test('is ended in the back/forward cache, and a new one gets its questions', () => {
    const port = startWorker()
    port.send({ id: 1, kind: 'sync', ask: {} })
    leaveOrShow('pagehide')
    expect(TestWorker.all[0]!.terminated).toBe(true)
    leaveOrShow('pageshow')
    expect(TestWorker.all[1]!.messages).toEqual([{ id: 1, kind: 'sync', ask: {} }])
  })
})

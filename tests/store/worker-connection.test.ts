import { beforeEach, describe, expect, test } from 'vitest'
import { createDevice } from '../../client/queries/device.ts'
import type { WorkerPort } from '../../client/queries/device.ts'
import type { FromWorker, ToWorker } from '../../client/search-worker/messages.ts'

describe('the page’s connection to the search worker', () => {
  const stored = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  const sent: ToWorker[] = []
  let port: WorkerPort
  const receive = (message: FromWorker) => port.onmessage!({ data: message })
  let starts = 0
  const make = (from: () => ReturnType<typeof storage> = storage) =>
    createDevice(() => {
      starts++
      port = { send: (message) => sent.push(message), onmessage: null, onerror: null }
      return port
    }, from)
  beforeEach(() => {
    stored.clear()
    sent.length = 0
    starts = 0
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

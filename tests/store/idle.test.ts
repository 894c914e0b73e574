import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runWhenIdle } from '../../client/platform/idle.ts'

describe('deferred tasks', () => {
  const started: string[] = []
  const task =
    (name: string, end: () => Promise<unknown> = async () => undefined) =>
    () => {
      started.push(name)
      return end()
    }
  beforeEach(() => void (started.length = 0))
  afterEach(() => void vi.useRealTimers())

  test('run one after another when the page is idle, even if one fails', async () => {
    let end = () => {}
    let idle = () => {}
    const tick = () => new Promise((resolve) => setTimeout(resolve))
    void runWhenIdle(
      () => new Promise((resolve) => (idle = resolve)),
      [
        task('first', () => new Promise<void>((resolve) => (end = resolve))),
        task('second', () => Promise.reject(new Error('no network'))),
        task('third'),
      ],
    )
    await tick()
    expect(started).toEqual([])
    idle()
    await tick()
    idle()
    await tick()
    expect(started).toEqual(['first'])
    end()
    await tick()
    expect(started).toEqual(['first'])
    idle()
    await tick()
    expect(started).toEqual(['first', 'second'])
    idle()
    await tick()
    expect(started).toEqual(['first', 'second', 'third'])
  })

  test('wait at most ten seconds for a task that does not end', async () => {
    vi.useFakeTimers()
    void runWhenIdle(
      async () => undefined,
      [task('first', () => new Promise(() => undefined)), task('second')],
    )
    await vi.advanceTimersByTimeAsync(9_999)
    expect(started).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1)
    expect(started).toEqual(['first', 'second'])
  })
})

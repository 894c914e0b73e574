import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { whenLockIsFree, withLock } from '../../client/store/lock.ts'

/** Web Locks as in browsers; Node has them too. */
const { locks } = navigator

/** Holds a lock, as a tab does that the browser has frozen. Returns a function that releases it. */
async function holdLock(name: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  void locks.request(name, () => {
    held.resolve()
    return released.promise
  })
  await held.promise
  return released.resolve
}

test('work runs without the lock when another tab does not release it in time', async () => {
  const name = randomUUID()
  const release = await holdLock(name)
  expect(await withLock(locks, name, async () => 'done', { timeoutMs: 50 })).toBe('done')
  release()
})

test('work waits for a lock that is released in time, and then runs alone', async () => {
  const name = randomUUID()
  const release = await holdLock(name)
  const order: string[] = []
  const work = withLock(locks, name, async () => void order.push('work'))
  await sleep(50)
  order.push('released')
  release()
  await work
  expect(order).toEqual(['released', 'work'])
})

test('an error of the work is reported once and the work is not repeated', async () => {
  let runs = 0
  const work = async () => {
    runs++
    throw new Error('no network')
  }
  await expect(withLock(locks, randomUUID(), work)).rejects.toThrow('no network')
  expect(runs).toBe(1)
})

test('work that takes longer than the time limit keeps its lock', async () => {
  const name = randomUUID()
  let runs = 0
  await withLock(
    locks,
    name,
    async () => {
      runs++
      await sleep(120)
    },
    { timeoutMs: 50 },
  )
  expect(runs).toBe(1)
})

test('a browser without locks runs the work at once', async () => {
  expect(await withLock(undefined, randomUUID(), async () => 'done')).toBe('done')
})

describe('work without a time limit for the lock', () => {
  test('is given up when its signal is aborted', async () => {
    const name = randomUUID()
    const release = await holdLock(name)
    const caller = new AbortController()
    let runs = 0
    const work = whenLockIsFree(locks, name, caller.signal, async () => void runs++)
    caller.abort(new Error('paused'))
    await expect(work).rejects.toThrow('paused')
    release()
    expect(runs).toBe(0)
  })

  test('runs at once in a browser without locks', async () => {
    const { signal } = new AbortController()
    expect(await whenLockIsFree(undefined, randomUUID(), signal, async () => 'done')).toBe('done')
  })
})

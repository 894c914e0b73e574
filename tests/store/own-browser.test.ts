import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { AREAS_LOCK, DATABASE_CHANNEL } from '../../client/store/names.ts'

/** Another thread, as of another file of tests: it sends a message, and holds a lock. */
const OTHER_FILE = `
  new BroadcastChannel(${JSON.stringify(DATABASE_CHANNEL)}).postMessage('from another file')
  navigator.locks.request(${JSON.stringify(AREAS_LOCK)}, () => {
    require('node:worker_threads').parentPort.postMessage('holds the lock')
    return new Promise(() => undefined)
  })`

test('no file of tests gets messages or waits for locks of another one that runs in the same process', async () => {
  const received: unknown[] = []
  const page = new BroadcastChannel(DATABASE_CHANNEL)
  const otherPage = new BroadcastChannel(DATABASE_CHANNEL)
  page.onmessage = ({ data }) => received.push(data)
  const other = new Worker(OTHER_FILE, { eval: true })
  onTestFinished(async () => {
    for (const channel of [page, otherPage]) channel.close()
    await other.terminate()
  })
  expect(await once(other, 'message')).toEqual(['holds the lock'])
  const isFree = await navigator.locks.request(
    AREAS_LOCK,
    { ifAvailable: true },
    async (lock) => lock !== null,
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only windows have an origin to aim at
  otherPage.postMessage('from this file')
  await expect.poll(() => received).toContain('from this file')
  expect({ isFree, received }).toEqual({ isFree: true, received: ['from this file'] })
})

import { expect, test } from 'vitest'
import { startSyncLoop } from '../../client/store/sync-loop.ts'
import { workInBackground, type SyncEvent } from '../../sw/background-sync.ts'

test('a change is sent after a failure while the only page is hidden', async () => {
  let wake: () => void = () => undefined
  const timers: (() => void)[] = []
  let attempts = 0
  const send = async (): Promise<'done'> => {
    attempts++
    throw new TypeError('Failed to fetch')
  }
  const loop = startSyncLoop({
    drain: send,
    gate: { wait: async () => 1, inTrouble: async () => true, onRecovery: () => () => undefined },
    online: () => true,
    visible: () => false,
    saveData: () => false,
    onWake(listener) {
      wake = listener
      return () => undefined
    },
    after(_milliseconds, call) {
      timers.push(call)
      return () => undefined
    },
    changed: () => undefined,
  })
  const pages = [{ visibilityState: 'hidden', postMessage: () => wake() }]
  const fired = workInBackground(
    { tag: 'offlead-outbox' } as SyncEvent,
    { matchAll: async () => pages } as unknown as Parameters<typeof workInBackground>[1],
    () => ({ sendOutbox: async () => void (await send()), refresh: async () => undefined }),
    async () => undefined,
  )
  const isRepeatedByBrowser = await fired.then(
    () => false,
    () => true,
  )
  // The page and the service worker have each tried once.
  await expect.poll(() => attempts).toBe(2)
  for (let round = 0; round < 5; round++) {
    for (const call of timers.splice(0)) call()
    await new Promise((resolve) => setTimeout(resolve))
  }
  const isRepeatedByPage = attempts > 2
  expect(isRepeatedByBrowser || isRepeatedByPage).toBe(true)
  loop.stop()
})

import { expect, test } from 'vitest'
import { openRequestCounts } from '../../server/http/request-counts.ts'
import { createEmpty, configIn, openedStore, temporaryFolder } from '../server/harness.ts'

test('counts are shared after an address was forgotten and came back', async () => {
  const counts = openRequestCounts({
    store: openedStore(await createEmpty(configIn(temporaryFolder()))),
    clock: () => new Date('2026-07-01T10:00:00Z'),
    onError(error) {
      throw error
    },
  })
  const store = new counts.Store({})
  const count = (address: string, times: number) => {
    for (let time = 0; time < times; time += 1) store.incr(address, () => undefined, 60_000, 100)
  }
  count('203.0.113.1', 20)
  for (let at = 0; at < 5_000; at += 1) count(`2001:db8::${at.toString(16)}`, 1)
  count('203.0.113.1', 20)
  await expect(counts.share()).resolves.toBeUndefined()
  await counts.close()
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDirectory } from '../../server/directory/directory.ts'
import { openParts } from '../../server/directory/parts.ts'
import { publishChange, publicParks } from '../../server/repositories/directory.ts'
import { DatabaseUnavailable } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { configIn, openedStore, seed, temporaryFolder } from './harness.ts'

test('a server that cannot load the newest directory refuses requests until it can, instead of serving an older one', async () => {
  const folder = temporaryFolder()
  const store = openedStore(await seed(configIn(folder)))
  let broken = false
  let loads = 0
  const flaky: Store = {
    ...store,
    view(work) {
      loads++
      return broken ? Promise.reject(new DatabaseUnavailable('Query read timeout')) : store.view(work)
    },
  }
  const directory = openDirectory({
    store: flaky,
    parts: openParts(join(folder, 'parts'), () => undefined),
    clock: () => new Date(),
    build: 'b',
  })
  const { version } = await directory.current()
  broken = true
  const [park] = await store.read(publicParks)
  await store.write((db) => publishChange(db, { removals: [{ id: park!.id, successor: null }] }, new Date()))
  const served = () =>
    directory.current().then(
      (copy) => copy.version.seq,
      () => 'refused',
    )
  await expect.poll(served).toBe('refused')
  // It reads all parks again once a second, not for each request.
  const before = { loads, at: performance.now() }
  for (let request = 0; request < 50; request++) expect(await served()).toBe('refused')
  expect(loads - before.loads).toBeLessThanOrEqual(1 + (performance.now() - before.at) / 1_000)
  broken = false
  await expect.poll(served).toBe(version.seq + 1)
  await directory.close()
})

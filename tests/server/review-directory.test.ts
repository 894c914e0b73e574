import { expect, test } from 'vitest'
import { openDirectory } from '../../server/directory/directory.ts'
import { openParts } from '../../server/directory/parts.ts'
import { publishChange, publicParks } from '../../server/repositories/directory.ts'
import { DatabaseUnavailable } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { configIn, openedStore, seed, temporaryFolder } from './harness.ts'
import { join } from 'node:path'

test('a server that cannot load a newer directory says so instead of serving the old one for ever', async () => {
  const folder = temporaryFolder()
  const store = openedStore(await seed(configIn(folder)))
  let broken = false
  const flaky: Store = {
    ...store,
    view: (work) =>
      broken ? Promise.reject(new DatabaseUnavailable('Query read timeout')) : store.view(work),
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
  let last: unknown
  for (let at = 0; at < 20; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 150))
    last = await directory.current().then(
      (copy) => copy.version.seq,
      (error: unknown) => error,
    )
  }
  await directory.close()
  expect(last).not.toBe(version.seq)
})

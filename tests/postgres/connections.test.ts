import { expect, onTestFinished, test } from 'vitest'
import { MAX_CONNECTIONS } from '../../server/repositories/postgres-store.ts'
import { writeNames } from '../../server/repositories/store.ts'
import type { Store } from '../../server/repositories/store.ts'
import { configIn, openedStore, seed, temporaryFolder } from '../server/harness.ts'

/**
 * Opens the connections that a test then uses: opening them on a busy machine may take longer than a write waits for a
 * lock.
 */
async function openAllConnections(store: Store): Promise<void> {
  const areOpen = Promise.withResolvers<void>()
  let open = 0
  await Promise.all(
    Array.from({ length: MAX_CONNECTIONS }, () =>
      store.view(async () => {
        open += 1
        if (open === MAX_CONNECTIONS) areOpen.resolve()
        await areOpen.promise
      }),
    ),
  )
}

test('a server reads while many writes wait for an import that is being published', async () => {
  const address = await seed(configIn(temporaryFolder()))
  const [importing, store] = [openedStore(address), openedStore(address)]
  await openAllConnections(store)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  onTestFinished(() => end.resolve())
  const published = importing.write(() => {
    begun.resolve()
    return end.promise
  })
  await begun.promise
  let ended = 0
  const writes = Array.from({ length: 40 }, (_, at) =>
    store
      .write((db) => db.selectFrom('users').select('id').execute(), { of: [writeNames.person(at)] })
      .finally(() => (ended += 1)),
  )
  await store.read((db) => db.selectFrom('directory_meta').select('seq').execute())
  expect(ended).toBe(0)
  end.resolve()
  await Promise.all([published, ...writes])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeNames } from '../../server/repositories/store.ts'
import { configIn, openedStore, seed, temporaryFolder } from '../server/harness.ts'

test('a server reads while many writes wait for an import that is being published', async () => {
  const address = await seed(configIn(temporaryFolder()))
  const [importing, store] = [openedStore(address), openedStore(address)]
  let isPublished = false
  const published = importing.write(async () => {
    await sleep(2_500)
    isPublished = true
  })
  await sleep(500)
  const writes = Array.from({ length: 40 }, (_, at) =>
    store.write((db) => db.selectFrom('users').select('id').execute(), { of: [writeNames.person(at)] }),
  )
  await sleep(200)
  await store.read((db) => db.selectFrom('directory_meta').select('seq').execute())
  expect(isPublished).toBe(false)
  await Promise.all([published, ...writes])
})

import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchStorage } from '../../../server/storage/state.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { startedServer, temporaryFolder } from '../harness.ts'
import { PASSWORD, visitor } from '../accounts/visitors.ts'

test('users can sign in while the shared folder does not answer', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'pictures'))
  const files = ['0', '1', '2', '3'].map((digit) => `${digit.repeat(64)}.webp`)
  // Opening a pipe waits for its other end, as opening a file of a network file system waits for its server.
  for (const file of files) execFileSync('mkfifo', [join(folder, 'pictures', file)])
  onTestFinished(() => {
    for (const file of files) closeSync(openSync(join(folder, 'pictures', file), constants.O_RDWR))
  })
  const { app } = await startedServer({ storage: { kind: 'folder', path: folder } })
  const pictures = files.map((file) => app.inject(`/api/pictures/${file}`))
  await sleep(500)
  const signIn = visitor(app)
    .send('POST', '/api/login', { username: 'nobody', password: PASSWORD })
    .then(({ statusCode }) => statusCode)
  const answer = await Promise.race([signIn, sleep(60_000, 'no reply')])
  for (const file of files) {
    const pipe = openSync(join(folder, 'pictures', file), constants.O_RDWR)
    await sleep(50)
    closeSync(pipe)
  }
  await Promise.all(pictures)
  expect(answer).toBe(401)
})

test('a storage that does not answer is asked once at a time', async () => {
  let waiting = 0
  const storage = {
    check: () => {
      waiting += 1
      return new Promise(() => undefined)
    },
  } as unknown as Storage
  const state = watchStorage(storage, () => undefined)
  // It is checked every five seconds.
  await sleep(6_000)
  state.close()
  expect(waiting).toBe(1)
})

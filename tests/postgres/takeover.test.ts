import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import { openRunner } from '../../server/nodes/runner.ts'
import { takeWork, leaveWork } from '../../server/repositories/runners.ts'
import { freePort, PROGRAM_ENVIRONMENT } from '../support/product.ts'
import {
  configIn,
  createEmpty,
  environmentOf,
  openedStore,
  seed,
  startedOn,
  temporaryFolder,
  timeUntil,
} from '../server/harness.ts'
import { administrator, form } from '../server/import/forms.ts'
import { openDatabase } from '../server/sql.ts'
import { listOf, stateOf } from '../server/import/kill-import.ts'
import { barrierAt } from './barrier.ts'

/** A real server process. */
async function serverProcess(environment: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: { ...PROGRAM_ENVIRONMENT, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await timeUntil(() =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('an import whose server is killed is finished by another one, which shows its progress', async () => {
  const config = configIn(temporaryFolder())
  const address = await seed(config)
  const { app } = await startedOn(config)
  const boss = await administrator({ app, config, path: address })
  const other = await serverProcess(environmentOf({ ...config, dataDir: join(temporaryFolder(), 'var') }))

  const ROWS = 1_000
  const [early, late] = [250, 550].map((row) => barrierAt(address, 'import_rows', `new.row = ${row}`))
  late!.close()
  const { header, rows } = listOf(ROWS)
  const content = [header, ...rows.map(({ cells }) => cells)].map((cells) => cells.join(',')).join('\n')
  const { payload, headers } = form([
    ['csvFile', { name: 'list.csv', content }],
    ['fileType', 'csv'],
  ])
  const cookie = [...boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let reply = ''
  const upload = request(
    `${other.url}/api/admin/import-parks`,
    { method: 'POST', headers: { ...headers, cookie, 'content-length': payload.length } },
    (answer) => answer.on('data', (text) => (reply += `${answer.statusCode} ${String(text)}`)),
  ).on('error', (error) => (reply = error.message))
  upload.end(payload)

  const jobs = async () =>
    (await boss.get('/api/admin/import-jobs')).json() as { state: string; done: number; total: number }[]
  await timeUntil(async () => {
    if (reply !== '') throw new Error(`the import ended early: ${reply}`)
    return ((await jobs())[0]?.done ?? 0) >= 500
  })
  const [seen] = await jobs()
  expect(seen).toMatchObject({ state: 'running', total: ROWS, done: 500 })
  await other.kill()
  early!.close()
  late!.remove()
  expect(stateOf(address)).toMatchObject({ parks: 0, done: 0, staging: 1 })

  // The other server begins from the start, so the progress becomes smaller, and stays so until that was seen.
  const until = await timeUntil(async () => (await jobs())[0]!.done < seen!.done)
  early!.remove()
  console.log(`taken over after ${Math.round(until)} ms (goal 30,000 ms)`)
  await timeUntil(async () => (await jobs())[0]!.state !== 'running')
  expect((await jobs())[0]).toMatchObject({ state: 'done', done: ROWS })
  expect(stateOf(address)).toMatchObject({ parks: ROWS, done: 1, staging: 0 })
  await timeUntil(async () => (await app.inject('/api/health')).json().status === 'ok')
}, 500_000)

test('work is done by one server until it leaves it or its time has ended', async () => {
  const address = await createEmpty(configIn(temporaryFolder()))
  const store = openedStore(address)
  const take = (server: string, forMs: number) => store.write((db) => takeWork(db, 'w', server, forMs))
  expect(await take('one', 60_000)).toBe(true)
  expect(await take('two', 60_000)).toBe(false)
  expect(await take('one', 60_000)).toBe(true)
  await store.write((db) => leaveWork(db, 'w', 'two'))
  expect(await take('two', 60_000)).toBe(false)
  await store.write((db) => leaveWork(db, 'w', 'one'))
  expect(await take('two', -1)).toBe(true)
  expect(await take('one', 60_000)).toBe(true)

  // It died, and then the clock was set back.
  const database = openDatabase(address)
  database.exec(`update runners set until = '9999-12-31T00:00:00.000Z'`)
  database.close()
  expect(await take('two', 60_000)).toBe(true)
  expect(await take('one', 60_000)).toBe(false)
})

test('one of two servers is the runner, and the other one takes over when it stops', async () => {
  const address = await createEmpty(configIn(temporaryFolder()))
  const one = openRunner({ store: openedStore(address), server: 'one' })
  await timeUntil(async () => one.isRunner())
  const two = openRunner({ store: openedStore(address), server: 'two' })
  onTestFinished(() => two.close())
  let starts = 0
  two.onStart(() => (starts += 1))
  await timeUntil(async () => starts === 0 && one.isRunner())
  expect(two.isRunner()).toBe(false)
  await one.close()
  expect(one.isRunner()).toBe(false)
  // The other one does not have to wait for the end of a lease.
  const database = openDatabase(address)
  expect(database.prepare('select server from runners').pluck().all()).not.toContain('one')
  database.close()
  await timeUntil(async () => two.isRunner())
  expect(starts).toBe(1)
})

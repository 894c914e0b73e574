import { renameSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedDirectory } from '../../server/repositories/directory.ts'
import {
  configIn,
  createEmpty,
  LOCALITIES,
  openedStore,
  PARKS,
  putClient,
  startedOn,
  startedServer,
  temporaryFolder,
  timeUntil,
} from './harness.ts'
import { openDatabase } from './sql.ts'

/** Takes the database away. @returns a function that brings it back */
function makeUnavailable(path: string): () => void {
  if (!path.startsWith('postgres:')) {
    renameSync(path, `${path}.away`)
    return () => renameSync(`${path}.away`, path)
  }
  const database = openDatabase(path)
  database.holdAll()
  return () => database.close()
}

test('a server is ready while it can reach its database, and healthy as long as it runs', async () => {
  const { app, path } = await startedServer({ nodeName: 'node1' })
  const ask = async () => {
    const ready = await app.inject('/api/ready')
    const health = await app.inject('/api/health')
    expect(ready.headers['cache-control']).toBe('no-store')
    return [ready.statusCode, ready.json(), health.statusCode]
  }
  await expect.poll(ask).toEqual([200, { status: 'ready', storage: 'ok', node: 'node1' }, 200])
  const makeAvailable = makeUnavailable(path)
  // A version of the directory counts as the newest for a moment.
  await expect.poll(ask).toEqual([503, { status: 'database-unavailable', storage: 'ok', node: 'node1' }, 200])
  makeAvailable()
  await timeUntil(async () => (await app.inject('/api/ready')).statusCode === 200)
})

test('a server that stops is not ready, and still answers requests', async () => {
  const { app } = await startedServer()
  app.announceStop()
  const { statusCode, json } = await app.inject('/api/ready')
  expect([statusCode, json()]).toEqual([503, { status: 'stopping', storage: 'ok', node: null }])
  expect((await app.inject('/api/states')).statusCode).toBe(200)
})

test('a server that has not read the directory is not ready', async () => {
  const config = configIn(temporaryFolder())
  const path = await createEmpty(config)
  putClient(config)
  const { app } = await startedOn(config)
  const { statusCode, json } = await app.inject('/api/ready')
  expect([statusCode, json()]).toEqual([503, { status: 'starting', storage: 'ok', node: null }])
  const store = openedStore(path)
  await store.write((db) => seedDirectory(db, { parks: PARKS, localities: LOCALITIES, epoch: 'epoch1' }))
  await timeUntil(async () => (await app.inject('/api/ready')).statusCode === 200)
})

test('the metrics of a server with a name have it as a label', async () => {
  const { app } = await startedServer({ nodeName: 'node1', metricsAddresses: ['127.0.0.1'] })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('offlead_build{version="1.2.3",node="node1"} 1')
  expect(body).toMatch(/^offlead_runner\{node="node1"\} [01]$/m)
})

test('a server starts and is ready while its shared storage refuses connections', async () => {
  const account = { region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }
  const endpoint = 'http://127.0.0.1:1'
  const { app } = await startedServer({
    storage: { kind: 's3', endpoint, bucket: 'offlead', prefix: '', ...account },
  })
  const ask = async () => {
    const { statusCode, json } = await app.inject('/api/ready')
    return [statusCode, json()]
  }
  await expect.poll(ask).toEqual([200, { status: 'ready', storage: 'unavailable', node: null }])
})

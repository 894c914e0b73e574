import { expect, test } from 'vitest'
import { startedServer } from './harness.ts'
import { openDatabase } from './sql.ts'

test('a server is ready while it can reach its database, and healthy as long as it runs', async () => {
  const { app, path } = await startedServer({ nodeName: 'node1' })
  const ask = async () => {
    const ready = await app.inject('/api/ready')
    const health = await app.inject('/api/health')
    expect(ready.headers['cache-control']).toBe('no-store')
    return [ready.statusCode, ready.json(), health.statusCode]
  }
  expect(await ask()).toEqual([200, { status: 'ready', node: 'node1' }, 200])
  const database = openDatabase(path)
  database.holdAll()
  // A version of the directory counts as the newest for a moment.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await ask()).toEqual([503, { status: 'database-unavailable', node: 'node1' }, 200])
  database.release()
  database.close()
})

test('a server that stops is not ready, and still answers requests', async () => {
  const { app } = await startedServer()
  app.announceStop()
  const { statusCode, json } = await app.inject('/api/ready')
  expect([statusCode, json()]).toEqual([503, { status: 'stopping', node: null }])
  expect((await app.inject('/api/states')).statusCode).toBe(200)
})

test('the metrics of a server with a name have it as a label', async () => {
  const { app } = await startedServer({ nodeName: 'node1', metricsAddresses: ['127.0.0.1'] })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('offlead_build{version="1.2.3",node="node1"} 1')
  expect(body).toMatch(/^offlead_runner\{node="node1"\} [01]$/m)
})

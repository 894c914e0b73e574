import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../scripts/root.ts'
import { REQUESTS_PER_MINUTE } from '../../server/app.ts'
import { enforceDeadlines, REQUEST_TIMEOUT_MS } from '../../server/http/deadlines.ts'
import { administrator } from './admin/administrator.ts'
import { startedServer } from './harness.ts'

const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8')
/** The texts in code quotes in the first column of a table. */
const firstCells = (header: string) => {
  const [, table = ''] = page.split(`${header}\n`)
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1)
  return rows.flatMap((row) => [...row.split(' | ', 1)[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
}

describe('docs/operations.md', () => {
  test('lists every metric of the server and no other', async () => {
    const { app } = await startedServer({ metricsAddresses: ['127.0.0.1'] })
    await app.inject('/api/states')
    const { body } = await app.inject('/metrics')
    const served = [...body.matchAll(/^# TYPE (offlead_\w+)/gm)].map(([, name]) => name!)
    const named = firstCells('| metric | what it says |').map((name) => name.replace(/\{.*/, ''))
    expect(named.length).toBeGreaterThan(4)
    const isNamed = (name: string) =>
      named.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name))
    expect(served.filter((name) => !isNamed(name))).toEqual([])
    expect(
      named.filter(
        (one) =>
          !served.some((name) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name)),
      ),
    ).toEqual([])
  })

  test('lists every warning and error that is logged', async () => {
    const logged = new Set<string>()
    for await (const file of glob('server/**/*.ts', { cwd: root })) {
      for (const [, words] of readFileSync(join(root, file), 'utf8').matchAll(
        /log\.(?:warn|error)\([^']*'([^']+)'\)/g,
      ))
        logged.add(words!)
    }
    const named = firstCells('| message | level | what to do |')
    expect(logged.size).toBeGreaterThan(4)
    expect([...logged].filter((words) => !named.includes(words))).toEqual([])
  })

  test('lists the rate limits of the routes', async () => {
    const { app, path } = await startedServer({ rateLimit: true })
    const boss = await administrator(app, path)
    const counted = new Map<number, string[]>()
    for (const { method, url } of app.accessRules) {
      if (method !== 'GET' && method !== 'POST') continue
      const address = url.replaceAll(/:\w+/g, '1').replaceAll('*', 'nothing')
      const { headers } = method === 'GET' ? await boss.get(address) : await boss.send('POST', address)
      const most = Number(headers['x-ratelimit-limit'] ?? Infinity)
      counted.set(most, [...(counted.get(most) ?? []), url])
    }
    const usual = counted.get(REQUESTS_PER_MINUTE)!
    expect(usual.length).toBeGreaterThan(40)
    counted.delete(REQUESTS_PER_MINUTE)
    expect(Object.fromEntries(counted)).toEqual({
      60: ['/api/admin/import-parks'],
      600: ['/api/maps/static', '/api/pictures/:file'],
      3000: [
        '/api/maps/tiles/:z/:x/:y',
        '/api/maps/base/:version/:z/:x/:y',
        '/api/maps/streets/:version/:z/:x/:y',
        '/api/maps/base-packs/:version/:z/:x/:y',
        '/api/maps/packs/:z/:x/:y/:hash',
      ],
      Infinity: ['/api/directory/parts/:file', '/api/ready', '/api/health'],
    })
    expect(page).toContain(
      `| ${REQUESTS_PER_MINUTE} a minute; map images and pictures of parks 600, tiles and packs of maps 3,000, imports 60, each counted separately; health, readiness and the directory's parts are not counted |`,
    )
  })
})

test('an idle connection is kept longer than most proxies keep it', async () => {
  const { app } = await startedServer()
  expect(app.server.keepAliveTimeout).toBe(65_000)
  expect(page).toContain('| idle connection | 65 s | it is closed |')
})

describe('a request body', () => {
  test.each([
    ['/api/login', 64, 1024],
    ['/api/profile/dogs', 64, 1024],
    ['/api/sync', 1, 1_048_576],
    ['/api/favorites/sync', 4, 1_048_576],
  ])('has a maximum size at %s', async (url, many, unit) => {
    const { app, path } = await startedServer()
    const boss = await administrator(app, path)
    const ask = async (bytes: number) => {
      const payload = JSON.stringify({ filler: 'x'.repeat(bytes - JSON.stringify({ filler: '' }).length) })
      const answer = await boss.send('POST', url, undefined, {
        payload,
        headers: { 'content-type': 'application/json' },
      })
      return [answer.statusCode, answer.json().code]
    }
    // The body is read and fails validation.
    expect(await ask(many * unit)).toEqual([400, 'invalid-input'])
    expect(await ask(many * unit + 1)).toEqual([413, 'too-large'])
    expect(page).toContain(
      '| body of a request | 64 KiB; 1 MiB at `/api/sync`, 4 MiB at `/api/favorites/sync`, 10 MB of a file at the import | 413 `too-large` |',
    )
  })
})

describe('a request that arrives slowly', () => {
  /** A server with stopped timers, and a client that sends piece by piece. */
  async function slowRequest(address: '/plain' | '/file') {
    const app = fastify()
    enforceDeadlines(app)
    app.post('/plain', () => 'done')
    app.post('/file', { config: { upload: true } }, () => 'done')
    onTestFinished(() => app.close())
    const served: Socket[] = []
    app.server.on('connection', (socket) => served.push(socket))
    await app.listen({ host: '127.0.0.1', port: 0 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on(
      'error',
      () => undefined,
    )
    onTestFinished(() => void client.destroy())
    let answer = ''
    client.on('data', (text: Buffer) => void (answer += text.toString()))
    const closed = new Promise<void>((resolve) => void client.on('close', () => resolve()))
    let sent = 0
    /** Resolves when the server has received the text. */
    const send = async (text: string) => {
      client.write(text)
      sent += text.length
      while (served[0]?.bytesRead !== sent) await new Promise(setImmediate)
    }
    await send(
      `POST ${address} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a`,
    )
    return {
      send,
      isOpen: () => !served[0]!.destroyed,
      after: (milliseconds: number) => vi.advanceTimersByTime(milliseconds),
      closed: () => closed,
      async answered() {
        while (!answer.includes('done')) await new Promise(setImmediate)
        return answer
      },
    }
  }

  test('is aborted after 15 seconds', async () => {
    expect(REQUEST_TIMEOUT_MS).toBe(15_000)
    const { send, after, isOpen, closed } = await slowRequest('/plain')
    after(10_000)
    await send('"')
    after(4_999)
    expect(isOpen()).toBe(true)
    after(1)
    await closed()
  })

  test('may take longer if it uploads a file and data keeps arriving', async () => {
    const { send, after, isOpen, answered } = await slowRequest('/file')
    for (const piece of ['"', ':', '1']) {
      after(14_999)
      expect(isOpen()).toBe(true)
      await send(piece)
    }
    await send('}')
    expect(await answered()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('is aborted after 15 seconds without data if it uploads a file', async () => {
    const { send, after, isOpen, closed } = await slowRequest('/file')
    after(14_999)
    await send('"')
    after(14_999)
    expect(isOpen()).toBe(true)
    after(1)
    await closed()
  })
})

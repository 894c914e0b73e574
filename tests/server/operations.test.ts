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
import { administrator } from './admin/people.ts'
import { startedServer } from './harness.ts'

const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8')
/** What stands in the code quotes of the first cells of a table. */
const firstCells = (header: string) => {
  const [, table = ''] = page.split(`${header}\n`)
  const rows = table.split('\n\n', 1)[0]!.split('\n').slice(1)
  return rows.flatMap((row) => [...row.split(' | ', 1)[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
}

describe('docs/operations.md', () => {
  test('has every metric of ours, and no other', async () => {
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

  test('has every trouble that is logged, in the words of the log', async () => {
    const said = new Set<string>()
    for await (const file of glob('server/**/*.ts', { cwd: root })) {
      for (const [, words] of readFileSync(join(root, file), 'utf8').matchAll(
        /log\.(?:warn|error)\([^']*'([^']+)'\)/g,
      ))
        said.add(words!)
    }
    const named = firstCells('| message | level | what to do |')
    expect(said.size).toBeGreaterThan(4)
    expect([...said].filter((words) => !named.includes(words))).toEqual([])
  })

  test('has the limits by which each route counts its requests', async () => {
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
      3000: ['/api/maps/tiles/:z/:x/:y'],
      Infinity: ['/api/directory/parts/:file', '/api/health'],
    })
    expect(page).toContain(
      `| ${REQUESTS_PER_MINUTE} a minute; map images and pictures of parks 600, tiles 3,000, imports 60, each counted separately; health and the directory's parts are not counted |`,
    )
  })
})

test('an idle connection is kept longer than by most proxies', async () => {
  const { app } = await startedServer()
  expect(app.server.keepAliveTimeout).toBe(65_000)
  expect(page).toContain('| idle connection | 65 s | it is closed |')
})

describe('a body', () => {
  test.each([
    ['/api/login', 64, 1024],
    ['/api/profile/dogs', 64, 1024],
    ['/api/sync', 1, 1_048_576],
    ['/api/favorites/sync', 4, 1_048_576],
  ])('at %s has a limit', async (url, many, unit) => {
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
    // Read, and found to be nothing that is asked for here.
    expect(await ask(many * unit)).toEqual([400, 'invalid-input'])
    expect(await ask(many * unit + 1)).toEqual([413, 'too-large'])
    expect(page).toContain(
      '| body of a request | 64 kB; 1 MB at `/api/sync`, 4 MB at `/api/favorites/sync`, 10 MB of a file at the import | 413 `too-large` |',
    )
  })
})

describe('a request that does not arrive', () => {
  /** A server whose clock stands still, and a client on a line of its own. */
  async function slowLine(address: '/plain' | '/file') {
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
    /** Resolves when the server has it. */
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

  test('is not waited for longer than 15 seconds in all', async () => {
    expect(REQUEST_TIMEOUT_MS).toBe(15_000)
    const { send, after, isOpen, closed } = await slowLine('/plain')
    after(10_000)
    await send('"')
    after(4_999)
    expect(isOpen()).toBe(true)
    after(1)
    await closed()
  })

  test('and brings a file may take longer, as long as more of it comes', async () => {
    const { send, after, isOpen, answered } = await slowLine('/file')
    for (const piece of ['"', ':', '1']) {
      after(14_999)
      expect(isOpen()).toBe(true)
      await send(piece)
    }
    await send('}')
    expect(await answered()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('and brings a file is not waited for when no more of it comes', async () => {
    const { send, after, isOpen, closed } = await slowLine('/file')
    after(14_999)
    await send('"')
    after(14_999)
    expect(isOpen()).toBe(true)
    after(1)
    await closed()
  })
})

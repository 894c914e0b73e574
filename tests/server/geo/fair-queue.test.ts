import { expect, onTestFinished, test } from 'vitest'
import { openFairQueue, QueueFull } from '../../../server/geo/fair-queue.ts'
import { openPainter } from '../../../server/geo/picture/painter.ts'
import { openStaticMaps } from '../../../server/geo/static-map.ts'
import { staticMapRoutes } from '../../../server/routes/static-map.ts'
import { tileRoutes } from '../../../server/routes/tiles.ts'
import { xyzTiles } from '../../../server/geo/tiles.ts'
import { appWith, service } from './fake-service.ts'
import { tileOf, vectorMaps } from './map-fixtures.ts'

const LIMITS = { concurrency: 1, maxWaiting: 100, maxPerClient: 50, timeout: 60_000 }

/** Tasks that a test ends; `done` lists their names in the order they were started. */
function taskQueue(limits: Partial<typeof LIMITS> = {}) {
  const queue = openFairQueue({ ...LIMITS, ...limits })
  const done: string[] = []
  const ends: (() => void)[] = []
  const refused: string[] = []
  const ask = (client: string, name: string) =>
    queue
      .run(client, async () => {
        done.push(name)
        await new Promise<void>((resolve) => void ends.push(resolve))
      })
      .catch((error: unknown) => void refused.push(`${name}: ${(error as Error).message}`))
  const finishAll = async () => {
    for (let idle = 0; idle < 3;) {
      const end = ends.shift()
      if (end) end()
      idle = end ? 0 : idle + 1
      await new Promise(setImmediate)
    }
  }
  return { ask, done, refused, finishAll }
}

test('a client with few requests does not wait for all those of another', async () => {
  const { ask, done, finishAll } = taskQueue()
  for (let at = 0; at < 20; at += 1) void ask('much', `much ${at}`)
  void ask('little', 'little 0')
  void ask('little', 'little 1')
  await finishAll()
  expect(done).toHaveLength(22)
  expect(done.slice(0, 5)).toEqual(['much 0', 'much 1', 'little 0', 'much 2', 'little 1'])
})

test('the requests of one client keep their order', async () => {
  const { ask, done, finishAll } = taskQueue()
  for (let at = 0; at < 5; at += 1) void ask('one', String(at))
  await finishAll()
  expect(done).toEqual(['0', '1', '2', '3', '4'])
})

test('a full queue rejects a request of the client that has most in it', async () => {
  const { ask, done, refused, finishAll } = taskQueue({ maxWaiting: 10, maxPerClient: 10 })
  for (let at = 0; at < 11; at += 1) void ask('much', `much ${at}`)
  void ask('much', 'much 11')
  void ask('little', 'little')
  await finishAll()
  expect(refused).toEqual([
    'much 11: too many are waiting for one client',
    'much 10: other clients have less work waiting',
  ])
  expect(done).toContain('little')
})

test('a request waits no longer than the timeout, and a failed one does not block the next', async () => {
  const queue = openFairQueue({ ...LIMITS, timeout: 30 })
  let end = () => undefined as void
  const first = queue.run('a', () => new Promise<void>((resolve) => void (end = resolve)))
  await expect(queue.run('b', async () => 'never')).rejects.toThrow(QueueFull)
  end()
  await first
  await expect(queue.run('c', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await queue.run('d', async () => 'done')).toBe('done')
})

const LATENCY_MS = 100

async function slowTileServer() {
  const bytes = await tileOf(1, 1, 1)
  let underway = 0
  let most = 0
  const { url, asked } = await service((_, response) => {
    most = Math.max(most, ++underway)
    setTimeout(() => {
      underway -= 1
      response.writeHead(200).end(bytes)
    }, LATENCY_MS)
  })
  return { url, asked, most: () => most }
}

test('twenty uncached images and sixty tiles of a slow tile server are served', async () => {
  const { url, most } = await slowTileServer()
  const tiles = xyzTiles({
    template: `${url}/{z}/{x}/{y}.png`,
    attribution: '© Tests',
    offlineAllowed: false,
    maxZoom: 17,
    userAgent: 'Offlead/1.2.3',
    clock: Date.now,
    // A busy machine may take longer than a device waits.
    timeout: 60_000,
    queue: { timeout: 120_000 },
  })
  const painter = openPainter()
  onTestFinished(() => painter.close())
  const vector = await vectorMaps()
  const maps = openStaticMaps({
    painter,
    archives: async () => ({ base: vector.base, streets: undefined }),
    tiles,
    localities: () => [],
    onTileError: () => undefined,
  })
  const app = await appWith(async (bare) => {
    await bare.register(tileRoutes, { tiles, ...vector, clock: () => new Date() })
    await bare.register(staticMapRoutes, { maps, outlineAt: () => undefined })
  })
  const cards = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      app.inject(`/api/maps/static?lat=${-33.8 - at / 20}&lng=151&width=400&height=200`),
    ),
  )
  expect(cards.map(({ statusCode }) => statusCode)).toEqual(cards.map(() => 200))
  // An image with the built-in map in place of tiles is cached for a minute only.
  expect(cards.filter(({ headers }) => headers['cache-control'] === 'public, max-age=60')).toEqual([])
  const squares = await Promise.all(
    Array.from({ length: 60 }, (_, at) => app.inject(`/api/maps/tiles/12/${3000 + at}/2400`)),
  )
  expect(squares.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  // The number of concurrent requests to the tile server stays limited.
  expect(most()).toBeLessThanOrEqual(8)
})

test('a tile that several clients wait for is requested once, and a request without a turn gets 503', async () => {
  const bytes = await tileOf(1, 1, 1)
  const isRefused = Promise.withResolvers<void>()
  const { url, asked } = await service(
    (_, response) => void isRefused.promise.then(() => response.writeHead(200).end(bytes)),
  )
  const tiles = xyzTiles({
    template: `${url}/{z}/{x}/{y}`,
    attribution: '© Tests',
    offlineAllowed: true,
    maxZoom: 17,
    userAgent: 'Offlead/1.2.3',
    clock: () => Date.UTC(2026, 0, 1),
    queue: { concurrency: 1, maxPerClient: 3 },
  })
  const maps = await vectorMaps()
  const app = await appWith((bare) =>
    bare.register(tileRoutes, { tiles, ...maps, clock: () => new Date(Date.UTC(2026, 0, 1)) }),
  )
  const get = (x: number, remoteAddress: string) =>
    app.inject({ url: `/api/maps/tiles/5/${x}/1`, remoteAddress })
  const waiting = Promise.all([...[0, 1, 2, 3].map((x) => get(x, '192.0.2.1')), get(3, '192.0.2.2')])
  const refused = await get(4, '192.0.2.1')
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'busy'])
  isRefused.resolve()
  expect((await waiting).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['/5/0/1', '/5/1/1', '/5/2/1', '/5/3/1'])
})

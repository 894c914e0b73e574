import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { diskCache } from '../../../server/geo/disk-cache.ts'
import { openPainter } from '../../../server/geo/picture/painter.ts'
import { drawingVersion } from '../../../server/geo/picture/version.ts'
import { openStaticMaps } from '../../../server/geo/static-map.ts'
import { xyzTiles } from '../../../server/geo/tiles.ts'
import { temporaryFolder } from '../harness.ts'
import { service, serviceTimeoutMs } from './fake-service.ts'
import { tileOf } from './map-fixtures.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const DAY = 86_400_000

function cacheIn(folder: string, maxBytes = 1_000_000) {
  const errors: unknown[] = []
  return { ...diskCache({ folder, maxBytes, onError: (error) => errors.push(error) }), errors }
}
const bytesOf = (text: string, length = 100) => Buffer.from(text.repeat(length).slice(0, length))
const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name))

describe('the disk cache', () => {
  test('returns an entry and its freshness after a restart', async () => {
    const folder = join(temporaryFolder(), 'tiles')
    await cacheIn(folder).set('a key', { bytes: bytesOf('a'), freshUntil: noon })
    expect(await cacheIn(folder).get('a key')).toEqual({ bytes: bytesOf('a'), freshUntil: noon })
    expect(await cacheIn(folder).get('another')).toBeUndefined()
  })

  test('does not reveal its keys', async () => {
    const folder = temporaryFolder()
    await cacheIn(folder).set('https://tiles.example/1/1/1?key=secret', {
      bytes: bytesOf('a'),
      freshUntil: noon,
    })
    expect(
      filesIn(folder)
        .map((path) => path + readFileSync(path, 'latin1'))
        .join(),
    ).not.toContain('secret')
  })

  test('treats an entry as missing if its file is cut off, changed or empty, and can store it again', async () => {
    for (const damage of [
      (path: string) => truncateSync(path, statSync(path).size - 1),
      (path: string) => truncateSync(path, 10),
      (path: string) => truncateSync(path, 0),
      (path: string) => writeFileSync(path, `${readFileSync(path, 'latin1').slice(0, -1)}b`),
      (path: string) => writeFileSync(path, 'null\nabc'),
    ]) {
      const folder = temporaryFolder()
      await cacheIn(folder).set('a', { bytes: bytesOf('a'), freshUntil: noon })
      damage(filesIn(folder)[0]!)
      const cache = cacheIn(folder)
      expect(await cache.get('a')).toBeUndefined()
      await cache.set('a', { bytes: bytesOf('a'), freshUntil: noon })
      expect(await cache.get('a')).toBeDefined()
      expect(cache.errors).toEqual([])
    }
  })

  test('stays within its maximum size and removes the least recently used entries first', async () => {
    const folder = temporaryFolder()
    const cache = cacheIn(folder, 10_000)
    for (let at = 0; at < 40; at++) {
      await cache.set(`key ${at}`, { bytes: bytesOf(String(at), 900), freshUntil: noon })
      await cache.get('key 0')
    }
    const size = () => filesIn(folder).reduce((sum, path) => sum + statSync(path).size, 0)
    expect(size()).toBeLessThanOrEqual(10_000)
    expect(await cache.get('key 0')).toBeDefined()
    expect(await cache.get('key 39')).toBeDefined()
    expect(await cache.get('key 20')).toBeUndefined()
    // After a restart, existing files count towards the size, and incomplete files are deleted.
    writeFileSync(join(folder, 'half.new'), 'x')
    const next = cacheIn(folder, 5_000)
    await next.set('one more', { bytes: bytesOf('x', 900), freshUntil: noon })
    expect(size()).toBeLessThanOrEqual(5_000)
    expect(filesIn(folder).some((path) => path.endsWith('.new'))).toBe(false)
  })

  test('stores entries again after its folder was deleted', async () => {
    const folder = join(temporaryFolder(), 'tiles')
    const cache = cacheIn(folder)
    await cache.set('a', { bytes: bytesOf('a'), freshUntil: noon })
    rmSync(folder, { recursive: true })
    expect(await cache.get('a')).toBeUndefined()
    await cache.set('b', { bytes: bytesOf('b'), freshUntil: noon })
    await cache.set('c', { bytes: bytesOf('c'), freshUntil: noon })
    expect(await cache.get('c')).toBeDefined()
  })

  test('leaves nothing of an entry that cannot be stored', async () => {
    const folder = temporaryFolder()
    const cache = cacheIn(folder)
    await cache.set('a', { bytes: bytesOf('a'), freshUntil: noon })
    const [file] = filesIn(folder)
    rmSync(file!)
    // Nothing can take the name of a folder that is not empty.
    mkdirSync(join(file!, 'child'), { recursive: true })
    await cache.set('a', { bytes: bytesOf('a'), freshUntil: noon })
    expect(filesIn(folder)).toEqual([file])
    expect(cache.errors).toHaveLength(1)
  })

  test('does not store an entry that is too large', async () => {
    const folder = temporaryFolder()
    const cache = cacheIn(folder, 1_000)
    await cache.set('large', { bytes: bytesOf('x', 2_000), freshUntil: noon })
    expect(await cache.get('large')).toBeUndefined()
  })

  test('reports once that it cannot be written, and does not fail', async () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    const cache = cacheIn(join(file, 'no-folder'))
    await cache.set('a', { bytes: bytesOf('a'), freshUntil: noon })
    await cache.set('b', { bytes: bytesOf('b'), freshUntil: noon })
    expect(await cache.get('a')).toBeUndefined()
    expect(cache.errors).toHaveLength(1)
  })
})

describe('after a restart', () => {
  const tiles = (url: string, folder: string, clock: () => number) => {
    const disk = cacheIn(folder)
    const source = xyzTiles({
      template: `${url}/{z}/{x}/{y}`,
      attribution: '',
      offlineAllowed: false,
      maxZoom: 9,
      userAgent: 'Offlead/1.2.3',
      clock,
      disk,
      timeout: serviceTimeoutMs(),
    })
    return { tile: () => source.tile({ z: 1, x: 1, y: 1 }), settled: disk.settled }
  }

  test('a fresh tile is not requested again; a stale one is, and is used if the server fails', async () => {
    const bytes = await tileOf(1, 1, 1)
    let away = false
    const { url, asked } = await service((_, response) =>
      away
        ? response.writeHead(500).end()
        : response.writeHead(200, { 'cache-control': 'max-age=86400' }).end(bytes),
    )
    const folder = temporaryFolder()
    const first = tiles(url, folder, () => noon)
    await first.tile()
    await first.settled()
    expect(await tiles(url, folder, () => noon + 1_000).tile()).toEqual({
      bytes,
      type: 'image/png',
      freshUntil: noon + DAY,
    })
    expect(asked).toHaveLength(1)
    await tiles(url, folder, () => noon + 2 * DAY).tile()
    expect(asked).toHaveLength(2)
    away = true
    expect((await tiles(url, folder, () => noon + 9 * DAY).tile())?.bytes).toEqual(bytes)
  })

  test('a tile with cache-control: no-store is requested again', async () => {
    const bytes = await tileOf(1, 1, 1)
    const { url, asked } = await service((_, response) =>
      response.writeHead(200, { 'cache-control': 'no-store' }).end(bytes),
    )
    const folder = temporaryFolder()
    const first = tiles(url, folder, () => noon)
    await first.tile()
    await first.settled()
    await tiles(url, folder, () => noon).tile()
    expect(asked).toHaveLength(2)
  })

  test('an image is drawn again only after a week or if its file is damaged', async () => {
    const folder = temporaryFolder()
    let drawn = 0
    const real = openPainter()
    const painter = {
      ...real,
      paint: (...asked: Parameters<typeof real.paint>) => (drawn++, real.paint(...asked)),
    }
    try {
      const picture = async (clock: () => number, ground = 'built-in') => {
        const cache = cacheIn(folder)
        const maps = openStaticMaps({
          painter,
          archives: async () => ({ base: undefined, streets: undefined }),
          tiles: undefined,
          localities: () => [],
          disk: { cache, ground, clock },
          onTileError: () => undefined,
        })
        const map = await maps.picture({
          center: { latitude: -33.87, longitude: 151.21 },
          zoom: 15,
          width: 200,
          height: 100,
          scale: 1,
          theme: 'light',
          unit: 'miles',
          approximate: false,
          near: false,
          outline: null,
          format: 'webp',
        })
        await cache.settled()
        return map
      }
      const first = await picture(() => noon)
      expect(await picture(() => noon + DAY)).toEqual(first)
      expect(drawn).toBe(1)
      await picture(() => noon + 8 * DAY)
      expect(drawn).toBe(2)
      truncateSync(filesIn(folder)[0]!, 200)
      expect(await picture(() => noon + 8 * DAY)).toEqual(first)
      expect(drawn).toBe(3)
      await picture(() => noon + 8 * DAY, 'other tiles')
      expect(drawn).toBe(4)
    } finally {
      await real.close()
    }
  })

  test('drawingVersion changes with the drawing code', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'marks.ts'), 'a pin')
    const before = await drawingVersion([folder])
    expect(await drawingVersion([folder])).toBe(before)
    writeFileSync(join(folder, 'marks.ts'), 'a flag')
    expect(await drawingVersion([folder])).not.toBe(before)
  })
})

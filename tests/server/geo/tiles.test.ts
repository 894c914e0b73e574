import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readImageType } from '../../../server/geo/image.ts'
import { MbtilesError, openMbtiles } from '../../../server/repositories/mbtiles.ts'
import { fileTiles, xyzTiles } from '../../../server/geo/tiles.ts'
import { PmtilesError } from '../../../server/geo/pmtiles-file.ts'
import { openPmtiles } from '../../../server/geo/pmtiles.ts'
import type { TileFile, TileSource } from '../../../server/geo/tiles.ts'
import { tileRoutes } from '../../../server/routes/tiles.ts'
import { temporaryFolder } from '../harness.ts'
import { appWith, serviceTimeoutMs, service, SERVICE_FAILURES } from './fake-service.ts'
import {
  colourDistance,
  readPicture,
  tileColour,
  tileOf,
  vectorMaps,
  writeMbtiles,
  writePmtiles,
} from './map-fixtures.ts'

const DAY = 86_400_000
const noon = Date.UTC(2026, 0, 1, 12)

async function tileApp(tiles: TileSource | undefined, now = () => noon) {
  const maps = await vectorMaps()
  const app = await appWith((bare) =>
    bare.register(tileRoutes, { tiles, ...maps, clock: () => new Date(now()) }),
  )
  return { get: (path: string) => app.inject(path) }
}

const xyz = (template: string, clock = () => noon, failure?: string) =>
  xyzTiles({
    template,
    attribution: '© Tests',
    offlineAllowed: true,
    maxZoom: 17,
    userAgent: 'Offlead/1.2.3',
    clock,
    timeout: serviceTimeoutMs(failure),
  })

describe('without tiles', () => {
  test('the offer has only the built-in map, and tile requests get 404', async () => {
    const { get } = await tileApp(undefined)
    expect((await get('/api/maps')).json()).toMatchObject({ base: {}, streets: null, tiles: null })
    expect((await get('/api/maps/tiles/0/0/0')).statusCode).toBe(404)
  })
})

describe('tiles of an external server', () => {
  test('are offered on our own origin, with their attribution', async () => {
    const { get } = await tileApp(xyz('http://127.0.0.1:9/{z}/{x}/{y}.png?key=secret'))
    const offer = await get('/api/maps')
    expect(offer.json()).toMatchObject({
      tiles: {
        url: '/api/maps/tiles/{z}/{x}/{y}',
        attribution: '© Tests',
        minZoom: 0,
        maxZoom: 17,
        offlineAllowed: true,
      },
    })
    expect(offer.body).not.toContain('secret')
  })

  test('are passed on unchanged, with the content type of their bytes and not of their server', async () => {
    const bytes = await tileOf(12, 3768, 2457, 'webp')
    const { url, asked } = await service((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(bytes),
    )
    const { get } = await tileApp(xyz(`${url}/base/{z}/{x}/{y}.png?key=secret&y={y}`))
    const answer = await get('/api/maps/tiles/12/3768/2457')
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(asked.map(({ path }) => path)).toEqual(['/base/12/3768/2457.png?key=secret&y=2457'])
  })

  test('are requested once while they are fresh, however many clients want them', async () => {
    const bytes = await tileOf(1, 1, 1)
    let now = noon
    const { url, asked } = await service((_, response) =>
      response.writeHead(200, { 'cache-control': 'public, max-age=172800' }).end(bytes),
    )
    const { get } = await tileApp(
      xyz(`${url}/{z}/{x}/{y}`, () => now),
      () => now,
    )
    const together = await Promise.all([get('/api/maps/tiles/1/1/1'), get('/api/maps/tiles/1/1/1')])
    expect(together.map((answer) => answer.headers['cache-control'])).toEqual([
      'public, max-age=172800',
      'public, max-age=172800',
    ])
    now += DAY
    expect((await get('/api/maps/tiles/1/1/1')).headers['cache-control']).toBe('public, max-age=86400')
    expect(asked).toHaveLength(1)
    now += DAY
    await get('/api/maps/tiles/1/1/1')
    expect(asked).toHaveLength(2)
  })

  test('that are stale are served while their server fails', async () => {
    const bytes = await tileOf(1, 1, 1)
    let now = noon
    let away = false
    const { url } = await service((_, response) =>
      away
        ? response.writeHead(500).end()
        : response.writeHead(200, { 'cache-control': 'max-age=1' }).end(bytes),
    )
    const { get } = await tileApp(
      xyz(`${url}/{z}/{x}/{y}`, () => now),
      () => now,
    )
    await get('/api/maps/tiles/1/1/1')
    away = true
    now += 60 * DAY
    const old = await get('/api/maps/tiles/1/1/1')
    expect(old.rawPayload.equals(bytes)).toBe(true)
    expect(old.headers['cache-control']).toBe('public, max-age=60')
  })

  test('that do not exist are not found', async () => {
    const { url, asked } = await service((_, response) => response.writeHead(404).end('no'))
    const { get } = await tileApp(xyz(`${url}/{z}/{x}/{y}`))
    expect((await get('/api/maps/tiles/5/1/1')).statusCode).toBe(404)
    for (const path of ['18/0/0', '3/8/0', '3/0/8', '3/-1/0', '3/1.5/0', '3/..%2f1/0', '99999999/0/0']) {
      expect((await get(`/api/maps/tiles/${path}`)).statusCode, path).toBeOneOf([400, 404])
    }
    expect(asked).toHaveLength(1)
  })

  for (const { name, failure, answer } of SERVICE_FAILURES) {
    test(`whose server ${name} are an error in time that is not cached`, async () => {
      const { url } = await service(answer)
      const { get } = await tileApp(xyz(`${url}/{z}/{x}/{y}`, () => noon, failure))
      const reply = await get('/api/maps/tiles/1/1/1')
      expect({ status: reply.statusCode, code: reply.json().code }).toEqual({
        status: 502,
        code: 'engine-unavailable',
      })
      expect(reply.headers['cache-control']).toBe('no-store')
    })
  }
})

describe('readImageType', () => {
  const drawn = (width: number, height: number) => {
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').fillRect(0, 0, width, height)
    return canvas
  }

  test('reads type and size from the header', async () => {
    for (const [width, height] of [
      [256, 256],
      [300, 17],
      [1, 1],
    ] as const) {
      const canvas = drawn(width, height)
      expect(readImageType(await canvas.encode('png'))).toEqual({ type: 'image/png', width, height })
      expect(readImageType(await canvas.encode('jpeg', 80))).toEqual({ type: 'image/jpeg', width, height })
      expect(readImageType(await canvas.encode('webp', 80))).toEqual({ type: 'image/webp', width, height })
      expect(readImageType(await canvas.encode('webp', 100))).toEqual({ type: 'image/webp', width, height })
    }
    // The extended WebP format stores the size in a different place.
    const extended = Buffer.from('52494646ff000000574542505650385800000000000000002b0100100000', 'hex')
    expect(readImageType(extended)).toEqual({ type: 'image/webp', width: 300, height: 17 })
  })

  test('rejects other file types and files that are cut off', async () => {
    const whole = await drawn(8, 8).encode('jpeg', 80)
    for (const bytes of [
      Buffer.from(''),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF1234WAVEfmt is music and no picture'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      whole.subarray(0, 20),
      Buffer.from('RIFF1234WEBPVP8 '),
      Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff]),
    ])
      expect(readImageType(bytes)).toBeUndefined()
  })

  test('reads the size that a decoder uses, not one hidden in a comment after a fill byte', async () => {
    const real = await drawn(1200, 900).encode('jpeg', 80)
    // A reader that takes the fill byte for a segment jumps from the comment's start to its middle.
    const comment = Buffer.alloc(65_523)
    comment.set([0xff, 0xff, 0xfe])
    comment.writeUInt16BE(comment.length - 3, 3)
    comment.set([0xff, 0xc0, 0, 17, 8, 0, 100, 0, 100], 2 + 0xfeff)
    const start = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0, 0])
    const bytes = Buffer.concat([start, comment, real.subarray(2)])
    expect(await loadImage(bytes)).toMatchObject({ width: 1200, height: 900 })
    expect(readImageType(bytes)).toEqual({ type: 'image/jpeg', width: 1200, height: 900 })
  })

  test('lets the server reject an image larger than a tile without decoding it', async () => {
    const huge = Buffer.from(await tileOf(0, 0, 0))
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    const { url } = await service((_, response) => response.end(huge))
    const { get } = await tileApp(xyz(`${url}/{z}/{x}/{y}`))
    expect((await get('/api/maps/tiles/1/1/1')).statusCode).toBe(502)
  })
})

/** Both tile file formats, with how a test writes one and the product opens it. */
const FORMATS = {
  mbtiles: {
    write: (path: string, attribution: string, tiles: Parameters<typeof writeMbtiles>[2], vector: boolean) =>
      writeMbtiles(path, { name: 'Tests', format: vector ? 'pbf' : 'png', attribution }, tiles),
    open: async (path: string): Promise<TileFile> => openMbtiles(path),
    refusal: MbtilesError,
    none: 'is not an MBTiles file',
    vector: "has tiles of format 'pbf'; png, jpg and webp can be drawn",
  },
  pmtiles: {
    write: (path: string, attribution: string, tiles: Parameters<typeof writePmtiles>[2], vector: boolean) =>
      writePmtiles(path, attribution, tiles, vector ? 1 : 2),
    open: openPmtiles,
    refusal: PmtilesError,
    none: 'is not a PMTiles file',
    vector: "has tiles of format 'mvt'; png, jpg and webp can be drawn",
  },
}

describe.each(['mbtiles', 'pmtiles'] as const)('tiles of a %s file', (format) => {
  const { write, open, refusal, none, vector } = FORMATS[format]
  async function fileWith({ isVector = false } = {}) {
    const path = join(temporaryFolder(), `map.${format}`)
    const tiles = [
      [3, 7, 4],
      [4, 14, 9],
      [4, 14, 10],
    ] as const
    const drawn = await Promise.all(
      tiles.map(async ([z, x, y]) => ({ z, x, y, bytes: await tileOf(z, x, y) })),
    )
    write(path, '<a href="https://x.example">&copy; Tests &amp; Co</a>', drawn, isVector)
    return path
  }
  async function opened(path: string) {
    const file = await open(path)
    onTestFinished(async () => file.close())
    return file
  }

  test('are addressed with rows counted from the north', async () => {
    const file = await opened(await fileWith())
    const { get } = await tileApp(
      fileTiles(file, { attribution: '', offlineAllowed: true, clock: () => noon }),
    )
    expect((await get('/api/maps')).json().tiles).toEqual({
      url: '/api/maps/tiles/{z}/{x}/{y}',
      attribution: '© Tests & Co',
      minZoom: 3,
      maxZoom: 4,
      offlineAllowed: true,
    })
    for (const [z, x, y] of [
      [3, 7, 4],
      [4, 14, 9],
      [4, 14, 10],
    ] as const) {
      const answer = await get(`/api/maps/tiles/${z}/${x}/${y}`)
      expect(answer.headers['content-type']).toBe('image/png')
      expect(colourDistance((await readPicture(answer.rawPayload)).at(10, 10), tileColour(z, x, y))).toBe(0)
    }
    for (const missing of ['4/14/5', '4/14/11', '2/0/0', '5/0/0'])
      expect((await get(`/api/maps/tiles/${missing}`)).statusCode).toBe(404)
  })

  test('use the attribution of the operator instead of the one in the file', async () => {
    const file = await opened(await fileWith())
    expect(
      fileTiles(file, { attribution: '© Council', offlineAllowed: true, clock: () => noon }).attribution,
    ).toBe('© Council')
  })

  test('are rejected with a reason if the file cannot be drawn', async () => {
    const folder = temporaryFolder()
    const text = join(folder, 'text')
    writeFileSync(text, 'this is no tile file, but long enough to be looked at as one'.repeat(100))
    for (const [path, message] of [
      [join(folder, 'missing'), 'cannot be opened'],
      [text, none],
      [await fileWith({ isVector: true }), vector],
    ] as const) {
      await expect(open(path), path).rejects.toThrow(new refusal(message))
    }
  })
})

test('a database that is not MBTiles, or has no tiles, is rejected', () => {
  const folder = temporaryFolder()
  const other = join(folder, 'other.db')
  new Database(other).exec('create table parks (id)').close()
  const empty = join(folder, 'empty.mbtiles')
  writeMbtiles(empty, { format: 'png' }, [])
  expect(() => openMbtiles(other)).toThrow(new MbtilesError('is not an MBTiles file'))
  expect(() => openMbtiles(empty)).toThrow(new MbtilesError('has no tiles'))
})

test('a PMTiles archive that is cut off or has excessive lengths is rejected without harm', async () => {
  const path = join(temporaryFolder(), 'map.pmtiles')
  writePmtiles(path, '', [{ z: 3, x: 7, y: 4, bytes: await tileOf(3, 7, 4) }])
  const whole = readFileSync(path)
  for (const length of [0, 60, 127, 130]) {
    writeFileSync(path, whole.subarray(0, length))
    await expect(openPmtiles(path), String(length)).rejects.toThrow('is not a PMTiles file')
  }
  const huge = Buffer.from(whole)
  huge.writeBigUInt64LE(2n ** 52n, 32)
  writeFileSync(path, huge)
  await expect(openPmtiles(path)).rejects.toThrow('is not a PMTiles file')
  writeFileSync(path, whole.subarray(0, whole.length - 20))
  const cut = await openPmtiles(path)
  onTestFinished(async () => cut.close())
  const tiles = fileTiles(cut, { attribution: '', offlineAllowed: false, clock: () => noon })
  const { get } = await tileApp(tiles)
  expect((await get('/api/maps/tiles/3/7/4')).statusCode).toBeOneOf([200, 404])
})

test('a directory of a PMTiles archive that could not be read once is read again for the next tile', async () => {
  const path = join(temporaryFolder(), 'map.pmtiles')
  writePmtiles(path, '', [{ z: 3, x: 7, y: 4, bytes: await tileOf(3, 7, 4) }], undefined, true)
  const whole = readFileSync(path)
  // Where the header says that the leaf directories are.
  const [offset, length] = [40, 48].map((at) => Number(whole.readBigUInt64LE(at))) as [number, number]
  writeFileSync(path, Buffer.from(whole).fill(0xff, offset, offset + length))
  const file = await openPmtiles(path)
  onTestFinished(async () => file.close())
  const { get } = await tileApp(
    fileTiles(file, { attribution: '', offlineAllowed: false, clock: () => noon }),
  )
  expect((await get('/api/maps/tiles/3/7/4')).statusCode).toBe(502)
  writeFileSync(path, whole)
  expect((await get('/api/maps/tiles/3/7/4')).statusCode).toBe(200)
})

test('a tile file that becomes unreadable is an error that is not cached', async () => {
  const path = join(temporaryFolder(), 'map.pmtiles')
  writePmtiles(path, '', [{ z: 3, x: 7, y: 4, bytes: await tileOf(3, 7, 4) }])
  const file = await openPmtiles(path)
  await file.close()
  const { get } = await tileApp(
    fileTiles(file, { attribution: '', offlineAllowed: false, clock: () => noon }),
  )
  const answer = await get('/api/maps/tiles/3/7/4')
  expect({
    status: answer.statusCode,
    code: answer.json().code,
    keep: answer.headers['cache-control'],
  }).toEqual({ status: 502, code: 'engine-unavailable', keep: 'no-store' })
})

import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStorage, StorageUnavailable } from '../../../server/storage/storage.ts'
import type { StoredFile } from '../../../server/storage/files.ts'
import type { Storage, StorageConfig } from '../../../server/storage/storage.ts'
import { signatureOf, startS3Server } from '../../support/s3-server.ts'
import { restoreBackup, takeBackup } from '../../../server/backup.ts'
import { copyFiles } from '../../../server/storage/copy.ts'
import { runScript } from '../../support/product.ts'
import { waitFor } from '../../support/wait-for.ts'
import { configIn, environmentOf, seed, startedOn, temporaryFolder, timeUntil } from '../harness.ts'

async function startedS3() {
  const server = await startS3Server()
  onTestFinished(() => server.close())
  return server
}

/** Stops the clock of pauses until the end of the test, so that none ends before the next request. */
function stopPauses() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

const KINDS: Record<string, () => Promise<StorageConfig>> = {
  'a folder': async () => ({ kind: 'folder', path: join(temporaryFolder(), 'files') }),
  'a bucket': async () => (await startedS3()).config,
  'a folder of a bucket': async () => ({ ...(await startedS3()).config, prefix: 'of/this' }),
}

async function listed(storage: Storage, prefix: string): Promise<StoredFile[]> {
  const files = []
  for await (const file of storage.list(prefix)) files.push(file)
  return files
}

describe.each(Object.keys(KINDS))('the storage in %s', (kind) => {
  const opened = async () => openStorage(await KINDS[kind]!())

  test('returns what was stored under a key', async () => {
    const storage = await opened()
    await waitFor(() => storage.check())
    expect(await storage.get('pictures/a.webp')).toBeUndefined()
    expect(await storage.size('pictures/a.webp')).toBeUndefined()
    await storage.put('pictures/a.webp', Buffer.from([0, 1, 255]))
    await storage.put('pictures/empty', Buffer.alloc(0))
    expect(await storage.get('pictures/a.webp')).toEqual(Buffer.from([0, 1, 255]))
    expect(await storage.size('pictures/a.webp')).toBe(3)
    expect(await storage.get('pictures/empty')).toEqual(Buffer.alloc(0))
    expect(await storage.size('pictures/empty')).toBe(0)
    await storage.put('pictures/a.webp', Buffer.from('new'))
    expect(String(await storage.get('pictures/a.webp'))).toBe('new')
    await storage.delete('pictures/a.webp')
    await storage.delete('pictures/a.webp')
    expect(await storage.get('pictures/a.webp')).toBeUndefined()
  })

  test('stores and returns large files piece by piece', async () => {
    const storage = await opened()
    const folder = temporaryFolder()
    const bytes = randomBytes(20 * 2 ** 20 + 1)
    writeFileSync(join(folder, 'large'), bytes)
    await storage.putFile('maps/large.pmtiles', join(folder, 'large'))
    expect(await storage.size('maps/large.pmtiles')).toBe(bytes.length)
    expect(await storage.getFile('maps/large.pmtiles', join(folder, 'copy'))).toBe(true)
    expect(readFileSync(join(folder, 'copy')).equals(bytes)).toBe(true)
    expect(await storage.getFile('maps/none.pmtiles', join(folder, 'none'))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['copy', 'large'])
  })

  test('lists the files below a prefix in the order of their keys', async () => {
    const storage = await opened()
    expect(await listed(storage, 'pictures/')).toEqual([])
    const before = Date.now()
    for (const key of ['pictures/b', 'pictures/a/z', 'pictures/a.b', 'uploads/x', 'pictures-2/y'])
      await storage.put(key, Buffer.from(key))
    const files = await listed(storage, 'pictures/')
    expect(files.map(({ key, bytes }) => [key, bytes])).toEqual([
      ['pictures/a.b', 12],
      ['pictures/a/z', 12],
      ['pictures/b', 10],
    ])
    for (const { modifiedAt } of files) expect(Math.abs(modifiedAt.getTime() - before)).toBeLessThan(60_000)
  })

  test('lists more files than one reply has', async () => {
    const storage = await opened()
    for (let at = 0; at < 1_005; at += 67)
      await Promise.all(
        Array.from({ length: 67 }, (_, more) => storage.put(`many/${at + more}`, Buffer.from('x'))),
      )
    const keys = (await listed(storage, 'many/')).map(({ key }) => key)
    expect(keys).toEqual(Array.from({ length: 1_005 }, (_, at) => `many/${at}`).sort())
  })

  test('refuses keys that are no plain paths', async () => {
    const storage = await opened()
    for (const key of [
      '',
      '/etc/passwd',
      '../x',
      'a/../b',
      'a//b',
      'a/',
      '.hidden',
      'a b',
      'é',
      'x'.repeat(401),
    ])
      await expect(storage.get(key), key).rejects.toThrow(TypeError)
  })
})

test('a file that is being written to a folder is not seen', async () => {
  const path = join(temporaryFolder(), 'files')
  const storage = openStorage({ kind: 'folder', path })
  await storage.put('pictures/a', Buffer.from('a'))
  writeFileSync(join(path, 'pictures', 'b.0.tmp'), 'incomplete')
  expect((await listed(storage, 'pictures/')).map(({ key }) => key)).toEqual(['pictures/a'])
  expect(readdirSync(join(path, 'pictures')).sort()).toEqual(['a', 'b.0.tmp'])
})

test('a folder that cannot be used is reported with the reason', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'files'), '')
  const storage = openStorage({ kind: 'folder', path: join(folder, 'files') })
  await expect(storage.check()).rejects.toThrow(StorageUnavailable)
  await expect(storage.put('a', Buffer.from('a'))).rejects.toThrow(/^The folder .* cannot be used: E/)
  mkdirSync(join(folder, 'other', 'a'), { recursive: true })
  const other = openStorage({ kind: 'folder', path: join(folder, 'other') })
  await expect(other.get('a')).rejects.toThrow(/cannot be used: EISDIR/)
})

describe('an object store that cannot be used', () => {
  const every = (storage: Storage): Record<string, () => Promise<unknown>> => ({
    put: () => storage.put('a', Buffer.from('a')),
    get: () => storage.get('a'),
    size: () => storage.size('a'),
    delete: () => storage.delete('a'),
    list: () => listed(storage, 'a'),
    check: () => storage.check(),
  })

  test.each(['error', 'cut'] as const)('is reported by every request (%s)', async (fault) => {
    const server = await startedS3()
    const storage = openStorage(server.config)
    server.breakWith(fault)
    for (const [name, ask] of Object.entries(every(storage)))
      await expect(ask(), name).rejects.toThrow(StorageUnavailable)
    server.breakWith('none')
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    for (const [name, ask] of Object.entries(every(storage))) await expect(ask(), name).resolves.not.toThrow()
  })

  test('that does not reply is waited for once, and for a limited time', async () => {
    stopPauses()
    const server = await startedS3()
    const storage = openStorage(server.config)
    server.breakWith('silent')
    const before = Date.now()
    await expect(storage.get('a')).rejects.toThrow(/did not reply in time/)
    const waited = Date.now() - before
    expect(waited).toBeGreaterThan(5_000)
    expect(waited).toBeLessThan(60_000)
    const asked = server.requests.length
    await expect(storage.get('b')).rejects.toThrow(/did not reply in time/)
    expect(server.requests.length).toBe(asked)
  })

  test('says whether the bucket is missing, or the keys or the region are wrong', async () => {
    const { config } = await startedS3()
    const wrong = { ...config, secretAccessKey: 'other' }
    await expect(openStorage(wrong).get('a')).rejects.toThrow(/403.*SignatureDoesNotMatch/)
    await expect(openStorage({ ...config, accessKeyId: 'other' }).put('a', Buffer.from('a'))).rejects.toThrow(
      /403.*InvalidAccessKeyId/,
    )
    for (const change of [wrong, { ...config, bucket: 'other' }])
      await waitFor(() =>
        expect(openStorage(change).check()).rejects.toThrow(
          /^s3:\/\/(offlead|other) at http:\/\/127\.0\.0\.1:\d+ cannot be used: there is no such bucket, or its keys/,
        ),
      )
    const elsewhere = openStorage({ ...config, region: 'us-east-1' })
    await expect(elsewhere.get('a')).rejects.toThrow(/400.*AuthorizationHeaderMalformed/)
    await waitFor(() =>
      expect(elsewhere.check()).rejects.toThrow(
        /cannot be used: the region of the bucket is probably not us-east-1\.$/,
      ),
    )
  })

  test('that is not there is reported at once', async () => {
    const server = await startS3Server()
    const { config } = server
    await server.close()
    await expect(openStorage(config).get('a')).rejects.toThrow(/ECONNREFUSED/)
  })
})

test('a server starts while its storage cannot be used, says so, and recovers', async () => {
  const path = join(temporaryFolder(), 'mounted')
  // A file where the folder should be.
  writeFileSync(path, '')
  const config = configIn(temporaryFolder(), { storage: { kind: 'folder', path } })
  await seed(config)
  const { app } = await startedOn(config)
  const state = async () => ((await app.inject('/api/ready')).json() as { storage: string }).storage
  expect(await state()).toBe('unavailable')
  expect((await app.inject('/api/states')).statusCode).toBe(200)
  rmSync(path)
  await timeUntil(async () => (await state()) === 'ok')
})

test('a reply never waits long for an object store that does not reply, and the next one not at all', async () => {
  const server = await startedS3()
  const config = configIn(temporaryFolder(), { storage: server.config })
  await seed(config)
  const { app } = await startedOn(config)
  stopPauses()
  server.breakWith('silent')
  const statusOf = async (digit: string) =>
    (await app.inject(`/api/pictures/${digit.repeat(64)}.webp`)).statusCode
  const before = Date.now()
  expect(await statusOf('1')).toBe(503)
  expect(Date.now() - before).toBeLessThan(60_000)
  const asked = server.requests.length
  expect(asked).toBeGreaterThan(0)
  expect(await statusOf('2')).toBe(503)
  expect(server.requests.length).toBe(asked)
})

test('the store of these tests computes the signature that Amazon’s documentation has for its example', () => {
  // "Signature Calculations for the Authorization Header", GET Object.
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  expect(
    signatureOf(
      {
        method: 'GET',
        url: '/test.txt',
        headers: {
          host: 'examplebucket.s3.amazonaws.com',
          range: 'bytes=0-9',
          'x-amz-content-sha256': empty,
          'x-amz-date': '20130524T000000Z',
        },
      },
      'host;range;x-amz-content-sha256;x-amz-date',
      '20130524/us-east-1/s3/aws4_request',
      empty,
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    ),
  ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

describe('files that cannot be made again', () => {
  const PICTURE = 'pictures/a.webp'

  test('are copied between the data folder and a bucket, and a second run continues', async () => {
    const server = await startedS3()
    const bucket = openStorage(server.config)
    const folder = openStorage({ kind: 'folder', path: join(temporaryFolder(), 'var') })
    expect(await copyFiles(folder, bucket)).toEqual({ files: 0, written: 0, bytes: 0 })
    await folder.put(PICTURE, Buffer.from('one'))
    await folder.put('pictures/b.webp', Buffer.from('two'))
    await folder.put('maps/other', Buffer.from('made again'))
    await bucket.put(PICTURE, Buffer.from('one'))
    expect(await copyFiles(folder, bucket)).toEqual({ files: 2, written: 1, bytes: 6 })
    expect([...server.objects.keys()].sort()).toEqual([PICTURE, 'pictures/b.webp'])
    const other = openStorage({ kind: 'folder', path: join(temporaryFolder(), 'var') })
    expect(await copyFiles(bucket, other)).toEqual({ files: 2, written: 2, bytes: 6 })
    expect(String(await other.get('pictures/b.webp'))).toBe('two')
  })

  test('are in a backup of SQLite, and go back to the bucket', async () => {
    const server = await startedS3()
    const storage = openStorage(server.config)
    const config = configIn(temporaryFolder())
    await seed(config)
    await storage.put(PICTURE, Buffer.from('one'))
    const at = new Date('2026-11-21T03:04:05Z')
    const { path: from } = await takeBackup(config.dataDir, { at, version: '1.2.3', storage })
    server.objects.clear()
    expect(await restoreBackup(config.dataDir, { from, at, storage })).toMatchObject({ files: 1 })
    expect(String(await storage.get(PICTURE))).toBe('one')
    const later = new Date(at.getTime() + 1000)
    expect(await restoreBackup(config.dataDir, { from, at: later, storage })).toMatchObject({ files: 0 })
    expect(readdirSync(config.dataDir)).not.toContain('pictures')
  })

  test('are moved by the command, which says why it cannot', async () => {
    const server = await startedS3()
    const config = configIn(temporaryFolder(), { storage: server.config })
    await openStorage({ kind: 'folder', path: config.dataDir }).put(PICTURE, Buffer.from('one'))
    const move = (environment: Record<string, string>, direction = 'to-storage') =>
      runScript('scripts/move.ts', environment, ['--files', direction])
    const environment = environmentOf(config)
    expect(await move(environment)).toContain('All 1 pictures (0.0 MB) are in the storage, 1 copied now.')
    expect([...server.objects.keys()]).toEqual([PICTURE])
    await expect(move({ DATA_DIR: config.dataDir })).rejects.toThrow('STORAGE_URL must be set')
    server.breakWith('error')
    const failure = await move(environment, 'from-storage').catch(String)
    expect(failure).toMatch(/s3:\/\/offlead at http:\S+ cannot be used: S3 returned 503/)
    expect(failure).not.toContain('storage/s3.ts')
  })
})

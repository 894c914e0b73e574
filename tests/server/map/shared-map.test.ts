import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { copySharedMap, shareMap } from '../../../server/geo/shared-map.ts'
import { streetFiles } from '../../../server/geo/street-map.ts'
import { openStorage } from '../../../server/storage/storage.ts'
import { MapOffer } from '../../../data/model/map.ts'
import { configIn, environmentOf, seed, startedOn, temporaryFolder, timeUntil } from '../harness.ts'
import { runScript } from '../../support/product.ts'
import { startS3Server } from '../../support/s3-server.ts'
import { addStreets } from './fixtures.ts'

async function bucketWithMap() {
  const server = await startS3Server()
  onTestFinished(() => server.close())
  const storage = openStorage(server.config)
  const folder = temporaryFolder()
  addStreets(folder)
  const bytes = await shareMap(storage, folder)
  const keys = () => [...server.objects.keys()].sort()
  return { server, storage, folder, bytes, keys, files: streetFiles(folder) }
}

const contentOf = (folder: string) => {
  const { tiles, packs } = streetFiles(folder)
  return [readFileSync(tiles).toString('hex'), readFileSync(packs).toString('hex')]
}

test('a street map that one server has shared is offered by another one', async () => {
  const { server, folder, bytes, files } = await bucketWithMap()
  expect(bytes).toBe(readFileSync(files.tiles).length + readFileSync(files.packs).length)
  const config = configIn(temporaryFolder(), { storage: server.config })
  await seed(config)
  const { app } = await startedOn(config)
  const offered = async () => MapOffer.parse((await app.inject('/api/maps')).json()).streets
  await timeUntil(async () => (await offered()) !== null)
  expect(await offered()).toMatchObject({ minZoom: 8, maxZoom: 14 })
  expect(contentOf(config.dataDir)).toEqual(contentOf(folder))
})

test('a map is copied once, and again when there is a new one', async () => {
  const { server, storage, folder, files, keys } = await bucketWithMap()
  const other = temporaryFolder()
  expect(await copySharedMap(storage, other)).toBe(true)
  server.requests.length = 0
  expect(await copySharedMap(storage, other)).toBe(false)
  expect(server.requests).toEqual(['GET /offlead/maps/current.json'])
  // The folder that it was shared from has it already.
  expect(await copySharedMap(storage, folder)).toBe(false)

  const first = keys()
  writeFileSync(files.packs, Buffer.concat([readFileSync(files.packs), Buffer.from('new')]))
  await shareMap(storage, folder)
  expect(keys()).toHaveLength(first.length + 1)
  expect(keys()).toEqual(expect.arrayContaining(first))
  expect(await copySharedMap(storage, other)).toBe(true)
  expect(contentOf(other)).toEqual(contentOf(folder))
  // Of older maps, only the one before is kept.
  writeFileSync(files.packs, Buffer.concat([readFileSync(files.packs), Buffer.from('newest')]))
  await shareMap(storage, folder)
  expect(keys()).toHaveLength(first.length + 1)
})

test('a damaged or missing map of the storage does not replace that of a server', async () => {
  const { server, storage, folder, keys } = await bucketWithMap()
  const other = temporaryFolder()
  expect(await copySharedMap(openStorage({ kind: 'folder', path: temporaryFolder() }), other)).toBe(false)
  const key = keys().find((name) => name.endsWith('.pmtiles'))
  const { bytes } = server.objects.get(key!)!
  server.objects.set(key!, { bytes: Buffer.from('damaged'), modifiedAt: new Date() })
  await expect(copySharedMap(storage, other)).rejects.toThrow('is damaged')
  expect(existsSync(streetFiles(other).tiles)).toBe(false)
  server.objects.delete(key!)
  await expect(copySharedMap(storage, other)).rejects.toThrow('is not in the storage')
  server.objects.set(key!, { bytes, modifiedAt: new Date() })
  expect(await copySharedMap(storage, other)).toBe(true)
  expect(contentOf(other)).toEqual(contentOf(folder))
})

test('the empty object that a console creates for a folder is no file', async () => {
  const { server, storage, folder, keys } = await bucketWithMap()
  const files = keys()
  server.objects.set('maps/', { bytes: Buffer.alloc(0), modifiedAt: new Date(0) })
  expect(await shareMap(storage, folder)).toBeGreaterThan(0)
  const listed: string[] = []
  for await (const { key } of storage.list('maps/')) listed.push(key)
  expect(listed.toSorted()).toEqual(files)
})

test('the command shares the map of the data folder, and says why it cannot', async () => {
  const server = await startS3Server()
  onTestFinished(() => server.close())
  const config = configIn(temporaryFolder(), { storage: server.config })
  const share = (environment: Record<string, string>) => runScript('scripts/map.ts', environment, ['--share'])
  await expect(share(environmentOf(config))).rejects.toThrow('There is no map in')
  addStreets(config.dataDir)
  await expect(share({ DATA_DIR: config.dataDir })).rejects.toThrow('STORAGE_URL must be set')
  expect(await share(environmentOf(config))).toMatch(/^[\d.]+ MB copied to STORAGE_URL\./)
  const other = temporaryFolder()
  expect(await copySharedMap(openStorage(server.config), other)).toBe(true)
  expect(contentOf(other)).toEqual(contentOf(config.dataDir))
})

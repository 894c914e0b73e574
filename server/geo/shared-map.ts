import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'
import type { Storage } from '../storage/storage.ts'
import { streetFiles } from './street-map.ts'
import { createFolder } from '../storage/create-folder.ts'

/** A file of the map. Its key in the storage has its hash. */
const SharedFile = z.strictObject({ sha256: z.string(), bytes: z.int() })
/** What the storage has at {@link CURRENT}: the street map that all servers use, and its packs. */
const SharedMap = z.strictObject({ tiles: SharedFile, packs: SharedFile })
type SharedMap = z.infer<typeof SharedMap>

const FOLDER = 'maps/'
const CURRENT = `${FOLDER}current.json`
const keyOf = ({ sha256 }: { sha256: string }) => `${FOLDER}${sha256}.pmtiles`
/** How often a server looks for a new map. */
const CHECK_INTERVAL_MS = 60_000

const PARTS = ['tiles', 'packs'] as const

async function describeFile(path: string): Promise<z.infer<typeof SharedFile>> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { sha256: hash.digest('hex'), bytes: (await stat(path)).size }
}

async function readCurrent(storage: Storage): Promise<SharedMap | undefined> {
  const text = await storage.get(CURRENT)
  return text && SharedMap.parse(JSON.parse(text.toString()))
}

/** The record, in the data folder, of the shared map that its files are. */
const recordIn = (dataDir: string) => join(dataDir, 'map-shared.json')

async function readRecord(dataDir: string): Promise<string | undefined> {
  return readFile(recordIn(dataDir), 'utf8').catch(() => undefined)
}

/**
 * Copies the street map of a data folder to the storage, from where all servers copy it. The map before it stays
 * in the storage, because a server may still be copying it; older ones are deleted.
 * @returns the bytes of the map
 * @throws StorageUnavailable, or an error if there is no map
 */
export async function shareMap(storage: Storage, dataDir: string): Promise<number> {
  const files = streetFiles(dataDir)
  const map: SharedMap = {
    tiles: await describeFile(files.tiles),
    packs: await describeFile(files.packs),
  }
  const before = await readCurrent(storage)
  for (const part of PARTS)
    if ((await storage.size(keyOf(map[part]))) !== map[part].bytes)
      await storage.putFile(keyOf(map[part]), files[part])
  const content = JSON.stringify(map)
  await storage.put(CURRENT, Buffer.from(content))
  await writeFile(recordIn(dataDir), content)
  const kept = new Set([
    CURRENT,
    ...[map, before ?? map].flatMap(({ tiles, packs }) => [tiles, packs].map(keyOf)),
  ])
  for await (const { key } of storage.list(FOLDER)) if (!kept.has(key)) await storage.delete(key)
  return map.tiles.bytes + map.packs.bytes
}

/**
 * Copies the map of the storage to a data folder, unless it is there.
 * @returns whether it was copied
 * @throws StorageUnavailable, or an error if a file is damaged or cannot be written
 */
export async function copySharedMap(storage: Storage, dataDir: string): Promise<boolean> {
  const map = await readCurrent(storage)
  if (!map) return false
  const content = JSON.stringify(map)
  const files = streetFiles(dataDir)
  const isThere = await Promise.all(PARTS.map((part) => stat(files[part]).catch(() => undefined)))
  if (isThere.every(Boolean) && (await readRecord(dataDir)) === content) return false
  const folder = join(dataDir, 'map-copy')
  await rm(folder, { recursive: true, force: true })
  await createFolder(folder)
  try {
    for (const part of PARTS) {
      const copy = join(folder, part)
      if (!(await storage.getFile(keyOf(map[part]), copy)))
        throw new Error(`${keyOf(map[part])} is not in the storage.`)
      if ((await describeFile(copy)).sha256 !== map[part].sha256)
        throw new Error(`${keyOf(map[part])} in the storage is damaged.`)
    }
    // Between the two, the packs count as absent, because they are of another version.
    for (const part of PARTS) await rename(join(folder, part), files[part])
    await writeFile(recordIn(dataDir), content)
    return true
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Copies the map of the storage to a data folder now, and each time there is a new one.
 * @param onError called when copying fails; it is tried again later
 */
export function followSharedMap(
  storage: Storage,
  dataDir: string,
  onError: (error: unknown) => void,
): { close(): void } {
  let closed = false
  let copying: Promise<unknown> | undefined
  const check = () => {
    copying ??= copySharedMap(storage, dataDir)
      .catch((error: unknown) => {
        if (!closed) onError(error)
      })
      .finally(() => {
        copying = undefined
      })
  }
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref()
  check()
  return {
    // A copy that is not complete is made again after the next start, so stopping does not wait for it.
    close() {
      closed = true
      clearInterval(timer)
    },
  }
}

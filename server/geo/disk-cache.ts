import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createFolder } from '../storage/create-folder.ts'

/** Cached bytes, and until when (milliseconds since 1970) they count as fresh. */
interface CacheEntry {
  bytes: Buffer
  freshUntil: number
}

/**
 * A cache on disk, so that a restart need not request or draw everything again. Entries may be lost at any
 * time.
 */
export interface DiskCache {
  /**
   * Also returns entries that are no longer fresh; the caller checks `freshUntil`. An incomplete file counts
   * as missing.
   */
  get(key: string): Promise<CacheEntry | undefined>
  /**
   * Resolves when the entry is stored or storing has failed. A failure such as a full disk is reported once
   * and never rejects.
   */
  set(key: string, entry: CacheEntry): Promise<void>
  /** Resolves when all writes have finished. */
  settled(): Promise<void>
}

export interface DiskCacheOptions {
  folder: string
  /** The least recently used entries are removed when the cache is larger. */
  maxBytes: number
  onError: (error: unknown) => void
}

/** The first line of a file; the bytes follow. The hash detects files that were not completely written. */
const FileHeader = z.strictObject({ sha256: z.string(), freshUntil: z.number() })
const LINE_END = 0x0a
/** Share of the maximum size to shrink to, so that not every new file has to remove an old one. */
const SHARE_AFTER_CLEANUP = 0.9

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64url')
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function parseEntry(file: Buffer): CacheEntry | undefined {
  const end = file.indexOf(LINE_END)
  if (end === -1) return undefined
  try {
    const { sha256: hash, freshUntil } = FileHeader.parse(JSON.parse(file.toString('utf8', 0, end)))
    const bytes = file.subarray(end + 1)
    return sha256(bytes) === hash ? { bytes, freshUntil } : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores each entry in a file named by the hash of its key, so that file names do not reveal services or
 * places.
 */
export function diskCache({ folder, maxBytes, onError }: DiskCacheOptions): DiskCache {
  /** Sizes in bytes by file name, least recently used first. */
  let sizes: Promise<Map<string, number>> | undefined
  let total = 0
  let hasReported = false
  const report = (error: unknown) => {
    if (!hasReported) onError(error)
    hasReported = true
  }
  const pendingWrites = new Set<Promise<void>>()
  const pathOf = (name: string) => join(folder, name)

  async function scanFolder(): Promise<Map<string, number>> {
    await createFolder(folder)
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        // Incomplete files of a process that was stopped.
        if (name.endsWith('.new')) await rm(pathOf(name), { force: true })
        const { size, mtimeMs } = (await stat(pathOf(name)).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 }
        return { name, size, mtimeMs }
      }),
    )
    const existing = found.filter(({ size }) => size > 0).sort((one, other) => one.mtimeMs - other.mtimeMs)
    total = existing.reduce((sum, { size }) => sum + size, 0)
    return new Map(existing.map(({ name, size }) => [name, size]))
  }

  const knownSizes = () => {
    sizes ??= scanFolder().catch((error: unknown) => {
      sizes = undefined
      throw error
    })
    return sizes
  }

  async function remove(name: string, files: Map<string, number>) {
    total -= files.get(name) ?? 0
    files.delete(name)
    await rm(pathOf(name), { force: true })
  }

  async function write(name: string, file: Buffer) {
    const temporary = pathOf(`${randomUUID()}.new`)
    try {
      const files = await knownSizes()
      await writeFile(temporary, file)
      await rename(temporary, pathOf(name))
      total += file.length - (files.get(name) ?? 0)
      files.delete(name)
      files.set(name, file.length)
      if (total <= maxBytes) return
      for (const oldest of files.keys()) {
        if (total <= maxBytes * SHARE_AFTER_CLEANUP) break
        await remove(oldest, files)
      }
    } catch (error) {
      // The folder was deleted: the next write creates it again.
      if (isMissing(error)) sizes = undefined
      // What was written of it would fill the disk further.
      await rm(temporary, { force: true }).catch(() => undefined)
      report(error)
    }
  }

  return {
    async get(key) {
      const name = sha256(key)
      try {
        const entry = parseEntry(await readFile(pathOf(name)))
        const files = await knownSizes()
        const size = files.get(name)
        if (!entry) await remove(name, files)
        else if (size !== undefined) {
          files.delete(name)
          files.set(name, size)
        }
        return entry
      } catch (error) {
        if (!isMissing(error)) report(error)
        return undefined
      }
    },
    async set(key, { bytes, freshUntil }) {
      const file = Buffer.concat([
        Buffer.from(`${JSON.stringify({ sha256: sha256(bytes), freshUntil })}\n`),
        bytes,
      ])
      if (file.length > maxBytes * SHARE_AFTER_CLEANUP) return
      const work = write(sha256(key), file).finally(() => pendingWrites.delete(work))
      pendingWrites.add(work)
      await work
    },
    settled: async () => void (await Promise.all(pendingWrites)),
  }
}

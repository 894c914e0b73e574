import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** Bytes that can be had again, and until when (milliseconds since 1970) they may be taken for current. */
export interface Kept {
  bytes: Buffer
  freshUntil: number
}

/** What may be lost at any moment, kept on disk so that a restart does not ask or draw it all again. */
export interface DiskCache {
  /** Also what is no longer fresh: that is the caller's to judge. Whatever is not whole counts as not there. */
  get(key: string): Promise<Kept | undefined>
  /** Resolves when it is kept, or cannot be: a full disk is told once and costs no one their answer. */
  set(key: string, kept: Kept): Promise<void>
  /** Resolves when nothing is being written. */
  settled(): Promise<void>
}

export interface DiskCacheOptions {
  folder: string
  /** What is used least goes when there is more. */
  maxBytes: number
  onTrouble: (error: unknown) => void
}

/** The first line of a file; what follows are the bytes. The hash tells a file that was written whole from one that was not. */
const Heading = z.strictObject({ sha256: z.string(), freshUntil: z.number() })
const LINE_END = 0x0a
/** Share of the room that is left filled when things have to go: not every new file has to look for an old one. */
const FILLED_AFTER = 0.9

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('base64url')
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

function readKept(file: Buffer): Kept | undefined {
  const end = file.indexOf(LINE_END)
  if (end === -1) return undefined
  try {
    const { sha256: hash, freshUntil } = Heading.parse(JSON.parse(file.toString('utf8', 0, end)))
    const bytes = file.subarray(end + 1)
    return sha256(bytes) === hash ? { bytes, freshUntil } : undefined
  } catch {
    return undefined
  }
}

/** Keeps things in files of a folder, a file each under the hash of its key: what a key says of a service or a place is not to be read there. */
export function diskCache({ folder, maxBytes, onTrouble }: DiskCacheOptions): DiskCache {
  /** Bytes by file name, the least recently used first. */
  let sizes: Promise<Map<string, number>> | undefined
  let total = 0
  let told = false
  const trouble = (error: unknown) => {
    if (!told) onTrouble(error)
    told = true
  }
  const writing = new Set<Promise<void>>()
  const pathOf = (name: string) => join(folder, name)

  async function lookThrough(): Promise<Map<string, number>> {
    await mkdir(folder, { recursive: true })
    const found = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        // Half-written files of a process that is gone.
        if (name.endsWith('.new')) await rm(pathOf(name), { force: true })
        const { size, mtimeMs } = (await stat(pathOf(name)).catch(() => undefined)) ?? { size: 0, mtimeMs: 0 }
        return { name, size, mtimeMs }
      }),
    )
    const there = found.filter(({ size }) => size > 0).sort((one, other) => one.mtimeMs - other.mtimeMs)
    total = there.reduce((sum, { size }) => sum + size, 0)
    return new Map(there.map(({ name, size }) => [name, size]))
  }

  const known = () => {
    sizes ??= lookThrough().catch((error: unknown) => {
      sizes = undefined
      throw error
    })
    return sizes
  }

  async function drop(name: string, files: Map<string, number>) {
    total -= files.get(name) ?? 0
    files.delete(name)
    await rm(pathOf(name), { force: true })
  }

  async function write(name: string, file: Buffer) {
    try {
      const files = await known()
      const half = pathOf(`${randomUUID()}.new`)
      await writeFile(half, file)
      await rename(half, pathOf(name))
      total += file.length - (files.get(name) ?? 0)
      files.delete(name)
      files.set(name, file.length)
      if (total <= maxBytes) return
      for (const oldest of files.keys()) {
        if (total <= maxBytes * FILLED_AFTER) break
        await drop(oldest, files)
      }
    } catch (error) {
      trouble(error)
    }
  }

  return {
    async get(key) {
      const name = sha256(key)
      try {
        const kept = readKept(await readFile(pathOf(name)))
        const files = await known()
        const size = files.get(name)
        if (!kept) await drop(name, files)
        else if (size !== undefined) {
          files.delete(name)
          files.set(name, size)
        }
        return kept
      } catch (error) {
        if (!isMissing(error)) trouble(error)
        return undefined
      }
    },
    async set(key, { bytes, freshUntil }) {
      const file = Buffer.concat([
        Buffer.from(`${JSON.stringify({ sha256: sha256(bytes), freshUntil })}\n`),
        bytes,
      ])
      if (file.length > maxBytes * FILLED_AFTER) return
      const work = write(sha256(key), file).finally(() => writing.delete(work))
      writing.add(work)
      await work
    },
    settled: async () => void (await Promise.all(writing)),
  }
}

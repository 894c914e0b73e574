import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import PQueue from 'p-queue'
import { checkKey, isKey, StorageUnavailable } from './files.ts'
import type { Storage, StoredFile } from './files.ts'
import { createFolder } from './create-folder.ts'

/**
 * Calls at the same time. A folder of another machine may not answer at all, and then each call keeps one of the four
 * threads that also hash passwords, read other files and look up names.
 */
const MAX_CALLS = 2
/** Time for a call; copying a large file takes longer. Shorter than a proxy's and a browser's time limit. */
const CALL_TIMEOUT_MS = 6_000

interface CallOptions {
  /** Whether it takes as long as a file of any size does: then its time is not limited. */
  isLong?: boolean
}

/** The end of the names of files that are being written. */
const INCOMPLETE = '.tmp'

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** A storage in a folder, which is created when needed. Keys are paths in it. */
export function folderStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    checkKey(key)
    return join(folder, key)
  }

  const calls = new PQueue({ concurrency: MAX_CALLS })
  /** Calls that have had no answer in time, and have not ended yet. */
  let stuck = 0
  const noAnswer = () => new StorageUnavailable(`The folder ${folder} does not answer.`)

  async function inTime<T>(work: () => Promise<T>): Promise<T> {
    // Further calls would only wait.
    if (stuck >= MAX_CALLS) throw noAnswer()
    let isLate = false
    let isRunning = false
    const call = calls.add(async () => {
      if (isLate) throw noAnswer()
      isRunning = true
      try {
        return await work()
      } finally {
        isRunning = false
        if (isLate) stuck -= 1
      }
    })
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isLate = true
      if (isRunning) stuck += 1
      late.reject(noAnswer())
    }, CALL_TIMEOUT_MS)
    timer.unref()
    // The call may fail after its time.
    call.catch(() => undefined)
    try {
      return await Promise.race([call, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  async function orUnavailable<T>(work: () => Promise<T>, { isLong = false }: CallOptions = {}): Promise<T> {
    try {
      return await (isLong ? work() : inTime(work))
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new StorageUnavailable(`The folder ${folder} cannot be used: ${reason}`, { cause: error })
    }
  }
  const orMissing = <T>(work: () => Promise<T>, options?: CallOptions): Promise<T | undefined> =>
    orUnavailable(
      () =>
        work().catch((error: unknown) => {
          if (isMissing(error)) return undefined
          throw error
        }),
      options,
    )

  /** Readers see the whole file or none, also after a power cut. */
  const replace = (path: string, write: (temporary: string) => Promise<void>, options?: CallOptions) =>
    orUnavailable(async () => {
      const temporary = `${path}.${randomUUID()}${INCOMPLETE}`
      await createFolder(dirname(path))
      try {
        await write(temporary)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    }, options)
  const copy = async (from: string, to: string) => {
    await copyFile(from, to)
    const file = await open(to, 'r+')
    await file.sync().finally(() => file.close())
  }

  async function* filesBelow(key: string): AsyncGenerator<StoredFile> {
    const entries = (await orMissing(() => readdir(join(folder, key), { withFileTypes: true }))) ?? []
    // As a bucket orders keys: 'a.b' before 'a/b'.
    const named = entries.map((entry) => ({ entry, name: entry.name + (entry.isDirectory() ? '/' : '') }))
    for (const { entry, name } of named.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (entry.isDirectory()) yield* filesBelow(`${key}${name}`)
      else if (entry.isFile() && !name.endsWith(INCOMPLETE) && isKey(key + name)) {
        const found = await orMissing(() => stat(join(folder, key, name)))
        if (found) yield { key: `${key}${name}`, bytes: found.size, modifiedAt: found.mtime }
      }
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await replace(path, (temporary) => writeFile(temporary, bytes, { flush: true }))
    },
    async get(key) {
      const path = pathOf(key)
      return orMissing(() => readFile(path))
    },
    async putFile(key, from) {
      const path = pathOf(key)
      await replace(path, (temporary) => copy(from, temporary), { isLong: true })
    },
    async getFile(key, to) {
      const path = pathOf(key)
      const found = await orMissing(() => copy(path, to).then(() => true), { isLong: true })
      return found ?? false
    },
    async size(key) {
      const path = pathOf(key)
      return (await orMissing(() => stat(path)))?.size
    },
    async delete(key) {
      const path = pathOf(key)
      await orUnavailable(() => rm(path, { force: true }))
    },
    async *list(prefix) {
      const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      for await (const file of filesBelow(parent)) if (file.key.startsWith(prefix)) yield file
    },
    async check() {
      await orUnavailable(async () => {
        await createFolder(folder)
        await access(folder, constants.R_OK | constants.W_OK)
      })
    },
  }
}

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { jobFileKeys } from '../repositories/import-jobs.ts'
import type { Store } from '../repositories/store.ts'
import type { Storage } from '../storage/storage.ts'

/** Where the shared storage has the files of imports. */
export const UPLOADS = 'uploads/'

/** The files of imports, where other servers can get them. */
export interface JobFiles {
  /**
   * Stores the file of an import so that another server can continue it.
   * @returns what the job refers to: its bytes, its key in the shared storage, or nothing without other servers
   * @throws StorageUnavailable
   */
  share(path: string): Promise<Buffer | string | null>
  /** The file of an abandoned import. @throws StorageUnavailable */
  get(job: { file: Buffer | null; fileKey: string | null }): Promise<Buffer | undefined>
  /** Deletes the file unless another server may still need it. What is left, server/retention.ts deletes. */
  forget(file: Buffer | string | null): Promise<void>
}

/**
 * @param shared whether other servers use the same database
 * @param storage the storage that they use too; without it the files are in the database
 */
export const openJobFiles = ({
  store,
  shared,
  storage,
}: {
  store: Store
  shared: boolean
  storage: Storage | undefined
}): JobFiles => ({
  async share(path) {
    if (!shared) return null
    const bytes = await readFile(path)
    if (!storage) return bytes
    const key = `${UPLOADS}${randomUUID()}`
    await storage.put(key, bytes)
    return key
  },
  get: async ({ file, fileKey }) => (fileKey === null ? (file ?? undefined) : storage?.get(fileKey)),
  async forget(file) {
    if (!storage || typeof file !== 'string') return
    const isNeeded = await store.read(jobFileKeys).then(
      (keys) => keys.has(file),
      () => true,
    )
    if (!isNeeded) await storage.delete(file).catch(() => undefined)
  },
})

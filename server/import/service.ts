import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { ImportFileType, ImportResult, ImportUndone } from '../../data/model/import.ts'
import { countQueuedPictures } from '../repositories/pictures.ts'
import { LaterImportExists } from '../repositories/imports.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { ImportRequest } from './run.ts'
import { UnreadableFile } from './table.ts'
import type { Job, Outcome } from './thread.ts'

/** Another import is running. */
export class ImportBusy extends Error {
  override name = 'ImportBusy'
}

export interface Imports {
  /** The folder for uploads; emptied when the server starts. */
  uploads(): Promise<string>
  /** The folder of parks' pictures. */
  readonly pictures: string
  /** @throws UnreadableFile, ImportBusy, DatabaseUnavailable */
  run(path: string, request: ImportRequest & { kind: ImportFileType }): Promise<ImportResult>
  /**
   * @returns `'already'` if it has been undone; `undefined` if there is no such import
   * @throws LaterImportExists, ImportBusy, DatabaseUnavailable
   */
  undo(importId: number, userId: number): Promise<Omit<ImportUndone, 'message'> | 'already' | undefined>
  close(): Promise<void>
}

const HEAP_MB = 640
/** One for an import, one for pictures. */
const MAX_THREADS = 2
/** How long a thread without a job is kept, because starting one takes longer than most imports. */
const IDLE_TIMEOUT_MS = 60_000
/** How often the server retries pictures that could not be copied. */
const PICTURE_RETRY_INTERVAL_MS = 600_000

export interface ImportParts {
  store: Store
  dataDir: string
  version: string
  clock: () => Date
  onError: (error: unknown) => void
  /** JavaScript heap of a job in megabytes. */
  heapMb?: number
}

/** Runs imports one at a time on a worker thread, and copies their pictures afterwards. */
export function openImports({
  store,
  dataDir,
  version,
  clock,
  onError,
  heapMb = HEAP_MB,
}: ImportParts): Imports {
  const pictures = join(dataDir, 'pictures')
  const folder = join(dataDir, 'uploads')
  const pool = new Piscina<Job, Outcome>({
    filename: new URL('thread.ts', import.meta.url).href,
    workerData: { database: store.address },
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    minThreads: 0,
    maxThreads: MAX_THREADS,
    idleTimeout: IDLE_TIMEOUT_MS,
  })
  pool.on('error', onError)
  let closed = false
  let busy = false
  let copying: Promise<void> | undefined
  let emptied: Promise<void> | undefined

  /** @throws UnreadableFile, DatabaseUnavailable */
  const perform = async (job: Job): Promise<Outcome> => {
    if (closed) throw new DatabaseUnavailable('The server is stopping.')
    // The pool keeps a job whose thread did not start, and would run it on a later thread.
    const failedStart = new AbortController()
    const abort = (error: Error) => failedStart.abort(error)
    pool.once('error', abort)
    try {
      return await pool.run(job, { signal: failedStart.signal })
    } catch (thrown) {
      const error: unknown = failedStart.signal.aborted ? failedStart.signal.reason : thrown
      if (closed) throw new DatabaseUnavailable('The import was interrupted: the server is stopping.')
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new UnreadableFile('This list is too large for this server. Split it.')
      throw error
    } finally {
      pool.off('error', abort)
    }
  }

  const performExclusively = async (job: Job): Promise<Outcome> => {
    if (busy) throw new ImportBusy()
    busy = true
    try {
      const outcome = await perform(job)
      if (outcome.kind !== 'error') return outcome
      if (outcome.name === 'UnreadableFile') throw new UnreadableFile(outcome.message)
      if (outcome.name === 'LaterImportExists') throw new LaterImportExists(outcome.later!)
      if (outcome.name === 'DatabaseUnavailable') throw new DatabaseUnavailable(outcome.message)
      throw new Error(`${outcome.name}: ${outcome.message}`)
    } finally {
      busy = false
    }
  }

  const copyPictures = () => {
    copying ??= (async () => {
      if (closed || (await store.read(countQueuedPictures)) === 0) return
      const outcome = await perform({ kind: 'pictures', folder: pictures, userAgent: `Offlead/${version}` })
      if (outcome.kind === 'error') onError(new Error(`${outcome.name}: ${outcome.message}`))
    })()
      // If the database is unavailable or the server is stopping, the next round continues.
      .catch((error: unknown) => void (closed || error instanceof DatabaseUnavailable || onError(error)))
      .finally(() => {
        copying = undefined
      })
    return copying
  }
  const retryTimer = setInterval(() => void copyPictures(), PICTURE_RETRY_INTERVAL_MS)
  retryTimer.unref()
  void copyPictures()

  return {
    pictures,
    async uploads() {
      emptied ??= (async () => {
        await mkdir(folder, { recursive: true })
        for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
      })()
      await emptied
      return folder
    },
    async run(path, request) {
      const outcome = await performExclusively({ kind: 'import', path, request, at: clock().getTime() })
      if (outcome.kind !== 'import') throw new Error('the worker replied to another job')
      if (outcome.result.pictures > 0 && !request.dryRun) void copyPictures()
      return outcome.result
    },
    async undo(importId, userId) {
      const outcome = await performExclusively({ kind: 'undo', importId, userId, at: clock().getTime() })
      if (outcome.kind !== 'undo') throw new Error('the worker replied to another job')
      return outcome.result ?? undefined
    },
    async close() {
      closed = true
      clearInterval(retryTimer)
      await pool.destroy()
      await copying
    },
  }
}

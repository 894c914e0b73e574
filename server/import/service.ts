import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ImportFileType, ImportResult, ImportUndone } from '../../data/model/import.ts'
import { countQueuedPictures } from '../repositories/pictures.ts'
import { LaterImportExists } from '../repositories/imports.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import type { ImportRequest } from './run.ts'
import { UnreadableFile } from './table.ts'
import type { Job, Outcome } from './thread.ts'

/** Another import is going on. */
export class ImportBusy extends Error {
  override name = 'ImportBusy'
}

export interface Imports {
  /** A folder for uploads on their way in; empty when the server starts. */
  uploads(): Promise<string>
  /** Where pictures of parks are kept. */
  readonly pictures: string
  /** @throws UnreadableFile, ImportBusy, DatabaseUnavailable */
  run(path: string, request: ImportRequest & { kind: ImportFileType }): Promise<ImportResult>
  /** `'already'`: it is undone. `undefined`: there is no such import. @throws LaterImportExists, ImportBusy, DatabaseUnavailable */
  undo(importId: number, userId: number): Promise<Omit<ImportUndone, 'message'> | 'already' | undefined>
  close(): Promise<void>
}

/** Megabytes of JavaScript a job may use. */
const HEAP = 640
/** Milliseconds a thread without a job is kept. */
const IDLE = 60_000
/** Pictures that could not be fetched are looked for again so often, in milliseconds. */
const PICTURES_AGAIN = 600_000

export interface ImportParts {
  store: Store
  dataDir: string
  version: string
  clock: () => Date
  onTrouble: (error: unknown) => void
}

/** Imports, one at a time, each on a thread of its own; and the copying of pictures behind them. */
export function openImports({ store, dataDir, version, clock, onTrouble }: ImportParts): Imports {
  const pictures = join(dataDir, 'pictures')
  const folder = join(dataDir, 'uploads')
  const threads = new Set<Worker>()
  /** A thread that has ended its job waits for the next a while: starting one takes longer than most lists. */
  let idle: Worker | undefined
  let dismissal: NodeJS.Timeout | undefined
  let closed = false
  let busy = false
  let copying: Promise<void> | undefined
  let emptied: Promise<void> | undefined

  const hire = (): Worker => {
    const known = idle
    idle = undefined
    clearTimeout(dismissal)
    if (known) {
      known.ref()
      return known
    }
    const thread = new Worker(new URL('thread.ts', import.meta.url), {
      workerData: { databasePath: store.path },
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
    })
    threads.add(thread)
    thread.once('exit', () => {
      threads.delete(thread)
      if (idle === thread) idle = undefined
    })
    return thread
  }
  const keep = (thread: Worker) => {
    thread.removeAllListeners('message').removeAllListeners('error')
    if (idle || closed) {
      void thread.terminate()
      return
    }
    idle = thread
    thread.unref()
    dismissal = setTimeout(() => void thread.terminate(), IDLE)
    dismissal.unref()
  }

  const perform = (job: Job) =>
    new Promise<Outcome>((resolve, reject) => {
      if (closed) throw new DatabaseUnavailable('The server stops.')
      const thread = hire()
      const stopped = () => reject(new DatabaseUnavailable('The import was interrupted: the server stops.'))
      thread.once('message', (outcome: Outcome) => {
        thread.off('exit', stopped)
        keep(thread)
        resolve(outcome)
      })
      thread.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new UnreadableFile('This list is larger than this server can take in at once. Divide it.')
            : error,
        ),
      )
      thread.once('exit', stopped)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(job)
    })

  const exclusively = async (job: Job): Promise<Outcome> => {
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
      if (outcome.kind === 'error') onTrouble(new Error(`${outcome.name}: ${outcome.message}`))
    })()
      // The database may be away, or the server stop: the next round goes on.
      .catch((error: unknown) => void (closed || error instanceof DatabaseUnavailable || onTrouble(error)))
      .finally(() => {
        copying = undefined
      })
    return copying
  }
  const again = setInterval(() => void copyPictures(), PICTURES_AGAIN)
  again.unref()
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
      const outcome = await exclusively({ kind: 'import', path, request, at: clock().getTime() })
      if (outcome.kind !== 'import') throw new Error('another job answered')
      if (outcome.result.pictures > 0 && !request.dryRun) void copyPictures()
      return outcome.result
    },
    async undo(importId, userId) {
      const outcome = await exclusively({ kind: 'undo', importId, userId, at: clock().getTime() })
      if (outcome.kind !== 'undo') throw new Error('another job answered')
      return outcome.result ?? undefined
    },
    async close() {
      closed = true
      clearInterval(again)
      clearTimeout(dismissal)
      await Promise.all(Array.from(threads, (thread) => thread.terminate()))
      await copying
    },
  }
}

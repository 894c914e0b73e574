import * as z from 'zod/mini'
import type {
  Answer,
  Ask,
  DirectoryState,
  FromWorker,
  QuestionKind,
  ToWorker,
} from '../search-worker/messages.ts'
import { NO_DIRECTORY } from '../search-worker/messages.ts'
import { createObservable } from '../platform/observable.ts'
import type { DatabaseEvent } from '../store/database.ts'
import { DIRECTORY_HINT } from '../store/names.ts'

/** The page's connection to the search worker. */
export interface WorkerPort {
  send(message: ToWorker): void
  /** Replaces the worker by a new one, without the questions of the old one. */
  restart(): void
  onmessage: ((event: { data: FromWorker }) => void) | null
  onerror: ((event: unknown) => void) | null
}

/** The result of a question if the directory is not on this device. */
export const ABSENT = Symbol('no directory on this device')

export interface Device {
  /** @throws Error if the worker fails, or the signal's reason */
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K> | typeof ABSENT>
  directory(): DirectoryState
  /** Whether the device has a directory, so that it is asked before the server. */
  hasDirectory(): boolean
  /** Whether the worker has failed, for example because its code did not arrive: then every question fails. */
  hasStopped(): boolean
  /**
   * Starts the worker again. Resolves with its first message.
   * @throws Error if it fails before
   */
  restart(): Promise<void>
  /** Calls back after each change of the above. Returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

const Hint = z.object({
  updatedAt: z.nullable(z.number()),
  count: z.nullable(z.number()),
  seq: z.nullable(z.number()),
  version: z.nullable(z.string()),
})

/**
 * The state of the directory when the page was last open. It is read before the worker answers, so that a
 * first visit asks the server at once, and later visits ask the device.
 */
function readHint(storage: () => Pick<Storage, 'getItem'>): DirectoryState {
  try {
    const hint = Hint.safeParse(JSON.parse(storage().getItem(DIRECTORY_HINT) ?? 'null'))
    return hint.success ? { state: 'ready', ...hint.data } : NO_DIRECTORY
  } catch {
    return NO_DIRECTORY
  }
}

function saveHint(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'>,
  { state, ...hint }: DirectoryState,
) {
  try {
    if (state === 'ready') storage().setItem(DIRECTORY_HINT, JSON.stringify(hint))
    else storage().removeItem(DIRECTORY_HINT)
  } catch {
    // Without the hint, the server is asked first, and the device if the server fails.
  }
}

/** A question, or a restart of the worker. */
interface Pending {
  resolve(answer?: unknown): void
  reject(error: unknown): void
}

/**
 * Access to the directory on this device through the search worker. A device that had a directory starts the
 * worker at once, so that it loads while the first screen renders. On a first visit, the first question
 * starts it.
 */
export function createDevice(
  startWorker: () => WorkerPort,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  onDatabaseEvent: (event: DatabaseEvent) => void,
): Device {
  const pending = new Map<number, Pending>()
  let restarting: Pending | undefined
  let lastId = 0
  const state = createObservable(readHint(storage))
  let failure: Error | undefined
  let worker: WorkerPort | undefined

  const directory = state.current

  function receive({ data }: { data: FromWorker }) {
    restarting?.resolve()
    if (data.type === 'directory') {
      saveHint(storage, data.directory)
      state.set(data.directory)
    } else if (data.type === 'database') {
      onDatabaseEvent(data.event)
    } else {
      const question = pending.get(data.id)
      pending.delete(data.id)
      if (data.type === 'failed') question?.reject(new Error(data.message))
      else question?.resolve(data.type === 'absent' ? ABSENT : data.answer)
    }
  }

  function fail() {
    failure = new Error('The search on this device has stopped.')
    restarting?.reject(failure)
    for (const { reject } of pending.values()) reject(failure)
    pending.clear()
    state.set(directory().state === 'ready' ? { ...directory(), state: 'failed' } : directory())
  }

  function runningWorker(): WorkerPort {
    if (worker === undefined) {
      worker = startWorker()
      worker.onmessage = receive
      worker.onerror = fail
    }
    return worker
  }
  if (directory().state === 'ready') runningWorker()

  return {
    async ask(kind, ask, signal) {
      signal?.throwIfAborted()
      if (failure !== undefined) throw failure
      const id = ++lastId
      const answer = await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        signal?.addEventListener('abort', () => {
          pending.delete(id)
          reject(signal.reason)
        })
        runningWorker().send({ id, kind, ask } as ToWorker)
      })
      return answer as Answer<typeof kind> | typeof ABSENT
    },
    directory,
    hasDirectory: () => directory().state === 'ready',
    hasStopped: () => failure !== undefined,
    restart: () =>
      new Promise<void>((resolve, reject) => {
        restarting = { resolve, reject }
        failure = undefined
        runningWorker().restart()
      }),
    subscribe: state.subscribe,
  }
}

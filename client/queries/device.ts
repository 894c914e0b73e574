import * as z from 'zod/mini'
import type {
  Answer,
  Ask,
  DirectoryState,
  FromWorker,
  QuestionKind,
  ToWorker,
} from '../search-worker/messages.ts'
import { createObservable } from '../platform/observable.ts'
import { DIRECTORY_HINT } from '../store/names.ts'

/** What the search worker is to the page: a place to post to and to hear from. */
export interface WorkerPort {
  send(message: ToWorker): void
  onmessage: ((event: { data: FromWorker }) => void) | null
  onerror: ((event: unknown) => void) | null
}

/** The answer to a question about a directory that is not on this device. */
export const ABSENT = Symbol('no directory on this device')

export interface Device {
  /** @throws Error when the worker fails, or the signal's reason */
  ask<K extends QuestionKind>(kind: K, ask: Ask<K>, signal?: AbortSignal): Promise<Answer<K> | typeof ABSENT>
  directory(): DirectoryState
  /** Whether it is worth asking the device before the server. */
  likely(): boolean
  /** True once another version of the app has taken over the database. */
  superseded(): boolean
  /** Told after every change of the above; returns stop. */
  subscribe(listener: () => void): () => void
}

const Hint = z.object({
  updatedAt: z.nullable(z.number()),
  count: z.nullable(z.number()),
  seq: z.nullable(z.number()),
  version: z.nullable(z.string()),
})

const NOTHING: DirectoryState = { state: 'absent', updatedAt: null, count: null, seq: null, version: null }

/**
 * What this device had when the page was last open. Read before the worker can say a word, so that a first visit asks the server at once
 * and a later one never does.
 */
function readHint(storage: () => Pick<Storage, 'getItem'>): DirectoryState {
  try {
    const hint = Hint.safeParse(JSON.parse(storage().getItem(DIRECTORY_HINT) ?? 'null'))
    return hint.success ? { state: 'ready', ...hint.data } : NOTHING
  } catch {
    return NOTHING
  }
}

function keepHint(
  storage: () => Pick<Storage, 'setItem' | 'removeItem'>,
  { state, ...known }: DirectoryState,
) {
  try {
    if (state === 'ready') storage().setItem(DIRECTORY_HINT, JSON.stringify(known))
    else storage().removeItem(DIRECTORY_HINT)
  } catch {
    // Without the hint the server is asked first, and the device when the server fails.
  }
}

interface Pending {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * The directory on this device, behind the search worker. A device that had one starts the worker at once, so that it loads while the first
 * screen is built; a first visit starts it with the first question, which is asked when the screen is there.
 */
export function createDevice(
  startWorker: () => WorkerPort,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Device {
  const pending = new Map<number, Pending>()
  let lastId = 0
  const state = createObservable({ directory: readHint(storage), superseded: false })
  let broken: Error | undefined
  let worker: WorkerPort | undefined

  const directory = () => state.current().directory
  const change = (next: Partial<ReturnType<typeof state.current>>) =>
    state.set({ ...state.current(), ...next })

  function hear({ data }: { data: FromWorker }) {
    if (data.type === 'directory') {
      keepHint(storage, data.directory)
      change({ directory: data.directory })
    } else if (data.type === 'database') {
      change({ superseded: state.current().superseded || data.event === 'superseded' })
    } else {
      const waiting = pending.get(data.id)
      pending.delete(data.id)
      if (data.type === 'failed') waiting?.reject(new Error(data.message))
      else waiting?.resolve(data.type === 'absent' ? ABSENT : data.answer)
    }
  }

  function fail() {
    broken = new Error('The search on this device has stopped.')
    for (const { reject } of pending.values()) reject(broken)
    pending.clear()
    change({ directory: directory().state === 'ready' ? { ...directory(), state: 'failed' } : directory() })
  }

  function started(): WorkerPort {
    if (worker === undefined) {
      worker = startWorker()
      worker.onmessage = hear
      worker.onerror = fail
    }
    return worker
  }
  if (directory().state === 'ready') started()

  return {
    async ask(kind, ask, signal) {
      signal?.throwIfAborted()
      if (broken !== undefined) throw broken
      const id = ++lastId
      const answer = await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        signal?.addEventListener('abort', () => {
          pending.delete(id)
          reject(signal.reason)
        })
        started().send({ id, kind, ask } as ToWorker)
      })
      return answer as Answer<typeof kind> | typeof ABSENT
    },
    directory,
    likely: () => directory().state === 'ready',
    superseded: () => state.current().superseded,
    subscribe: state.subscribe,
  }
}

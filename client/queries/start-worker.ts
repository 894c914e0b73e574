import type { FromWorker, ToWorker } from '../search-worker/messages.ts'
import { DIRECTORY_HINT } from '../store/names.ts'
import type { WorkerPort } from './device.ts'

const createWorker = () =>
  new Worker(new URL('../search-worker/worker.ts', import.meta.url), { type: 'module', name: 'search' })

/**
 * If the device has a directory, the search worker starts before any other code of the app, and reads the
 * directory while the first screen renders. So this must be the first import of `main.tsx`, with few imports
 * of its own.
 */
let early: Worker | undefined
try {
  if (localStorage.getItem(DIRECTORY_HINT) !== null) early = createWorker()
} catch {
  // Without storage, the worker starts later.
}

/** The search worker as {@link WorkerPort}. Call it once. */
export function startWorker(): WorkerPort {
  const worker = early ?? createWorker()
  const port: WorkerPort = {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a window has a target origin
    send: (message: ToWorker) => worker.postMessage(message),
    onmessage: null,
    onerror: null,
  }
  worker.addEventListener('message', (event: MessageEvent<FromWorker>) => port.onmessage?.(event))
  worker.addEventListener('error', (event) => port.onerror?.(event))
  return port
}

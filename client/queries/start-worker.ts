import type { FromWorker, ToWorker } from '../search-worker/messages.ts'
import { DIRECTORY_HINT } from '../store/names.ts'
import type { WorkerPort } from './device.ts'

const make = () =>
  new Worker(new URL('../search-worker/worker.ts', import.meta.url), { type: 'module', name: 'search' })

/**
 * A device that had a directory starts its search worker before anything else of the app is run: it reads the directory while the first screen
 * is built. So this module is the first that `main.tsx` imports, and itself imports next to nothing.
 */
let early: Worker | undefined
try {
  if (localStorage.getItem(DIRECTORY_HINT) !== null) early = make()
} catch {
  // Storage that refuses hints at nothing.
}

/** The search worker, as {@link WorkerPort}. To be called once. */
export function startWorker(): WorkerPort {
  const worker = early ?? make()
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

import type { FromWorker, ToWorker } from '../search-worker/messages.ts'
// oxlint-disable-next-line import/default -- Vite makes the export
import workerAddress from '../search-worker/worker.ts?worker&url'
import { DIRECTORY_HINT } from '../store/names.ts'
import type { WorkerPort } from './device.ts'

const createWorker = () => new Worker(workerAddress, { type: 'module', name: 'search' })

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

/**
 * The search worker as {@link WorkerPort}. Call it once. While the page is in the back/forward cache there is no
 * worker, because WebKit would keep its transactions open, and other pages would wait for them.
 */
export function startWorker(): WorkerPort {
  const unanswered = new Map<number, ToWorker>()
  let worker = early ?? createWorker()
  const port: WorkerPort = {
    send(message) {
      unanswered.set(message.id, message)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- only a window has a target origin
      worker.postMessage(message)
    },
    restart() {
      worker.terminate()
      unanswered.clear()
      replace()
    },
    onmessage: null,
    onerror: null,
  }
  const listen = () => {
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      if ('id' in event.data) unanswered.delete(event.data.id)
      port.onmessage?.(event)
    })
    worker.addEventListener('error', (event) => port.onerror?.(event))
  }
  listen()
  const replace = () => {
    worker = createWorker()
    listen()
  }
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) worker.terminate()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    replace()
    unanswered.forEach(port.send)
  })
  return port
}

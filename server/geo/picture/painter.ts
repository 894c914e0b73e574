import { Worker } from 'node:worker_threads'
import type { PictureRequest } from './view.ts'
import type { Job, Outcome } from './worker.ts'

/** Too many images are waiting to be drawn. */
export class PainterBusy extends Error {
  override name = 'PainterBusy'
}
/** An image could not be drawn. */
export class PaintFailed extends Error {
  override name = 'PaintFailed'
}

export interface Painter {
  /** @throws PainterBusy, PaintFailed */
  paint(request: PictureRequest, ground: Job['ground']): Promise<Buffer>
  close(): Promise<void>
}

/** Maximum queue length: twenty cards of a page, for several users at once. */
const MAX_QUEUE_LENGTH = 120
/** Milliseconds without any finished image, while some are queued, after which the thread counts as hung. */
const STALL_TIMEOUT_MS = 12_000
/**
 * The same for its first image. Starting it takes about one second, but on a busy machine so long that one after
 * another would count as hung.
 */
const START_TIMEOUT_MS = 60_000

interface PendingImage {
  resolve(bytes: Buffer): void
  reject(error: Error): void
}

/**
 * Draws on a separate thread, started with the first image, because drawing takes tens of milliseconds that
 * would block other requests. A thread that dies or hangs is replaced.
 */
export function openPainter({
  stallTimeoutMs = STALL_TIMEOUT_MS,
  startTimeoutMs = START_TIMEOUT_MS,
} = {}): Painter {
  const queue = new Map<number, PendingImage>()
  let worker: Worker | undefined
  /** Whether the thread has drawn an image. */
  let isStarted = false
  let stallTimer: NodeJS.Timeout | undefined
  let next = 0

  const restartStallTimer = (thread: Worker) => {
    clearTimeout(stallTimer)
    stallTimer = setTimeout(
      () => stopThread(thread, 'drawing took too long'),
      isStarted ? stallTimeoutMs : startTimeoutMs,
    )
  }
  const takePending = (id: number): PendingImage | undefined => {
    const pending = queue.get(id)
    if (!pending) return undefined
    queue.delete(id)
    if (queue.size === 0) {
      clearTimeout(stallTimer)
      worker?.unref()
    }
    return pending
  }
  const stopThread = (thread: Worker, reason: string) => {
    if (worker !== thread) return
    worker = undefined
    for (const id of queue.keys()) takePending(id)?.reject(new PaintFailed(reason))
    void thread.terminate()
  }
  const start = (): Worker => {
    const thread = new Worker(new URL('worker.ts', import.meta.url))
    isStarted = false
    thread.on('message', (outcome: Outcome) => {
      if (worker === thread) isStarted = true
      const pending = takePending(outcome.id)
      if (queue.size > 0) restartStallTimer(thread)
      if ('error' in outcome) pending?.reject(new PaintFailed(outcome.error))
      else
        pending?.resolve(
          Buffer.from(outcome.bytes.buffer, outcome.bytes.byteOffset, outcome.bytes.byteLength),
        )
    })
    thread.on('error', (error) => stopThread(thread, String(error)))
    thread.on('exit', () => stopThread(thread, 'the drawing thread ended'))
    return thread
  }

  return {
    paint(request, ground) {
      if (queue.size >= MAX_QUEUE_LENGTH) return Promise.reject(new PainterBusy('too many images are queued'))
      worker ??= start()
      const thread = worker
      thread.ref()
      const id = next++
      return new Promise((resolve, reject) => {
        if (queue.size === 0) restartStallTimer(thread)
        queue.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage({ id, request, ground } satisfies Job)
      })
    },
    async close() {
      const thread = worker
      if (!thread) return
      stopThread(thread, 'the server is stopping')
      await thread.terminate()
    },
  }
}

import { Worker } from 'node:worker_threads'
import type { TileGround } from './paint.ts'
import type { PictureRequest } from './view.ts'
import type { Job, Outcome } from './worker.ts'

/** More pictures are wanted than can be drawn. */
export class PainterBusy extends Error {
  override name = 'PainterBusy'
}
/** A picture could not be drawn. */
export class PaintFailed extends Error {
  override name = 'PaintFailed'
}

export interface Painter {
  /** @throws PainterBusy, PaintFailed */
  paint(request: PictureRequest, tiles: TileGround | null): Promise<Buffer>
  close(): Promise<void>
}

/** Pictures that may wait for the ones before them. Twenty cards of a page, for several people at once. */
const MOST_WAITING = 120
/** Milliseconds without any picture done, while some wait, until the thread is taken to hang. Its start takes about one second. */
const PATIENCE = 12_000

interface Waiting {
  resolve(bytes: Buffer): void
  reject(error: Error): void
}

/**
 * Draws on a thread of its own, which starts with the first picture: drawing takes tens of milliseconds that no other request should wait for.
 * A thread that dies or hangs is replaced.
 */
export function openPainter(patience = PATIENCE): Painter {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let watch: NodeJS.Timeout | undefined
  let next = 0

  const watchOver = (thread: Worker) => {
    clearTimeout(watch)
    watch = setTimeout(() => giveUp(thread, 'drawing took too long'), patience)
  }
  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    if (!one) return undefined
    waiting.delete(id)
    if (waiting.size === 0) {
      clearTimeout(watch)
      worker?.unref()
    }
    return one
  }
  const giveUp = (thread: Worker, reason: string) => {
    if (worker !== thread) return
    worker = undefined
    for (const id of waiting.keys()) settle(id)?.reject(new PaintFailed(reason))
    void thread.terminate()
  }
  const start = (): Worker => {
    const thread = new Worker(new URL('worker.ts', import.meta.url))
    thread.on('message', (outcome: Outcome) => {
      const one = settle(outcome.id)
      if (waiting.size > 0) watchOver(thread)
      if ('error' in outcome) one?.reject(new PaintFailed(outcome.error))
      else one?.resolve(Buffer.from(outcome.bytes.buffer, outcome.bytes.byteOffset, outcome.bytes.byteLength))
    })
    thread.on('error', (error) => giveUp(thread, String(error)))
    thread.on('exit', () => giveUp(thread, 'the drawing thread ended'))
    return thread
  }

  return {
    paint(request, tiles) {
      if (waiting.size >= MOST_WAITING)
        return Promise.reject(new PainterBusy('too many pictures are waiting'))
      worker ??= start()
      const thread = worker
      thread.ref()
      const id = next++
      return new Promise((resolve, reject) => {
        if (waiting.size === 0) watchOver(thread)
        waiting.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        thread.postMessage({ id, request, tiles } satisfies Job)
      })
    },
    async close() {
      const thread = worker
      if (!thread) return
      giveUp(thread, 'the server stops')
      await thread.terminate()
    },
  }
}

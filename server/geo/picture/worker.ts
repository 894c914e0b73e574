import { parentPort } from 'node:worker_threads'
import { namedPlaces } from '../../../data/geo/labels.ts'
import { decodeCoastline } from '../../../data/sources/coastline.ts'
import type { CoastlineColumns } from '../../../data/sources/coastline.ts'
import columns from '../../../data/sources/coastline.gen.json' with { type: 'json' }
import { localities } from '../../../data/sources/localities.ts'
import type { Ground, TileGround } from './paint.ts'
import { paint } from './paint.ts'
import type { PictureRequest } from './view.ts'

/** An image to draw, and the result. */
export interface Job {
  id: number
  request: PictureRequest
  tiles: TileGround | null
}
export type Outcome = { id: number; bytes: Uint8Array } | { id: number; error: string }

const ground: Ground = {
  coastline: decodeCoastline(columns as CoastlineColumns),
  places: namedPlaces(localities()),
}

// One at a time, in order, so that two canvases are never drawn at once.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (job: Job) => {
  last = last.then(() => draw(job))
})

async function draw({ id, request, tiles }: Job): Promise<void> {
  let outcome: Outcome
  try {
    outcome = { id, bytes: new Uint8Array(await paint(request, ground, tiles)) }
  } catch (error) {
    outcome = { id, error: error instanceof Error ? error.message : String(error) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(outcome)
}

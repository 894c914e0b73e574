import { parentPort } from 'node:worker_threads'
import { namedPlaces } from '../../../data/geo/labels.ts'
import type { MapSource } from '../../../data/map/style.ts'
import { openView } from '../../../data/map/tiles.ts'
import { localities } from '../../../data/sources/localities.ts'
import type { VectorGround } from '../vector-ground.ts'
import type { Ground, TileGround } from './paint.ts'
import { paint } from './paint.ts'
import type { PictureRequest } from './view.ts'

/** An image to draw, and the result. */
export interface Job {
  id: number
  request: PictureRequest
  /** Raster tiles, or else the vector tiles under the image. */
  ground: TileGround | VectorGround
}
export type Outcome = { id: number; bytes: Uint8Array } | { id: number; error: string }

const places = namedPlaces(localities())

/** Views keep decoded tiles, because neighbouring images share them. One for each source. */
const views = new Map<MapSource, { version: string; view: ReturnType<typeof openView> }>()
/** The tiles of the current image, by source and position. */
const current = new Map<string, Uint8Array>()

function groundOf({ attribution, sources }: VectorGround): Ground {
  current.clear()
  for (const { source, version, minZoom, maxZoom, tiles } of sources) {
    for (const { z, x, y, bytes } of tiles) current.set(`${source} ${z} ${x} ${y}`, bytes)
    if (views.get(source)?.version === version) continue
    const view = openView({
      minZoom,
      maxZoom,
      read: ({ z, x, y }) => Promise.resolve(current.get(`${source} ${z} ${x} ${y}`)),
    })
    views.set(source, { version, view })
  }
  return {
    views: new Map(sources.map(({ source }) => [source, views.get(source)!.view])),
    attribution,
    hasStreets: sources.some(({ source, tiles }) => source === 'streets' && tiles.length > 0),
    places,
  }
}

// One at a time, in order, so that two canvases are never drawn at once.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (job: Job) => {
  last = last.then(() => draw(job))
})

async function draw({ id, request, ground }: Job): Promise<void> {
  let outcome: Outcome
  try {
    outcome = {
      id,
      bytes: new Uint8Array(await paint(request, 'tiles' in ground ? ground : groundOf(ground))),
    }
  } catch (error) {
    outcome = { id, error: error instanceof Error ? error.message : String(error) }
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(outcome)
}

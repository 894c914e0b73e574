import { LRUCache } from 'lru-cache'
import type { Tile } from '../../data/geo/mercator.ts'
import { DAY } from '../../data/model/constants.ts'
import type { DiskCache } from './disk-cache.ts'
import { readImageType } from './image.ts'
import type { TileType } from './image.ts'
import { openFairQueue, QueueFull } from './fair-queue.ts'
import type { QueueLimits } from './fair-queue.ts'
import { singleFlight } from '../single-flight.ts'
import { openUpstream, UpstreamError } from './upstream.ts'

interface TileImage {
  bytes: Buffer
  type: TileType
  /** Milliseconds since 1970 until which it counts as fresh. */
  freshUntil: number
}

/** Raster tiles of 256 px in Web Mercator, from a service or a file. */
export interface TileSource {
  attribution: string
  minZoom: number
  maxZoom: number
  /** Whether the tiles' terms allow devices to keep them for offline use. */
  offlineAllowed: boolean
  /**
   * `undefined` if there is no such tile.
   * @param client the client that the request counts for, if it has to wait
   * @throws UpstreamError
   */
  tile(tile: Tile, client?: string): Promise<TileImage | undefined>
  close(): Promise<void>
}

/** How long a tile counts as fresh: the default, and the limits for what its server says. */
const FRESH_MS = { default: 7 * DAY, min: DAY / 24, max: 30 * DAY }
const TILE_LIMITS = { timeout: 6_000, maxBytes: 1_000_000, concurrency: 8 }
/**
 * A page of fifty cards needs some 500 tiles at once if none is cached, a map on a screen some 60. 6 s for a
 * request and 8 s of waiting are less than the 15 s after which a device gives up.
 */
const TILE_QUEUE = {
  concurrency: TILE_LIMITS.concurrency,
  maxWaiting: 2000,
  maxPerClient: 600,
  timeout: 8_000,
}
const CACHE_BYTES = 64 * 2 ** 20

/**
 * Pixels. Tiles have 256 or, at double density, 512; a small file could decode to an image that fills the
 * memory.
 */
const MAX_TILE_SIDE = 1024

function tileType(bytes: Buffer): TileType | undefined {
  const kind = readImageType(bytes)
  return kind && Math.min(kind.width, kind.height) > 0 && Math.max(kind.width, kind.height) <= MAX_TILE_SIDE
    ? kind.type
    : undefined
}

const mayBeStored = (cacheControl: string | string[] | undefined) =>
  !/\b(no-store|private)\b/.test(String(cacheControl ?? ''))

function freshMs(cacheControl: string | string[] | undefined): number {
  const seconds = /\bmax-age=(\d{1,9})/.exec(String(cacheControl ?? ''))?.[1]
  return seconds === undefined
    ? FRESH_MS.default
    : Math.max(FRESH_MS.min, Math.min(FRESH_MS.max, Number(seconds) * 1000))
}

export interface XyzOptions {
  /** URL with `{z}`, `{x}` and `{y}`. */
  template: string
  attribution: string
  offlineAllowed: boolean
  maxZoom: number
  userAgent: string
  clock: () => number
  disk?: DiskCache | undefined
  timeout?: number
  queue?: Partial<QueueLimits>
}

/**
 * Tiles of a remote server, loaded and cached here: pages never contact it, and it does not learn who they
 * are for.
 */
export function xyzTiles({
  template,
  attribution,
  offlineAllowed,
  maxZoom,
  userAgent,
  clock,
  disk,
  timeout = TILE_LIMITS.timeout,
  queue: queueLimits = {},
}: XyzOptions): TileSource {
  const url = new URL(template.replace(/\{([zxy])\}/g, '0'))
  const path = template.slice(template.indexOf('/', template.indexOf('//') + 2))
  const upstream = openUpstream(new URL(url.origin), { ...TILE_LIMITS, timeout }, userAgent)
  const cache = new LRUCache<string, TileImage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const queue = openFairQueue({ ...TILE_QUEUE, ...queueLimits })
  const once = singleFlight<TileImage | undefined>()

  const fetchTile = async (address: string): Promise<TileImage | undefined> => {
    try {
      const { body, headers } = await upstream.get(address)
      const type = tileType(body)
      if (!type) throw new UpstreamError('invalid', `${url.host} did not reply with a tile`)
      const tile = { bytes: body, type, freshUntil: clock() + freshMs(headers['cache-control']) }
      cache.set(address, tile)
      if (mayBeStored(headers['cache-control'])) void disk?.set(`${url.origin}${address}`, tile)
      return tile
    } catch (error) {
      if (error instanceof UpstreamError && (error.status === 404 || error.status === 204)) return undefined
      throw error
    }
  }

  const fresh = (address: string) => {
    const known = cache.get(address)
    return known && known.freshUntil > clock() ? known : undefined
  }

  /**
   * Loads a tile when it is the client's turn. A tile that another client has loaded or is loading is not
   * loaded again.
   */
  const loadQueued = async (client: string, address: string): Promise<TileImage | undefined> => {
    try {
      return await queue.run(client, async () => fresh(address) ?? once(address, () => fetchTile(address)))
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new UpstreamError('overloaded', `Too many requests to ${url.host} are waiting: ${error.message}`)
    }
  }

  const fromDisk = async (address: string): Promise<TileImage | undefined> => {
    const stored = await disk?.get(`${url.origin}${address}`)
    const type = stored && tileType(stored.bytes)
    if (!type) return undefined
    const tile = { ...stored, type }
    cache.set(address, tile)
    return tile
  }

  return {
    attribution,
    minZoom: 0,
    maxZoom,
    offlineAllowed,
    async tile({ z, x, y }, client = '') {
      const address = path
        .replaceAll('{z}', String(z))
        .replaceAll('{x}', String(x))
        .replaceAll('{y}', String(y))
      const known = cache.get(address) ?? (await fromDisk(address))
      if (known && known.freshUntil > clock()) return known
      const fetching = loadQueued(client, address)
      // An old tile is better than none while its server is unavailable.
      return known ? fetching.catch(() => known) : fetching
    },
    close: async () => undefined,
  }
}

/** A file of raster tiles in any format. */
export interface TileFile {
  /** Plain text; '' if the file has none. */
  attribution: string
  minZoom: number
  maxZoom: number
  tile(tile: Tile): Buffer | undefined | Promise<Buffer | undefined>
  close(): void | Promise<void>
}

/** Tiles of a file that the operator provides. */
export function fileTiles(
  file: TileFile,
  {
    attribution,
    offlineAllowed,
    clock,
  }: { attribution: string; offlineAllowed: boolean; clock: () => number },
): TileSource {
  return {
    attribution: attribution || file.attribution,
    minZoom: file.minZoom,
    maxZoom: file.maxZoom,
    offlineAllowed,
    async tile(tile) {
      let bytes: Buffer | undefined
      try {
        bytes = await file.tile(tile)
      } catch (cause) {
        throw new UpstreamError('unreachable', 'the tile file cannot be read', { cause })
      }
      const type = bytes && tileType(bytes)
      return bytes && type ? { bytes, type, freshUntil: clock() + FRESH_MS.default } : undefined
    },
    close: async () => file.close(),
  }
}

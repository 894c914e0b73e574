import type { Tile } from '../../data/geo/mercator.ts'
import { byteCache } from './byte-cache.ts'
import type { DiskCache } from './disk-cache.ts'
import { readImageType } from './image.ts'
import type { TileType } from './image.ts'
import { NoTurn, openTurns } from './turns.ts'
import type { TurnLimits } from './turns.ts'
import { openUpstream, UpstreamError } from './upstream.ts'

interface TileImage {
  bytes: Buffer
  type: TileType
  /** Milliseconds since 1970 until which it may be taken for current. */
  freshUntil: number
}

/** Raster tiles of 256 px in Web Mercator, whoever has them. */
export interface TileSource {
  attribution: string
  minZoom: number
  maxZoom: number
  /** Whether whose tiles these are lets devices keep them for use without signal. */
  offlineAllowed: boolean
  /**
   * `undefined` when there is no such tile.
   * @param client whose turn a fetch takes, where it has to wait for others
   * @throws UpstreamError
   */
  tile(tile: Tile, client?: string): Promise<TileImage | undefined>
  close(): Promise<void>
}

const DAY = 86_400_000
/** Milliseconds a tile is kept when its server says nothing, and at least and at most when it does. */
const KEEP = { usually: 7 * DAY, least: DAY / 24, most: 30 * DAY }
const TILE_LIMITS = { timeout: 6_000, maxBytes: 1_000_000, concurrency: 8 }
/**
 * A cold page of fifty cards asks for some 500 tiles at once, and a screen of a map for some 60. With the 6 s of a fetch, the 8 s of waiting end
 * before a device gives up after 15.
 */
const TILE_TURNS = { atOnce: TILE_LIMITS.concurrency, waiting: 2000, waitingOfClient: 600, timeout: 8_000 }
const CACHE_BYTES = 64 * 2 ** 20

/** Pixels to a side. Tiles are 256 or, at double density, 512; a small file can claim to be an image that fills the memory. */
const LARGEST_TILE = 1024

function tileType(bytes: Buffer): TileType | undefined {
  const kind = readImageType(bytes)
  return kind && Math.min(kind.width, kind.height) > 0 && Math.max(kind.width, kind.height) <= LARGEST_TILE
    ? kind.type
    : undefined
}

const mayBeStored = (cacheControl: string | string[] | undefined) =>
  !/\b(no-store|private)\b/.test(String(cacheControl ?? ''))

function freshFor(cacheControl: string | string[] | undefined): number {
  const seconds = /\bmax-age=(\d{1,9})/.exec(String(cacheControl ?? ''))?.[1]
  return seconds === undefined
    ? KEEP.usually
    : Math.max(KEEP.least, Math.min(KEEP.most, Number(seconds) * 1000))
}

export interface XyzOptions {
  /** Address with `{z}`, `{x}` and `{y}`. */
  template: string
  attribution: string
  offlineAllowed: boolean
  maxZoom: number
  userAgent: string
  clock: () => number
  /** Outlives the process. */
  disk?: DiskCache | undefined
  timeout?: number
  turns?: Partial<TurnLimits>
}

/** Tiles of a server elsewhere, asked for by ours and kept for a while: a page never talks to it, and it never sees who looks. */
export function xyzTiles({
  template,
  attribution,
  offlineAllowed,
  maxZoom,
  userAgent,
  clock,
  disk,
  timeout = TILE_LIMITS.timeout,
  turns: turnLimits = {},
}: XyzOptions): TileSource {
  const url = new URL(template.replace(/\{([zxy])\}/g, '0'))
  const path = template.slice(template.indexOf('/', template.indexOf('//') + 2))
  const upstream = openUpstream(new URL(url.origin), { ...TILE_LIMITS, timeout }, userAgent)
  const cache = byteCache<TileImage>(CACHE_BYTES, ({ bytes }) => bytes.length)
  const turns = openTurns({ ...TILE_TURNS, ...turnLimits })
  const coming = new Map<string, Promise<TileImage | undefined>>()

  const fetchTile = async (address: string): Promise<TileImage | undefined> => {
    try {
      const { body, headers } = await upstream.get(address)
      const type = tileType(body)
      if (!type) throw new UpstreamError('nonsense', `${url.host} answered with something other than a tile`)
      const tile = { bytes: body, type, freshUntil: clock() + freshFor(headers['cache-control']) }
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

  /** Each client waits for its own turn; a tile that another's turn has brought, or is bringing, is not fetched again. */
  const inTurn = async (client: string, address: string): Promise<TileImage | undefined> => {
    try {
      return await turns.take(client, async () => {
        const known = fresh(address)
        if (known) return known
        let fetching = coming.get(address)
        if (!fetching) {
          fetching = fetchTile(address).finally(() => coming.delete(address))
          coming.set(address, fetching)
        }
        return fetching
      })
    } catch (error) {
      if (!(error instanceof NoTurn)) throw error
      throw new UpstreamError('overloaded', `Too many questions to ${url.host} are waiting: ${error.message}`)
    }
  }

  const fromDisk = async (address: string): Promise<TileImage | undefined> => {
    const kept = await disk?.get(`${url.origin}${address}`)
    const type = kept && tileType(kept.bytes)
    if (!type) return undefined
    const tile = { ...kept, type }
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
      const fetching = inTurn(client, address)
      // An old tile is better than none while its server is away.
      return known ? fetching.catch(() => known) : fetching
    },
    close: async () => undefined,
  }
}

/** A file of raster tiles, of whatever form. */
export interface TileFile {
  /** Plain text; '' when the file names none. */
  attribution: string
  minZoom: number
  maxZoom: number
  tile(tile: Tile): Buffer | undefined | Promise<Buffer | undefined>
  close(): void | Promise<void>
}

/** Tiles of a file the operator has. */
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
      return bytes && type ? { bytes, type, freshUntil: clock() + KEEP.usually } : undefined
    },
    close: async () => file.close(),
  }
}

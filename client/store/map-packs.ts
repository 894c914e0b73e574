import type { Tile } from '../../data/geo/mercator.ts'
import { BASE_LEVELS, decodePack, packCellOf, STREET_LEVELS } from '../../data/map/pack.ts'
import type { Pack, PackLevel } from '../../data/map/pack.ts'

/** The packs of map tiles in this device's caches. */
export interface StoredPacks {
  /** The cells of stored packs. */
  cells(): Promise<Tile[]>
  /** The pack of a cell; `undefined` if it is not stored. */
  pack(cell: Tile): Promise<Pack | undefined>
  /**
   * A tile's content; empty if the pack of its cell has no such tile, `undefined` if that pack is not stored.
   */
  tile(tile: Tile): Promise<Uint8Array | undefined>
  /** To be called when a pack was added: a missing pack is then looked for at once. */
  refresh(): void
}

const NO_CONTENT = new Uint8Array(0)

/** Where the packs of each map are, and how its tiles are divided into packs. */
const MAPS = {
  base: { path: /^\/api\/maps\/base-packs\/[^/]+\/(\d+)\/(\d+)\/(\d+)$/, levels: BASE_LEVELS },
  streets: { path: /^\/api\/maps\/packs\/(\d+)\/(\d+)\/(\d+)\/[^/]+$/, levels: STREET_LEVELS },
} as const satisfies Record<string, { path: RegExp; levels: readonly PackLevel[] }>
export type PackedMap = keyof typeof MAPS

/** Unpacked packs that are kept in memory: enough for the tiles of a screen. */
const MAX_UNPACKED = 12
/** Milliseconds for which the list of stored packs is used before a missing one is looked for again. */
const LIST_MS = 1_000
/** Milliseconds after which it is read again in any case: the packs of an area may have been replaced. */
const RELIST_MS = 60_000

const keyOf = ({ z, x, y }: Tile) => `${z}/${x}/${y}`

/** @throws RangeError if it is not a pack, or what decompression rejects with */
async function unpack(response: Response): Promise<Pack> {
  const content = response.body!.pipeThrough(new DecompressionStream('gzip'))
  return decodePack(new Uint8Array(await new Response(content).arrayBuffer()))
}

/**
 * Reads the packs of a map from caches that already exist.
 * @param cacheNames the first one that has a pack is used
 */
export function openPacks(
  map: PackedMap,
  cacheNames: readonly string[],
  storage: CacheStorage = caches,
  now: () => number = Date.now,
): StoredPacks {
  const { path, levels } = MAPS[map]
  let listedAt = -Infinity
  let listed = new Map<string, { cell: Tile; cacheName: string; url: string }>()
  let listing: Promise<void> | undefined
  const unpacked = new Map<string, Promise<Pack>>()

  async function list() {
    const found: typeof listed = new Map()
    for (const cacheName of cacheNames) {
      if (!(await storage.has(cacheName))) continue
      for (const { url } of await (await storage.open(cacheName)).keys()) {
        const match = path.exec(new URL(url).pathname)
        if (!match) continue
        const [z, x, y] = match.slice(1).map(Number) as [number, number, number]
        const cell = { z, x, y }
        // Of several versions in one cache, the one that was added last is the newest.
        const first = found.get(keyOf(cell))
        if (!first || first.cacheName === cacheName) found.set(keyOf(cell), { cell, cacheName, url })
      }
    }
    listed = found
    listedAt = now()
  }

  const read = async (cell: Tile): Promise<Pack | undefined> => {
    const entry = listed.get(keyOf(cell))
    if (!entry) return undefined
    const known = unpacked.get(entry.url)
    if (known) {
      unpacked.delete(entry.url)
      unpacked.set(entry.url, known)
      return known
    }
    const response = await (await storage.open(entry.cacheName)).match(entry.url)
    if (!response) return undefined
    const pack = unpack(response)
    unpacked.set(entry.url, pack)
    pack.catch(() => unpacked.delete(entry.url))
    for (const oldest of unpacked.keys()) {
      if (unpacked.size <= MAX_UNPACKED) break
      unpacked.delete(oldest)
    }
    return pack
  }

  const packOf = async (cell: Tile) => {
    const age = now() - listedAt
    const known = age < RELIST_MS ? await read(cell) : undefined
    if (known || age < LIST_MS) return known
    listing ??= list().finally(() => (listing = undefined))
    await listing
    return read(cell)
  }

  return {
    refresh() {
      listedAt = -Infinity
    },
    async cells() {
      await list()
      return [...listed.values()].map(({ cell }) => cell)
    },
    pack: packOf,
    async tile(tile) {
      const cell = packCellOf(tile, levels)
      const pack = cell && (await packOf(cell))
      if (!pack) return undefined
      return (
        pack.tiles.find(({ z, x, y }) => z === tile.z && x === tile.x && y === tile.y)?.bytes ?? NO_CONTENT
      )
    },
  }
}

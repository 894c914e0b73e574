import { statSync } from 'node:fs'
import { join } from 'node:path'
import { localities } from '../../data/sources/localities.ts'
import type { Gazetteer } from '../../data/search/gazetteer.ts'
import { ConfigError } from '../../fastify.config.ts'
import type { GeoConfig, TilesConfig } from '../../fastify.config.ts'
import { MbtilesError, openMbtiles } from '../repositories/mbtiles.ts'
import { openBaseMap } from './base-map.ts'
import type { BaseMap } from './base-map.ts'
import { diskCache } from './disk-cache.ts'
import type { DiskCache } from './disk-cache.ts'
import { PmtilesError } from './pmtiles-file.ts'
import { openPmtiles } from './pmtiles.ts'
import { openDirections } from './directions.ts'
import type { DirectionsService } from './directions.ts'
import { nominatim, openGeocoder, photon } from './geocoder.ts'
import type { Geocoder } from './geocoder.ts'
import { osrm } from './osrm.ts'
import { openPainter } from './picture/painter.ts'
import { drawingVersion } from './picture/version.ts'
import { openStaticMaps } from './static-map.ts'
import type { StaticMaps } from './static-map.ts'
import { openStreetMap } from './street-map.ts'
import type { StreetMap } from './street-map.ts'
import { fileTiles, xyzTiles } from './tiles.ts'
import type { TileSource } from './tiles.ts'
import { valhalla } from './valhalla.ts'

/** All geographic services of the server, created from its configuration. */
export interface Geo {
  tiles: TileSource | undefined
  base: BaseMap
  streets: StreetMap
  maps: StaticMaps
  geocoder: Geocoder
  directions: DirectionsService
  close(): Promise<void>
}

export interface GeoParts {
  config: GeoConfig
  /** The product's version, sent to services in the user agent. */
  version: string
  clock: () => Date
  /** Folder for cached tiles and images; without it nothing is cached on disk. */
  cacheDir?: string
  /** Called once if the cache cannot be written. */
  onCacheError?: (error: unknown) => void
  /** Returns the gazetteer once it is loaded. */
  gazetteer: () => Gazetteer | undefined
  /** Folder with the street map that `npm run map` builds. */
  dataDir: string
  /** Called once for each file of the street map that cannot be used. */
  onStreetError: (error: unknown) => void
  /** Called if map tiles fail and the built-in map is drawn instead. */
  onTileError: (error: unknown) => void
}

async function openTiles(
  config: TilesConfig,
  userAgent: string,
  clock: () => number,
  disk: DiskCache | undefined,
): Promise<TileSource> {
  const { attribution, offlineAllowed } = config
  if (config.kind === 'xyz')
    return xyzTiles({
      template: config.template,
      maxZoom: config.maxZoom,
      attribution,
      offlineAllowed,
      userAgent,
      clock,
      disk,
    })
  try {
    const file = config.kind === 'mbtiles' ? openMbtiles(config.path) : await openPmtiles(config.path)
    return fileTiles(file, { attribution, offlineAllowed, clock })
  } catch (error) {
    if (!(error instanceof PmtilesError || error instanceof MbtilesError)) throw error
    const variable = config.kind === 'mbtiles' ? 'TILES_MBTILES' : 'TILES_PMTILES'
    throw new ConfigError(`${variable} names a file that ${error.message}: '${config.path}'.`, {
      cause: error,
    })
  }
}

/** Bytes: about 15,000 tiles, and about 10,000 images of parks. */
const TILE_CACHE_BYTES = 256 * 2 ** 20
const IMAGE_CACHE_BYTES = 128 * 2 ** 20

/**
 * Identifies the map that images are drawn from: the tile service or, for a file, its path and modification
 * time.
 */
function mapIdentity(config: TilesConfig | undefined): string {
  if (!config) return 'built-in'
  return config.kind === 'xyz' ? config.template : `${config.path} ${statSync(config.path).mtimeMs}`
}

/** @throws ConfigError if a tile file cannot be used */
export async function openGeo({
  config,
  version,
  clock,
  cacheDir,
  onCacheError = () => undefined,
  gazetteer,
  onTileError,
  dataDir,
  onStreetError,
}: GeoParts): Promise<Geo> {
  const userAgent = `Offlead/${version}`
  const now = () => clock().getTime()
  const caches: DiskCache[] = []
  const openCache = (name: string, maxBytes: number) => {
    if (cacheDir === undefined) return undefined
    const cache = diskCache({ folder: join(cacheDir, name), maxBytes, onError: onCacheError })
    caches.push(cache)
    return cache
  }
  const tiles =
    config.tiles && (await openTiles(config.tiles, userAgent, now, openCache('tiles', TILE_CACHE_BYTES)))
  const imageCache = openCache('pictures', IMAGE_CACHE_BYTES)
  const base = await openBaseMap()
  const streets = openStreetMap(dataDir, onStreetError)
  const painter = openPainter()
  const { geocoder: addresses, router: routes } = config
  const service = addresses && { photon, nominatim }[addresses.kind]({ url: addresses.url, userAgent })
  const router = routes && { osrm, valhalla }[routes.kind]({ url: routes.url, userAgent })
  const geocoder = openGeocoder(gazetteer, service)
  return {
    tiles,
    base,
    streets,
    maps: openStaticMaps({
      painter,
      archives: async () => ({ base, streets: await streets.tiles.current() }),
      tiles,
      localities,
      onTileError,
      disk: imageCache && {
        cache: imageCache,
        ground: `${mapIdentity(config.tiles)} ${await drawingVersion()}`,
        clock: now,
      },
    }),
    geocoder,
    directions: openDirections(geocoder, router),
    async close() {
      await painter.close()
      await tiles?.close()
      await Promise.all([base.close(), streets.close()])
      await Promise.all(caches.map((cache) => cache.settled()))
    },
  }
}

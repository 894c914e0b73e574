import { statSync } from 'node:fs'
import { join } from 'node:path'
import { localities } from '../../data/sources/localities.ts'
import type { Gazetteer } from '../../data/search/gazetteer.ts'
import { ConfigError } from '../../fastify.config.ts'
import type { GeoConfig, TilesConfig } from '../../fastify.config.ts'
import { MbtilesError, openMbtiles } from '../repositories/mbtiles.ts'
import { diskCache } from './disk-cache.ts'
import type { DiskCache } from './disk-cache.ts'
import { openPmtiles, PmtilesError } from './pmtiles.ts'
import { openDirections } from './directions.ts'
import type { DirectionsService } from './directions.ts'
import { nominatim, openGeocoder, photon } from './geocoder.ts'
import type { Geocoder } from './geocoder.ts'
import { osrm } from './osrm.ts'
import { openPainter } from './picture/painter.ts'
import { drawingVersion } from './picture/version.ts'
import { openStaticMaps } from './static-map.ts'
import type { StaticMaps } from './static-map.ts'
import { fileTiles, xyzTiles } from './tiles.ts'
import type { TileSource } from './tiles.ts'
import { valhalla } from './valhalla.ts'

/** Everything the server knows of where things are, put together from its configuration. */
export interface Geo {
  tiles: TileSource | undefined
  maps: StaticMaps
  geocoder: Geocoder
  directions: DirectionsService
  close(): Promise<void>
}

export interface GeoParts {
  config: GeoConfig
  /** The product's version, which services are told with its name. */
  version: string
  clock: () => Date
  /** Folder for what can be had or drawn again; nothing is kept on disk without one. */
  cacheDir?: string
  /** Told once when nothing can be kept there. */
  onCacheTrouble?: (error: unknown) => void
  /** The gazetteer, once there is one. */
  gazetteer: () => Gazetteer | undefined
  /** Told when map tiles fail and the built-in map stands in. */
  onTileTrouble: (error: unknown) => void
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
    if (error instanceof PmtilesError)
      throw new ConfigError(`TILES_PMTILES names a file that ${error.message}: '${config.path}'.`, {
        cause: error,
      })
    if (error instanceof MbtilesError)
      throw new ConfigError(`TILES_MBTILES names a file that ${error.message}: '${config.path}'.`, {
        cause: error,
      })
    throw error
  }
}

/** Bytes. Some 15,000 tiles, and some 10,000 pictures of parks. */
const TILES_ON_DISK = 256 * 2 ** 20
const PICTURES_ON_DISK = 128 * 2 ** 20

/** What tells the pictures of one map from those of another: whose tiles they are, and for a file also which of its versions. */
function groundOf(config: TilesConfig | undefined): string {
  if (!config) return 'built-in'
  return config.kind === 'xyz' ? config.template : `${config.path} ${statSync(config.path).mtimeMs}`
}

/** @throws ConfigError for a tile file that cannot be used. */
export async function openGeo({
  config,
  version,
  clock,
  cacheDir,
  onCacheTrouble = () => undefined,
  gazetteer,
  onTileTrouble,
}: GeoParts): Promise<Geo> {
  const userAgent = `Offlead/${version}`
  const now = () => clock().getTime()
  const caches: DiskCache[] = []
  const keep = (name: string, maxBytes: number) => {
    if (cacheDir === undefined) return undefined
    const cache = diskCache({ folder: join(cacheDir, name), maxBytes, onTrouble: onCacheTrouble })
    caches.push(cache)
    return cache
  }
  const tiles = config.tiles && (await openTiles(config.tiles, userAgent, now, keep('tiles', TILES_ON_DISK)))
  const pictures = keep('pictures', PICTURES_ON_DISK)
  const painter = openPainter()
  const { geocoder: addresses, router: routes } = config
  const service = addresses && { photon, nominatim }[addresses.kind]({ url: addresses.url, userAgent })
  const router = routes && { osrm, valhalla }[routes.kind]({ url: routes.url, userAgent })
  const geocoder = openGeocoder(gazetteer, service)
  return {
    tiles,
    maps: openStaticMaps({
      painter,
      tiles,
      suburbs: localities,
      onTileTrouble,
      disk: pictures && {
        cache: pictures,
        ground: `${groundOf(config.tiles)} ${await drawingVersion()}`,
        clock: now,
      },
    }),
    geocoder,
    directions: openDirections(geocoder, router),
    async close() {
      await painter.close()
      await tiles?.close()
      await Promise.all(caches.map((cache) => cache.settled()))
    },
  }
}

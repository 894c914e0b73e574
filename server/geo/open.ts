import { localities } from '../../data/sources/localities.ts'
import type { Gazetteer } from '../../data/search/gazetteer.ts'
import { ConfigError } from '../../fastify.config.ts'
import type { GeoConfig, TilesConfig } from '../../fastify.config.ts'
import { MbtilesError, openMbtiles } from '../repositories/mbtiles.ts'
import { openDirections } from './directions.ts'
import type { DirectionsService } from './directions.ts'
import { nominatim, openGeocoder, photon } from './geocoder.ts'
import type { Geocoder } from './geocoder.ts'
import { osrm } from './osrm.ts'
import { openPainter } from './picture/painter.ts'
import { openStaticMaps } from './static-map.ts'
import type { StaticMaps } from './static-map.ts'
import { mbtilesTiles, xyzTiles } from './tiles.ts'
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
  /** The gazetteer, once there is one. */
  gazetteer: () => Gazetteer | undefined
  /** Told when map tiles fail and the built-in map stands in. */
  onTileTrouble: (error: unknown) => void
}

function openTiles(config: TilesConfig, userAgent: string, clock: () => number): TileSource {
  const { attribution, offlineAllowed } = config
  if (config.kind === 'xyz') return xyzTiles({ template: config.template, maxZoom: config.maxZoom, attribution, offlineAllowed, userAgent, clock })
  try {
    return mbtilesTiles(openMbtiles(config.path), { attribution, offlineAllowed, clock })
  } catch (error) {
    if (error instanceof MbtilesError) throw new ConfigError(`TILES_MBTILES names a file that ${error.message}: '${config.path}'.`, { cause: error })
    throw error
  }
}

/** @throws ConfigError for a tile file that cannot be used. */
export function openGeo({ config, version, clock, gazetteer, onTileTrouble }: GeoParts): Geo {
  const userAgent = `Offlead/${version}`
  const now = () => clock().getTime()
  const tiles = config.tiles && openTiles(config.tiles, userAgent, now)
  const painter = openPainter()
  const { geocoder: addresses, router: routes } = config
  const service = addresses && { photon, nominatim }[addresses.kind]({ url: addresses.url, userAgent })
  const router = routes && { osrm, valhalla }[routes.kind]({ url: routes.url, userAgent })
  const geocoder = openGeocoder(gazetteer, service)
  return {
    tiles,
    maps: openStaticMaps({ painter, tiles, suburbs: localities, onTileTrouble }),
    geocoder,
    directions: openDirections(geocoder, router),
    async close() {
      await painter.close()
      await tiles?.close()
    },
  }
}

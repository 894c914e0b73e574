import { TileLayer } from 'react-leaflet'
import type { MapOffer } from '../../data/model/map.ts'
import { escapeHtml } from './attribution.ts'
import { MAX_ZOOM } from './zoom.ts'

/** The operator's raster tiles. Where a tile fails to load, the built-in map shows through. */
export function Tiles({ tiles }: { tiles: NonNullable<MapOffer['tiles']> }) {
  return (
    <TileLayer
      url={tiles.url}
      attribution={escapeHtml(tiles.attribution)}
      minNativeZoom={tiles.minZoom}
      maxNativeZoom={tiles.maxZoom}
      maxZoom={MAX_ZOOM}
    />
  )
}

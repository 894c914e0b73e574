import type { LeafletEventHandlerFnMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { TileLayer } from 'react-leaflet'
import type { MapOffer } from '../../data/model/map.ts'
import { escapeHtml } from './attribution.ts'
import { MAX_ZOOM } from './zoom.ts'

interface TilesProps {
  tiles: NonNullable<MapOffer['tiles']>
  /**
   * Called with whether all tiles have loaded. If not, the vector map is visible, and its names are listed.
   */
  onComplete(complete: boolean): void
}

/** The operator's raster tiles. Where a tile fails to load, the vector map shows through. */
export function Tiles({ tiles, onComplete }: TilesProps) {
  const [failed] = useState(() => new Set<string>())
  const handlers = useMemo<LeafletEventHandlerFnMap>(() => {
    const keyOf = ({ x, y, z }: { x: number; y: number; z: number }) => `${z}/${x}/${y}`
    return {
      tileerror: ({ coords }) => {
        failed.add(keyOf(coords))
        onComplete(false)
      },
      tileload: ({ coords }) => failed.delete(keyOf(coords)),
      tileunload: (event) =>
        failed.delete(keyOf((event as unknown as { coords: { x: number; y: number; z: number } }).coords)),
      load: () => onComplete(failed.size === 0),
    }
  }, [failed, onComplete])
  return (
    <TileLayer
      url={tiles.url}
      attribution={escapeHtml(tiles.attribution)}
      minNativeZoom={tiles.minZoom}
      maxNativeZoom={tiles.maxZoom}
      maxZoom={MAX_ZOOM}
      eventHandlers={handlers}
    />
  )
}

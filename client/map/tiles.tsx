import type { LeafletEventHandlerFnMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { TileLayer, useMapEvents } from 'react-leaflet'
import type { MapOffer } from '../../data/model/map.ts'
import { escapeHtml } from './attribution.ts'
import { MAX_ZOOM } from './zoom.ts'

interface TilesProps {
  tiles: NonNullable<MapOffer['tiles']>
  /**
   * Called with whether tiles cover the map. If not, the vector map is visible, and its names are listed.
   */
  onComplete(complete: boolean): void
}

/**
 * The operator's raster tiles. Where a tile fails to load, the vector map shows through, and below their lowest
 * zoom there is only that: a map of the country would need thousands of tiles of a street map.
 */
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
  const map = useMapEvents({
    zoomend: () => Math.round(map.getZoom()) < tiles.minZoom && onComplete(false),
  })
  return (
    <TileLayer
      url={tiles.url}
      attribution={escapeHtml(tiles.attribution)}
      minZoom={tiles.minZoom}
      maxNativeZoom={tiles.maxZoom}
      maxZoom={MAX_ZOOM}
      eventHandlers={handlers}
    />
  )
}

import type { LeafletEventHandlerFnMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { TileLayer } from 'react-leaflet'
import type { MapOffer } from '../../data/model/map.ts'

interface TilesProps {
  tiles: NonNullable<MapOffer['tiles']>
  /** Called with whether all tiles have loaded. If not, the built-in map shows its place names. */
  onComplete(complete: boolean): void
}

/** The server's tile layer. Where a tile fails to load, the built-in map shows through. */
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
      eventHandlers={handlers}
    />
  )
}

/** Leaflet renders attributions as HTML, but the operator's setting is plain text. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

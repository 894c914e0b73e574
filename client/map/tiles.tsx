import type { LeafletEventHandlerFnMap } from 'leaflet'
import { useMemo, useState } from 'react'
import { TileLayer } from 'react-leaflet'
import type { MapOffer } from '../../data/model/map.ts'

interface TilesProps {
  tiles: NonNullable<MapOffer['tiles']>
  /** Told whether the picture is whole: with a tile missing, the built-in map must say where one is. */
  onWhole(whole: boolean): void
}

/** The server's tiles. One that cannot be had leaves the built-in map to be seen in its place. */
export function Tiles({ tiles, onWhole }: TilesProps) {
  const [failed] = useState(() => new Set<string>())
  const handlers = useMemo<LeafletEventHandlerFnMap>(() => {
    const keyOf = ({ x, y, z }: { x: number; y: number; z: number }) => `${z}/${x}/${y}`
    return {
      tileerror: ({ coords }) => {
        failed.add(keyOf(coords))
        onWhole(false)
      },
      tileload: ({ coords }) => failed.delete(keyOf(coords)),
      tileunload: (event) =>
        failed.delete(keyOf((event as unknown as { coords: { x: number; y: number; z: number } }).coords)),
      load: () => onWhole(failed.size === 0),
    }
  }, [failed, onWhole])
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

/** Leaflet writes attributions as HTML; an operator's setting is text. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

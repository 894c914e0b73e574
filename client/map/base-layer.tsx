import { GridLayer, type Coords } from 'leaflet'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import type { Coastline } from '../../data/sources/coastline.ts'
import { paintBaseMap } from './paint.ts'
import { MAP_TEXTS } from './texts.ts'
import { onPaletteChange, readPalette, type MapPalette } from './palette.ts'

/** The built-in map: tiles painted on the device from the coastline that ships with the app. */
class BaseLayer extends GridLayer {
  readonly #coastline: Coastline
  readonly #container: HTMLElement
  #palette: MapPalette | undefined

  constructor(coastline: Coastline, container: HTMLElement) {
    super({
      attribution: `${coastline.attribution}, ${MAP_TEXTS.parksAttribution}`,
      updateWhenZooming: false,
      keepBuffer: 1,
    })
    this.#coastline = coastline
    this.#container = container
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const { x: width, y: height } = this.getTileSize()
    this.#palette ??= readPalette(this.#container)
    const frame = { zoom: z, origin: { x: x * width, y: y * height }, width, height }
    paintBaseMap(canvas, frame, this.#coastline, this.#palette, Math.min(2, devicePixelRatio))
    return canvas
  }

  resetPalette() {
    this.#palette = undefined
    this.redraw()
  }
}

/** The lowest layer of every map. It shows through where a server tile is missing. */
export function BuiltInMap({ coastline }: { coastline: Coastline }) {
  const map = useMap()
  useEffect(() => {
    const layer = new BaseLayer(coastline, map.getContainer()).addTo(map)
    const stop = onPaletteChange(() => layer.resetPalette())
    return () => {
      stop()
      layer.remove()
    }
  }, [map, coastline])
  return null
}

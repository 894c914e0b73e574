import { GridLayer, type Coords, type DoneCallback, type TileEvent } from 'leaflet'
import { Labeler, paint, type Bbox, type PreparedTile } from 'protomaps-leaflet'
import type { Bounds, LatLng } from '../../data/model/point.ts'
import { project, TILE_SIZE } from '../../data/geo/mercator.ts'
import { reserve, type MapViews } from '../../data/map/frame.ts'
import type { MapRules } from '../../data/map/rules.ts'
import type { MapSource } from '../../data/map/style.ts'
import { readTile } from './read-tile.ts'
import { nextTask } from '../platform/idle.ts'

/** More than the data tiles of a large screen, so that no visible tile loses its names. */
const MAX_LABELLED_TILES = 80
/** Longest time that tiles are painted without a pause, so that a moving map is not held up. */
const PAINT_BUDGET_MS = 8
/** Names reach this far into the neighbouring tiles. */
const BUFFER_PIXELS = 24
const MAX_DENSITY = 2
/** Size of a pin, which no name may cover. */
const PIN = { width: 34, height: 44 }

/** What a layer is drawn from. */
export interface VectorMap {
  views: MapViews
  rules: MapRules
  /** Colour where the built-in map could not be loaded. */
  landColour: string
  /** Positions of pins. */
  pins: readonly LatLng[]
}

interface PaintedTile {
  coords: Coords
  canvas: HTMLCanvasElement
  /** Its data, once loaded. */
  data?: Map<string, PreparedTile[]>
  /** Tells Leaflet to show the tile; called once. */
  show?: DoneCallback | undefined
}

const keyOf = ({ x, y, z }: Coords) => `${x}:${y}:${z}`

/** What is written on the visible map. */
export interface MapLabels {
  /** The most important first, each once. */
  names: readonly string[]
  /** Where names, marks and the space of pins are, in world pixels at `zoom`. */
  boxes: readonly Bbox[]
  zoom: number
}

export const NO_LABELS: MapLabels = { names: [], boxes: [], zoom: 0 }

export interface VectorLayerEvents {
  /** Called with the sources that could not be read for a tile of the map. */
  onFailed(failed: ReadonlySet<MapSource>): void
  /** Called when all loaded tiles are painted. */
  onPainted(): void
}

/** A Leaflet layer of vector tiles, painted on the device by the rules that the server also uses. */
export class VectorLayer extends GridLayer {
  #map: VectorMap
  #labeler: Labeler | undefined
  readonly #tiles = new Map<string, PaintedTile>()
  /** Loaded tiles that are to be painted. */
  readonly #ready = new Set<PaintedTile>()
  #isPainting = false
  /** Sources that could not be read, by display tile. */
  readonly #failed = new Map<string, ReadonlySet<MapSource>>()
  readonly #report: VectorLayerEvents
  readonly #scratch = document.createElement('canvas').getContext('2d')

  /**
   * @param attribution as HTML
   */
  constructor(map: VectorMap, attribution: string, report: VectorLayerEvents) {
    // Below raster tiles, whichever layer is added first.
    super({ attribution, zIndex: 0, updateWhenZooming: false, keepBuffer: 1 })
    this.#map = map
    this.#report = report
    this.on('tileunload', ({ coords }: TileEvent) => {
      const key = keyOf(coords)
      const tile = this.#tiles.get(key)
      if (tile === undefined) return
      this.#tiles.delete(key)
      this.#ready.delete(tile)
      // Frees the memory at once; some browsers keep unused canvases for long.
      tile.canvas.width = tile.canvas.height = 0
      if (this.#failed.delete(key)) this.#reportFailed()
    })
  }

  /** Paints everything again with other colours, pins or tiles. */
  update(map: Partial<VectorMap>) {
    this.#map = { ...this.#map, ...map }
    this.#labeler = undefined
    for (const tile of this.#tiles.values())
      if (map.views) void this.#load(tile)
      else this.#repaint(tile)
  }

  protected override createTile(coords: Coords, show: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas')
    const tile = { coords, canvas, show }
    this.#tiles.set(keyOf(coords), tile)
    void this.#load(tile)
    return canvas
  }

  #repaint(tile: PaintedTile) {
    if (tile.data) this.#ready.add(tile)
    if (!this.#isPainting) void this.#paintReady()
  }

  /** Reads the data under a tile and paints it. A source that cannot be read is left out. */
  async #load(tile: PaintedTile) {
    const { views } = this.#map
    const key = keyOf(tile.coords)
    // After a new version of the map has arrived, this is the older one.
    const isCurrent = () => this.#tiles.get(key) === tile && this.#map.views === views
    const { data, failed } = await readTile(views, tile.coords, (partial) => {
      // A tile of an earlier version stays until it can be replaced completely.
      if (!isCurrent() || tile.data) return
      tile.data = partial
      this.#repaint(tile)
    })
    if (!isCurrent()) return
    tile.data = data
    if (failed.size > 0) this.#failed.set(key, failed)
    if (failed.size > 0 || this.#failed.delete(key)) this.#reportFailed()
    this.#repaint(tile)
  }

  #reportFailed() {
    this.#report.onFailed(new Set([...this.#failed.values()].flatMap((sources) => [...sources])))
  }

  async #paintReady() {
    this.#isPainting = true
    let since = performance.now()
    for (let [tile] = this.#ready; tile; [tile] = this.#ready) {
      // The names of all loaded tiles are placed first, so that few tiles have to be painted twice.
      for (const { coords, data } of this.#ready) this.#placeNames(coords.z, data!)
      this.#ready.delete(tile)
      this.#paint(tile, tile.data!)
      tile.show?.(undefined, tile.canvas)
      tile.show = undefined
      if (performance.now() - since < PAINT_BUDGET_MS) continue
      await nextTask()
      since = performance.now()
    }
    this.#isPainting = false
    this.#report.onPainted()
  }

  /** The names and marks within these bounds. */
  labels({ south, west, north, east }: Bounds): MapLabels {
    if (this.#labeler === undefined) return NO_LABELS
    const { z, index } = this.#labeler
    const topLeft = project({ latitude: north, longitude: west }, z)
    const bottomRight = project({ latitude: south, longitude: east }, z)
    const box = { minX: topLeft.x, minY: topLeft.y, maxX: bottomRight.x, maxY: bottomRight.y }
    const found = [...index.searchBbox(box, Infinity)].sort((one, other) => one.order - other.order)
    return {
      names: [...new Set(found.flatMap(({ deduplicationKey }) => deduplicationKey ?? []))],
      zoom: z,
      boxes: found.flatMap(({ bboxes }) => bboxes),
    }
  }

  /** Places the names of new data. If that moves other names, their tiles are painted again. */
  #placeNames(zoom: number, data: Map<string, PreparedTile[]>) {
    const [prepared] = [...data.values()].flat()
    if (this.#scratch === null || prepared === undefined) return
    if (this.#labeler?.z !== zoom) {
      const labeler = new Labeler(
        zoom,
        this.#scratch,
        this.#map.rules.labels,
        MAX_LABELLED_TILES,
        (changed) => {
          for (const key of changed) {
            const tile = this.#tiles.get(key)
            if (tile && this.#labeler === labeler) this.#repaint(tile)
          }
        },
      )
      this.#labeler = labeler
      const pins = this.#map.pins.map((pin) => {
        const { x, y } = project(pin, zoom)
        return { minX: x - PIN.width / 2, minY: y - PIN.height, maxX: x + PIN.width / 2, maxY: y }
      })
      reserve(labeler, pins, prepared.origin)
    }
    this.#labeler.add(data)
  }

  #paint({ coords, canvas }: PaintedTile, data: Map<string, PreparedTile[]>) {
    const density = Math.min(MAX_DENSITY, devicePixelRatio)
    const pixels = Math.round(TILE_SIZE * density)
    if (canvas.width !== pixels) canvas.width = canvas.height = pixels
    const pen = canvas.getContext('2d')
    // `null` if the browser is out of canvas memory: then only the map's background colour is visible.
    if (pen === null) return
    pen.setTransform(density, 0, 0, density, 0, 0)
    const { rules, landColour } = this.#map
    pen.fillStyle = data.has('base') ? rules.background : landColour
    pen.fillRect(0, 0, TILE_SIZE, TILE_SIZE)
    const [prepared] = [...data.values()].flat()
    const names = this.#labeler?.z === coords.z ? this.#labeler.index : null
    if (prepared === undefined) return
    const origin = prepared.origin.clone()
    origin.x = coords.x * TILE_SIZE
    origin.y = coords.y * TILE_SIZE
    const box = {
      minX: origin.x - BUFFER_PIXELS,
      minY: origin.y - BUFFER_PIXELS,
      maxX: origin.x + TILE_SIZE + BUFFER_PIXELS,
      maxY: origin.y + TILE_SIZE + BUFFER_PIXELS,
    }
    paint(pen, coords.z, data, names, rules.paint, box, origin, false)
  }
}

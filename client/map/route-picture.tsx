import { useEffect, useMemo, useRef } from 'react'
import { thinLabels } from '../../data/geo/labels.ts'
import type { LabelCandidate, NamedPlace } from '../../data/geo/labels.ts'
import { project, tilesCovering, unproject } from '../../data/geo/mercator.ts'
import type { Pixel } from '../../data/geo/mercator.ts'
import type { Frame } from '../../data/geo/outline.ts'
import { MAP_FIT_MAX_ZOOM } from '../../data/model/constants.ts'
import type { DirectionsRoute } from '../../data/model/directions.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { useMapNames, useTiles, type MapNames } from '../queries/map.ts'
import type { MapParts } from './map-place.tsx'
import { paintBaseMap } from './paint.ts'
import type { MapPalette } from './palette.ts'
import { MAP_TEXTS } from './texts.ts'

export interface RoutePictureProps {
  route: DirectionsRoute
  /** Whether the destination is known only by its suburb. */
  approximate: boolean
}

/** CSS pixels. */
const SIZE = { width: 700, height: 360 }
/** Canvas pixels per CSS pixel: printers have a higher resolution than screens. */
const DENSITY = 2
const PADDING = 40
/** White land saves ink. */
const PAPER: MapPalette = {
  land: '#ffffff',
  line: '#d9d2c0',
  sea: '#dbe8ea',
  shallows: ['#e3eef0', '#ebf3f4', '#f3f8f9'],
  coast: '#6a8f88',
  border: '#9a8b6e',
}
const INK = '#15211c'
const ROUTE_COLOUR = '#17604a'

/** The frame with the highest zoom that shows the whole route. */
function frameOf({ geometry: { coordinates } }: DirectionsRoute): Frame {
  const world = coordinates.map(([longitude, latitude]) => project({ latitude, longitude }, 0))
  const [left, right] = [Math.min(...world.map(({ x }) => x)), Math.max(...world.map(({ x }) => x))]
  const [top, bottom] = [Math.min(...world.map(({ y }) => y)), Math.max(...world.map(({ y }) => y))]
  const room = Math.min(
    (SIZE.width - 2 * PADDING) / Math.max(right - left, 1e-9),
    (SIZE.height - 2 * PADDING) / Math.max(bottom - top, 1e-9),
  )
  const zoom = Math.min(MAP_FIT_MAX_ZOOM, Math.floor(Math.log2(room)))
  const scale = 2 ** zoom
  return {
    zoom,
    origin: {
      x: ((left + right) / 2) * scale - SIZE.width / 2,
      y: ((top + bottom) / 2) * scale - SIZE.height / 2,
    },
    ...SIZE,
  }
}

async function paintTiles(
  pen: CanvasRenderingContext2D,
  { zoom, origin, width, height }: Frame,
  tiles: NonNullable<MapOffer['tiles']>,
) {
  const z = Math.max(tiles.minZoom, Math.min(tiles.maxZoom, zoom))
  const factor = 2 ** (z - zoom)
  await Promise.all(
    tilesCovering(origin.x * factor, origin.y * factor, width * factor, height * factor, z).map(
      async ({ z, x, y, left, top }) => {
        const image = new Image()
        image.src = tiles.url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
        // If a tile fails to load, the built-in map stays visible there.
        await image.decode().then(
          () => pen.drawImage(image, left / factor, top / factor, 256 / factor, 256 / factor),
          () => undefined,
        )
      },
    ),
  )
}

function drawText(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string) {
  pen.font = `${font} 'Atkinson Hyperlegible Next Variable', sans-serif`
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 3.5
  pen.lineJoin = 'round'
  pen.strokeText(text, x, y)
  pen.fillStyle = INK
  pen.fillText(text, x, y)
}

function paintNames(
  pen: CanvasRenderingContext2D,
  names: MapNames,
  { zoom, width, height }: Frame,
  at: (place: NamedPlace) => Pixel,
  taken: Pixel[],
) {
  const candidates = names.inside.map((place): LabelCandidate<NamedPlace> => ({
    place,
    rank: place.rank,
    ...at(place),
    width: place.name.length * 6.5,
    height: 16,
  }))
  const inside = candidates.filter(
    ({ x, y, width: wide }) => x > wide / 2 && x < width - wide / 2 && y > 10 && y < height - 10,
  )
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  for (const { place, x, y } of thinLabels(inside, {
    zoom,
    most: 26,
    taken: taken.map((point) => ({ ...point, width: 24, height: 24 })),
  })) {
    drawText(pen, place.name, x, y, place.rank < 2 ? '600 13px' : '500 12px')
  }
}

function paintRoute(
  pen: CanvasRenderingContext2D,
  points: readonly Pixel[],
  approximate: boolean,
  straight: boolean,
) {
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const [colour, width] of [
    ['#ffffff', 8],
    [ROUTE_COLOUR, 4.5],
  ] as const) {
    pen.strokeStyle = colour
    pen.lineWidth = width
    pen.setLineDash(straight && colour === ROUTE_COLOUR ? [1, 9] : [])
    pen.beginPath()
    for (const { x, y } of points) pen.lineTo(x, y)
    pen.stroke()
  }
  pen.setLineDash([])
  const [start, end] = [points[0]!, points.at(-1)!]
  const disc = ({ x, y }: Pixel, radius: number, fill: string, edge: string, dash: number[]) => {
    pen.beginPath()
    pen.arc(x, y, radius, 0, 2 * Math.PI)
    pen.fillStyle = fill
    pen.fill()
    pen.setLineDash(dash)
    pen.strokeStyle = edge
    pen.lineWidth = 3
    pen.stroke()
    pen.setLineDash([])
  }
  disc(start, 6, '#ffffff', INK, [])
  if (approximate) disc(end, 20, '#17604a22', ROUTE_COLOUR, [5, 5])
  else disc(end, 9, ROUTE_COLOUR, '#ffffff', [])
}

/** The route as a picture for print, painted on this device. */
export default function RoutePicture({ route, approximate, coastline }: RoutePictureProps & MapParts) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const tiles = useTiles()
  const frame = useMemo(() => frameOf(route), [route])
  const bounds = useMemo(() => {
    const northWest = unproject(frame.origin, frame.zoom)
    const southEast = unproject(
      { x: frame.origin.x + frame.width, y: frame.origin.y + frame.height },
      frame.zoom,
    )
    return {
      north: northWest.latitude,
      west: northWest.longitude,
      south: southEast.latitude,
      east: southEast.longitude,
    }
  }, [frame])
  const names = useMapNames(bounds, frame.zoom)

  useEffect(() => {
    const target = canvas.current
    const sheet = document.createElement('canvas')
    let cancelled = false
    async function paint() {
      paintBaseMap(sheet, frame, coastline, PAPER, DENSITY)
      const pen = sheet.getContext('2d')
      if (pen === null || target === null) return
      const at = (place: { latitude: number; longitude: number }) => {
        const { x, y } = project(place, frame.zoom)
        return { x: x - frame.origin.x, y: y - frame.origin.y }
      }
      const points = route.geometry.coordinates.map(([longitude, latitude]) => at({ latitude, longitude }))
      if (tiles) await paintTiles(pen, frame, tiles)
      if (cancelled) return
      paintRoute(pen, points, approximate, route.geometry.coordinates.length === 2)
      if (!tiles && names) paintNames(pen, names, frame, at, [points[0]!, points.at(-1)!])
      target.width = sheet.width
      target.height = sheet.height
      target.getContext('2d')?.drawImage(sheet, 0, 0)
      if (tiles || names) target.dataset['painted'] = ''
    }
    void paint()
    return () => {
      cancelled = true
    }
  }, [frame, coastline, tiles, names, route, approximate])

  return (
    <figure className="m-0">
      <canvas ref={canvas} data-route-picture="" className="block w-full">
        {MAP_TEXTS.route}
      </canvas>
      <figcaption className="text-s">{tiles?.attribution ?? coastline.attribution}</figcaption>
    </figure>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import { project, tilesCovering } from '../../data/geo/mercator.ts'
import type { Pixel } from '../../data/geo/mercator.ts'
import type { Frame } from '../../data/map/frame.ts'
import { MAP_FIT_MAX_ZOOM } from '../../data/model/constants.ts'
import type { DirectionsRoute } from '../../data/model/directions.ts'
import type { MapOffer } from '../../data/model/map.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { vectorAttribution } from './attribution.ts'
import { paintMapFrame } from './paint-frame.ts'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'

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
  const z = Math.min(tiles.maxZoom, zoom)
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
export default function RoutePicture({ route, approximate }: RoutePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const offer = useMapOffer()
  const frame = useMemo(() => frameOf(route), [route])

  useEffect(() => {
    const target = canvas.current
    if (offer === undefined) return undefined
    const sheet = document.createElement('canvas')
    let cancelled = false
    async function paint(maps: MapOffer) {
      const pen = await paintMapFrame(sheet, frame, maps, 'paper', DENSITY)
      if (pen === null || target === null) return
      const points = route.geometry.coordinates.map(([longitude, latitude]) => {
        const { x, y } = project({ latitude, longitude }, frame.zoom)
        return { x: x - frame.origin.x, y: y - frame.origin.y }
      })
      if (maps.tiles && frame.zoom >= maps.tiles.minZoom) await paintTiles(pen, frame, maps.tiles)
      if (cancelled) return
      paintRoute(pen, points, approximate, route.geometry.coordinates.length === 2)
      target.width = sheet.width
      target.height = sheet.height
      target.getContext('2d')?.drawImage(sheet, 0, 0)
      target.dataset['painted'] = ''
    }
    void paint(offer)
    return () => {
      cancelled = true
    }
  }, [frame, offer, route, approximate])

  return (
    <figure className="m-0">
      <canvas ref={canvas} data-route-picture="" className="block w-full">
        {INTERACTIVE_MAP_TEXTS.route}
      </canvas>
      {offer && (
        <figcaption className="text-s">{offer.tiles?.attribution ?? vectorAttribution(offer)}</figcaption>
      )}
    </figure>
  )
}

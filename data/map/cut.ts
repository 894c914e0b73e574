import type { Feature } from 'protomaps-leaflet'
import { clipLine, clipRing } from '../geo/clip.ts'

type Lines = Feature['geom']

const POINT = 1
const POLYGON = 3

/** Pixels beyond the edge that are kept, so that edges along the cut are outside what is drawn. */
const BUFFER_PIXELS = 32

const flatten = (line: Lines[number]) => line.flatMap(({ x, y }) => [x, y])

/** Points of the same class as `like`, which protomaps-leaflet calculates with. */
function unflatten(line: readonly number[], like: Lines[number][number]): Lines[number] {
  const points: Lines[number] = []
  for (let at = 0; at + 1 < line.length; at += 2) {
    const point = like.clone()
    point.x = line[at]!
    point.y = line[at + 1]!
    points.push(point)
  }
  return points
}

function clipLines({ geom, geomType }: Feature, rectangle: Parameters<typeof clipRing>[1]): number[][] {
  return geom.flatMap((line) => {
    if (geomType !== POLYGON) return clipLine(flatten(line), rectangle)
    const ring = clipRing(flatten(line), rectangle)
    return ring.length < 6 ? [] : [[...ring, ring[0]!, ring[1]!]]
  })
}

/**
 * The part of a layer in one of the smaller tiles that its tile is divided into. Drawing a large tile much
 * enlarged would mean to draw, and to name, mostly what is not visible.
 * @param size width of both tiles in pixels
 * @param factor how many times the smaller tile fits into the width of the larger one
 * @param column,row position of the smaller tile in the larger one
 */
export function cutFeatures(
  features: readonly Feature[],
  size: number,
  factor: number,
  column: number,
  row: number,
): Feature[] {
  const side = size / factor
  const buffer = BUFFER_PIXELS / factor
  const left = column * side
  const top = row * side
  const rectangle = {
    left: left - buffer,
    top: top - buffer,
    right: left + side + buffer,
    bottom: top + side + buffer,
  }
  const found: Feature[] = []
  for (const feature of features) {
    const { bbox, geom, geomType } = feature
    if (
      bbox.maxX < rectangle.left ||
      bbox.minX > rectangle.right ||
      bbox.maxY < rectangle.top ||
      bbox.minY > rectangle.bottom
    )
      continue
    const like = geom[0]?.[0]
    if (like === undefined) continue
    // A point belongs to one tile only, so that it is not named twice.
    const lines =
      geomType === POINT
        ? [
            flatten(
              geom.flat().filter(({ x, y }) => x >= left && x < left + side && y >= top && y < top + side),
            ),
          ]
        : clipLines(feature, rectangle)
    const cut = lines
      .map((line) => line.map((value, at) => (value - (at % 2 === 0 ? left : top)) * factor))
      .filter((line) => line.length > 0)
    if (cut.length === 0) continue
    const xs = cut.flatMap((line) => line.filter((_, at) => at % 2 === 0))
    const ys = cut.flatMap((line) => line.filter((_, at) => at % 2 === 1))
    found.push({
      ...feature,
      geom: cut.map((line) => unflatten(line, like)),
      numVertices: xs.length,
      bbox: {
        minX: xs.reduce((one, other) => Math.min(one, other)),
        minY: ys.reduce((one, other) => Math.min(one, other)),
        maxX: xs.reduce((one, other) => Math.max(one, other)),
        maxY: ys.reduce((one, other) => Math.max(one, other)),
      },
    })
  }
  return found
}

import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { bbox, booleanPointInPolygon, destination, multiPolygon } from '@turf/turf'
import type { Feature, MultiPolygon, Position } from 'geojson'
import type { LatLng } from '../../data/model/point.ts'

/** The part of TopoJSON that the file uses: https://github.com/topojson/topojson-specification */
interface Areas {
  transform: { scale: [number, number]; translate: [number, number] }
  /** Lines of grid positions, each as the difference from the previous one. */
  arcs: [number, number][][]
  objects: {
    councils: {
      geometries: (
        | { type: 'Polygon'; id: string; arcs: number[][] }
        | { type: 'MultiPolygon'; id: string; arcs: number[][][] }
        | { type: null; id: string }
      )[]
    }
  }
}

interface Area {
  code: string
  /** West, south, east, north in degrees. */
  box: readonly number[]
  shape: Feature<MultiPolygon>
}

const FILE = new URL('../../data/sources/council-areas.topojson.br', import.meta.url)

function readAreas(): Area[] {
  const { transform, arcs, objects } = JSON.parse(
    brotliDecompressSync(readFileSync(FILE)).toString('utf8'),
  ) as Areas
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]): Position => {
      x += dx
      y += dy
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ]
    })
  })
  // A negative index is the line backwards; each line begins where the one before it ends.
  const ring = (indexes: readonly number[]) =>
    indexes.flatMap((index, at) => {
      const line = index < 0 ? lines[~index]!.toReversed() : lines[index]!
      return at === 0 ? line : line.slice(1)
    })
  return objects.councils.geometries.flatMap((geometry) => {
    if (geometry.type === null) return []
    const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs
    const shape = multiPolygon(polygons.map((rings) => rings.map(ring)))
    return [{ code: geometry.id, box: bbox(shape), shape }]
  })
}

let areas: readonly Area[] | undefined

function areaAt([longitude, latitude]: readonly [number, number]): string | null {
  areas ??= readAreas()
  const found = areas.find(
    ({ box, shape }) =>
      longitude >= box[0]! &&
      longitude <= box[2]! &&
      latitude >= box[1]! &&
      latitude <= box[3]! &&
      booleanPointInPolygon([longitude, latitude], shape),
  )
  return found?.code ?? null
}

/**
 * How far off the coast a beach still belongs to its council: the borders are accurate to about 100 m there.
 */
const OFFSHORE_METRES = [150, 400, 1_000]
const DIRECTIONS = 8

/**
 * The code of the council area that a point is in, or of the nearest one within a kilometre off the coast;
 * `null` if there is none. Borders: Australian Bureau of Statistics, ASGS edition 3 (2022), CC BY 4.0. The
 * first call reads them, which takes about 0.1 s.
 */
export function councilAreaAt({ latitude, longitude }: LatLng): string | null {
  const inside = areaAt([longitude, latitude])
  if (inside !== null) return inside
  for (const metres of OFFSHORE_METRES) {
    for (let step = 0; step < DIRECTIONS; step += 1) {
      const { geometry } = destination([longitude, latitude], metres, (step * 360) / DIRECTIONS, {
        units: 'meters',
      })
      const near = areaAt(geometry.coordinates as [number, number])
      if (near !== null) return near
    }
  }
  return null
}

import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import { PMTiles } from 'pmtiles'
import type { Frame } from '../../../data/map/frame.ts'
import type { MapSource } from '../../../data/map/style.ts'
import { openView } from '../../../data/map/tiles.ts'
import { project } from '../../../data/geo/mercator.ts'
import { BASE_ZOOMS, STREET_ZOOMS } from '../../../data/map/schema.ts'
import type { LatLng } from '../../../data/model/point.ts'

/**
 * A view of an archive file of this repository.
 * @param stored whether the device has the tiles of a zoom; others cannot be read
 */
function viewOf(
  path: string,
  zooms: { min: number; max: number },
  stored: (zoom: number) => boolean = () => true,
  substituteZooms: readonly number[] = [],
) {
  const bytes = readFileSync(new URL(`../../../${path}`, import.meta.url))
  const archive = new PMTiles({
    getKey: () => path,
    getBytes: (offset, length) => {
      const { buffer, byteOffset, byteLength } = bytes.subarray(offset, offset + length)
      return Promise.resolve({ data: buffer.slice(byteOffset, byteOffset + byteLength) })
    },
  })
  return openView({
    minZoom: zooms.min,
    maxZoom: zooms.max,
    async read({ z, x, y }) {
      if (!stored(z)) throw new TypeError('Failed to fetch')
      return (await archive.getZxy(z, x, y))?.data
    },
    substituteZooms,
  })
}

/** The built-in map. */
export const baseView = () => viewOf('data/sources/base-map.pmtiles', BASE_ZOOMS)
/** The built-in map on a device that has it up to a zoom. */
export const partOfBaseView = (stored: number, substituteZooms: readonly number[]) =>
  viewOf('data/sources/base-map.pmtiles', BASE_ZOOMS, (zoom) => zoom <= stored, substituteZooms)
/** The streets of Marrickville. */
export const streetsView = () => viewOf('tests/fixtures/map/map.pmtiles', STREET_ZOOMS)

export const mapViews = () =>
  new Map<MapSource, ReturnType<typeof openView>>([
    ['base', baseView()],
    ['streets', streetsView()],
  ])

export const MARRICKVILLE: LatLng = { latitude: -33.9105, longitude: 151.1625 }

/** A frame of this size around a place. */
export function frameAround(center: LatLng, zoom: number, width = 600, height = 400): Frame {
  const { x, y } = project(center, zoom)
  return { zoom, origin: { x: x - width / 2, y: y - height / 2 }, width, height }
}

export function blankPen({ width, height }: Frame) {
  const canvas = createCanvas(width, height)
  return { canvas, pen: canvas.getContext('2d') }
}

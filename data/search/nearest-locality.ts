import type { Locality } from '../model/locality.ts'
import { wholeMetresBetween } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'
import { buildSphere, originAt, sphereOrder } from './sphere.ts'
import type { Sphere } from './sphere.ts'

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export const compareLocalities = (a: Locality, b: Locality) =>
  compareText(a.postcode, b.postcode) ||
  compareText(a.state, b.state) ||
  compareText(a.name, b.name) ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude

/** The nearest of a few localities. */
export function nearestOf(rows: readonly Locality[], position: LatLng): Locality | undefined {
  let best: Locality | undefined
  let least = Infinity
  for (const row of rows) {
    const metres = wholeMetresBetween(position, row)
    if (metres < least || (metres === least && best && compareLocalities(row, best) < 0)) {
      best = row
      least = metres
    }
  }
  return best
}

/** Finds the nearest of all localities within some metres of a position. Their index is built on first use. */
export function createNearest(
  localities: readonly Locality[],
): (position: LatLng, within: number) => Locality | undefined {
  let sphere: { rows: Locality[]; index: Sphere } | undefined
  return (position, within) => {
    if (sphere === undefined) {
      const rows = Array.from(
        sphereOrder(localities, (a, b) => compareLocalities(localities[a]!, localities[b]!)),
        (row) => localities[row]!,
      )
      sphere = { rows, index: buildSphere(rows) }
    }
    const from = originAt(position)
    const { rows, index } = sphere
    for (let metres = 4_000; ; metres *= 4) {
      let best: Locality | undefined
      let least = Infinity
      index.forEachWithin(from, Math.min(metres, within), null, (row, distance) => {
        if (distance < least || (distance === least && best && compareLocalities(rows[row]!, best) < 0)) {
          best = rows[row]
          least = distance
        }
      })
      if (best || metres >= within) return best
    }
  }
}

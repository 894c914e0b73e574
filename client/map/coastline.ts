import { decodeCoastline } from '../../data/sources/coastline.ts'
import type { Coastline, CoastlineColumns } from '../../data/sources/coastline.ts'

let coastline: Promise<Coastline> | undefined

/** Loads coasts and borders once, with the first map. A failed load is tried again by the next call. */
export function loadCoastline(): Promise<Coastline> {
  coastline ??= import('../../data/sources/coastline.gen.json').then(
    (columns) => decodeCoastline(columns.default as CoastlineColumns),
    (error: unknown) => {
      coastline = undefined
      throw error
    },
  )
  return coastline
}

import { decodeCoastline } from '../../data/sources/coastline.ts'
import type { Coastline, CoastlineColumns } from '../../data/sources/coastline.ts'

let ground: Promise<Coastline> | undefined

/** Coasts and borders, fetched with the first map and kept. */
export function loadGround(): Promise<Coastline> {
  ground ??= import('../../data/sources/coastline.gen.json').then(
    (columns) => decodeCoastline(columns.default as CoastlineColumns),
    (error: unknown) => {
      ground = undefined
      throw error
    },
  )
  return ground
}

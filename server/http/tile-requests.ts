import * as z from 'zod'

const tileIndex = z
  .string()
  .max(7)
  .regex(/^\d{1,7}$/, 'must be a whole number.')
  .transform((text) => Number(text))

/** The address of a tile in a path: `:z/:x/:y`. */
export const TileParams = z.strictObject({ z: tileIndex, x: tileIndex, y: tileIndex })

/** Moving the map on a large screen loads hundreds of tiles, an offline area hundreds of packs. */
export const TILE_RATE_LIMIT = { max: 3000, timeWindow: 60_000 }

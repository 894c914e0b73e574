import * as z from 'zod/mini'

/** `GET /api/maps`: which map the server has for screens to draw. */
export const MapOffer = z.strictObject({
  /** Raster tiles on our origin; `null` when none are configured and the built-in map is drawn on the device. */
  tiles: z.nullable(
    z.strictObject({
      /** With `{z}`, `{x}` and `{y}`. */
      url: z.string(),
      attribution: z.string(),
      minZoom: z.int(),
      maxZoom: z.int(),
      /** Whether the device may keep tiles for use without signal. */
      offlineAllowed: z.boolean(),
    }),
  ),
})
export type MapOffer = z.infer<typeof MapOffer>

import * as z from 'zod/mini'

/** `GET /api/maps`: the base map of the server. */
export const MapOffer = z.strictObject({
  /** Raster tiles on our origin; `null` if none are configured, so that the device draws the built-in map. */
  tiles: z.nullable(
    z.strictObject({
      /** A template with `{z}`, `{x}` and `{y}`. */
      url: z.string(),
      attribution: z.string(),
      minZoom: z.int(),
      maxZoom: z.int(),
      /** Whether the device may store tiles for offline use. */
      offlineAllowed: z.boolean(),
    }),
  ),
})
export type MapOffer = z.infer<typeof MapOffer>

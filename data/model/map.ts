import * as z from 'zod/mini'

const Attribution = z.string()

/** Vector tiles on our origin, in the layers of `data/map/schema.ts`. */
const VectorTiles = z.strictObject({
  /** A template with `{z}`, `{x}` and `{y}`. */
  url: z.string(),
  attribution: Attribution,
  minZoom: z.int(),
  /** Above this zoom, the tiles of this zoom are drawn larger. */
  maxZoom: z.int(),
})
export type VectorTiles = z.infer<typeof VectorTiles>

/** `GET /api/maps`: the maps of the server. */
export const MapOffer = z.strictObject({
  /** The built-in map: coast, council areas, names of places. */
  base: z.optional(VectorTiles),
  /** Streets and paths; `null` if the operator has built none. */
  streets: z.optional(
    z.nullable(
      z.extend(VectorTiles, {
        /** West, south, east and north, in degrees: outside there are no tiles. */
        bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      }),
    ),
  ),
  /** Raster tiles on our origin; `null` if none are configured. */
  tiles: z.nullable(
    z.strictObject({
      /** A template with `{z}`, `{x}` and `{y}`. */
      url: z.string(),
      attribution: Attribution,
      minZoom: z.int(),
      maxZoom: z.int(),
      /** Whether the device may store tiles for offline use. */
      offlineAllowed: z.boolean(),
    }),
  ),
})
export type MapOffer = z.infer<typeof MapOffer>

/**
 * Header of a vector tile that is of another version than its address says, because the operator has built a
 * new map: that version. A page that gets it asks for the maps again.
 */
export const OTHER_VERSION_HEADER = 'x-map-version'

/** Characters of the hash of a pack: the start of its SHA-256 in base64url, 132 bits. */
export const PACK_HASH_LENGTH = 22
/** Cells in one request for the list of packs. */
export const MAX_PACK_CELLS = 400

/** `GET /api/maps/packs`: the packs of the requested cells, without those that have no tiles. */
export const MapPacks = z.strictObject({
  packs: z.array(
    z.strictObject({
      /** Names the cell and, for streets, the hash of the file's bytes. */
      url: z.string(),
      bytes: z.int(),
      /** For the built-in map, whose address names a version: most packs are the same in the next version. */
      hash: z.optional(z.string()),
    }),
  ),
})
export type MapPacks = z.infer<typeof MapPacks>

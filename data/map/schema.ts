import * as z from 'zod/mini'

/**
 * The layers and attributes of our vector tiles (Mapbox Vector Tile 2.1, extent 4096). An attribute that is
 * not known is absent. `scripts/map/profile.lua` writes the streets, `scripts/sources/base-map.ts` the
 * built-in base map; tests parse every feature of both with these schemas.
 */

/** Zoom levels of the tiles. Above the highest one, its tiles are drawn larger. */
export const BASE_ZOOMS = { min: 0, max: 8 } as const
export const STREET_ZOOMS = { min: 8, max: 14 } as const

export const TILE_EXTENT = 4096

const ROAD_KINDS = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'minor',
  'service',
  'track',
  'path',
  'footway',
  'cycleway',
  'steps',
  'rail',
  'tram',
] as const
const GREEN_KINDS = [
  'park',
  'reserve',
  'dog_park',
  'playground',
  'pitch',
  'grass',
  'scrub',
  'wood',
  'cemetery',
  'golf',
] as const
const POI_KINDS = ['water', 'toilets', 'bin', 'bags', 'parking', 'vet', 'bench', 'station'] as const

const name = z.optional(z.string())
/** The `dog` tag of OpenStreetMap, where it has one of these values. */
const dog = z.optional(z.enum(['yes', 'leashed', 'unleashed', 'no']))
const flag = z.optional(z.literal(true))

/** The attributes of each layer's features. */
export const MAP_LAYERS = {
  /** Polygons. Base only: the land, one feature for each council area. */
  land: z.strictObject({}),
  /** Polygons. The sea is where the base has no land. */
  water: z.strictObject({ kind: z.enum(['lake', 'river', 'pool', 'wetland']), name }),
  /** Lines. */
  waterway: z.strictObject({ kind: z.enum(['river', 'stream', 'canal']), name }),
  /** Polygons. */
  green: z.strictObject({ kind: z.enum(GREEN_KINDS), name, dog }),
  /** Polygons. */
  beach: z.strictObject({ name, dog }),
  /** Polygons. Buildings are left out: they would make the tiles of a city three times as large. */
  built: z.strictObject({ kind: z.enum(['residential', 'commercial', 'industrial']) }),
  /** Lines. `private`: the public may not use it. `dog`: only `no` is stored. */
  road: z.strictObject({
    kind: z.enum(ROAD_KINDS),
    name,
    bridge: flag,
    tunnel: flag,
    private: flag,
    dog: z.optional(z.literal('no')),
  }),
  /** Lines (`fence`, `wall`, `hedge`) and points (`gate`, `bollard`). */
  barrier: z.strictObject({ kind: z.enum(['fence', 'wall', 'hedge', 'gate', 'bollard']) }),
  /** Points. */
  poi: z.strictObject({ kind: z.enum(POI_KINDS), name }),
  /** Points. The smaller `rank` (1 to 9), the more important the place. */
  place: z.strictObject({
    kind: z.enum(['city', 'town', 'suburb', 'locality']),
    name: z.string(),
    rank: z.int(),
  }),
  /** Lines. Base only: borders between two states or two council areas, not the coast. */
  boundary: z.strictObject({ kind: z.enum(['state', 'council']) }),
} as const

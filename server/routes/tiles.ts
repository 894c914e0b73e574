import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { MapOffer } from '../../data/model/map.ts'
import type { VectorTiles } from '../../data/model/map.ts'
import { Problem } from '../../data/model/problem.ts'
import type { BaseMap } from '../geo/base-map.ts'
import type { StreetMap } from '../geo/street-map.ts'
import type { TileSource } from '../geo/tiles.ts'
import { UpstreamError } from '../geo/upstream.ts'
import type { VectorArchive } from '../geo/vector-archive.ts'
import { homeNetwork } from '../auth/home-network.ts'
import { notFound, ProblemError } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'
import { TILE_RATE_LIMIT, TileParams } from '../http/tile-requests.ts'

/** The version in the URL lets devices keep tiles until the map changes. */
const vectorOffer = (
  name: 'base' | 'streets',
  { version, attribution, minZoom, maxZoom }: VectorArchive,
): VectorTiles => ({ url: `/api/maps/${name}/${version}/{z}/{x}/{y}`, attribution, minZoom, maxZoom })

const rasterOffer = ({ attribution, minZoom, maxZoom, offlineAllowed }: TileSource) => ({
  url: '/api/maps/tiles/{z}/{x}/{y}',
  attribution,
  minZoom,
  maxZoom,
  offlineAllowed,
})

/**
 * `/api/maps`: the available maps. `/api/maps/tiles`: its tiles, loaded by the server so that pages make no
 * requests to third parties.
 */
export const tileRoutes: FastifyPluginAsyncZod<{
  tiles: TileSource | undefined
  base: BaseMap
  streets: StreetMap
  clock: () => Date
}> = async (app, { tiles, base, streets, clock }) => {
  app.get(
    '/api/maps',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The available maps',
        querystring: NoQuery,
        response: { 200: MapOffer, 400: Problem },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      const map = await streets.tiles.current()
      return {
        base: vectorOffer('base', base),
        streets: map ? { ...vectorOffer('streets', map), bounds: map.bounds } : null,
        tiles: tiles ? rasterOffer(tiles) : null,
      }
    },
  )

  app.get(
    '/api/maps/tiles/:z/:x/:y',
    {
      config: { access: 'public', rateLimit: TILE_RATE_LIMIT },
      schema: {
        summary: 'A raster tile of 256 pixels, Web Mercator',
        params: TileParams,
        querystring: NoQuery,
        response: {
          200: {
            description: 'The tile',
            content: Object.fromEntries(
              ['image/png', 'image/jpeg', 'image/webp'].map((type) => [type, { schema: z.unknown() }]),
            ),
          },
          400: Problem,
          404: Problem,
          502: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      const { z: zoom, x, y } = request.params
      if (!tiles || zoom < tiles.minZoom || zoom > tiles.maxZoom || x >= 2 ** zoom || y >= 2 ** zoom)
        throw notFound()
      const tile = await tiles.tile({ z: zoom, x, y }, homeNetwork(request.ip)).catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        request.log.warn({ err: error }, 'a map tile could not be loaded')
        throw new ProblemError(
          error.failure === 'overloaded'
            ? { code: 'busy', message: 'Too many map tiles are being loaded. Try again in a moment.' }
            : { code: 'engine-unavailable', message: 'The map cannot be loaded just now.' },
        )
      })
      if (!tile) throw notFound()
      const seconds = Math.max(60, Math.round((tile.freshUntil - clock().getTime()) / 1000))
      return reply.header('cache-control', `public, max-age=${seconds}`).type(tile.type).send(tile.bytes)
    },
  )
}

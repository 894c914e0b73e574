import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isInAustralia } from '../../data/model/australia.ts'
import { DistanceUnit } from '../../data/model/directions.ts'
import type { Outline } from '../../data/model/outline.ts'
import type { LatLng } from '../../data/model/point.ts'
import { Problem } from '../../data/model/problem.ts'
import { homeNetwork } from '../auth/home-network.ts'
import { matches } from '../http/caching.ts'
import { PaintFailed, PainterBusy } from '../geo/picture/painter.ts'
import { MAX_MAP_ZOOM, MIN_MAP_ZOOM } from '../geo/static-map.ts'
import type { StaticMaps } from '../geo/static-map.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
import { latitude, longitude, numeric, parsed, readFlag, textual } from '../http/queries.ts'

/** CSS pixels. */
const MIN_SIDE = 64
const MAX_SIDE = 1024
/** Pixels of an image: 800 by 500 at double density. Larger ones would take too long to draw. */
const MAX_PIXELS = 1_600_000
/** Five decimals of a degree are about a metre: images of places that are closer are the same. */
const DECIMALS = 5
/** A week, and up to another month while a newer one is loaded. */
const CACHE_CONTROL = 'public, max-age=604800, stale-while-revalidate=2592000'
/** For the built-in map drawn while map tiles are unavailable. */
const SUBSTITUTE_CACHE_CONTROL = 'public, max-age=60'

const side = numeric(z.int().min(MIN_SIDE).max(MAX_SIDE))

const StaticMapQuery = z.strictObject({
  lat: latitude,
  lng: longitude,
  zoom: numeric(z.int().min(MIN_MAP_ZOOM).max(MAX_MAP_ZOOM)).describe('By default 15.'),
  width: side.describe('CSS pixels; by default 400.'),
  height: side.describe('CSS pixels; by default 300.'),
  scale: numeric(z.union([z.literal(1), z.literal(2)], 'must be 1 or 2.')).describe(
    'Pixels for each CSS pixel: 1 or 2.',
  ),
  theme: textual(z.enum(['light', 'dark', 'contrast', 'contrast-dark'])),
  unit: textual(DistanceUnit).describe('Unit of distances; by default miles.'),
  approximate: parsed(readFlag, z.boolean()).describe(
    'Only the suburb of the place is known: draw a circle around the suburb instead of a pin.',
  ),
  near: parsed(readFlag, z.boolean()).describe(
    'The place is within about 500 m: draw a circle of that size instead of a pin.',
  ),
  format: textual(z.enum(['webp', 'png'])).describe('By default webp.'),
})

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/**
 * `/api/maps/static`: a map image of a place with its pin, drawn on the server. At the position of a park with an
 * outline, it is drawn too.
 */
export const staticMapRoutes: FastifyPluginAsyncZod<{
  maps: StaticMaps
  /** The outline of the park at exactly this position, if there is one. */
  outlineAt(position: LatLng): Outline | undefined
}> = async (app, { maps, outlineAt }) => {
  app.get(
    '/api/maps/static',
    {
      // A page of fifty cards requests fifty images at once.
      config: { access: 'public', rateLimit: { max: 600, timeWindow: 60_000 } },
      schema: {
        summary: 'A map of a place in Australia as an image',
        querystring: StaticMapQuery,
        response: {
          200: {
            description: 'The picture',
            content: { 'image/webp': { schema: z.unknown() }, 'image/png': { schema: z.unknown() } },
          },
          304: z.undefined(),
          400: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      const {
        lat,
        lng,
        zoom = 15,
        width = 400,
        height = 300,
        scale = 1,
        theme = 'light',
        unit = 'miles',
        approximate = false,
        near = false,
        format = 'webp',
      } = request.query
      if (width * height * scale ** 2 > MAX_PIXELS) {
        throw invalidInput(
          'scale',
          `width, height and scale must not make a picture of more than ${MAX_PIXELS} pixels.`,
        )
      }
      const center = { latitude: rounded(lat), longitude: rounded(lng) }
      if (!isInAustralia(center)) throw invalidInput('lat', 'lat and lng must be a place in Australia.')
      const map = await maps
        .picture(
          {
            center,
            zoom,
            width,
            height,
            scale,
            theme,
            unit,
            approximate,
            near,
            format,
            outline: (!approximate && outlineAt(center)) || null,
          },
          homeNetwork(request.ip),
        )
        .catch((error: unknown) => {
          if (error instanceof PainterBusy)
            throw new ProblemError({
              code: 'busy',
              message: 'Too many maps are being drawn. Try again in a moment.',
            })
          if (error instanceof PaintFailed) {
            request.log.error({ err: error }, 'a map could not be drawn')
            throw new ProblemError(
              { code: 'engine-unavailable', message: 'The map cannot be drawn just now.' },
              503,
            )
          }
          throw error
        })
      reply
        .header('cache-control', map.isCacheable ? CACHE_CONTROL : SUBSTITUTE_CACHE_CONTROL)
        .header('etag', map.etag)
      if (matches(request.headers['if-none-match'], map.etag)) return reply.code(304).send()
      return reply.type(map.type).send(map.bytes)
    },
  )
}

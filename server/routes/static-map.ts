import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isInAustralia } from '../../data/geo/australia.ts'
import { DistanceUnit } from '../../data/model/directions.ts'
import { Problem } from '../../data/model/problem.ts'
import { networksOf } from '../auth/limits.ts'
import { matches } from '../http/caching.ts'
import { PaintFailed, PainterBusy } from '../geo/picture/painter.ts'
import { MAX_MAP_ZOOM, MIN_MAP_ZOOM } from '../geo/static-map.ts'
import type { StaticMaps } from '../geo/static-map.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
import { latitude, longitude, numeric, read, readFlag, textual } from '../http/queries.ts'

/** CSS pixels. */
const SMALLEST = 64
const LARGEST = 1024
/** Pixels of a picture, all in all: 800 by 500 at double density. Larger ones would keep the others waiting. */
const MOST_PIXELS = 1_600_000
/** A degree rounded to so many decimals is a metre: pictures that differ by less are the same one. */
const DECIMALS = 5
/** A week, and another month while a newer one is fetched: coasts and suburbs move slowly. In seconds. */
const KEEP = 'public, max-age=604800, stale-while-revalidate=2592000'
/** A picture that stands in for another while map tiles are away. */
const KEEP_SUBSTITUTE = 'public, max-age=60'

const side = numeric(z.int().min(SMALLEST).max(LARGEST))

const StaticMapQuery = z.strictObject({
  lat: latitude,
  lng: longitude,
  zoom: numeric(z.int().min(MIN_MAP_ZOOM).max(MAX_MAP_ZOOM)).describe('15 unless told.'),
  width: side.describe('CSS pixels; 400 unless told.'),
  height: side.describe('CSS pixels; 300 unless told.'),
  scale: numeric(z.union([z.literal(1), z.literal(2)], 'must be 1 or 2.')).describe(
    'Pixels for each CSS pixel: 1 or 2.',
  ),
  theme: textual(z.enum(['light', 'dark'])),
  unit: textual(DistanceUnit).describe('What distances are written in; miles unless told.'),
  approximate: read(readFlag, z.boolean()).describe(
    'The place is only known to be in the suburb there: drawn as a circle that fits, not a pin.',
  ),
  format: textual(z.enum(['webp', 'png'])).describe('webp unless told.'),
})

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** `/api/maps/static`: a picture of a place with its pin, drawn here. */
export const staticMapRoutes: FastifyPluginAsyncZod<{ maps: StaticMaps }> = async (app, { maps }) => {
  app.get(
    '/api/maps/static',
    {
      // A page of fifty cards asks for fifty pictures at once.
      config: { access: 'public', rateLimit: { max: 600, timeWindow: 60_000 } },
      schema: {
        summary: 'A map of a place in Australia as a picture',
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
        format = 'webp',
      } = request.query
      if (width * height * scale ** 2 > MOST_PIXELS) {
        throw invalidInput(
          'scale',
          `width, height and scale must not make a picture of more than ${MOST_PIXELS} pixels.`,
        )
      }
      const center = { latitude: rounded(lat), longitude: rounded(lng) }
      if (!isInAustralia(center)) throw invalidInput('lat', 'lat and lng must be a place in Australia.')
      const map = await maps
        .picture(
          { center, zoom, width, height, scale, theme, unit, approximate, format },
          networksOf(request.ip)[0],
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
      reply.header('cache-control', map.isCacheable ? KEEP : KEEP_SUBSTITUTE).header('etag', map.etag)
      if (matches(request.headers['if-none-match'], map.etag)) return reply.code(304).send()
      return reply.type(map.type).send(map.bytes)
    },
  )
}

import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Tile } from '../../data/geo/mercator.ts'
import { BASE_LEVELS } from '../../data/map/pack.ts'
import { MapPacks, MAX_PACK_CELLS, OTHER_VERSION_HEADER, PACK_HASH_LENGTH } from '../../data/model/map.ts'
import { Problem } from '../../data/model/problem.ts'
import { chooseEncoding, decompress } from '../directory/compression.ts'
import type { BaseMap } from '../geo/base-map.ts'
import type { StreetMap } from '../geo/street-map.ts'
import type { VectorArchive } from '../geo/vector-archive.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'
import { TILE_RATE_LIMIT, TileParams } from '../http/tile-requests.ts'

const version = z
  .string()
  .max(40)
  .regex(/^[\w-]+$/, 'is not a version.')
const VersionParams = z.strictObject({ version, ...TileParams.shape })
const PackParams = z.strictObject({ ...TileParams.shape, hash: version })

/** Characters of the longest cell in a list, with its comma. */
const CELL_LENGTH = '22/4194303/4194303,'.length
/** '13/7535/4917,13/7536/4917' */
const CellsQuery = z.strictObject({
  cells: z
    .string()
    .max(MAX_PACK_CELLS * CELL_LENGTH)
    .regex(/^\d{1,2}\/\d{1,7}\/\d{1,7}(?:,\d{1,2}\/\d{1,7}\/\d{1,7})*$/, 'must be a list of z/x/y.')
    .transform((text) =>
      text.split(',').map((cell) => {
        const [zoom, x, y] = cell.split('/').map(Number) as [number, number, number]
        return { z: zoom, x, y }
      }),
    )
    .refine((cells) => cells.length <= MAX_PACK_CELLS, `may have at most ${MAX_PACK_CELLS} cells.`),
})

const VECTOR_TILE = 'application/vnd.mapbox-vector-tile'
const PACK = 'application/vnd.offlead.map-pack'
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** For a page that still has an older version: the tile is the current one. */
const SHORT = 'public, max-age=60'

const content = (type: string) => ({ [type]: { schema: z.unknown() } })
const tileResponses = {
  200: { description: 'The tile (Mapbox Vector Tile 2.1)', content: content(VECTOR_TILE) },
  204: { description: 'There is no tile here', content: content(VECTOR_TILE) },
  400: Problem,
  404: Problem,
}
const packResponses = { 200: { description: 'The pack', content: content(PACK) }, 400: Problem, 404: Problem }
const basePackResponses = {
  ...packResponses,
  204: { description: 'There are no tiles in this region', content: content(PACK) },
}

const hashOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, PACK_HASH_LENGTH)

async function sendTile(
  reply: FastifyReply,
  archive: VectorArchive | undefined,
  wanted: Tile & { version: string },
) {
  if (!archive || wanted.z < archive.minZoom || wanted.z > archive.maxZoom) throw notFound()
  const bytes = await archive.compressed(wanted)
  if (wanted.version === archive.version) reply.header('cache-control', IMMUTABLE)
  else reply.header('cache-control', SHORT).header(OTHER_VERSION_HEADER, archive.version)
  if (!bytes) return reply.code(204).send()
  reply.type(VECTOR_TILE).header('vary', 'accept-encoding')
  // Nearly every client accepts what is stored.
  if (chooseEncoding(reply.request.headers['accept-encoding'], ['gzip']) === 'identity')
    return reply.send(await decompress(bytes, 'gzip'))
  return reply.header('content-encoding', 'gzip').send(bytes)
}

/** Vector tiles of the built-in map and of the streets, and their packs for offline use. */
export const vectorMapRoutes: FastifyPluginAsyncZod<{ base: BaseMap; streets: StreetMap }> = async (
  app,
  { base, streets },
) => {
  app.get(
    '/api/maps/base/:version/:z/:x/:y',
    {
      config: { access: 'public', rateLimit: TILE_RATE_LIMIT },
      schema: {
        summary: 'A vector tile of the built-in map',
        params: VersionParams,
        querystring: NoQuery,
        response: tileResponses,
      },
    },
    async (request, reply) => sendTile(reply, base, request.params),
  )

  app.get(
    '/api/maps/streets/:version/:z/:x/:y',
    {
      config: { access: 'public', rateLimit: TILE_RATE_LIMIT },
      schema: {
        summary: 'A vector tile of the streets',
        params: VersionParams,
        querystring: NoQuery,
        response: tileResponses,
      },
    },
    async (request, reply) => sendTile(reply, await streets.tiles.current(), request.params),
  )

  app.get(
    '/api/maps/base-packs/:version/:z/:x/:y',
    {
      config: { access: 'public', rateLimit: TILE_RATE_LIMIT },
      schema: {
        summary: 'A pack of the built-in map: all its tiles of a region',
        params: VersionParams,
        querystring: NoQuery,
        response: basePackResponses,
      },
    },
    async (request, reply) => {
      // A pack is kept under its address, so it must be the version that the address names.
      if (request.params.version !== base.version) throw notFound()
      const pack = await base.pack(request.params)
      reply.header('cache-control', IMMUTABLE)
      return pack ? reply.type(PACK).send(pack) : reply.code(204).send()
    },
  )

  app.get(
    '/api/maps/packs',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The packs that some cells of the built-in map and of the streets have, with their sizes',
        querystring: CellsQuery,
        response: { 200: MapPacks, 400: Problem },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-cache')
      const archive = await streets.packs.current()
      const packs: MapPacks['packs'] = []
      for (const cell of request.query.cells) {
        const path = `${cell.z}/${cell.x}/${cell.y}`
        const isBase = BASE_LEVELS.some(({ from }) => from === cell.z)
        const bytes = await (isBase ? base.pack(cell) : archive?.compressed(cell))
        if (!bytes) continue
        const hash = hashOf(bytes)
        packs.push(
          isBase
            ? { url: `/api/maps/base-packs/${base.version}/${path}`, bytes: bytes.length, hash }
            : { url: `/api/maps/packs/${path}/${hash}`, bytes: bytes.length },
        )
      }
      return { packs }
    },
  )

  app.get(
    '/api/maps/packs/:z/:x/:y/:hash',
    {
      config: { access: 'public', rateLimit: TILE_RATE_LIMIT },
      schema: {
        summary: 'A pack of streets: all tiles and the walking graph of a cell',
        params: PackParams,
        querystring: NoQuery,
        response: packResponses,
      },
    },
    async (request, reply) => {
      const archive = await streets.packs.current()
      const bytes = await archive?.compressed(request.params)
      if (!bytes || hashOf(bytes) !== request.params.hash) throw notFound()
      return reply.header('cache-control', IMMUTABLE).type(PACK).send(bytes)
    },
  )
}

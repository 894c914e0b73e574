import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { lineText } from '../../data/model/bounded.ts'
import {
  DIRECTORY_FORMAT,
  DirectoryChanges,
  DirectoryManifest,
  FirstDirectoryManifest,
} from '../../data/model/directory.ts'
import { Problem } from '../../data/model/problem.ts'
import { fromDirectory, matches } from '../http/caching.ts'
import { chooseEncoding } from '../directory/compression.ts'
import type { Encoding } from '../directory/compression.ts'
import type { Directory } from '../directory/directory.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'

const Format = z.strictObject({ format: z.optional(z.literal(DIRECTORY_FORMAT)) })

/** `EPOCH.SEQ` of the manifest that a device has. */
const Cursor = z.strictObject({
  ...Format.shape,
  cursor: z
    .string()
    .max(80)
    .regex(/^[A-Za-z0-9_-]{1,64}\.\d{1,15}$/),
})
const PartParams = z.strictObject({ file: lineText(100) })

/** `/api/directory`: the data that devices copy. */
export const directoryRoutes: FastifyPluginAsyncZod<{ directory: Directory }> = async (
  app,
  { directory },
) => {
  app.get(
    '/api/directory',
    {
      preHandler: fromDirectory(directory),
      config: { access: 'public' },
      schema: {
        summary: 'The version of the directory, and its parts',
        querystring: Format,
        response: {
          200: z.union([DirectoryManifest, FirstDirectoryManifest]),
          304: z.undefined(),
          400: Problem,
          503: Problem,
        },
      },
    },
    async ({ copy, query }) => (query.format === undefined ? copy.firstManifest() : copy.manifest),
  )

  app.get(
    '/api/directory/changes',
    {
      preHandler: fromDirectory(directory),
      config: { access: 'public' },
      schema: {
        summary: 'The changes since a version, or that the parts must be downloaded instead',
        querystring: Cursor,
        response: { 200: DirectoryChanges, 304: z.undefined(), 400: Problem, 503: Problem },
      },
    },
    async ({ query }) => {
      const dot = query.cursor.lastIndexOf('.')
      return directory.changesSince(
        { epoch: query.cursor.slice(0, dot), seq: Number(query.cursor.slice(dot + 1)) },
        query.format === undefined ? 'first' : 'newest',
      )
    },
  )

  // Not rate limited: parts are immutable and cheap, and a first visit loads several at once. They are also
  // served while the database is unavailable.
  app.get(
    '/api/directory/parts/:file',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'A part of the directory by its hash; never changes',
        params: PartParams,
        querystring: NoQuery,
        response: {
          200: { description: 'Columns, as JSON', content: { 'application/json': { schema: z.unknown() } } },
          304: z.undefined(),
          404: Problem,
        },
      },
    },
    async (request, reply) => {
      const sha256 = /^([0-9a-f]{64})\.json$/.exec(request.params.file)?.[1]
      const part = sha256 === undefined ? undefined : await directory.part(sha256)
      if (!part) throw notFound()
      const etag = `W/"${sha256}"`
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('etag', etag)
        .header('vary', 'accept-encoding')
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = chooseEncoding(request.headers['accept-encoding'], Object.keys(part) as Encoding[])
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(part[encoding])
    },
  )
}

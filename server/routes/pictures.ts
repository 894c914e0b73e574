import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { lineText } from '../../data/model/bounded.ts'
import { Problem } from '../../data/model/problem.ts'
import { matches } from '../http/caching.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'
import type { Pictures } from '../import/picture-files.ts'

/** `/api/pictures`: copies of parks' pictures, by their hashes. */
export const pictureRoutes: FastifyPluginAsyncZod<{ pictures: Pictures }> = async (app, { pictures }) => {
  app.get(
    '/api/pictures/:file',
    {
      // A page of fifty cards requests fifty pictures at once.
      config: { access: 'public', rateLimit: { max: 600, timeWindow: 60_000 } },
      schema: {
        summary: "A copy of a park's picture; never changes",
        params: z.strictObject({ file: lineText(100) }),
        querystring: NoQuery,
        response: {
          200: { description: 'The picture', content: { 'image/webp': { schema: z.unknown() } } },
          304: z.undefined(),
          404: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      const { file } = request.params
      const bytes = await pictures.get(file)
      if (!bytes) throw notFound()
      const etag = `"${file.slice(0, 64)}"`
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('image/webp').send(bytes)
    },
  )
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Directory } from '../directory/directory.ts'
import { NoQuery } from '../http/queries.ts'

export const Health = z.strictObject({
  /** 'degraded': the database is unavailable; routes that need it reply 503. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
  /** The last directory that this process read; `null` if it has not read one yet. */
  directory: z.nullable(
    z.strictObject({ epoch: z.string(), seq: z.int(), parks: z.int(), localities: z.int() }),
  ),
})

/**
 * `/api/health`. Always 200: restarting the process would not repair a database, and it recovers by itself.
 */
export const healthRoutes: FastifyPluginAsyncZod<{ directory: Directory; version: string }> = async (
  app,
  { directory, version },
) => {
  app.get(
    '/api/health',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'Version, state of the database, version of the directory',
        querystring: NoQuery,
        response: { 200: Health },
      },
    },
    async (_request, reply): Promise<z.infer<typeof Health>> => {
      reply.header('cache-control', 'no-store')
      const reachable = await directory.current().then(
        () => true,
        () => false,
      )
      const last = directory.last()
      return {
        status: reachable ? 'ok' : 'degraded',
        version,
        database: reachable ? 'ok' : 'unavailable',
        directory: last
          ? {
              epoch: last.version.epoch,
              seq: last.version.seq,
              parks: last.manifest.parks.count,
              localities: last.manifest.localities.count,
            }
          : null,
      }
    },
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Directory } from '../directory/directory.ts'
import { NoQuery } from '../http/queries.ts'
import type { StorageState } from '../storage/state.ts'

const Health = z.strictObject({
  /** 'degraded': the database is unavailable; routes that need it reply 503. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'unavailable']),
  /** The last directory that this process read; `null` if it has not read one yet. */
  directory: z.nullable(
    z.strictObject({ epoch: z.string(), seq: z.int(), parks: z.int(), localities: z.int() }),
  ),
})

const Ready = z.strictObject({
  /** Only with 'ready' should a proxy send requests to this server. */
  status: z.enum(['ready', 'starting', 'stopping', 'database-unavailable']),
  /** 'unavailable': pictures that this server has not read before, and imports, are missing. The rest works. */
  storage: z.enum(['ok', 'unavailable']),
  /** The server's name, if it has one. */
  node: z.nullable(z.string()),
})

/** Time for the database to reply: a proxy waits for a second. */
const CHECK_TIMEOUT_MS = 800

/**
 * `/api/ready`, for proxies: 503 while the server stops, or cannot reach its database or has not read the
 * directory.
 *
 * `/api/health`. Always 200: restarting the process would not repair a database, and it recovers by itself.
 */
export const healthRoutes: FastifyPluginAsyncZod<{
  directory: Directory
  storage: StorageState
  version: string
  node: string | undefined
  isStopping: () => boolean
}> = async (app, { directory, storage, version, node, isStopping }) => {
  const isReachable = () => {
    const reached = directory.current().then(
      () => true,
      () => false,
    )
    // The first directory takes longer to load.
    return directory.last() ? Promise.race([reached, sleep(CHECK_TIMEOUT_MS, false)]) : reached
  }

  app.get(
    '/api/ready',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        summary: 'Whether a proxy should send requests to this server',
        querystring: NoQuery,
        response: { 200: Ready, 503: Ready },
      },
    },
    async (_request, reply): Promise<z.infer<typeof Ready>> => {
      reply.header('cache-control', 'no-store')
      const hasDirectory = directory.last() !== undefined
      const status = isStopping()
        ? 'stopping'
        : (await isReachable())
          ? 'ready'
          : hasDirectory
            ? 'database-unavailable'
            : 'starting'
      return reply.code(status === 'ready' ? 200 : 503).send({
        status,
        storage: (await storage.isAvailable()) ? 'ok' : 'unavailable',
        node: node ?? null,
      })
    },
  )

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
      const reachable = await isReachable()
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

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Problem } from '../../data/model/problem.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import { SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { homeNetwork } from '../auth/home-network.ts'
import { NoQuery } from '../http/queries.ts'
import type { Sync } from '../sync/service.ts'

/** Bytes: a batch of the longest reviews and messages. */
const BODY_LIMIT = 1_048_576

/** `/api/sync`: receives a device's operations and sends it the changes. */
export const syncRoutes: FastifyPluginAsyncZod<{ sync: Sync; limited: boolean }> = async (
  app,
  { sync, limited },
) => {
  app.post(
    '/api/sync',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'public' },
      schema: {
        summary: 'Send a device’s operations and get the changes from other devices',
        description:
          'Operations are applied once, in the order of the device, each with a stored outcome. 401: the person must sign in again. ' +
          '409: operations are missing (sequence-gap, with the expected one), the device has a copy (device-cloned), or it uses another ' +
          'version of the protocol (other-protocol). 413: send fewer at once. 429: send later, with the field ' +
          '`kind` only this kind of operation. 503: nothing was applied, try again.',
        body: SyncRequest,
        querystring: NoQuery,
        response: {
          200: SyncReply,
          400: Problem,
          401: Problem,
          403: Problem,
          409: Problem,
          413: Problem,
          429: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const userId = request.user?.id ?? null
      const sender =
        userId !== null && request.body.userId !== NO_ACCOUNT
          ? { userId }
          : { network: homeNetwork(request.ip) }
      return sync.exchange(request.body, userId, limited ? sender : null)
    },
  )
}

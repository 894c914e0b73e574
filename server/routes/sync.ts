import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Problem } from '../../data/model/problem.ts'
import { NOBODY } from '../../data/model/sync.ts'
import { SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { homeNetwork } from '../auth/home-network.ts'
import { NoQuery } from '../http/queries.ts'
import type { Sync } from '../sync/service.ts'

/** Bytes of a request: a batch of the longest reviews and letters. */
const BODY_LIMIT = 1_048_576

/** `/api/sync`: what a device has to tell, and what it wants to know. */
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
        summary: 'Takes a device’s operations in, and tells what happened elsewhere',
        description:
          'Operations are carried out once, in the order of the device, each with a stored outcome. 401: the person has to sign in again. ' +
          '409: the device is out of step (sequence-gap, with the expected operation), has a double (device-cloned), or speaks another ' +
          'version (other-protocol). 413: send fewer at once. 429: send later. 503: nothing was done, try again.',
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
        userId !== null && request.body.userId !== NOBODY ? { userId } : { network: homeNetwork(request.ip) }
      return sync.exchange(request.body, userId, limited ? sender : null)
    },
  )
}

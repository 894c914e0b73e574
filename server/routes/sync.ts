import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { HOUR } from '../../data/model/constants.ts'
import { Problem } from '../../data/model/problem.ts'
import { BATCH_LENGTH, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { ProblemError } from '../problems.ts'
import { NothingElse } from '../queries.ts'
import type { Sync } from '../sync/service.ts'

/** Bytes of a request: a batch of the longest reviews and letters. */
const BODY_LIMIT = 1_048_576
/** Kinds that reach an administrator's desk without an account. */
const LETTERS: ReadonlySet<unknown> = new Set(['submission', 'contact', 'report'])
/** Letters that one address may send in an hour; more than one batch, so that whatever has piled up gets through. */
const LETTERS_PER_HOUR = 2 * BATCH_LENGTH

/** `/api/sync`: what a device has to tell, and what it wants to know. */
export const syncRoutes: FastifyPluginAsyncZod<{ sync: Sync; limited: boolean }> = async (
  app,
  { sync, limited },
) => {
  const letters = limited ? app.createRateLimit({ max: LETTERS_PER_HOUR, timeWindow: HOUR }) : undefined

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
          'version (other-protocol). 503: nothing was done, try again.',
        body: SyncRequest,
        querystring: NothingElse,
        response: {
          200: SyncReply,
          400: Problem,
          401: Problem,
          403: Problem,
          409: Problem,
          429: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      for (const { kind } of request.body.operations) {
        if (!letters || !LETTERS.has(kind)) continue
        const verdict = await letters(request)
        if (verdict.isAllowed || !verdict.isExceeded) continue
        throw new ProblemError(
          {
            code: 'too-many-requests',
            message: 'That was too much at once from one address. It will be sent later.',
          },
          undefined,
          verdict.ttlInSeconds,
        )
      }
      return sync.exchange(request.body, request.user?.id ?? null)
    },
  )
}

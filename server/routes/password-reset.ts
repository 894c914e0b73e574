import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { PasswordReset, PasswordResetRequest, PROVIDERS, SignInOptions } from '../../data/model/account.ts'
import { Problem } from '../../data/model/problem.ts'
import type { PasswordReset as Reset } from '../auth/password-reset.ts'
import type { Providers } from '../auth/providers.ts'
import { notFound } from '../http/problems.ts'
import { NoQuery } from '../http/queries.ts'

const RESPONSES = {
  204: z.undefined(),
  400: Problem,
  403: Problem,
  404: Problem,
  429: Problem,
  503: Problem,
}

/**
 * What the sign-in page may offer, and setting a new password by e-mail. `reset`: if e-mail is configured.
 */
export const passwordResetRoutes: FastifyPluginAsyncZod<{
  providers: Providers
  reset: Reset | undefined
}> = async (app, { providers, reset }) => {
  app.get(
    '/api/sign-in-options',
    {
      config: { access: 'public' },
      schema: {
        summary: 'The providers that are configured, and whether a password can be reset by e-mail',
        querystring: NoQuery,
        response: { 200: SignInOptions },
      },
    },
    async () => ({
      providers: PROVIDERS.filter((provider) => providers[provider] !== undefined),
      passwordReset: reset !== undefined,
    }),
  )

  app.post(
    '/api/password-reset',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Send an address to set a new password. The reply is the same for every e-mail',
        body: PasswordResetRequest,
        querystring: NoQuery,
        response: RESPONSES,
      },
    },
    async (request, reply) => {
      if (!reset) throw notFound()
      await reset.request(request.body.email, request.ip)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/password-reset/complete',
    {
      config: { access: 'public' },
      schema: {
        summary:
          'Set a new password with the token of an e-mail. Signs out on every device and disconnects every provider',
        body: PasswordReset,
        querystring: NoQuery,
        response: RESPONSES,
      },
    },
    async (request, reply) => {
      if (!reset) throw notFound()
      const { userId } = await reset.complete(request.body, request.ip)
      request.log.info({ user: userId }, 'password reset')
      return reply.code(204).send()
    },
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import {
  Confirmation,
  LinkedProvider,
  Provider,
  PROVIDER_NAMES,
  PROVIDERS,
} from '../../data/model/account.ts'
import { lineText } from '../../data/model/bounded.ts'
import { Problem } from '../../data/model/problem.ts'
import type { ProviderSignIn } from '../auth/provider-sign-in.ts'
import { callbackPath } from '../auth/providers.ts'
import type { Providers } from '../auth/providers.ts'
import { NoQuery } from '../http/queries.ts'
import { identitiesOf } from '../repositories/identities.ts'
import type { Store } from '../repositories/store.ts'

/** Bytes of the form that Apple posts. */
const FORM_LIMIT = 16_384

const ProviderParams = z.strictObject({ provider: Provider })

/** Signing in with OpenID Connect providers, and connecting them with an account. */
export const oidcRoutes: FastifyPluginAsyncZod<{
  providers: Providers
  providerSignIn: ProviderSignIn
  store: Store
}> = async (app, { providers, providerSignIn, store }) => {
  const finish = async (
    provider: Provider,
    parameters: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => reply.redirect(await providerSignIn.finish(provider, parameters, request, reply), 303)

  app.get(
    '/api/auth/:provider',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in with a provider: redirects to the provider, and from there back to returnTo',
        params: ProviderParams,
        querystring: z.strictObject({ returnTo: z.optional(lineText(2_000)) }),
        response: { 303: z.undefined(), 400: Problem },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      return reply.redirect(await providerSignIn.start(params.provider, query.returnTo, request, reply), 303)
    },
  )

  for (const provider of ['google', 'microsoft'] as const) {
    app.get(
      callbackPath(provider),
      {
        config: { access: 'public' },
        schema: {
          summary: `Callback of ${PROVIDER_NAMES[provider]}`,
          response: { 303: z.undefined() },
        },
      },
      (request, reply) => finish(provider, request.query, request, reply),
    )
  }

  await app.register(async (forms: typeof app) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(body as string)))
      },
    )
    forms.post(
      callbackPath('apple'),
      {
        config: { access: 'public', crossSite: true },
        schema: { summary: 'Callback of Apple, which posts a form', response: { 303: z.undefined() } },
      },
      (request, reply) => finish('apple', request.body, request, reply),
    )
  })

  app.get(
    '/api/profile/providers',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The providers, and which of them are connected with this account',
        querystring: NoQuery,
        response: { 200: z.array(LinkedProvider), 401: Problem, 503: Problem },
      },
    },
    async ({ user }) => {
      const linked = new Map(
        (await store.read((db) => identitiesOf(db, user!.id))).map((identity) => [
          identity.provider,
          identity,
        ]),
      )
      return PROVIDERS.map((provider) => ({
        provider,
        available: providers[provider] !== undefined,
        linked: linked.has(provider),
        email: linked.get(provider)?.email ?? null,
      }))
    },
  )

  app.post(
    '/api/profile/providers/:provider',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Start connecting a provider with this account: replies with the address to go to',
        params: ProviderParams,
        body: Confirmation,
        querystring: NoQuery,
        response: {
          200: z.strictObject({ url: z.string() }),
          400: Problem,
          401: Problem,
          403: Problem,
          404: Problem,
          429: Problem,
          503: Problem,
        },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      return {
        url: await providerSignIn.startConnecting(params.provider, body.currentPassword, request, reply),
      }
    },
  )

  app.delete(
    '/api/profile/providers/:provider',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Disconnect a provider, unless it is the only way to sign in',
        params: ProviderParams,
        querystring: NoQuery,
        response: { 204: z.undefined(), 400: Problem, 401: Problem, 409: Problem, 503: Problem },
      },
    },
    async ({ user, params, log }, reply) => {
      await providerSignIn.disconnect(user!.id, params.provider)
      log.info({ user: user!.id, provider: params.provider }, 'provider disconnected')
      return reply.code(204).send()
    },
  )
}

import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import {
  Confirmation,
  LinkedProvider,
  Provider,
  PROVIDER_NAMES,
  PROVIDERS,
  RegisterBody,
} from '../../data/model/account.ts'
import { lineText, linesText } from '../../data/model/bounded.ts'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { Problem } from '../../data/model/problem.ts'
import { signInErrorCode, signInSentence } from '../../data/model/sign-in-error.ts'
import type { SignInFailure } from '../../data/model/sign-in-error.ts'
import type { Accounts } from '../auth/accounts.ts'
import type { Limits } from '../auth/limits.ts'
import { rememberDevice } from '../auth/known-device.ts'
import { callbackPath, ProviderFailure } from '../auth/providers.ts'
import type { ProviderClient, Providers } from '../auth/providers.ts'
import { safeReturn } from '../auth/return-to.ts'
import { sessionHash, signIn } from '../auth/sessions.ts'
import { isHttps } from '../http/origin.ts'
import { ProblemError } from '../http/problems.ts'
import { NothingElse } from '../http/queries.ts'
import { addFlow, consumeFlow } from '../repositories/flows.ts'
import type { Flow } from '../repositories/flows.ts'
import { addIdentity, identitiesOf, removeIdentity, userOfIdentity } from '../repositories/identities.ts'
import type { Identity } from '../repositories/identities.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { accountOf, addUser, NameTaken, passwordOf } from '../repositories/users.ts'

/** How long somebody may take at a provider, in milliseconds. */
const FLOW_LIFETIME = 10 * 60_000
const TOKEN_LENGTH = 32
const FORM_LIMIT = 16_384

/** Ends a sign-in for a reason that the page a person is sent back to explains. */
class SentBack extends Error {
  override name = 'SentBack'
  readonly failure: SignInFailure

  constructor(failure: SignInFailure) {
    super(failure)
    this.failure = failure
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** What a provider sends along is its own affair; we look at the texts. */
const Returned = z
  .record(lineText(100), linesText(8_192))
  .refine((returned) => Object.keys(returned).length <= 50, 'has too many fields')
const ProviderParams = z.strictObject({ provider: Provider })

interface OidcParts {
  providers: Providers
  accounts: Accounts
  limits: Limits
  store: Store
  clock: () => Date
  publicUrl: string | undefined
}

/** Signing in with other providers (OpenID Connect), and connecting them with an account. */
export const oidcRoutes: FastifyPluginAsyncZod<OidcParts> = async (
  app,
  { providers, accounts, limits, store, clock, publicUrl },
) => {
  /** Apple posts from its own site, and with such a post browsers send only cookies that say they may be sent. */
  const flowCookie = (request: FastifyRequest, provider: Provider) => {
    const https = isHttps(request, publicUrl)
    const crossSite = provider === 'apple'
    return {
      name: `${https ? '__Host-' : ''}${STORAGE_PREFIX}-flow-${provider}`,
      options: {
        path: '/',
        httpOnly: true,
        secure: https || crossSite,
        sameSite: crossSite ? ('none' as const) : ('lax' as const),
      },
    }
  }

  const start = async (
    client: ProviderClient,
    flow: Pick<Flow, 'returnTo' | 'userId' | 'sessionHash'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const bindings = client.bind()
    const url = await client.authorizationUrl(bindings)
    const token = randomBytes(TOKEN_LENGTH).toString('base64url')
    await store.write((db) =>
      addFlow(db, hashOf(token), client.provider, { ...bindings, ...flow }, clock(), FLOW_LIFETIME),
    )
    const { name, options } = flowCookie(request, client.provider)
    reply.setCookie(name, token, { ...options, maxAge: FLOW_LIFETIME / 1000 })
    return url
  }

  /** The flow that this browser began, once. */
  const resume = async (
    provider: Provider,
    returned: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Flow | undefined> => {
    const { name, options } = flowCookie(request, provider)
    const token = request.cookies[name]
    if (token === undefined) return undefined
    reply.clearCookie(name, options)
    const flow = await store.write((db) => consumeFlow(db, hashOf(token), provider, clock()))
    return flow && flow.state === returned.state ? flow : undefined
  }

  /** Connects an identity with the account it was asked for from. */
  const connect = (userId: number, identity: Identity) =>
    store.write(async (db) => {
      const owner = await userOfIdentity(db, identity, clock())
      if (owner === userId) return
      if (owner !== undefined) throw new SentBack('elsewhere')
      if ((await identitiesOf(db, userId)).some(({ provider }) => provider === identity.provider))
        throw new SentBack('another')
      await addIdentity(db, userId, identity, clock())
    })

  /** Whose identity it is; a new account for one that is nobody's. An e-mail that is known is no reason to let anybody in. */
  const personOf = async (identity: Identity, address: string) => {
    const known = await store.write((db) => userOfIdentity(db, identity, clock()))
    if (known !== undefined) return known
    const { provider } = identity
    // A provider may tell any text as the e-mail; it is held to what registering takes.
    const email = RegisterBody.shape.email.safeParse(identity.email).data
    if (email === undefined) throw new SentBack('no-email')
    await limits.register(address)
    try {
      return await store.write(async (db) => {
        const userId = await addUser(db, { email, password: null, provider })
        await addIdentity(db, userId, identity, clock())
        return userId
      })
    } catch (error) {
      throw error instanceof NameTaken ? new SentBack('known') : error
    }
  }

  const finish = async (
    client: ProviderClient,
    flow: Flow,
    returned: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const { error, ...rest } = returned
    if (error !== undefined && rest.code !== undefined) throw new ProviderFailure('both a code and an error')
    const identity = await client.identify(returned, flow)
    if (flow.userId !== null) {
      if (request.user && request.user.id !== flow.userId)
        throw new ProviderFailure('somebody else is signed in by now')
      await connect(flow.userId, identity)
      request.log.info({ user: flow.userId, provider: identity.provider }, 'provider connected')
      return
    }
    const userId = await personOf(identity, request.ip)
    const account = await store.read((db) => accountOf(db, userId))
    if (!account) throw new ProviderFailure('the account is gone')
    await signIn(
      request,
      { id: userId, username: account.username, isAdmin: account.isAdmin },
      { issuer: identity.issuer, subject: identity.subject },
    )
    const password = await store.read((db) => passwordOf(db, userId))
    if (password !== null) rememberDevice(request, reply, password, publicUrl)
  }

  /** Why a person is sent back. What is not theirs to know is logged. */
  const failureOf = (error: unknown, provider: Provider, request: FastifyRequest): SignInFailure => {
    if (error instanceof SentBack) return error.failure
    if (error instanceof ProblemError) return error.statusCode === 429 ? 'too-many' : 'trouble'
    if (error instanceof z.ZodError) return 'failed'
    if (error instanceof ProviderFailure) {
      request.log.info({ provider, reason: error.reason }, 'signing in with a provider failed')
      return error.cancelled ? 'cancelled' : 'failed'
    }
    if (error instanceof DatabaseUnavailable) request.log.warn({ err: error }, 'the database is away')
    else request.log.error({ err: error }, 'a request failed')
    return 'trouble'
  }

  /** The address has a code and no text: a link to it could otherwise put any words on our page. */
  const sendBack = (reply: FastifyReply, path: string, provider: Provider, failure: SignInFailure) =>
    reply.redirect(`${path}?error=${signInErrorCode(provider, failure)}`, 303)

  const answerCallback = async (
    provider: Provider,
    parameters: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const client = providers[provider]
    if (!client) return sendBack(reply, '/auth', provider, 'unavailable')
    let page = '/auth'
    try {
      const returned = Returned.parse(parameters)
      const flow = await resume(provider, returned, request, reply)
      if (!flow) return await sendBack(reply, page, provider, 'expired')
      if (flow.userId !== null) page = '/profile'
      await finish(client, flow, returned, request, reply)
      return await reply.redirect(flow.returnTo, 303)
    } catch (error) {
      return sendBack(reply, page, provider, failureOf(error, provider, request))
    }
  }

  app.get(
    '/api/auth/:provider',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign in with a provider: a navigation that leads there, and back to returnTo',
        params: ProviderParams,
        querystring: z.strictObject({ returnTo: z.optional(lineText(2_000)) }),
        response: { 303: z.undefined(), 400: Problem },
      },
    },
    async (request, reply) => {
      const { provider } = request.params
      const client = providers[provider]
      if (!client) return sendBack(reply, '/auth', provider, 'unavailable')
      try {
        const url = await start(
          client,
          { returnTo: safeReturn(request.query.returnTo), userId: null, sessionHash: null },
          request,
          reply,
        )
        return await reply.redirect(url, 303)
      } catch (error) {
        if (!(error instanceof ProviderFailure))
          return sendBack(reply, '/auth', provider, failureOf(error, provider, request))
        request.log.warn({ provider, reason: error.reason }, 'a provider cannot be reached')
        return sendBack(reply, '/auth', provider, 'unreachable')
      }
    },
  )

  for (const provider of ['google', 'microsoft'] as const) {
    app.get(
      callbackPath(provider),
      {
        config: { access: 'public' },
        schema: {
          summary: `Where ${PROVIDER_NAMES[provider]} sends people back to`,
          response: { 303: z.undefined() },
        },
      },
      (request, reply) => answerCallback(provider, request.query, request, reply),
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
        schema: { summary: 'Where Apple sends people back to, by a form', response: { 303: z.undefined() } },
      },
      (request, reply) => answerCallback('apple', request.body, request, reply),
    )
  })

  app.get(
    '/api/profile/providers',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The providers, and which of them enter this account',
        querystring: NothingElse,
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
        summary: 'Begin to connect a provider with this account: answers the address to go to',
        params: ProviderParams,
        body: Confirmation,
        querystring: NothingElse,
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
      const { provider } = request.params
      const client = providers[provider]
      if (!client)
        throw new ProblemError({ code: 'not-found', message: signInSentence(provider, 'unavailable') })
      await accounts.confirm(request, request.body.currentPassword)
      try {
        const flow = { returnTo: '/profile', userId: request.user!.id, sessionHash: sessionHash(request) }
        return { url: await start(client, flow, request, reply) }
      } catch (error) {
        if (error instanceof ProviderFailure)
          throw new ProblemError({ code: 'busy', message: signInSentence(provider, 'unreachable') })
        throw error
      }
    },
  )

  app.delete(
    '/api/profile/providers/:provider',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Disconnect a provider, unless it is the only way in',
        params: ProviderParams,
        querystring: NothingElse,
        response: { 204: z.undefined(), 400: Problem, 401: Problem, 409: Problem, 503: Problem },
      },
    },
    async ({ user, params, log }, reply) => {
      await store.write(async (db) => {
        const others = (await identitiesOf(db, user!.id)).filter(
          ({ provider }) => provider !== params.provider,
        )
        if (others.length === 0 && (await passwordOf(db, user!.id)) === null) {
          throw new ProblemError({
            code: 'last-way-in',
            message: 'This is the only way into your account. Set a password first.',
          })
        }
        await removeIdentity(db, user!.id, params.provider)
      })
      log.info({ user: user!.id, provider: params.provider }, 'provider disconnected')
      return reply.code(204).send()
    },
  )
}

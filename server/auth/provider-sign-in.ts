import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { RegisterBody } from '../../data/model/account.ts'
import type { Provider } from '../../data/model/account.ts'
import { lineText, linesText } from '../../data/model/bounded.ts'
import { STORAGE_PREFIX } from '../../data/model/constants.ts'
import { signInErrorCode, signInFailureMessage } from '../../data/model/sign-in-error.ts'
import type { SignInFailure } from '../../data/model/sign-in-error.ts'
import { isHttps } from '../http/origin.ts'
import { ProblemError } from '../http/problems.ts'
import { addFlow, consumeFlow } from '../repositories/flows.ts'
import type { Flow } from '../repositories/flows.ts'
import { addIdentity, identitiesOf, removeIdentity, userOfIdentity } from '../repositories/identities.ts'
import type { Identity } from '../repositories/identities.ts'
import { findSession } from '../repositories/sessions.ts'
import { DatabaseUnavailable } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { accountOf, addUser, NameTaken, passwordOf } from '../repositories/users.ts'
import type { Accounts } from './accounts.ts'
import { rememberDevice } from './known-device.ts'
import type { Limits } from './limits.ts'
import { ProviderFailure } from './providers.ts'
import type { ProviderClient, Providers } from './providers.ts'
import { safeReturn } from '../../data/model/return-to.ts'
import { sessionHash, signIn, tokenHash } from './sessions.ts'

/** How long a person may take at a provider. */
const FLOW_LIFETIME_MS = 10 * 60_000
const TOKEN_BYTES = 32

/** The parameters a provider returns. Providers add fields of their own; only their sizes are checked. */
const Returned = z
  .record(lineText(100), linesText(8_192))
  .refine((returned) => Object.keys(returned).length <= 50, 'has too many fields')

/** Ends a sign-in with a reason that the page shows to the person. */
class SignInError extends Error {
  override name = 'SignInError'
  readonly failure: SignInFailure

  constructor(failure: SignInFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Signing in with OpenID Connect providers, and connecting them with an account. */
export interface ProviderSignIn {
  /**
   * Starts a sign-in.
   * @returns the address to redirect to: the provider's, or our sign-in page with an error code
   */
  start(
    provider: Provider,
    returnTo: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string>
  /**
   * Starts to connect a provider with the account that is signed in.
   * @returns the provider's address
   * @throws ProblemError as {@link Accounts.confirm}; `not-found` if the provider is not set up, `busy` if
   * it cannot be reached
   */
  startConnecting(
    provider: Provider,
    currentPassword: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string>
  /**
   * Completes what `start` or `startConnecting` started. `parameters`: the query or form the provider sent.
   * @returns the path to redirect to, with an error code if it failed
   */
  finish(
    provider: Provider,
    parameters: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string>
  /** @throws ProblemError `last-way-in` if the account could not be signed in to afterwards */
  disconnect(userId: number, provider: Provider): Promise<void>
}

interface ProviderSignInParts {
  providers: Providers
  accounts: Accounts
  limits: Limits
  store: Store
  clock: () => Date
  publicUrl: string | undefined
}

/** The address has a code and no text: otherwise a link could put any words on our page. */
const errorPath = (page: string, provider: Provider, failure: SignInFailure) =>
  `${page}?error=${signInErrorCode(provider, failure)}`

/** The reason shown to the person. Details that are not for them are logged. */
function failureOf(error: unknown, provider: Provider, request: FastifyRequest): SignInFailure {
  if (error instanceof SignInError) return error.failure
  if (error instanceof ProblemError) return error.statusCode === 429 ? 'too-many' : 'trouble'
  if (error instanceof z.ZodError) return 'failed'
  if (error instanceof ProviderFailure) {
    request.log.info({ provider, reason: error.reason }, 'signing in with a provider failed')
    return error.cancelled ? 'cancelled' : 'failed'
  }
  if (error instanceof DatabaseUnavailable) request.log.warn({ err: error }, 'the database is unavailable')
  else request.log.error({ err: error }, 'a request failed')
  return 'trouble'
}

export function openProviderSignIn({
  providers,
  accounts,
  limits,
  store,
  clock,
  publicUrl,
}: ProviderSignInParts): ProviderSignIn {
  /** Apple posts from its own site. With such a request browsers send only `SameSite=None` cookies. */
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

  const startFlow = async (
    client: ProviderClient,
    flow: Pick<Flow, 'returnTo' | 'userId' | 'sessionHash'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const bindings = client.bind()
    const url = await client.authorizationUrl(bindings)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    // Anyone may start a sign-in, so the writes of all servers must not wait for it.
    await store.write(
      (db) =>
        addFlow(db, tokenHash(token), client.provider, { ...bindings, ...flow }, clock(), FLOW_LIFETIME_MS),
      { of: [] },
    )
    const { name, options } = flowCookie(request, client.provider)
    reply.setCookie(name, token, { ...options, maxAge: FLOW_LIFETIME_MS / 1000 })
    return url
  }

  /** The flow that this browser started; each can be used once. */
  const resumeFlow = async (
    provider: Provider,
    returned: Record<string, string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Flow | undefined> => {
    const { name, options } = flowCookie(request, provider)
    const token = request.cookies[name]
    if (token === undefined) return undefined
    reply.clearCookie(name, options)
    const flow = await store.write((db) => consumeFlow(db, tokenHash(token), provider, clock()), { of: [] })
    return flow && flow.state === returned.state ? flow : undefined
  }

  const connect = (userId: number, session: string, identity: Identity) =>
    store.write(async (db) => {
      // The person may have signed out, or set a new password, while the provider replied.
      if (!(await findSession(db, session, clock()))) throw new SignInError('expired')
      const owner = await userOfIdentity(db, identity, clock())
      if (owner === userId) return
      if (owner !== undefined) throw new SignInError('elsewhere')
      if ((await identitiesOf(db, userId)).some(({ provider }) => provider === identity.provider))
        throw new SignInError('another')
      await addIdentity(db, userId, identity, clock())
    })

  /**
   * The user with this identity, or a new account. An account is never found by its e-mail address: the
   * provider may not have verified it.
   */
  const findOrAddUser = async (identity: Identity, address: string) => {
    const known = await store.write((db) => userOfIdentity(db, identity, clock()))
    if (known !== undefined) return known
    const { provider } = identity
    // A provider may send any text as the e-mail address: the rules of registering apply.
    const email = RegisterBody.shape.email.safeParse(identity.email).data
    if (email === undefined) throw new SignInError('no-email')
    await limits.register(address)
    try {
      return await store.write(async (db) => {
        const userId = await addUser(db, { email, password: null, provider })
        await addIdentity(db, userId, identity, clock())
        return userId
      })
    } catch (error) {
      throw error instanceof NameTaken ? new SignInError('known') : error
    }
  }

  const finishFlow = async (
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
        throw new ProviderFailure('another user has signed in meanwhile')
      await connect(flow.userId, flow.sessionHash!, identity)
      request.log.info({ user: flow.userId, provider: identity.provider }, 'provider connected')
      return
    }
    const userId = await findOrAddUser(identity, request.ip)
    const account = await store.read((db) => accountOf(db, userId))
    if (!account) throw new ProviderFailure('the account has been deleted')
    await signIn(
      request,
      { id: userId, username: account.username, isAdmin: account.isAdmin },
      { issuer: identity.issuer, subject: identity.subject },
    )
    const password = await store.read((db) => passwordOf(db, userId))
    if (password !== null) rememberDevice(request, reply, password, publicUrl)
  }

  return {
    async start(provider, returnTo, request, reply) {
      const client = providers[provider]
      if (!client) return errorPath('/auth', provider, 'unavailable')
      try {
        const flow = { returnTo: safeReturn(returnTo), userId: null, sessionHash: null }
        return await startFlow(client, flow, request, reply)
      } catch (error) {
        if (!(error instanceof ProviderFailure))
          return errorPath('/auth', provider, failureOf(error, provider, request))
        request.log.warn({ provider, reason: error.reason }, 'a provider cannot be reached')
        return errorPath('/auth', provider, 'unreachable')
      }
    },

    async startConnecting(provider, currentPassword, request, reply) {
      const client = providers[provider]
      if (!client)
        throw new ProblemError({ code: 'not-found', message: signInFailureMessage(provider, 'unavailable') })
      await accounts.confirm(request, currentPassword)
      try {
        const flow = { returnTo: '/profile', userId: request.user!.id, sessionHash: sessionHash(request) }
        return await startFlow(client, flow, request, reply)
      } catch (error) {
        if (error instanceof ProviderFailure)
          throw new ProblemError({ code: 'busy', message: signInFailureMessage(provider, 'unreachable') })
        throw error
      }
    },

    async finish(provider, parameters, request, reply) {
      const client = providers[provider]
      if (!client) return errorPath('/auth', provider, 'unavailable')
      let page = '/auth'
      try {
        const returned = Returned.parse(parameters)
        const flow = await resumeFlow(provider, returned, request, reply)
        if (!flow) return errorPath(page, provider, 'expired')
        if (flow.userId !== null) page = '/profile'
        await finishFlow(client, flow, returned, request, reply)
        return flow.returnTo
      } catch (error) {
        return errorPath(page, provider, failureOf(error, provider, request))
      }
    },

    disconnect: (userId, provider) =>
      store.write(async (db) => {
        const others = (await identitiesOf(db, userId)).filter(
          (identity) => identity.provider !== provider && providers[identity.provider] !== undefined,
        )
        if (others.length === 0 && (await passwordOf(db, userId)) === null) {
          throw new ProblemError({
            code: 'last-way-in',
            message: 'This is the only way into your account. Set a password first.',
          })
        }
        await removeIdentity(db, userId, provider)
      }),
  }
}

import { sign } from 'node:crypto'
import * as oidc from 'openid-client'
import { PROVIDERS } from '../../data/model/account.ts'
import type { Provider } from '../../data/model/account.ts'
import type { AppleSecret, Config, ProviderConfig } from '../../fastify.config.ts'
import type { Identity } from '../repositories/identities.ts'

const PROVIDER_TIMEOUT_S = 6
/** A new client secret is made for every request to Apple. */
const APPLE_SECRET_LIFETIME_S = 300

/** The values that tie a provider's reply to the sign-in it belongs to. */
export interface Bindings {
  state: string
  nonce: string
  verifier: string
}

/**
 * The provider could not be reached, or its reply is invalid. `reason` is for the log and contains no
 * personal data.
 */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly reason: string
  /** The person cancelled. */
  readonly cancelled: boolean

  constructor(reason: string, cancelled = false) {
    super(`Signing in with a provider failed: ${reason}`)
    this.reason = reason
    this.cancelled = cancelled
  }
}

/** An OpenID Connect provider. */
export interface ProviderClient {
  provider: Provider
  /** Whether it replies with a form posted from its own site. */
  postsBack: boolean
  /** Fresh values for one sign-in. */
  bind(): Bindings
  /** @throws ProviderFailure */
  authorizationUrl(bindings: Bindings): Promise<string>
  /**
   * Exchanges the code for the person's identity. Checks state, nonce, PKCE, issuer, audience, age and
   * signature.
   * @param parameters of the callback's query or form
   * @throws ProviderFailure
   */
  identify(parameters: Readonly<Record<string, string>>, bindings: Bindings): Promise<Identity>
}

export const callbackPath = (provider: Provider) => `/api/auth/${provider}/callback`

/** The providers' error codes for a sign-in that the person cancelled. */
const CANCELLED = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'consent_required',
  'interaction_required',
])

const jwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Apple's client secret: a token signed with a key
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleSecret(
  { teamId, keyId, privateKey }: AppleSecret,
  clientId: string,
  audience: string,
  now = Date.now(),
): string {
  const issuedAt = Math.floor(now / 1000)
  const claims = {
    iss: teamId,
    iat: issuedAt,
    exp: issuedAt + APPLE_SECRET_LIFETIME_S,
    aud: audience,
    sub: clientId,
  }
  const signed = `${jwtPart({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${jwtPart(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const authentication = ({ issuer, clientId, secret }: ProviderConfig): oidc.ClientAuth =>
  typeof secret === 'string'
    ? oidc.ClientSecretPost(secret)
    : (_server, _client, body) => {
        body.set('client_id', clientId)
        body.set('client_secret', appleSecret(secret, clientId, issuer))
      }

/** Plain http is allowed only for a provider on this machine, in tests. */
const isLocal = (issuer: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(issuer).hostname)

/** Names an error by the library's code, or by the provider's own error code. */
function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return new ProviderFailure(error.error, CANCELLED.has(error.error))
  const { code, name } = error as { code?: unknown; name?: unknown }
  return new ProviderFailure(typeof code === 'string' ? code : String(name ?? 'unknown'))
}

function openProvider(provider: Provider, config: ProviderConfig, publicUrl: string): ProviderClient {
  const callback = `${publicUrl}${callbackPath(provider)}`
  const postsBack = provider === 'apple'
  let discovered: Promise<oidc.Configuration> | undefined

  const discover = () => {
    discovered ??= oidc
      .discovery(new URL(config.issuer), config.clientId, {}, authentication(config), {
        timeout: PROVIDER_TIMEOUT_S,
        // By default the library trusts TLS and does not check the ID token's signature.
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isLocal(config.issuer) ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    provider,
    postsBack,
    bind: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),
    async authorizationUrl({ state, nonce, verifier }) {
      try {
        const url = oidc.buildAuthorizationUrl(await discover(), {
          redirect_uri: callback,
          // The minimum: an identifier, and an e-mail address for the account.
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(postsBack ? { response_mode: 'form_post' } : {}),
        })
        return url.href
      } catch (error) {
        throw toFailure(error)
      }
    },
    async identify(parameters, { state, nonce, verifier }) {
      try {
        const address = new URL(callback)
        for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
        const tokens = await oidc.authorizationCodeGrant(await discover(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const { iss, sub, email } = tokens.claims()!
        return {
          provider,
          issuer: iss,
          subject: sub,
          email: typeof email === 'string' && email !== '' ? email : null,
        }
      } catch (error) {
        throw toFailure(error)
      }
    },
  }
}

export type Providers = Readonly<Partial<Record<Provider, ProviderClient>>>

/** The providers the operator has set up. None is contacted before a person signs in. */
export function openProviders({ providers, publicUrl }: Pick<Config, 'providers' | 'publicUrl'>): Providers {
  if (publicUrl === undefined) return {}
  return Object.fromEntries(
    PROVIDERS.flatMap((provider) => {
      const config = providers[provider]
      return config ? [[provider, openProvider(provider, config, publicUrl)]] : []
    }),
  )
}

import { sign } from 'node:crypto'
import * as oidc from 'openid-client'
import { PROVIDERS } from '../../data/model/account.ts'
import type { Provider } from '../../data/model/account.ts'
import type { AppleSecret, Config, ProviderConfig } from '../../fastify.config.ts'
import type { Identity } from '../repositories/identities.ts'

/** Seconds a provider has for an answer. */
const PATIENCE = 6
/** Seconds a secret made for Apple is good for; it is made anew for every use. */
const SECRET_LIFETIME = 300

/** What one sign-in is bound to, on its way to a provider and back. */
interface Bindings {
  state: string
  nonce: string
  verifier: string
}

/** The provider could not be asked, or what came back from it does not hold. `reason` names it for the log and has nothing of the person. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  readonly reason: string
  /** The person changed their mind. */
  readonly cancelled: boolean

  constructor(reason: string, cancelled = false) {
    super(`Signing in with a provider failed: ${reason}`)
    this.reason = reason
    this.cancelled = cancelled
  }
}

/** A provider this product can ask who somebody is. */
export interface ProviderClient {
  provider: Provider
  /** Whether it answers by a form posted from its own site. */
  postsBack: boolean
  /** Fresh values for one sign-in. */
  bind(): Bindings
  /** @throws ProviderFailure */
  authorizationUrl(bindings: Bindings): Promise<string>
  /**
   * Who came back. Checks state, nonce, PKCE, issuer, audience, age and signature.
   * @param parameters of the address, or of the form.
   * @throws ProviderFailure
   */
  identify(parameters: Readonly<Record<string, string>>, bindings: Bindings): Promise<Identity>
}

export const callbackPath = (provider: Provider) => `/api/auth/${provider}/callback`

/** Errors by which the providers say that the person did not want to. */
const CANCELLED = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
  'consent_required',
  'interaction_required',
])

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Apple takes no fixed secret but a token signed with a key
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleSecret(
  { teamId, keyId, privateKey }: AppleSecret,
  clientId: string,
  audience: string,
  now = Date.now(),
): string {
  const issuedAt = Math.floor(now / 1000)
  const claims = { iss: teamId, iat: issuedAt, exp: issuedAt + SECRET_LIFETIME, aud: audience, sub: clientId }
  const signed = `${part({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const authentication = ({ issuer, clientId, secret }: ProviderConfig): oidc.ClientAuth =>
  typeof secret === 'string'
    ? oidc.ClientSecretPost(secret)
    : (_server, _client, body) => {
        body.set('client_id', clientId)
        body.set('client_secret', appleSecret(secret, clientId, issuer))
      }

/** Plain http is for a provider on this machine, in tests. */
const isLocal = (issuer: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(issuer).hostname)

/** What went wrong, in the library's closed list of codes or the provider's own error code. */
function failure(error: unknown): ProviderFailure {
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
        timeout: PATIENCE,
        // Signatures are checked also where TLS vouches for the answer.
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
          // No more than it takes: who it is, and an e-mail for the account.
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(postsBack ? { response_mode: 'form_post' } : {}),
        })
        return url.href
      } catch (error) {
        throw failure(error)
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
        throw failure(error)
      }
    },
  }
}

export type Providers = Readonly<Partial<Record<Provider, ProviderClient>>>

/** The providers the operator has set up. Nothing is asked of them before somebody signs in. */
export function openProviders({ providers, publicUrl }: Pick<Config, 'providers' | 'publicUrl'>): Providers {
  if (publicUrl === undefined) return {}
  return Object.fromEntries(
    PROVIDERS.flatMap((provider) => {
      const config = providers[provider]
      return config ? [[provider, openProvider(provider, config, publicUrl)]] : []
    }),
  )
}

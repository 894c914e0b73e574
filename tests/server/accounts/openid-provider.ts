import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { onTestFinished } from 'vitest'

export const PUBLIC_URL = 'https://offlead.example'
export const CLIENT_ID = 'offlead'
export const CLIENT_SECRET = 'a client secret shared by both'

/** A user of the provider. */
export interface Known {
  sub: string
  email?: string
  email_verified?: boolean
}

interface ListenOptions {
  host?: string | undefined
  /** Calls a function when the tests that use the server have ended; by default, when the current test has. */
  onEnd?: ((end: () => Promise<void>) => void) | undefined
}

async function listening(
  handle: (request: IncomingMessage, answer: ServerResponse) => void,
  { host = '127.0.0.1', onEnd = onTestFinished }: ListenOptions = {},
): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onEnd(() => {
    // Browsers keep connections open.
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return `http://${host}:${(server.address() as AddressInfo).port}`
}

/** Signing keys: one in the provider's key set, and one that is not. */
const [publishedKey, otherKey] = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
]

/** Storage of the provider, in memory. */
class Memory implements Adapter {
  static readonly all = new Map<string, AdapterPayload>()
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  async upsert(id: string, payload: AdapterPayload) {
    Memory.all.set(`${this.name} ${id}`, payload)
  }

  async find(id: string) {
    return Memory.all.get(`${this.name} ${id}`)
  }

  async findByUid(uid: string) {
    return [...Memory.all.values()].find((payload) => payload.uid === uid)
  }

  async findByUserCode() {
    return undefined
  }

  async consume(id: string) {
    Memory.all.get(`${this.name} ${id}`)!.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string) {
    Memory.all.delete(`${this.name} ${id}`)
  }

  async revokeByGrantId(grantId: string) {
    for (const [key, payload] of Memory.all) if (payload.grantId === grantId) Memory.all.delete(key)
  }
}

export interface RealProvider {
  issuer: string
  /** Sets who signs in from now on; `null`: the user refuses. */
  expects(person: Known | null): void
  /**
   * Opens the provider's page, signs in and returns the parameters for the callback. `null`: the user
   * refuses.
   */
  visit(address: string, as: Known | null): Promise<Record<string, string>>
}

/**
 * A certified OpenID provider on this machine, whose users sign in without a password.
 * @param setting `origin`: where it redirects back to. `host`: its name; browsers treat `localhost` and
 *   127.0.0.1 as different sites. `isSecret`: checks the client secret
 */
export async function realProvider({
  origin = PUBLIC_URL,
  host,
  isSecret,
  onEnd,
}: ListenOptions & { origin?: string; isSecret?: (secret: string) => boolean } = {}): Promise<RealProvider> {
  const people = new Map<string, Known>()
  const arriving: { as: Known | null } = { as: null }
  // oxlint-disable-next-line prefer-const -- the address is known before the provider is made
  let provider: Provider
  const issuer = await listening(
    (request, answer) => {
      if (!request.url!.startsWith('/interaction/')) return void provider.callback()(request, answer)
      const { as } = arriving
      if (as) people.set(as.sub, as)
      const result = as
        ? { login: { accountId: as.sub } }
        : { error: 'access_denied', error_description: 'The user refused.' }
      return void provider.interactionFinished(request, answer, result)
    },
    { host, onEnd },
  )
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: ['google', 'microsoft', 'apple'].map((name) => `${origin}/api/auth/${name}/callback`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [
        {
          ...publishedKey.privateKey.export({ format: 'jwk' }),
          use: 'sig',
          alg: 'RS256',
          kid: 'one',
        } as never,
      ],
    },
    adapter: Memory,
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub)! }) }),
    // Grants consent to share the e-mail without a further page.
    loadExistingGrant: async (context) => {
      const { Grant } = context.oidc.provider
      const grant = new Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  if (isSecret) {
    const { prototype } = provider.Client as unknown as {
      prototype: { compareClientSecret(secret: string): boolean }
    }
    prototype.compareClientSecret = isSecret
  }

  return {
    issuer,
    expects(person) {
      arriving.as = person
    },
    async visit(address, as) {
      arriving.as = as
      const cookies = new Map<string, string>()
      for (let at = new URL(address); ;) {
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          cookies.set(name!, value!)
        }
        const location = answer.headers.get('location')
        if (location === null) return formIn(await answer.text())
        const next = new URL(location, at)
        if (next.origin !== issuer) return Object.fromEntries(next.searchParams)
        at = next
      }
    },
  }
}

/** The fields of the form that a provider posts back. */
function formIn(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, value!.replaceAll('&amp;', '&').replaceAll('&#39;', "'")],
  )
  if (fields.length === 0) throw new Error(`the provider answered: ${page.slice(0, 300)}`)
  return Object.fromEntries(fields)
}

export interface HostileProvider {
  issuer: string
  /** Overrides claims of its tokens; `undefined` leaves a claim out. */
  claims: Record<string, unknown>
  header: Record<string, unknown>
  /** Signs with a key that is not in its key set. */
  otherKey: boolean
  /** Overrides the reply of the token endpoint. */
  tokenAnswer: { status: number; body: unknown } | undefined
  /** Awaited before the token endpoint replies. */
  beforeToken: (() => Promise<unknown>) | undefined
  /** The last request body of the token endpoint. */
  asked: URLSearchParams | undefined
  down: boolean
}

/**
 * A provider whose replies a test can forge. `note` reads nonce and state from an authorization URL.
 */
export async function hostileProvider(): Promise<HostileProvider & { note(address: string): string }> {
  let nonce = ''
  const answerJson = (answer: ServerResponse, status: number, body: unknown) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const token = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: hostile.issuer,
      aud: CLIENT_ID,
      sub: 'mallory',
      nonce,
      iat: now,
      exp: now + 300,
      email: 'mallory@example.com',
      ...hostile.claims,
    }
    const header = { alg: 'RS256', kid: 'one', ...hostile.header }
    const signed = [header, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    if (header.alg === 'none') return `${signed}.`
    const key = hostile.otherKey ? otherKey.privateKey : publishedKey.privateKey
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
  }
  const issuer = await listening(async (request, answer) => {
    if (hostile.down) return void request.socket.destroy()
    if (request.url === '/.well-known/openid-configuration') {
      return answerJson(answer, 200, {
        issuer: hostile.issuer,
        authorization_endpoint: `${hostile.issuer}/auth`,
        token_endpoint: `${hostile.issuer}/token`,
        jwks_uri: `${hostile.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'none'],
      })
    }
    if (request.url === '/keys')
      return answerJson(answer, 200, {
        keys: [{ ...publishedKey.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }],
      })
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    hostile.asked = new URLSearchParams(Buffer.concat(parts).toString())
    await hostile.beforeToken?.()
    if (hostile.tokenAnswer) return answerJson(answer, hostile.tokenAnswer.status, hostile.tokenAnswer.body)
    return answerJson(answer, 200, { access_token: 'x', token_type: 'Bearer', id_token: token() })
  })
  const hostile: HostileProvider = {
    issuer,
    claims: {},
    header: {},
    otherKey: false,
    tokenAnswer: undefined,
    beforeToken: undefined,
    asked: undefined,
    down: false,
  }
  return Object.assign(hostile, {
    note: (address: string) => {
      nonce = new URL(address).searchParams.get('nonce')!
      return new URL(address).searchParams.get('state')!
    },
  })
}

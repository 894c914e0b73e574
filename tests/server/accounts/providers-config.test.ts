import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../../fastify.config.ts'

const key = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const PUBLIC_URL = 'https://offlead.example'

test('without environment variables there are no providers', () => {
  expect(readConfig({}).providers).toEqual({})
})

test('the three providers are read, with their default issuers', () => {
  const privateKey = key('P-256')
  const { providers } = readConfig({
    PUBLIC_URL,
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 'gs',
    MICROSOFT_CLIENT_ID: 'm',
    MICROSOFT_CLIENT_SECRET: 'ms',
    APPLE_CLIENT_ID: 'a',
    APPLE_TEAM_ID: 'T',
    APPLE_KEY_ID: 'K',
    APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  })
  expect(providers).toEqual({
    google: { issuer: 'https://accounts.google.com', clientId: 'g', secret: 'gs' },
    microsoft: { issuer: 'https://login.microsoftonline.com/common/v2.0', clientId: 'm', secret: 'ms' },
    apple: {
      issuer: 'https://appleid.apple.com',
      clientId: 'a',
      secret: { teamId: 'T', keyId: 'K', privateKey },
    },
  })
})

test.each<[string, Record<string, string>, string]>([
  [
    'a client id without a secret',
    { PUBLIC_URL, GOOGLE_CLIENT_ID: 'g' },
    'GOOGLE_CLIENT_SECRET must be set, too, when GOOGLE_CLIENT_ID is.',
  ],
  [
    'a secret without a client id',
    { PUBLIC_URL, MICROSOFT_CLIENT_SECRET: 's' },
    'MICROSOFT_CLIENT_ID must be set, too, when MICROSOFT_CLIENT_SECRET is.',
  ],
  [
    'a provider without PUBLIC_URL',
    { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's' },
    'PUBLIC_URL must be set, too, when GOOGLE_CLIENT_ID is: the provider sends people back to it.',
  ],
  [
    'an issuer with plain http',
    { PUBLIC_URL, GOOGLE_ISSUER: 'http://accounts.google.com' },
    "GOOGLE_ISSUER must be an https address, but is 'http://accounts.google.com'.",
  ],
  [
    'an issuer that is not a URL',
    { PUBLIC_URL, APPLE_ISSUER: 'apple' },
    "APPLE_ISSUER must be an https address, but is 'apple'.",
  ],
])('%s stops the start with an explanation', (_case, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

test.each(['not a key', key('P-384')])(
  'an invalid private key is refused without being shown',
  (privateKey) => {
    const environment = {
      PUBLIC_URL,
      APPLE_CLIENT_ID: 'a',
      APPLE_TEAM_ID: 'T',
      APPLE_KEY_ID: 'K',
      APPLE_PRIVATE_KEY: privateKey,
    }
    expect(() => readConfig(environment)).toThrow(
      /^APPLE_PRIVATE_KEY must be a private key in PEM form, on the curve P-256\.$/,
    )
  },
)

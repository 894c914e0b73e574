import { createPrivateKey } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Provider } from './data/model/account.ts'

/** Apple's credentials: client secrets are signed with a key. */
export interface AppleSecret {
  teamId: string
  keyId: string
  /** PEM, PKCS #8, on the curve P-256. */
  privateKey: string
}

/** The registration at an OpenID Connect provider. */
export interface ProviderConfig {
  issuer: string
  clientId: string
  secret: string | AppleSecret
}

/** The server's configuration, from {@link readConfig}; nothing else reads the environment. */
export interface Config {
  port: number
  host: string
  /** Absolute path of the folder for the database, copied pictures, backups, and files that can be made again. */
  dataDir: string
  /** URL of the PostgreSQL database, instead of a file of SQLite in `dataDir`. */
  databaseUrl?: string
  /** Where files are kept that cannot be made again, instead of `dataDir`; other servers use it too. */
  storage?: StorageConfig
  /** The name of this server in metrics, if there are several. */
  nodeName?: string
  /** Milliseconds between the signal to stop and the last new connection. */
  shutdownDelay: number
  logLevel: (typeof LOG_LEVELS)[number]
  /** Whether requests are limited by IP address. Off for load tests on the same machine. */
  rateLimit: boolean
  /** Proxies whose `X-Forwarded-*` headers are trusted: none, a number of hops, or addresses. */
  trustProxy: false | number | string[]
  /** The site's origin, without a trailing slash. */
  publicUrl: string | undefined
  /** Providers that people can sign in with. */
  providers: Readonly<Partial<Record<Provider, ProviderConfig>>>
  /** Less work than recommended, for tests only: no variable of the environment sets it. */
  hashCost?: HashCost | undefined
  /** The mail server for e-mails to reset a password. */
  mail?: MailConfig
  /** Absolute path of the built client. */
  clientDir: string
  version: string
  /** Bearer token for `/metrics`. */
  metricsToken: string | undefined
  /** Addresses and ranges that may read `/metrics` without a token. */
  metricsAddresses: readonly string[]
  /** False: the app's service worker is replaced with one that unregisters itself. */
  serviceWorker: boolean
  /** Services for maps, addresses and routes. Without them: a built-in map, suburbs only, and estimated routes. */
  geo: GeoConfig
}

/** What a hash of a password costs. */
export interface HashCost {
  /** KiB. */
  memory: number
  passes: number
}

/** How e-mails are sent. */
export interface MailConfig {
  host: string
  port: number
  /** TLS from the start, instead of STARTTLS. */
  secure: boolean
  /** Whether an unencrypted connection is refused. */
  requireTls: boolean
  auth: { user: string; pass: string } | undefined
  /** The sender. */
  from: string
  /** The site's origin, for the address in the e-mail. */
  publicUrl: string
}

/** A folder, or a bucket of an object store with the API of Amazon S3. */
export type StorageConfig =
  | {
      kind: 'folder'
      /** Absolute. */
      path: string
    }
  | {
      kind: 's3'
      /** Without a slash at the end. The bucket is the first part of the path. */
      endpoint: string
      bucket: string
      /** The beginning of all keys, without a slash at the end; may be empty. */
      prefix: string
      region: string
      accessKeyId: string
      secretAccessKey: string
    }

export interface GeoConfig {
  tiles?: TilesConfig
  geocoder?: { kind: (typeof GEOCODERS)[number]; url: URL }
  router?: { kind: (typeof ROUTERS)[number]; url: string }
}

export type TilesConfig = {
  /** Empty only for a file, which may contain its own. */
  attribution: string
  /** Whether devices may store tiles. */
  offlineAllowed: boolean
} & ({ kind: 'xyz'; template: string; maxZoom: number } | { kind: 'mbtiles' | 'pmtiles'; path: string })

/** A variable has an invalid value. The message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const PROJECT = import.meta.dirname
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const GEOCODERS = ['photon', 'nominatim'] as const
const ROUTERS = ['osrm', 'valhalla'] as const

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const isAddressOrRange = (text: string) => {
  const [address, prefix, ...rest] = text.split('/')
  const version = isIP(address!)
  return (
    version !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)))
  )
}

/** Bucket, and the beginning of all keys. */
const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/

const isFolderUrl = (text: string) =>
  URL.canParse(text) &&
  new URL(text).protocol === 'file:' &&
  new URL(text).host === '' &&
  new URL(text).pathname.length > 1 &&
  // An encoded slash is in no path of a file.
  !/%2f/i.test(text)

/** Whether a text is an http or https URL without user name and password, which would appear in logs. */
const isServiceUrl = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
}
const serviceUrl = z
  .string()
  .refine(
    (text) => isServiceUrl(text) && !new URL(text).search,
    'must be an http or https address without a query',
  )

const issuer = (defaultUrl: string) =>
  z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) && (new URL(text).protocol === 'https:' || isLoopback(new URL(text).hostname)),
      'must be an https address',
    )
    .default(defaultUrl)

/** The lines of a key may be separated by \\n. */
const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => isSigningKey(text), 'must be a private key in PEM form, on the curve P-256')

function isSigningKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Variables whose values are not shown in error messages. */
const SECRETS = new Set([
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
  'METRICS_TOKEN',
  'SMTP_URL',
  'DATABASE_URL',
  'S3_SECRET_ACCESS_KEY',
])

/** Also true if it cannot be read now: the server then starts without its database. */
function isFolderOrMissing(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isDirectory() ?? (dirname(path) === path || isFolderOrMissing(dirname(path)))
  } catch {
    return true
  }
}

/** The environment variables. `npm run docs` generates docs/configuration.md from their descriptions. */
export const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .prefault('3000')
    .describe('Port to listen on; 0 chooses a free port.'),
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host),
      'must be an address or a host name',
    )
    .default('127.0.0.1')
    .describe(
      'Address to listen on. `127.0.0.1` accepts connections from this machine only; `0.0.0.0` or `::` from the network, which needs a proxy with https in front.',
    ),
  DATA_DIR: z
    .string()
    .refine((path) => isFolderOrMissing(resolve(PROJECT, path)), 'must be a folder')
    .default('var')
    .describe(
      'Folder for the database, copied pictures, backups, and files that the server can create again. A relative path is relative to the project.',
    ),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1,
      'must be an address like postgres://user:password@host:5432/offlead',
    )
    .optional()
    .describe(
      'PostgreSQL database, for example `postgres://user:password@db.example:5432/offlead`, instead of the SQLite file in DATA_DIR. The database must exist; its tables are created. With `?connect_timeout=10`, a connection may take 10 seconds instead of 2; with `?options=-c%20lock_timeout%3D10s`, a statement may wait 10 seconds for a lock instead of 3.',
    ),
  STORAGE_URL: z
    .string()
    .refine(
      (text) => S3_URL.test(text) || isFolderUrl(text),
      'must be an address like s3://bucket, s3://bucket/folder or file:///mnt/offlead',
    )
    .optional()
    .describe(
      'Where several servers keep the files that they share: a bucket with the API of Amazon S3, for example `s3://offlead`, with the S3 variables; or a folder that all of them mount, for example `file:///mnt/offlead`. Without it, files are in DATA_DIR.',
    ),
  S3_ENDPOINT: serviceUrl
    .optional()
    .describe(
      'URL of the object store, for example `https://s3.ap-southeast-2.amazonaws.com`. Required with `s3:` in STORAGE_URL.',
    ),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'must be the name of a region, such as ap-southeast-2')
    .default('us-east-1')
    .describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Access key for the bucket, which may read, write, delete and list. Required with `s3:` in STORAGE_URL.',
    ),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret. Required with `s3:` in STORAGE_URL.'),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,60}$/, 'must have 1 to 60 letters, digits, dots, dashes or underscores')
    .optional()
    .describe('Name of this server if there are several: the label `node` of its metrics.'),
  SHUTDOWN_DELAY: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of seconds from 0 to 999')
    .transform((text) => Number(text) * 1000)
    .prefault('0')
    .describe(
      'Seconds that the server accepts connections after SIGTERM while `/api/ready` replies 503, so that a proxy notices.',
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('Lowest level that is logged. `info` logs two lines for each request, `warn` only problems.'),
  RATE_LIMIT: z
    .enum(['on', 'off'], "must be 'on' or 'off'")
    .default('on')
    .describe(
      'Whether requests and sign-in attempts are limited. `off` is for load tests, and allowed only if HOST is a loopback address.',
    ),
  SERVICE_WORKER: z
    .enum(['on', 'off'], "must be 'on' or 'off'")
    .default('on')
    .describe(
      '`off` replaces the service worker on all devices with one that unregisters itself. Data saved on the devices is kept.',
    ),
  TRUST_PROXY: z
    .string()
    .transform((text, context): Config['trustProxy'] => {
      if (text === 'off') return false
      if (/^[1-9]\d?$/.test(text)) return Number(text)
      const addresses = text.split(',').map((part) => part.trim())
      if (addresses.every(isAddressOrRange)) return addresses
      context.addIssue({
        code: 'custom',
        message: "must be 'off', the number of proxies in front, or their addresses separated by commas",
      })
      return z.NEVER
    })
    .prefault('off')
    .describe(
      'Proxies whose `X-Forwarded-*` headers are trusted: `off`, the number of proxies in front, or their addresses and ranges separated by commas.',
    ),
  PUBLIC_URL: z
    .string()
    .transform((text, context) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (
        url &&
        /^https?:$/.test(url.protocol) &&
        url.pathname === '/' &&
        !url.search &&
        !url.hash &&
        !url.username
      )
        return url.origin
      context.addIssue({
        code: 'custom',
        message: 'must be an http or https address without a path, for example https://offlead.example',
      })
      return z.NEVER
    })
    .optional()
    .describe(
      'Origin of the site, for example `https://offlead.example`. With https, cookies are Secure and HSTS is sent. Required for sign-in with other providers, and recommended for the links in the page’s head.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Gives access to `/metrics` with `Authorization: Bearer` and this token. Without it and METRICS_ADDRESSES there are no metrics.',
    ),
  METRICS_ADDRESSES: z
    .string()
    .transform((text, context) => {
      const addresses = text.split(',').map((part) => part.trim())
      if (addresses.every(isAddressOrRange)) return addresses
      context.addIssue({ code: 'custom', message: 'must be addresses or ranges separated by commas' })
      return z.NEVER
    })
    .optional()
    .describe(
      'Addresses and ranges that may read `/metrics` without the token, separated by commas, for example `127.0.0.1,::1`. Requests through a proxy need the token.',
    ),
  TILES_URL: z
    .string()
    .refine(
      (text) =>
        isServiceUrl(text) &&
        ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) &&
        !/[{}]/.test(new URL(text).host),
      'must be an http or https address with {z}, {x} and {y} in its path or query, for example https://tiles.example/{z}/{x}/{y}.png',
    )
    .optional()
    .describe(
      'URL of raster tiles with `{z}`, `{x}` and `{y}`; loaded and cached by the server, never by a browser. Without tiles a built-in map is used.',
    ),
  TILES_MBTILES: z
    .string()
    .optional()
    .describe('Path of an MBTiles file with raster tiles, instead of TILES_URL.'),
  TILES_PMTILES: z
    .string()
    .optional()
    .describe('Path of a PMTiles archive with raster tiles, instead of TILES_URL.'),
  TILES_ATTRIBUTION: z
    .string()
    .max(300, 'may have at most 300 characters')
    .default('')
    .describe('Attribution shown on every map. Required with TILES_URL; a file may contain its own.'),
  TILES_OFFLINE_ALLOWED: z
    .enum(['yes', 'no'], "must be 'yes' or 'no'")
    .default('no')
    .describe('Whether the tiles’ terms allow devices to keep them for offline use.'),
  TILES_MAX_ZOOM: z
    .string()
    .regex(/^(1?\d|2[0-2])$/, 'must be a whole number from 0 to 22')
    .transform(Number)
    .prefault('19')
    .describe('Highest zoom level of TILES_URL.'),
  GEOCODER: z
    .enum(GEOCODERS, `must be one of ${GEOCODERS.join(', ')}`)
    .optional()
    .describe('Service that finds street addresses. Without it only suburbs, postcodes and parks are found.'),
  GEOCODER_URL: serviceUrl.optional().describe('URL of the geocoder.'),
  ROUTER: z
    .enum(ROUTERS, `must be one of ${ROUTERS.join(', ')}`)
    .optional()
    .describe('Service that finds routes. Without it distances and times are estimates, shown as such.'),
  ROUTER_URL: serviceUrl.optional().describe('URL of the router.'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('Sign-in with Google: the client ID.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Sign-in with Google: the secret.'),
  GOOGLE_ISSUER: issuer('https://accounts.google.com').describe('Sign-in with Google: the issuer.'),
  MICROSOFT_CLIENT_ID: z.string().optional().describe('Sign-in with Microsoft: the client ID.'),
  MICROSOFT_CLIENT_SECRET: z.string().optional().describe('Sign-in with Microsoft: the client secret.'),
  MICROSOFT_ISSUER: issuer('https://login.microsoftonline.com/common/v2.0').describe(
    'Sign-in with Microsoft: the issuer. Set it to allow the accounts of one organisation only.',
  ),
  APPLE_CLIENT_ID: z.string().optional().describe('Sign-in with Apple: the Services ID.'),
  APPLE_TEAM_ID: z.string().optional().describe('Sign-in with Apple: the team ID.'),
  APPLE_KEY_ID: z.string().optional().describe('Sign-in with Apple: the key ID.'),
  APPLE_PRIVATE_KEY: pem
    .optional()
    .describe('Sign-in with Apple: the private key in PEM form, its lines separated by `\\n`.'),
  APPLE_ISSUER: issuer('https://appleid.apple.com').describe('Sign-in with Apple: the issuer.'),
  SMTP_URL: z
    .string()
    .refine(
      (text) =>
        URL.canParse(text) &&
        /^smtps?:$/.test(new URL(text).protocol) &&
        new URL(text).hostname !== '' &&
        /^\/?$/.test(new URL(text).pathname) &&
        (new URL(text).username === '') === (new URL(text).password === '') &&
        !/%(?![\da-f]{2})/i.test(text),
      'must be an address like smtps://user:password@mail.example:465 or smtp://user:password@mail.example:587',
    )
    .optional()
    .describe(
      'Mail server for e-mails to reset a password, for example `smtps://user:password@mail.example:465`. With `smtp:` the connection is encrypted with STARTTLS, unless the server is on this machine. Without it, a password cannot be reset.',
    ),
  MAIL_FROM: z
    .string()
    .regex(z.regexes.email, 'must be an e-mail address')
    .optional()
    .describe('Sender of the e-mails. Required with SMTP_URL.'),
})
type Environment = z.infer<typeof Environment>

/** The values of variables that must be set together; `undefined` if none is set. */
function allOrNone<Name extends keyof Environment>(
  environment: Environment,
  ...names: Name[]
): { [N in Name]: NonNullable<Environment[N]> } | undefined {
  const given = names.find((name) => environment[name] !== undefined)
  if (given === undefined) return undefined
  const missing = names.find((name) => environment[name] === undefined)
  if (missing) throw new ConfigError(`${missing} must be set, too, when ${given} is.`)
  if (environment.PUBLIC_URL === undefined)
    throw new ConfigError(
      `PUBLIC_URL must be set, too, when ${given} is: the provider sends people back to it.`,
    )
  return environment as { [N in Name]: NonNullable<Environment[N]> }
}

function providersConfig(environment: Environment): Config['providers'] {
  const google = allOrNone(environment, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  const microsoft = allOrNone(environment, 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET')
  const apple = allOrNone(
    environment,
    'APPLE_CLIENT_ID',
    'APPLE_TEAM_ID',
    'APPLE_KEY_ID',
    'APPLE_PRIVATE_KEY',
  )
  return {
    ...(google && {
      google: {
        issuer: environment.GOOGLE_ISSUER,
        clientId: google.GOOGLE_CLIENT_ID,
        secret: google.GOOGLE_CLIENT_SECRET,
      },
    }),
    ...(microsoft && {
      microsoft: {
        issuer: environment.MICROSOFT_ISSUER,
        clientId: microsoft.MICROSOFT_CLIENT_ID,
        secret: microsoft.MICROSOFT_CLIENT_SECRET,
      },
    }),
    ...(apple && {
      apple: {
        issuer: environment.APPLE_ISSUER,
        clientId: apple.APPLE_CLIENT_ID,
        secret: {
          teamId: apple.APPLE_TEAM_ID,
          keyId: apple.APPLE_KEY_ID,
          privateKey: apple.APPLE_PRIVATE_KEY,
        },
      },
    }),
  }
}

function storageConfig({
  STORAGE_URL,
  S3_ENDPOINT,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: Environment): { storage?: StorageConfig } {
  const [, bucket, folder] = S3_URL.exec(STORAGE_URL ?? '') ?? []
  if (bucket === undefined) {
    const [unused] = Object.entries({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }).find(
      ([, value]) => value !== undefined,
    ) ?? [undefined]
    if (unused !== undefined)
      throw new ConfigError(`STORAGE_URL must be set to a bucket (s3://bucket), too, when ${unused} is.`)
    return STORAGE_URL === undefined ? {} : { storage: { kind: 'folder', path: fileURLToPath(STORAGE_URL) } }
  }
  const required = (name: string, value: string | undefined): string => {
    if (value === undefined) throw new ConfigError(`${name} must be set, too, when STORAGE_URL is a bucket.`)
    return value
  }
  return {
    storage: {
      kind: 's3',
      endpoint: required('S3_ENDPOINT', S3_ENDPOINT).replace(/\/+$/, ''),
      bucket,
      prefix: folder!.slice(1),
      region: S3_REGION,
      accessKeyId: required('S3_ACCESS_KEY_ID', S3_ACCESS_KEY_ID),
      secretAccessKey: required('S3_SECRET_ACCESS_KEY', S3_SECRET_ACCESS_KEY),
    },
  }
}

function mailConfig({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Environment): { mail?: MailConfig } {
  if (SMTP_URL === undefined) return {}
  if (MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM must be set, too, when SMTP_URL is.')
  if (PUBLIC_URL === undefined)
    throw new ConfigError('PUBLIC_URL must be set, too, when SMTP_URL is: e-mails contain its address.')
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = protocol === 'smtps:'
  const auth =
    username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return {
    mail: {
      host,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTls: !secure && !isLoopback(host),
      auth,
      from: MAIL_FROM,
      publicUrl: PUBLIC_URL,
    },
  }
}

function geoConfig(set: Environment): GeoConfig {
  const {
    TILES_URL,
    TILES_MBTILES,
    TILES_PMTILES,
    TILES_ATTRIBUTION,
    TILES_OFFLINE_ALLOWED,
    TILES_MAX_ZOOM,
    GEOCODER,
    GEOCODER_URL,
    ROUTER,
    ROUTER_URL,
  } = set
  const requireBoth = (one: string, first: unknown, other: string, second: unknown) => {
    if ((first === undefined) === (second === undefined)) return
    const [given, missing] = first === undefined ? [other, one] : [one, other]
    throw new ConfigError(`${missing} must be set, too, when ${given} is.`)
  }
  requireBoth('GEOCODER', GEOCODER, 'GEOCODER_URL', GEOCODER_URL)
  requireBoth('ROUTER', ROUTER, 'ROUTER_URL', ROUTER_URL)
  const maps = Object.entries({ TILES_URL, TILES_MBTILES, TILES_PMTILES }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (maps.length > 1)
    throw new ConfigError(`${maps.slice(0, 2).join(' and ')} are both set: set only one of them.`)
  if (TILES_URL && !TILES_ATTRIBUTION) {
    throw new ConfigError(
      "TILES_ATTRIBUTION must be set, too, when TILES_URL is: it is shown on every map, for example '© OpenStreetMap contributors'.",
    )
  }
  const terms = { attribution: TILES_ATTRIBUTION, offlineAllowed: TILES_OFFLINE_ALLOWED === 'yes' }
  return {
    ...(TILES_URL && { tiles: { kind: 'xyz', template: TILES_URL, maxZoom: TILES_MAX_ZOOM, ...terms } }),
    ...(TILES_MBTILES && { tiles: { kind: 'mbtiles', path: resolve(PROJECT, TILES_MBTILES), ...terms } }),
    ...(TILES_PMTILES && { tiles: { kind: 'pmtiles', path: resolve(PROJECT, TILES_PMTILES), ...terms } }),
    ...(GEOCODER && GEOCODER_URL && { geocoder: { kind: GEOCODER, url: new URL(GEOCODER_URL) } }),
    ...(ROUTER && ROUTER_URL && { router: { kind: ROUTER, url: ROUTER_URL } }),
  }
}

/**
 * Reads the configuration. An empty variable counts as not set.
 * @throws ConfigError for the first invalid value
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const read = Environment.safeParse(set)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    const name = String(path[0])
    throw new ConfigError(
      SECRETS.has(name) ? `${name} ${message}.` : `${name} ${message}, but is '${set[name]}'.`,
    )
  }
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    NODE_NAME,
    SHUTDOWN_DELAY,
    LOG_LEVEL,
    RATE_LIMIT,
    SERVICE_WORKER,
    TRUST_PROXY,
    PUBLIC_URL,
    METRICS_TOKEN,
    METRICS_ADDRESSES,
  } = read.data
  if (RATE_LIMIT === 'off' && !isLoopback(HOST)) {
    throw new ConfigError(
      `RATE_LIMIT may be 'off' only when HOST is a loopback address (127.0.0.1, ::1 or localhost), but HOST is '${HOST}'.`,
    )
  }
  return {
    port: PORT,
    host: HOST,
    dataDir: resolve(PROJECT, DATA_DIR),
    ...(DATABASE_URL !== undefined && { databaseUrl: DATABASE_URL }),
    ...(NODE_NAME !== undefined && { nodeName: NODE_NAME }),
    shutdownDelay: SHUTDOWN_DELAY,
    logLevel: LOG_LEVEL,
    rateLimit: RATE_LIMIT === 'on',
    trustProxy: TRUST_PROXY,
    publicUrl: PUBLIC_URL,
    providers: providersConfig(read.data),
    ...mailConfig(read.data),
    ...storageConfig(read.data),
    clientDir: join(PROJECT, 'dist', 'client'),
    version: z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))).version,
    metricsToken: METRICS_TOKEN,
    metricsAddresses: METRICS_ADDRESSES ?? [],
    serviceWorker: SERVICE_WORKER === 'on',
    geo: geoConfig(read.data),
  }
}

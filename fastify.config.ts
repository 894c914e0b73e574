import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod'

/** What the server runs with. Made by {@link readConfig}; nothing else in the product reads the environment. */
export interface Config {
  port: number
  host: string
  /** Absolute folder of the database and of what the server may make again by itself. */
  dataDir: string
  logLevel: (typeof LOG_LEVELS)[number]
  /** Requests are counted by address. Off for load tests on the own machine. */
  rateLimit: boolean
  /** Which proxies' `X-Forwarded-*` are believed: none, so many hops, or those addresses. */
  trustProxy: false | number | string[]
  /** Origin people reach the product under, without a slash at the end; `undefined` when it is not told. */
  publicUrl: string | undefined
  /** Absolute folder of the built client. */
  clientDir: string
  version: string
}

/** A variable with a wrong value. The message is one sentence that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const PROJECT = import.meta.dirname
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const isAddressOrRange = (text: string) => {
  const [address, prefix, ...rest] = text.split('/')
  const version = isIP(address!)
  return version !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)))
}

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(3000),
  HOST: z
    .string()
    .refine((host) => isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host), 'must be an address or a host name')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default('var'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  RATE_LIMIT: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  TRUST_PROXY: z
    .string()
    .transform((text, context): Config['trustProxy'] => {
      if (text === 'off') return false
      if (/^[1-9]\d?$/.test(text)) return Number(text)
      const addresses = text.split(',').map((part) => part.trim())
      if (addresses.every(isAddressOrRange)) return addresses
      context.addIssue({ code: 'custom', message: "must be 'off', the number of proxies in front, or their addresses separated by commas" })
      return z.NEVER
    })
    .default(false),
  PUBLIC_URL: z
    .string()
    .transform((text, context) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin
      context.addIssue({ code: 'custom', message: 'must be an http or https address without a path, for example https://offlead.example' })
      return z.NEVER
    })
    .optional(),
})

/**
 * Reads the configuration. An empty variable counts as one that is not set.
 * @throws ConfigError for the first wrong value.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const read = Environment.safeParse(set)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    throw new ConfigError(`${String(path[0])} ${message}, but is '${set[String(path[0])]}'.`)
  }
  const { PORT, HOST, DATA_DIR, LOG_LEVEL, RATE_LIMIT, TRUST_PROXY, PUBLIC_URL } = read.data
  if (RATE_LIMIT === 'off' && !isLoopback(HOST)) {
    throw new ConfigError(`RATE_LIMIT may be 'off' only when HOST is this machine alone (127.0.0.1, ::1 or localhost), but HOST is '${HOST}'.`)
  }
  return {
    port: PORT,
    host: HOST,
    dataDir: resolve(PROJECT, DATA_DIR),
    logLevel: LOG_LEVEL,
    rateLimit: RATE_LIMIT === 'on',
    trustProxy: TRUST_PROXY,
    publicUrl: PUBLIC_URL,
    clientDir: join(PROJECT, 'dist', 'client'),
    version: z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))).version,
  }
}

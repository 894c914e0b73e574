import type { FastifyInstance } from 'fastify'
import type { Config } from '../../fastify.config.ts'

/** One year, the minimum of ASVS 5.0 (3.4.1). */
const HSTS_MAX_AGE_S = 31_536_000

/** Only our own origin is allowed, and no inline styles. */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
  'style-src-elem': ["'self'"],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'object-src': ["'none'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
}

/** Position and compass are allowed for our own pages; the rest is not allowed at all. */
const PERMISSIONS_POLICY = [
  ...['geolocation', 'accelerometer', 'gyroscope', 'magnetometer'].map((feature) => `${feature}=(self)`),
  ...[
    'camera',
    'microphone',
    'payment',
    'usb',
    'serial',
    'midi',
    'hid',
    'display-capture',
    'browsing-topics',
  ].map((feature) => `${feature}=()`),
].join(', ')

/** The headers of every reply. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  const https = publicUrl?.startsWith('https:') ?? false
  // Over plain http, for example from a phone in the local network, upgraded requests would have no server.
  const directives = https
    ? { ...CONTENT_SECURITY_POLICY, 'upgrade-insecure-requests': [] }
    : CONTENT_SECURITY_POLICY
  return {
    'content-security-policy': Object.entries(directives)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(https && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}` }),
  }
}

/**
 * Adds the security headers to every reply, including errors and files. Not to that to an API address that the
 * router cannot read: no hook runs for it.
 * @param headers built once: building them for each request would cost as much as the rest of the request
 */
export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

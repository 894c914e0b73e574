import type { FastifyInstance } from 'fastify'
import type { Config } from '../../fastify.config.ts'

/** In seconds; the least that ASVS 5.0 (3.4.1) asks for. */
const A_YEAR = 31_536_000

/**
 * What the browser may do for a page of ours. Everything comes from our origin and goes there. Style elements are the one exception to
 * "no inline": the dialogs' scroll lock and scroll areas write their few rules into one; style attributes stay forbidden.
 */
const CONTENT_SECURITY_POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
  'style-src-elem': ["'self'", "'unsafe-inline'"],
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

/** Position and the compass are for our own pages; the rest is for nobody. */
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

/** The headers themselves, made once: working them out for each request would cost as much as answering it. */
function securityHeaders(https: boolean): Record<string, string> {
  // On plain http, upgrading would send every sub-request of a phone in the local network to a port that does not answer.
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
    ...(https && { 'strict-transport-security': `max-age=${A_YEAR}` }),
  }
}

/** The security headers of every answer, errors and files included. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const headers = securityHeaders(publicUrl?.startsWith('https:') ?? false)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

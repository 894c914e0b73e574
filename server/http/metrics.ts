import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../../fastify.config.ts'
import type { Directory } from '../directory/directory.ts'
import type { Runner } from '../nodes/runner.ts'
import type { StorageState } from '../storage/state.ts'
import { notFound } from './problems.ts'

/** Seconds: from the time of a search to longer than people wait. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The networks of a list of addresses and ranges, which the configuration has validated. */
function networksIn(addresses: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const text of addresses) {
    const [address, prefix] = text.split('/')
    const family = isIP(address!) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) networks.addAddress(address!, family)
    else networks.addSubnet(address!, Number(prefix), family)
  }
  return networks
}

/**
 * Whether a request comes directly from one of these networks. Requests through a proxy do not count: with a
 * proxy on this machine they would all come from its address.
 */
function isFrom(networks: BlockList, { socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const version = isIP(address)
  return (
    version !== 0 &&
    networks.check(address, version === 6 ? 'ipv6' : 'ipv4') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined &&
    headers.via === undefined
  )
}

/** Whether a request has the operator's token, compared in constant time. */
function hasBearerToken(token: string, { headers }: FastifyRequest): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
  return given !== undefined && timingSafeEqual(sha256(given), sha256(token))
}

/** A gauge whose value is determined when the metrics are requested. */
const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
  new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      this.set(await value())
    },
  })

/**
 * `GET /metrics` in Prometheus' text format: requests by route, method and status, the directory, the
 * process. For requests with `METRICS_TOKEN` or from `METRICS_ADDRESSES`; without either there are no
 * metrics. No label contains personal data.
 */
export function serveMetrics(
  app: FastifyInstance,
  {
    config,
    directory,
    storage,
    runner,
  }: {
    config: Pick<Config, 'metricsToken' | 'metricsAddresses' | 'version' | 'nodeName'>
    directory: Directory
    storage: StorageState
    runner: Runner
  },
): void {
  // The library's global registry would mix the apps of one process.
  const registry = new Registry()
  if (config.nodeName !== undefined) registry.setDefaultLabels({ node: config.nodeName })
  const requests = new Histogram({
    name: 'offlead_http_request_duration_seconds',
    help: 'From the request’s headers to the end of the reply, by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: BUCKETS,
    registers: [],
  })
  const gauges = [
    new Gauge({
      name: 'offlead_build',
      help: 'Always 1; the label is the version.',
      labelNames: ['version'] as const,
      registers: [],
      collect() {
        this.set({ version: config.version }, 1)
      },
    }),
    gauge('offlead_database_up', '1 while the database is available, else 0.', () =>
      directory.current().then(
        () => 1,
        () => 0,
      ),
    ),
    gauge(
      'offlead_directory_version',
      'Sequence number of the directory that is being served.',
      () => directory.last()?.version.seq ?? 0,
    ),
    gauge(
      'offlead_directory_parks',
      'Parks in the directory that is being served.',
      () => directory.last()?.manifest.parks.count ?? 0,
    ),
    gauge('offlead_storage_up', '1 while the file storage is available, else 0.', async () =>
      (await storage.isAvailable()) ? 1 : 0,
    ),
    gauge('offlead_runner', '1 on the server that cleans up and copies pictures, else 0.', () =>
      runner.isRunner() ? 1 : 0,
    ),
  ]
  for (const metric of [requests, ...gauges]) registry.registerMetric(metric)

  app.addHook('onResponse', (request, reply, done) => {
    requests.observe(
      // The pattern, never the URL: URLs contain what people search for, and there is no limit to them.
      { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })

  const allowed = networksIn(config.metricsAddresses)
  let collectsProcessMetrics = false
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const hasToken = config.metricsToken !== undefined && hasBearerToken(config.metricsToken, request)
    if (!hasToken && !isFrom(allowed, request)) throw notFound()
    // Measuring the event loop needs a timer: it starts with the first request for metrics.
    if (!collectsProcessMetrics) collectDefaultMetrics({ register: registry, prefix: 'offlead_' })
    collectsProcessMetrics = true
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

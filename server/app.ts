import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '../fastify.config.ts'
import { guardRoutes } from './auth/access.ts'
import { openAccounts } from './auth/accounts.ts'
import { refuseCrossSite } from './auth/cross-site.ts'
import { openHasher } from './auth/hashing.ts'
import { HOME_PREFIX } from './auth/home-network.ts'
import { openLimits } from './auth/limits.ts'
import { openPasswordReset } from './auth/password-reset.ts'
import { openProviderSignIn } from './auth/provider-sign-in.ts'
import { openProviders } from './auth/providers.ts'
import { openMailer } from './auth/reset-mail.ts'
import { openSessions } from './auth/sessions.ts'
import { openBuilds } from './pages/builds.ts'
import { openSharedFiles } from './pages/shared-files.ts'
import { compressReplies } from './directory/compression.ts'
import { HEADERS_TIMEOUTS, enforceDeadlines, UPLOAD_TIMEOUT_MS } from './http/deadlines.ts'
import type { Directory } from './directory/directory.ts'
import type { Geo } from './geo/open.ts'
import type { Pictures } from './import/picture-files.ts'
import type { Imports } from './import/service.ts'
import { serveMetrics } from './http/metrics.ts'
import { collectMethods, notFound, refuseOtherMethods, sendProblem } from './http/problems.ts'
import type { RequestCount } from './http/problems.ts'
import type { RequestCounts } from './http/request-counts.ts'
import type { Runner } from './nodes/runner.ts'
import type { Store } from './repositories/store.ts'
import type { StorageState } from './storage/state.ts'
import type { Storage } from './storage/storage.ts'
import { accountRoutes } from './routes/account.ts'
import { adminAnalyticsRoutes } from './routes/admin-analytics.ts'
import { adminInboxRoutes } from './routes/admin-inbox.ts'
import { adminImportRoutes } from './routes/admin-import.ts'
import { adminImportReportRoutes } from './routes/admin-import-reports.ts'
import { adminRuleRoutes } from './routes/admin-rules.ts'
import { adminFreshnessRoutes } from './routes/admin-freshness.ts'
import { adminLogRoutes } from './routes/admin-log.ts'
import { directionsRoutes } from './routes/directions.ts'
import { directoryRoutes } from './routes/directory.ts'
import { favouriteRoutes } from './routes/favourites.ts'
import { dogRoutes } from './routes/dogs.ts'
import { geocodeRoutes } from './routes/geocode.ts'
import { healthRoutes } from './routes/health.ts'
import { oidcRoutes } from './routes/oidc.ts'
import { describeRoute, openapiRoutes } from './routes/openapi.ts'
import { parkRoutes } from './routes/parks.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { searchHistoryRoutes } from './routes/search-history.ts'
import { passwordResetRoutes } from './routes/password-reset.ts'
import { profileRoutes } from './routes/profile.ts'
import { outlineRoutes } from './routes/outlines.ts'
import { searchRoutes } from './routes/search.ts'
import { seoRoutes } from './routes/seo.ts'
import { councilRoutes } from './routes/councils.ts'
import { namedParkRoutes } from './routes/named-parks.ts'
import { stateRoutes } from './routes/states.ts'
import { staticMapRoutes } from './routes/static-map.ts'
import { syncRoutes } from './routes/sync.ts'
import { tileRoutes } from './routes/tiles.ts'
import { vectorMapRoutes } from './routes/vector-maps.ts'
import { visitRoutes } from './routes/visits.ts'
import { addSecurityHeaders, securityHeaders } from './http/security.ts'
import { routableUrl, serveClient } from './pages/shell.ts'
import type { Sync } from './sync/service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/api/ready` says that the server stops, so that a proxy sends no further requests. */
    announceStop(): void
  }
}

export interface AppParts {
  config: Config
  store: Store
  /** The storage that other servers use, too, if there is one. */
  sharedStorage: Storage | undefined
  storageState: StorageState
  pictures: Pictures
  directory: Directory
  sync: Sync
  geo: Geo
  imports: Imports
  /** `undefined` if requests are not limited. */
  requestCounts: RequestCounts | undefined
  runner: Runner
  clock: () => Date
}

/**
 * Requests to the API from one address (one /56 network, for IPv6). Health, readiness and the directory's parts are
 * not counted.
 */
export const REQUESTS_PER_MINUTE = 300
/**
 * First screens rendered for one address, beside those that are cached. Further documents are sent without a
 * rendered screen.
 */
const SCREENS_PER_MINUTE = 120
/** Bytes. Routes that need more set their own limit. */
const BODY_LIMIT = 65_536
/** Longer than the minute that most proxies keep idle connections, so that the proxy closes first. */
const KEEP_ALIVE_MS = 65_000

/** Builds the app from its parts. Does not listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const {
    config,
    store,
    sharedStorage,
    storageState,
    pictures,
    directory,
    geo,
    requestCounts,
    runner,
    clock,
  } = parts
  const headers = securityHeaders(config)
  const app = createFastify(config, headers)
  enforceDeadlines(app)
  addSecurityHeaders(app, headers)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Offlead', description: 'Dog-friendly parks in Australia.', version: config.version },
    },
    transform: describeRoute,
  })
  const methods = collectMethods(app)
  guardRoutes(app)

  let isStopping = false
  app.decorate('announceStop', () => {
    isStopping = true
  })

  /** Counts a request that is refused before its route's own rate limit runs. */
  let count: RequestCount = async () => undefined
  let mayRender = async (_request: FastifyRequest) => true
  await app.register(async (api) => {
    if (requestCounts) {
      await api.register(rateLimit, {
        max: REQUESTS_PER_MINUTE,
        timeWindow: 60_000,
        ipv6Subnet: HOME_PREFIX,
        // The counts of one address do not belong in replies that shared caches keep for everyone.
        addHeadersOnExceeding: { 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
        store: requestCounts.Store,
      })
      const limit = api.rateLimit()
      count = async (request, reply) => void (await limit.call(app, request, reply))
      const screens = api.createRateLimit({ max: SCREENS_PER_MINUTE, timeWindow: 60_000 })
      mayRender = async (request) => {
        const { isAllowed, ...used } = await screens(request)
        return isAllowed || !('isExceeded' in used && used.isExceeded)
      }
    }
    api.addHook('onSend', compressReplies)
    refuseCrossSite(api, config.publicUrl, (request, reply) => count(request, reply))
    // Replies from the directory are the same for everyone, so these routes do not read the session.
    await api.register(parkRoutes, { directory, clock })
    await api.register(searchRoutes, { directory, clock })
    await api.register(stateRoutes, { directory })
    await api.register(councilRoutes)
    await api.register(outlineRoutes, { directory })
    await api.register(namedParkRoutes, { directory })
    await api.register(geocodeRoutes, { directory, geocoder: geo.geocoder })
    await api.register(directoryRoutes, { directory })
    await api.register(tileRoutes, { tiles: geo.tiles, base: geo.base, streets: geo.streets, clock })
    await api.register(vectorMapRoutes, { base: geo.base, streets: geo.streets })
    await api.register(staticMapRoutes, {
      maps: geo.maps,
      outlineAt: (position) => directory.last()?.outlineAt(position),
    })
    await api.register(pictureRoutes, { pictures })
    await api.register(directionsRoutes, {
      directions: geo.directions,
      parkOf: async (id) => (await directory.current()).engine.park(id),
    })
    await api.register(healthRoutes, {
      directory,
      storage: storageState,
      version: config.version,
      node: config.nodeName,
      isStopping: () => isStopping,
    })
    await api.register(openapiRoutes)
    await api.register((personal) => registerPersonalRoutes(personal, parts))
    // Unknown URLs count against the rate limit too.
    for (const url of ['/api', '/api/*']) {
      api.all(url, { config: { access: 'public' }, schema: { hide: true } }, () => {
        throw notFound()
      })
    }
  })
  serveMetrics(app, { config, directory, storage: storageState, runner })
  await app.register(seoRoutes, {
    directory,
    publicUrl: config.publicUrl,
    count: (request, reply) => count(request, reply),
  })
  await serveClient(app, {
    clock,
    clientDir: config.clientDir,
    directory,
    publicUrl: config.publicUrl,
    builds: openBuilds(
      config.clientDir,
      join(config.dataDir, 'builds'),
      (error) => app.log.warn({ err: error }, "the client's files cannot be saved for later versions"),
      config.databaseUrl === undefined ? undefined : openSharedFiles(store, sharedStorage, clock),
    ),
    serviceWorker: config.serviceWorker,
    mayRender: (request) => mayRender(request),
  })
  refuseOtherMethods(app, methods, (request, reply) => count(request, reply))
  return app
}

/** Trusts the address passed on by this number of proxies. */
const hops = (count: number) => (_address: string, hop: number) => hop < count

/** Fastify with our limits and errors, without routes. */
function createFastify(config: Config, headers: ReturnType<typeof securityHeaders>) {
  const app = fastify({
    logger: {
      level: config.logLevel,
      // Queries contain what people search for and where they are: neither queries nor IP addresses are
      // logged.
      serializers: { req: ({ method, url }) => ({ method, path: url.split('?', 1)[0] }) },
    },
    trustProxy:
      config.trustProxy === false
        ? false
        : typeof config.trustProxy === 'number'
          ? hops(config.trustProxy)
          : config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // The longest, for files; enforceDeadlines sets shorter timeouts for other requests.
    requestTimeout: UPLOAD_TIMEOUT_MS,
    http: HEADERS_TIMEOUTS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Requests on open connections are still served while the server stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(headers)),
  }).withTypeProvider<ZodTypeProvider>()

  // Bodies are JSON. Other sites could send plain text without a preflight request.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}

/** Routes that read the session, for the replies of one user. */
async function registerPersonalRoutes(
  personal: FastifyInstance,
  { config, store, directory, sync, geo, imports, clock }: AppParts,
): Promise<void> {
  await openSessions(personal, { store, clock, publicUrl: config.publicUrl })
  const limits = openLimits(store, clock, config.rateLimit)
  const { publicUrl, hashCost } = config
  const hasher = openHasher({ cost: hashCost })
  const accounts = openAccounts({ store, clock, hasher, limits, publicUrl })
  await personal.register(accountRoutes, { accounts })
  await personal.register(profileRoutes, { accounts, limits, store, clock })
  await personal.register(dogRoutes, { store })
  const providers = openProviders(config)
  const providerSignIn = openProviderSignIn({ providers, accounts, limits, store, clock, publicUrl })
  await personal.register(oidcRoutes, { providers, providerSignIn, store })
  const reset =
    config.mail &&
    openPasswordReset({
      mailer: openMailer(config.mail),
      store,
      accounts,
      limits,
      clock,
      publicUrl: config.mail.publicUrl,
      onSent: (user) => personal.log.info({ user }, 'email to reset a password sent'),
      onError: (reason) => personal.log.error({ reason }, 'an email cannot be sent'),
    })
  if (reset) personal.addHook('onClose', () => reset.close())
  await personal.register(passwordResetRoutes, { providers, reset })
  await personal.register(syncRoutes, { sync, limited: config.rateLimit })
  await personal.register(favouriteRoutes, { sync, store, directory })
  await personal.register(searchHistoryRoutes, { sync, store, directory, clock })
  await personal.register(reviewRoutes, { sync, store })
  await personal.register(visitRoutes, { sync, store })
  await personal.register(adminAnalyticsRoutes, { store, directory })
  await personal.register(adminInboxRoutes, { store, directory, geocoder: geo.geocoder, clock })
  await personal.register(adminLogRoutes, { store })
  await personal.register(adminFreshnessRoutes, { directory, clock })
  await personal.register(adminImportRoutes, { imports, store, directory })
  await personal.register(adminImportReportRoutes, { store })
  await personal.register(adminRuleRoutes, { store, directory, clock })
}

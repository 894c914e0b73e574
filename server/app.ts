import { join } from 'node:path'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '../fastify.config.ts'
import { guardRoutes } from './auth/access.ts'
import { openAccounts } from './auth/accounts.ts'
import { refuseCrossSite } from './auth/cross-site.ts'
import { openHasher } from './auth/hashing.ts'
import { HOME_PREFIX, openLimits } from './auth/limits.ts'
import { openProviders } from './auth/providers.ts'
import { openSessions } from './auth/sessions.ts'
import { openBuilds } from './pages/builds.ts'
import { compressAnswers } from './directory/compression.ts'
import { HEAD_DEADLINE, holdToDeadlines, UPLOAD_MUST_ARRIVE_IN } from './http/deadlines.ts'
import type { Directory } from './directory/directory.ts'
import type { Geo } from './geo/open.ts'
import type { Imports } from './import/service.ts'
import { serveMetrics } from './http/metrics.ts'
import { collectMethods, nothingHere, refuseOtherMethods, sendProblem } from './http/problems.ts'
import type { RequestCount } from './http/problems.ts'
import type { Store } from './repositories/store.ts'
import { accountRoutes } from './routes/account.ts'
import { adminAnalyticsRoutes } from './routes/admin-analytics.ts'
import { adminInboxRoutes } from './routes/admin-inbox.ts'
import { adminImportRoutes } from './routes/admin-import.ts'
import { adminLogRoutes } from './routes/admin-log.ts'
import { directionsRoutes } from './routes/directions.ts'
import { directoryRoutes } from './routes/directory.ts'
import { favouriteRoutes } from './routes/favourites.ts'
import { dogRoutes } from './routes/dogs.ts'
import { geocodeRoutes } from './routes/geocode.ts'
import { healthRoutes } from './routes/health.ts'
import { oidcRoutes } from './routes/oidc.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { parkRoutes } from './routes/parks.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { searchHistoryRoutes } from './routes/search-history.ts'
import { profileRoutes } from './routes/profile.ts'
import { searchRoutes } from './routes/search.ts'
import { seoRoutes } from './routes/seo.ts'
import { stateRoutes } from './routes/states.ts'
import { staticMapRoutes } from './routes/static-map.ts'
import { syncRoutes } from './routes/sync.ts'
import { tileRoutes } from './routes/tiles.ts'
import { visitRoutes } from './routes/visits.ts'
import { addSecurityHeaders } from './http/security.ts'
import { serveClient } from './pages/shell.ts'
import type { Sync } from './sync/service.ts'

export interface AppParts {
  config: Config
  store: Store
  directory: Directory
  sync: Sync
  geo: Geo
  imports: Imports
  clock: () => Date
}

/** Requests to the API that one address (one /56 network, for IPv6) may make in a minute. Health and the directory's parts are not counted. */
export const REQUESTS_PER_MINUTE = 300
/** First screens that are drawn for one address in a minute, beside those that others have had drawn; then its documents come without. */
const SCREENS_PER_MINUTE = 120
/** Bytes. Nothing of the API takes more so far. */
const BODY_LIMIT = 65_536
/** Milliseconds an idle connection is kept; longer than the minute most proxies keep theirs, so that they close first. */
const IDLE_CONNECTION = 65_000

/** The product's server with what it stands on given to it; listens to nothing. */
export async function buildApp({
  config,
  store,
  directory,
  sync,
  geo,
  imports,
  clock,
}: AppParts): Promise<FastifyInstance> {
  const app = fastify({
    logger: {
      level: config.logLevel,
      // A search says where someone is and what they look for: neither queries nor addresses of people are written down.
      serializers: { req: ({ method, url }) => ({ method, path: url.split('?', 1)[0] }) },
    },
    trustProxy:
      config.trustProxy === false
        ? false
        : typeof config.trustProxy === 'number'
          ? hops(config.trustProxy)
          : config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Files may take longer than anything else; holdToDeadlines says how long the rest may.
    requestTimeout: UPLOAD_MUST_ARRIVE_IN,
    http: HEAD_DEADLINE,
    keepAliveTimeout: IDLE_CONNECTION,
    // What arrives on an open connection while the server stops is still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
  }).withTypeProvider<ZodTypeProvider>()

  // A page of another site can send plain text without asking the browser first. Bodies are JSON.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendProblem)
  app.setNotFoundHandler(() => {
    throw nothingHere()
  })

  holdToDeadlines(app)
  addSecurityHeaders(app, config)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Offlead', description: 'Dog-friendly parks in Australia.', version: config.version },
    },
    transform: jsonSchemaTransform,
  })
  const methods = collectMethods(app)
  guardRoutes(app)

  /** Counts a request that is refused before its route would count it. */
  let count: RequestCount = async () => undefined
  let mayDraw = async (_request: FastifyRequest) => true
  await app.register(async (api) => {
    if (config.rateLimit) {
      await api.register(rateLimit, { max: REQUESTS_PER_MINUTE, timeWindow: 60_000, ipv6Subnet: HOME_PREFIX })
      const limit = api.rateLimit()
      count = async (request, reply) => void (await limit.call(app, request, reply))
      const screens = api.createRateLimit({ max: SCREENS_PER_MINUTE, timeWindow: 60_000 })
      mayDraw = async (request) => {
        const { isAllowed, ...used } = await screens(request)
        return isAllowed || !('isExceeded' in used && used.isExceeded)
      }
    }
    api.addHook('onSend', compressAnswers)
    refuseCrossSite(api, config.publicUrl, (request, reply) => count(request, reply))
    // What the directory answers is the same for everybody: nobody looks who asks.
    await api.register(parkRoutes, { directory })
    await api.register(searchRoutes, { directory, clock })
    await api.register(stateRoutes, { directory })
    await api.register(geocodeRoutes, { directory, geocoder: geo.geocoder })
    await api.register(directoryRoutes, { directory })
    await api.register(tileRoutes, { tiles: geo.tiles, clock })
    await api.register(staticMapRoutes, { maps: geo.maps })
    await api.register(pictureRoutes, { folder: imports.pictures })
    await api.register(directionsRoutes, {
      directions: geo.directions,
      parkOf: async (id) => (await directory.current()).engine.park(id),
    })
    await api.register(healthRoutes, { directory, version: config.version })
    await api.register(openapiRoutes)
    await api.register(async (personal) => {
      await openSessions(personal, { store, clock, publicUrl: config.publicUrl })
      const limits = openLimits(store, clock, config.rateLimit)
      const { publicUrl } = config
      const accounts = openAccounts({ store, clock, hasher: openHasher(), limits, publicUrl })
      await personal.register(accountRoutes, { accounts, store, publicUrl })
      await personal.register(profileRoutes, { accounts, store, clock, publicUrl })
      await personal.register(dogRoutes, { store })
      await personal.register(oidcRoutes, {
        providers: openProviders(config),
        accounts,
        limits,
        store,
        clock,
        publicUrl,
      })
      await personal.register(syncRoutes, { sync, limited: config.rateLimit })
      await personal.register(favouriteRoutes, { sync, store, directory })
      await personal.register(searchHistoryRoutes, { sync, store, directory, clock })
      await personal.register(reviewRoutes, { sync, store })
      await personal.register(visitRoutes, { sync, store })
      await personal.register(adminAnalyticsRoutes, { store, directory })
      await personal.register(adminInboxRoutes, { store, directory, geocoder: geo.geocoder, clock })
      await personal.register(adminLogRoutes, { store })
      await personal.register(adminImportRoutes, { imports, store, directory, clock })
    })
    // Also counted: guessing addresses is no way around the limit.
    for (const url of ['/api', '/api/*']) {
      api.all(url, { config: { access: 'public' }, schema: { hide: true } }, () => {
        throw nothingHere()
      })
    }
  })
  serveMetrics(app, { config, directory })
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
    builds: openBuilds(config.clientDir, join(config.dataDir, 'builds'), (error) =>
      app.log.warn({ err: error }, 'the code of this build cannot be kept for the next'),
    ),
    serviceWorker: config.serviceWorker,
    mayDraw: (request) => mayDraw(request),
  })
  refuseOtherMethods(app, methods, (request, reply) => count(request, reply))
  return app
}

/** Believes the address that so many proxies in front have passed on. */
const hops = (count: number) => (_address: string, hop: number) => hop < count

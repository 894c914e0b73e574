import type { FastifyInstance } from 'fastify'
import type { AccessRule } from '../../server/auth/access.ts'
import { startedServer } from './harness.ts'

/** Every route of the API with its schemas, from the server's own table. */
export const servedRoutes = (app: FastifyInstance): AccessRule[] =>
  app.accessRules.filter(({ url, method }) => url !== '/api' && url !== '/api/*' && method !== 'HEAD')

/** {@link servedRoutes} of the real app. */
export const routesOf = async (): Promise<AccessRule[]> => servedRoutes((await startedServer()).app)

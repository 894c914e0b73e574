import type { FastifyInstance } from 'fastify'
import type { AccessRule } from '../../server/auth/access.ts'

/** Every route of the API with its schemas, from the server's own table. */
export const servedRoutes = (app: FastifyInstance): AccessRule[] =>
  app.accessRules.filter(({ url, method }) => url !== '/api' && url !== '/api/*' && method !== 'HEAD')

import type { AccessRule } from '../../server/auth/access.ts'
import { servedRoutes } from '../support/served-routes.ts'
import { startedServer } from './harness.ts'

/** {@link servedRoutes} of the real app. */
export const routesOf = async (): Promise<AccessRule[]> => servedRoutes((await startedServer()).app)

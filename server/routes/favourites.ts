import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { list } from '../../data/model/bounded.ts'
import { Park, ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Directory } from '../directory/directory.ts'
import { NoQuery, numeric } from '../http/queries.ts'
import { favouriteParks, favouriteState } from '../repositories/favourites.ts'
import type { Store } from '../repositories/store.ts'
import type { Sync } from '../sync/service.ts'
import { sendParks } from './search.ts'

const Choice = z.strictObject({ parkId: ParkId, saved: z.boolean() })
/** Parks of one request; more than anybody keeps in a cookie or looks after by hand. */
const PARKS_AT_ONCE = 2000

/** `/api/favorites`: the calls of specification 17.11 to 17.14, through the same service as the outbox. */
export const favouriteRoutes: FastifyPluginAsyncZod<{
  sync: Sync
  store: Store
  directory: Directory
}> = async (app, { sync, store, directory }) => {
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  /** Saves a park unless it is saved already. */
  const add = (userId: number, parkId: number) =>
    sync.change({ kind: 'favourite', userId, args: { parkId, saved: true } }, async (db) =>
      (await favouriteState(db, userId, parkId)).held.length > 0 ? undefined : [],
    )

  app.get(
    '/api/favorites',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The parks one has saved, the latest first',
        querystring: NoQuery,
        response: { 200: z.array(Park), 401: Problem, 503: Problem },
      },
    },
    async ({ user }, reply) => {
      const { engine, parkText } = await directory.current()
      const ids = await store.read((db) => favouriteParks(db, user!.id))
      return sendParks(
        ids.flatMap((id) => engine.park(id) ?? []).map((park) => parkText(park, null)),
        reply,
      )
    },
  )

  app.post(
    '/api/favorites',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Saves a park; one that is saved already stays so',
        body: z.strictObject({ parkId: ParkId }),
        querystring: NoQuery,
        response: { 200: Choice, 400: Problem, 401: Problem, 404: Problem, 409: Problem, 503: Problem },
      },
    },
    async ({ user, body: { parkId } }) => {
      await add(user!.id, parkId)
      return { parkId, saved: true }
    },
  )

  app.delete(
    '/api/favorites/:parkId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Takes a park out of what one has saved',
        params: z.strictObject({ parkId: numeric(ParkId).pipe(ParkId) }),
        querystring: NoQuery,
        response: { 200: Choice, 400: Problem, 401: Problem, 503: Problem },
      },
    },
    async ({ user, params: { parkId } }) => {
      // Whoever asks here has seen all there is: this client keeps no revisions.
      await sync.change(
        { kind: 'favourite', userId: user!.id, args: { parkId, saved: false } },
        async (db) => {
          const { held } = await favouriteState(db, user!.id, parkId)
          return held.length > 0 ? held : undefined
        },
      )
      return { parkId, saved: false }
    },
  )

  app.post(
    '/api/favorites/sync',
    {
      bodyLimit: 4 * 1_048_576,
      config: { access: 'user' },
      schema: {
        summary: 'Saves the parks a device has kept without an account; of each only its id is read',
        body: z.strictObject({ parks: list(z.object({ id: ParkId }), PARKS_AT_ONCE) }),
        querystring: NoQuery,
        response: { 200: z.array(ParkId), 400: Problem, 401: Problem, 409: Problem, 503: Problem },
      },
    },
    async ({ user, body: { parks } }) => {
      const { engine } = await directory.current()
      // A park that is not in the directory keeps no other from being saved.
      const known = parks.map(({ id }) => id).filter((id) => engine.park(id) !== undefined)
      await sync.save(user!.id, known)
      return store.read((db) => favouriteParks(db, user!.id))
    },
  )
}

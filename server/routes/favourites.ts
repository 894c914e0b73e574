import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { list } from '../../data/model/bounded.ts'
import { Park, ParkId } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import type { Directory } from '../directory/directory.ts'
import { sendJsonArray, serialized } from '../directory/json-text.ts'
import { noStore } from '../http/caching.ts'
import { NoQuery, numeric } from '../http/queries.ts'
import { favouriteParks, savesInEffect } from '../repositories/favourites.ts'
import type { Store } from '../repositories/store.ts'
import type { Sync } from '../sync/service.ts'

const Choice = z.strictObject({ parkId: ParkId, saved: z.boolean() })
/** Maximum number of parks in one request. */
const MAX_PARKS = 2000

/** `/api/favorites` (specification 17.11 to 17.14), with the same service as the outbox. */
export const favouriteRoutes: FastifyPluginAsyncZod<{
  sync: Sync
  store: Store
  directory: Directory
}> = async (app, { sync, store, directory }) => {
  app.addHook('onRequest', noStore)

  /** Saves a park unless it is already saved. */
  const add = (userId: number, parkId: number) =>
    sync.change({ kind: 'favourite', userId, args: { parkId, saved: true } }, async (db) =>
      (await savesInEffect(db, userId, parkId)).length > 0 ? undefined : [],
    )

  app.get(
    '/api/favorites',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The user’s saved parks, latest first',
        querystring: NoQuery,
        response: { 200: serialized(z.array(Park)), 401: Problem, 503: Problem },
      },
    },
    async ({ user }, reply) => {
      const { engine, parkText } = await directory.current()
      const ids = await store.read((db) => favouriteParks(db, user!.id))
      const parks = ids.flatMap((id) => engine.park(id) ?? [])
      return sendJsonArray(parks, (park) => parkText(park, null), reply)
    },
  )

  app.post(
    '/api/favorites',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Save a park; also succeeds if it is already saved',
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
        summary: 'Remove a park from the user’s saved parks',
        params: z.strictObject({ parkId: numeric(ParkId).pipe(ParkId) }),
        querystring: NoQuery,
        response: { 200: Choice, 400: Problem, 401: Problem, 503: Problem },
      },
    },
    async ({ user, params: { parkId } }) => {
      // Clients of this route keep no revisions, so the removal applies to all saves.
      await sync.change(
        { kind: 'favourite', userId: user!.id, args: { parkId, saved: false } },
        async (db) => {
          const saves = await savesInEffect(db, user!.id, parkId)
          return saves.length > 0 ? saves : undefined
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
        summary: 'Save the parks that a device has saved without an account; only their ids are read',
        body: z.strictObject({ parks: list(z.object({ id: ParkId }), MAX_PARKS) }),
        querystring: NoQuery,
        response: { 200: z.array(ParkId), 400: Problem, 401: Problem, 409: Problem, 503: Problem },
      },
    },
    async ({ user, body: { parks } }) => {
      const { engine } = await directory.current()
      // Unknown parks are skipped, so that the others are saved.
      const known = parks.map(({ id }) => id).filter((id) => engine.park(id) !== undefined)
      await sync.save(user!.id, known)
      return store.read((db) => favouriteParks(db, user!.id))
    },
  )
}

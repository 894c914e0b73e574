import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { withRuleFeatures } from '../../data/import/rule-features.ts'
import { dayOf } from '../../data/model/analytics.ts'
import { withoutControls } from '../../data/model/bounded.ts'
import { CouncilCode } from '../../data/model/council.ts'
import { RuleBody, RulesBody, UnpublishedCouncil, UnpublishedPark } from '../../data/model/import.ts'
import { ParkId } from '../../data/model/park.ts'
import type { DirectoryPark, DogAccess } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import { councilsByCode } from '../../data/sources/councils.ts'
import type { Tables } from '../database/tables.ts'
import type { Directory } from '../directory/directory.ts'
import { noStore } from '../http/caching.ts'
import { ADMIN_PROBLEMS, ProblemError } from '../http/problems.ts'
import { Flag, IdParams, NoQuery, PageQuery } from '../http/queries.ts'
import { underRule } from '../import/merging.ts'
import { recordAdminAct } from '../repositories/admin-log.ts'
import { publishChange } from '../repositories/directory.ts'
import type { StoredPark } from '../repositories/directory.ts'
import type { Store } from '../repositories/store.ts'
import {
  markNoDogs,
  unpublishedByCouncil,
  unpublishedPark,
  unpublishedParks,
} from '../repositories/unpublished-parks.ts'

const ListQuery = z.strictObject({
  ...PageQuery.shape,
  q: z.optional(z.string().trim().max(100).check(withoutControls)),
  council: z.optional(z.union([CouncilCode, z.literal('')])),
  noDogs: z.optional(Flag),
})

/** @param at when the administrator has found out the rule */
function withRule(park: StoredPark, access: DogAccess, at: Date): DirectoryPark {
  const facts = underRule(access, park)
  return { ...facts, access, ...withRuleFeatures(access, facts), asOf: dayOf(at) }
}

/** Sets the rule for dogs of parks that are not public, and records it. Call inside a write transaction. */
async function setRule(
  db: Kysely<Tables>,
  parks: readonly StoredPark[],
  access: DogAccess | 'no_dogs',
  userId: number,
  at: Date,
): Promise<void> {
  if (parks.length === 0) return
  const isForbidden = access === 'no_dogs'
  if (isForbidden)
    await markNoDogs(
      db,
      parks.map(({ id }) => id),
      dayOf(at),
    )
  else await publishChange(db, { upserts: parks.map((park) => withRule(park, access, at)) }, at)
  for (const { id, name } of parks)
    await recordAdminAct(
      db,
      {
        userId,
        act: isForbidden ? 'no-dogs-said' : 'rule-said',
        subject: `park ${id}`,
        details: isForbidden ? `${name}.` : `${name}: ${access.replaceAll('_', ' ')}.`,
      },
      at,
    )
}

/** The parks that are not public until an administrator sets their rule for dogs. */
export const adminRuleRoutes: FastifyPluginAsyncZod<{
  store: Store
  directory: Directory
  clock: () => Date
}> = async (app, { store, directory, clock }) => {
  app.addHook('onRequest', noStore)
  const config = { access: 'admin' } as const

  app.get(
    '/api/admin/unpublished-parks',
    {
      config,
      schema: {
        summary: 'Parks that are not public because their rule for dogs is unknown, or dogs are not allowed',
        querystring: ListQuery,
        response: { 200: z.array(UnpublishedPark), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query: { offset = 0, limit = 100, q = '', council, noDogs = false } }, reply) => {
      const { parks, total } = await store.read((db) =>
        unpublishedParks(db, { offset, limit, q, council, noDogs }),
      )
      reply.header('x-total-count', total)
      return parks
    },
  )

  app.get(
    '/api/admin/unpublished-parks/councils',
    {
      config,
      schema: {
        summary: 'Council areas with parks whose rule for dogs is unknown, by name',
        querystring: NoQuery,
        response: { 200: z.array(UnpublishedCouncil), ...ADMIN_PROBLEMS },
      },
    },
    async () =>
      (await store.read(unpublishedByCouncil))
        .map(({ code, parks }) => {
          const { name = '', state = null } = councilsByCode().get(code) ?? {}
          return { code, name, state, parks }
        })
        .toSorted((a, b) => a.name.localeCompare(b.name)),
  )

  app.post(
    '/api/admin/unpublished-parks',
    {
      config,
      schema: {
        summary: 'Set the rule for dogs of several parks, which publishes them, or that dogs are not allowed',
        body: RulesBody,
        querystring: NoQuery,
        response: { 200: z.strictObject({ ids: z.array(ParkId) }), ...ADMIN_PROBLEMS },
      },
    },
    async ({ body: { ids, access, noDogs = false }, user }) => {
      const changed = await directory.write(async (db) => {
        const found = await Promise.all([...new Set(ids)].map((id) => unpublishedPark(db, id)))
        const parks = found
          .filter((park) => park !== undefined)
          .filter((park) => (park.noDogs ?? false) === noDogs)
        await setRule(db, parks, access, user!.id, clock())
        return parks.map(({ id }) => id)
      })
      return { ids: changed }
    },
  )

  app.post(
    '/api/admin/unpublished-parks/:id',
    {
      config,
      schema: {
        summary: 'Set the rule for dogs of a park that is not public, which publishes it',
        params: IdParams,
        body: RuleBody,
        querystring: NoQuery,
        response: { 200: z.strictObject({ id: ParkId }), ...ADMIN_PROBLEMS, 404: Problem },
      },
    },
    async ({ params: { id }, body: { access }, user }) => {
      await directory.write(async (db) => {
        const park = await unpublishedPark(db, id)
        // That dogs are not allowed is a rule too: only the route for several parks replaces it, with `noDogs`.
        if (!park || park.noDogs)
          throw new ProblemError({
            code: 'park-not-found',
            message: `There is no park ${id} without a rule for dogs.`,
          })
        await setRule(db, [park], access, user!.id, clock())
      })
      return { id }
    },
  )
}

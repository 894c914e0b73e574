import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { dayOf } from '../../data/model/analytics.ts'
import { CouncilCode } from '../../data/model/council.ts'
import { AgedPark, CouncilFreshness } from '../../data/model/freshness.ts'
import { ParkId } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { Problem } from '../../data/model/problem.ts'
import { publishersText } from '../../data/model/source.ts'
import { suburbText } from '../../data/model/text.ts'
import { councilsByCode } from '../../data/sources/councils.ts'
import type { Directory } from '../directory/directory.ts'
import { ADMIN_PROBLEMS, parkNotFound } from '../http/problems.ts'
import { IdParams, NoQuery, PageQuery } from '../http/queries.ts'
import { recordAdminAct } from '../repositories/admin-log.ts'
import { publicPark, publishChange } from '../repositories/directory.ts'

const AgedQuery = z.strictObject({
  ...PageQuery.shape,
  council: z.optional(z.union([CouncilCode, z.literal('')])),
})

/** The year of a park's newest fact; `undefined` if it has no date. */
const yearOf = ({ asOf }: DirectoryPark) => {
  const year = /\d{4}/.exec(asOf ?? '')?.[0]
  return year === undefined ? undefined : Number(year)
}

/** What orders parks by age: those without a date first, then the oldest year, then the oldest day. */
const ageKey = (park: DirectoryPark) => (park.asOf === null ? '' : park.asOf.replace('c.', ''))
const compareAge = (a: DirectoryPark, b: DirectoryPark) => {
  const [left, right] = [ageKey(a), ageKey(b)]
  return left < right ? -1 : left > right ? 1 : a.id - b.id
}

function freshnessOf(code: string, parks: readonly DirectoryPark[]): CouncilFreshness {
  const years = parks.map(yearOf).filter((year) => year !== undefined)
  const council = councilsByCode().get(code)
  return {
    code,
    name: council?.name ?? '',
    state: council?.state ?? null,
    parks: parks.length,
    undated: parks.length - years.length,
    oldest: years.length === 0 ? null : Math.min(...years),
  }
}

function toAgedPark(park: DirectoryPark): AgedPark {
  const council = park.council === null ? undefined : councilsByCode().get(park.council)
  return {
    id: park.id,
    name: park.name,
    place: suburbText(park),
    council: council?.name ?? null,
    publishers: publishersText(park.sources),
    asOf: park.asOf,
    page: park.sources.find(({ page }) => page !== undefined)?.page ?? council?.website ?? null,
  }
}

/** `/api/admin/freshness`: which facts are the oldest, and that a park was checked. */
export const adminFreshnessRoutes: FastifyPluginAsyncZod<{
  directory: Directory
  clock: () => Date
}> = async (app, { directory, clock }) => {
  const config = { access: 'admin' } as const

  app.get(
    '/api/admin/freshness',
    {
      config,
      schema: {
        summary:
          'Council areas with the age of their facts, the one with the most undated and old parks first',
        querystring: NoQuery,
        response: { 200: z.array(CouncilFreshness), ...ADMIN_PROBLEMS },
      },
    },
    async (_request, reply) => {
      const { engine } = await directory.current()
      const groups = Map.groupBy(engine.all(), ({ council }) => council ?? '')
      reply.header('cache-control', 'no-store')
      return [...groups]
        .map(([code, parks]) => freshnessOf(code, parks))
        .sort((a, b) => (a.oldest ?? 0) - (b.oldest ?? 0) || b.parks - a.parks)
    },
  )

  app.get(
    '/api/admin/freshness/parks',
    {
      config,
      schema: {
        summary: 'Parks by the age of their facts, those without a date and the oldest first',
        querystring: AgedQuery,
        response: { 200: z.array(AgedPark), ...ADMIN_PROBLEMS },
      },
    },
    async ({ query: { council, offset = 0, limit = 100 } }, reply) => {
      const { engine } = await directory.current()
      const parks = engine.all().filter((park) => council === undefined || (park.council ?? '') === council)
      reply.header('cache-control', 'no-store').header('x-total-count', parks.length)
      return parks
        .toSorted(compareAge)
        .slice(offset, offset + limit)
        .map(toAgedPark)
    },
  )

  app.post(
    '/api/admin/freshness/parks/:id',
    {
      config,
      schema: {
        summary: 'Record that a park was checked today and everything about it is still true',
        params: IdParams,
        querystring: NoQuery,
        response: { 200: z.strictObject({ id: ParkId }), ...ADMIN_PROBLEMS, 404: Problem },
      },
    },
    async ({ params: { id }, user }) => {
      await directory.write(async (db) => {
        const park = await publicPark(db, id)
        if (!park) throw parkNotFound(id)
        const at = clock()
        await publishChange(db, { upserts: [{ ...park, asOf: dayOf(at) }] }, at)
        const details = `${park.name}: still as it was in ${park.asOf ?? 'an undated source'}.`
        await recordAdminAct(
          db,
          { userId: user!.id, act: 'park-checked', subject: `park ${id}`, details },
          at,
        )
      })
      return { id }
    },
  )
}

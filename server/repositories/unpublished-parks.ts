import { sql, type Kysely } from 'kysely'
import { RULE_UNKNOWN_NOTE } from '../../data/model/import.ts'
import type { UnpublishedPark } from '../../data/model/import.ts'
import { publishersText } from '../../data/model/source.ts'
import type { Tables } from '../database/tables.ts'
import { storedParks, storedSources } from './directory.ts'
import type { StoredPark } from './directory.ts'
import { lastReportRows } from './import-reports.ts'

/** `noDogs`: those where dogs are not allowed, instead of those whose rule is unknown. */
const selectUnpublished = (db: Kysely<Tables>, noDogs = false) =>
  db
    .selectFrom('parks')
    .where('removedAt', 'is', null)
    .where('access', 'is', null)
    .where('state', 'is not', null)
    .where('noDogs', '=', noDogs ? 1 : 0)

/** Escapes a word for `like … escape '\'`. */
const likeWord = (word: string) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`

export interface UnpublishedFilter {
  /** Words that the name, address, suburb or postcode contain. */
  q: string
  /** A council's code, '' for parks in no known council area; `undefined` for all. */
  council: string | undefined
  noDogs: boolean
}

/** A page of the parks without a rule for dogs, by id, and their total number. */
export async function unpublishedParks(
  db: Kysely<Tables>,
  { q, council, noDogs, offset, limit }: UnpublishedFilter & { offset: number; limit: number },
): Promise<{ parks: UnpublishedPark[]; total: number }> {
  let kept = selectUnpublished(db, noDogs)
  if (council !== undefined) kept = kept.where(sql`coalesce(council, '')`, '=', council)
  for (const word of q.split(/\s+/).filter(Boolean))
    kept = kept.where(
      sql<boolean>`lower(name || ' ' || address || ' ' || coalesce(city, '') || ' ' || coalesce(postal_code, ''))
        like lower(${likeWord(word)}) escape '\\'`,
    )
  const rows = await kept
    .select([
      'id',
      'name',
      'address',
      'city',
      'state',
      'postal_code',
      'leashHours',
      'source',
      'sources',
      'asOf',
    ])
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await kept.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const reported = await lastReportRows(
    db,
    rows.map(({ id }) => id),
  )
  return {
    parks: rows.map(({ postal_code, city, state, source, sources, ...row }) => ({
      ...row,
      // The list of these parks says this of all of them.
      notes: (reported.get(row.id)?.notes ?? []).filter((note) => note !== RULE_UNKNOWN_NOTE),
      source: publishersText(storedSources({ source, sources, asOf: row.asOf })),
      city: city ?? '',
      postcode: postal_code ?? '',
      state: state as UnpublishedPark['state'],
    })),
    total,
  }
}

/** The codes of council areas ('' for none) with the number of parks whose rule is unknown. */
export function unpublishedByCouncil(db: Kysely<Tables>): Promise<{ code: string; parks: number }[]> {
  return selectUnpublished(db)
    .select([sql<string>`coalesce(council, '')`.as('code'), ({ fn }) => fn.countAll<number>().as('parks')])
    .groupBy('code')
    .execute()
}

/** A park without a rule for dogs; `undefined` if there is none with that id. */
export async function unpublishedPark(db: Kysely<Tables>, id: number): Promise<StoredPark | undefined> {
  return (await storedParks(db, id)).find((park) => park.access === null)
}

/**
 * Records that dogs are not allowed in these parks, which have no rule and so are not public.
 * @param day on which an administrator has found out
 */
export async function markNoDogs(db: Kysely<Tables>, ids: readonly number[], day: string): Promise<void> {
  await db
    .updateTable('parks')
    .set({ noDogs: 1, asOf: day })
    .where('id', 'in', ids)
    .where('access', 'is', null)
    .execute()
}

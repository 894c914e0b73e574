import { sql, type Kysely } from 'kysely'
import type { DirectoryPark } from '../../data/model/park.ts'
import { textIn } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'

const PLACE_COLUMNS = ['name', 'city', 'state', 'latitude', 'longitude', 'accuracy'] as const

/** The name and the place of a park. */
type NamedPlace = Pick<DirectoryPark, (typeof PLACE_COLUMNS)[number]>

/** The name and the place that a park had before an administrator or a list corrected them. */
export interface FormerPlace extends NamedPlace {
  parkId: number
}

/** Keeps the name and the place of a park that a correction changes. Call in the transaction of the correction. */
export async function keepFormerPlace(
  db: Kysely<Tables>,
  parkId: number,
  before: NamedPlace,
  after: NamedPlace,
  at: Date,
): Promise<void> {
  if (PLACE_COLUMNS.every((column) => before[column] === after[column])) return
  const { name, city, state, latitude, longitude, accuracy } = before
  await db
    .insertInto('former_places')
    .values({ parkId, correctedAt: at.toISOString(), name, city, state, latitude, longitude, accuracy })
    // The first of two corrections in a millisecond replaced the place of the lists.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keeps the names and the places of the parks that an import changes. Call in the transaction that publishes it. */
export async function keepPlacesBeforeImport(db: Kysely<Tables>, importId: number, at: Date): Promise<void> {
  const before = (column: string) => textIn(db, 'before', column)
  const isChanged = sql.join(
    PLACE_COLUMNS.map((column) => sql`${before(column)} <> ${textIn(db, 'after', column)}`),
    sql` or `,
  )
  const values = PLACE_COLUMNS.map((column) =>
    column === 'latitude' || column === 'longitude'
      ? sql`cast(${before(column)} as double precision)`
      : before(column),
  )
  await sql`insert into former_places ("parkId", "correctedAt", ${sql.join(PLACE_COLUMNS.map((column) => sql.ref(column)))})
    select "parkId", ${at.toISOString()}, ${sql.join(values)}
    from import_rows
    where "importId" = ${importId} and outcome = 'updated' and "before" is not null and "after" is not null and (${isChanged})
    on conflict do nothing`.execute(db)
}

export const allFormerPlaces = (db: Kysely<Tables>): Promise<FormerPlace[]> =>
  db
    .selectFrom('former_places')
    .select(['parkId', ...PLACE_COLUMNS])
    .orderBy('parkId')
    .orderBy('correctedAt')
    .execute()

import { expect } from 'vitest'
import { leashAt } from '../../../data/hours/leash.ts'
import { localityLookup } from '../../../data/import/locality-lookup.ts'
import { localities } from '../../../data/sources/localities.ts'
import { findHeaders, mapHeaders } from '../../../server/import/headers.ts'
import { nearestLocality } from '../../../server/import/placing.ts'
import { planImport } from '../../../server/import/plan.ts'
import { readText } from '../../../server/import/text.ts'
import type { StoredPark } from '../../../server/repositories/directory.ts'

const places = { known: localityLookup(localities()), nearest: nearestLocality(localities()) }

/** A row. */
export type Cells = Readonly<Record<string, string>>

/** A row, or several rows with the same columns. */
export type List = Cells | readonly Cells[]

const ROSELLA_RUN = 'Rosella Run,Carlton North,VIC,-37.7851,144.9721'

/** A park after imports of lists whose rows are all about this park. */
export function imported(...lists: readonly List[]): StoredPark {
  let parks: StoredPark[] = []
  for (const list of lists) {
    const listRows = [list].flat()
    const lines = listRows.map((cells) => `${ROSELLA_RUN},${Object.values(cells).join()}\n`)
    const { header, rows, readAs } = findHeaders(
      readText(
        Buffer.from(`Name,Suburb,State,Lat,Long,${Object.keys(listRows[0]!).join()}\n${lines.join('')}`),
      ),
    )
    const plan = () =>
      planImport(
        { header, rows, readAs },
        mapHeaders(header, rows),
        { parks, numbers: new Map(), pictures: new Map(), removed: [], formerPlaces: new Map() },
        places,
        { source: 'a list', createdAt: '2026-05-01T00:00:00Z' },
      )
    const [changed] = plan().changed
    if (changed) parks = [{ id: 1, ...changed.after }]
    expect(plan().changed, 'the same list again').toEqual([])
  }
  expect(parks).toHaveLength(1)
  return parks[0]!
}

/** The leash states of a park at some times (ISO 8601). */
export const leashStatesAt = (park: StoredPark, ...times: readonly string[]) =>
  times.map((time) => leashAt(park.leashHours, park.access!, park, Date.parse(time)).state).join()

/** The leash state of a park on a Tuesday in May at 8 and at 12. */
export const leashStates = (park: StoredPark) =>
  leashStatesAt(park, '2026-05-05T08:00+10:00', '2026-05-05T12:00+10:00')

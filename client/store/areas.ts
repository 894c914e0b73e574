import { liveQuery } from 'dexie'
import type { AreaRow, OffleadDatabase } from './database.ts'
import type { Watch } from './personal-store.ts'

export const saveArea = (database: OffleadDatabase, area: AreaRow) => database.areas.put(area)
export const readArea = (database: OffleadDatabase, id: string) => database.areas.get(id)
export const readAreas = (database: OffleadDatabase) => database.areas.orderBy('takenAt').toArray()
export const deleteAreaRow = (database: OffleadDatabase, id: string) => database.areas.delete(id)
export const changeArea = (database: OffleadDatabase, id: string, change: Partial<AreaRow>) =>
  database.areas.update(id, change)

/** Watches all areas, oldest first, across tabs. */
export function watchAreas(database: OffleadDatabase): Watch<AreaRow[]> {
  return (changed, failed) => {
    const live = liveQuery(() => readAreas(database)).subscribe({ next: changed, error: failed })
    return () => live.unsubscribe()
  }
}

import { liveQuery } from 'dexie'
import type { AreaRow, OffleadDatabase } from './database.ts'

export const saveArea = (database: OffleadDatabase, area: AreaRow) => database.areas.put(area)
export const readArea = (database: OffleadDatabase, id: string) => database.areas.get(id)
export const readAreas = (database: OffleadDatabase) => database.areas.orderBy('takenAt').toArray()
export const deleteAreaRow = (database: OffleadDatabase, id: string) => database.areas.delete(id)
export const changeArea = (database: OffleadDatabase, id: string, change: Partial<AreaRow>) =>
  database.areas.update(id, change)

/** All areas, oldest first, now and after each change in any tab, for what runs without a screen. */
export const liveAreas = (database: OffleadDatabase) => liveQuery(() => readAreas(database))

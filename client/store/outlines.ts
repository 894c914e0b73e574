import { decodeOutlines } from '../../data/directory/outlines.ts'
import type { OutlineColumns } from '../../data/directory/outlines.ts'
import type { Bundle } from '../../data/model/directory.ts'
import type { Outline } from '../../data/model/outline.ts'
import type { OffleadDatabase } from './database.ts'
import { columnsOf, unneededParts } from './directory.ts'
import { bundleRecord, checkManifest, storeMissingParts } from './directory-sync.ts'
import type { SyncPorts } from './directory-sync.ts'
import { isQuotaError } from './free-space.ts'
import { readMeta, writeMeta } from './meta.ts'

/**
 * Updates the outlines on the device to those of the server, after the directory, so that they never delay it. Parts
 * fetched by an interrupted run are reused by the next. Until the new ones are complete, the old ones are used.
 * @returns whether they have changed
 * @throws what `syncDirectory` throws, but QuotaExceededError instead of DeviceFull
 */
export async function syncOutlines(
  ports: Pick<SyncPorts, 'database' | 'fetch' | 'signal'>,
  bundle: Bundle,
): Promise<boolean> {
  const { database } = ports
  const before = await readMeta(database, 'outlines')
  if (before?.sha256 === bundle.sha256 || (!before && bundle.count === 0)) return false
  await checkManifest(bundle)
  try {
    await storeMissingParts(ports, 'outlines', bundle.parts)
  } catch (error) {
    // Everything else needs the space more.
    if (isQuotaError(error))
      await database.outlines
        .where('sha256')
        .noneOf(before?.parts ?? [])
        .delete()
    throw error
  }
  const record = bundleRecord(bundle)
  return database.transaction('rw', database.meta, database.outlines, async () => {
    const unneeded = await unneededParts(database.outlines, record.parts)
    // Another tab has deleted parts that it does not need; the next update fetches them again.
    if (unneeded === undefined) return false
    await writeMeta(database, 'outlines', record)
    await database.outlines.bulkDelete(unneeded)
    return true
  })
}

/** The hash of the outlines on the device; '' if there are none. */
export const outlinesHash = async (database: OffleadDatabase): Promise<string> =>
  (await readMeta(database, 'outlines'))?.sha256 ?? ''

/**
 * Functions that decode the outlines on the device, by park. The parks of a missing part have none.
 * @throws SyntaxError or RangeError for a damaged part; the caller then asks the server
 */
export async function loadOutlines(database: OffleadDatabase): Promise<ReadonlyMap<number, () => Outline>> {
  const rows = await database.transaction('r', database.meta, database.outlines, async () => {
    const record = await readMeta(database, 'outlines')
    return record ? database.outlines.bulkGet(record.parts) : []
  })
  const outlines = new Map<number, () => Outline>()
  for (const row of rows) {
    if (row === undefined) continue
    for (const { id, outline } of decodeOutlines(columnsOf<OutlineColumns>(row))) outlines.set(id, outline)
  }
  return outlines
}

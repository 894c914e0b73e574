import type { PartitionId } from '../../data/model/sync.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase } from './database.ts'
import { draftKey, LETTERS } from './drafts.ts'
import { repaintFavourite } from './favourite-rows.ts'
import { writeMeta } from './meta.ts'
import { operationsIn, personHere, streamOf } from './stream.ts'

const tablesOf = ({ favourites, history, outbox, streams, areas, meta }: OffleadDatabase) => [
  favourites,
  history,
  outbox,
  streams,
  areas,
  meta,
]

/** Who uses this device: the account, or 0 for nobody. */
export const currentPerson = (database: OffleadDatabase): Promise<PartitionId> =>
  database.transaction('r', database.meta, () => personHere(database))

/**
 * Shows a person's rows from now on. What waits of them is sent again; what waits of a person who was here before is kept for their return.
 * To be called with each word of the server that somebody is signed in, also when it was known.
 */
export async function enter(database: OffleadDatabase, userId: PartitionId, now = Date.now()): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const before = await personHere(database)
    if (before !== userId) await putOthersAway(database, userId)
    await writeMeta(database, 'person', userId)
    const stream = await database.streams.get(userId)
    if (stream?.pause === 'signed-out' || stream?.pause === 'other-user')
      await database.streams.put({ ...stream, pause: null })
    if (before === userId) return
    // What they saved the last time they were here, and the server has not heard of.
    const waiting = await operationsIn(database, userId, 'pending').toArray()
    const parks = new Set(waiting.flatMap(({ parkId }) => parkId ?? []))
    for (const parkId of parks) await repaintFavourite(database, { userId, parkId, changedAt: now })
  })
}

/** Changes of the person here that wait or were refused: what signing out has to ask about. */
export async function unsentOf(database: OffleadDatabase): Promise<number> {
  return database.transaction('r', database.outbox, database.meta, async () => {
    const userId = await personHere(database)
    if (userId === ANONYMOUS) return 0
    const waiting = await operationsIn(database, userId, 'pending')
      .filter((row) => row.void === undefined && !row.again && row.kind !== 'search-event')
      .count()
    return waiting + (await operationsIn(database, userId, 'refused').count())
  })
}

/**
 * Shows nobody's rows from now on. The person's own leave the device: the server has them.
 * @param unsent what becomes of changes the server has not heard of: kept for the person's return, seen by nobody else, or gone for good
 */
export async function leave(database: OffleadDatabase, unsent: 'keep' | 'discard'): Promise<void> {
  await database.transaction('rw', tablesOf(database), async () => {
    const userId = await personHere(database)
    await database.meta.bulkDelete(['person', 'last-search', ...LETTERS.map(draftKey)])
    if (userId === ANONYMOUS) return
    await putAway(database, userId)
    if (unsent === 'keep') return
    await database.outbox.bulkDelete([
      ...(await operationsIn(database, userId, 'pending').primaryKeys()),
      ...(await operationsIn(database, userId, 'refused').primaryKeys()),
    ])
    await database.streams.delete(userId)
  })
}

/**
 * Shows nobody's rows from now on, because the session is over without the person's doing. Their rows stay until they return or somebody else
 * signs in: a server that was put back to yesterday knows no session either, and is told from them what it has lost.
 */
export async function standBy(database: OffleadDatabase): Promise<void> {
  await database.meta.bulkDelete(['person', 'last-search'])
}

/** Puts away whoever was here before, also where their session had ended by itself. */
async function putOthersAway(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  const others = await database.streams.where('userId').noneOf([ANONYMOUS, userId]).primaryKeys()
  const owners = (await database.areas.toArray()).flatMap(({ owner }) => owner ?? [])
  for (const other of new Set([...others, ...owners, await personHere(database)]))
    if (other !== ANONYMOUS && other !== userId) await putAway(database, other)
}

/** Leaves of a person nothing but what waits. The next pull brings the rest back from the beginning. */
async function putAway(database: OffleadDatabase, userId: PartitionId): Promise<void> {
  await database.favourites.where('userId').equals(userId).delete()
  await database.history.where('[userId+entryId]').between([userId, ''], [userId, '\uffff']).delete()
  await database.areas.filter(({ owner }) => owner === userId).delete()
  await operationsIn(database, userId, 'acknowledged').delete()
  const stream = await streamOf(database, userId)
  await database.streams.put({ ...stream, cursor: null, exchanges: stream.exchanges + 1 })
}

/** Lets a stream go on that waited for a newer version of the app. To be called when the app starts. */
export async function resumeAfterUpdate(database: OffleadDatabase): Promise<void> {
  await database.streams.filter(({ pause }) => pause === 'update').modify({ pause: null })
}

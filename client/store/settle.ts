import { DAY } from '../../data/model/constants.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { BATCH_LENGTH, PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes, Outcome, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { Operation } from '../../data/sync/operation.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, OutboxRow, StreamRow } from './database.ts'
import { updateFavouriteRow } from './favourite-rows.ts'
import type { ServerFavourite } from './favourite-rows.ts'
import { latestClearing, trimHistory } from './history.ts'
import { isPostponed, movePostponedBack } from './postponed.ts'
import { deleteAcknowledgedBefore, operationsIn, activePerson, restartStream, streamOf } from './stream.ts'

/**
 * How long acknowledged operations are kept, to send them again to a server restored from a backup.
 * Milliseconds.
 */
const RETENTION_MS = 30 * DAY
/**
 * Characters of operations in a request, besides its first operation: a connection with 3 kB/s sends them within the
 * time limit of a request. Longer ones would fail again and again.
 */
const MAX_OPERATIONS_LENGTH = 30_000
/** Kinds that are not sent again after a restore. */
const NOT_RESENT: ReadonlySet<Kind> = new Set(['search-event', 'nothing'])

export interface Sent {
  request: SyncRequest
  /** {@link StreamRow.exchanges} when the request was built. */
  exchanges: number
  /** Whether more operations can be sent after these. */
  more: boolean
}

/** Whether this user's rows may be changed now. Call it in a transaction with `meta`. */
const isActive = async (database: OffleadDatabase, userId: PartitionId) =>
  userId === ANONYMOUS || userId === (await activePerson(database))

/** Whether no other reply has been applied since the request was built. */
const isCurrent = (stream: StreamRow, { request, exchanges }: Sent) =>
  stream.deviceId === request.deviceId && stream.exchanges === exchanges

/** The operation to send. A void or invalid row is sent as `nothing`, so that the sequence has no gap. */
function toOperation(row: OutboxRow): { operation: Operation; isValid: boolean } {
  const { opId, deviceId, seq, userId } = row
  const read =
    row.void === undefined
      ? Operation.safeParse({
          opId,
          deviceId,
          seq,
          userId,
          kind: row.kind,
          args: row.args,
          baseRev: row.baseRev,
        })
      : undefined
  if (read?.success) return { operation: read.data, isValid: true }
  return {
    operation: { opId, deviceId, seq, userId, kind: 'nothing', args: {}, baseRev: [] },
    isValid: row.void !== undefined,
  }
}

/** The first operations that have at most `length` characters together, but at least one. */
function firstWithin<T extends { operation: Operation }>(length: number, all: readonly T[]): T[] {
  let sum = 0
  const end = all.findIndex(({ operation }, position) => {
    sum += JSON.stringify(operation).length
    return position > 0 && sum > length
  })
  return all.slice(0, end === -1 ? undefined : end)
}

const UNSENDABLE = {
  code: 'unsendable' as const,
  message: 'This change can no longer be read on this device.',
}

/**
 * Builds the next request. `undefined` if there is nothing to do: the stream is paused, or it has no account
 * and no operations that can be sent or could have been lost.
 */
export async function prepare(
  database: OffleadDatabase,
  userId: PartitionId,
  maxOperations = BATCH_LENGTH,
  now = Date.now(),
): Promise<Sent | undefined> {
  return database.transaction('rw', database.outbox, database.streams, database.meta, async () => {
    let stream = await streamOf(database, userId)
    if (stream.pause !== null || !(await isActive(database, userId))) return undefined
    const first = () =>
      operationsIn(database, userId, 'pending')
        .limit(maxOperations + 1)
        .toArray()
    let rows = await first()
    if (rows.some((row) => isPostponed(stream, row, now))) {
      stream = await movePostponedBack(database, stream, now)
      rows = (await first()).filter((row) => !isPostponed(stream, row, now))
    }
    // Without an account, the request only checks whether the server still has the acknowledged operations.
    if (
      rows.length === 0 &&
      userId === ANONYMOUS &&
      (await operationsIn(database, userId, 'acknowledged').count()) === 0
    )
      return undefined
    await database.streams.put(stream)
    const batch = firstWithin(
      MAX_OPERATIONS_LENGTH,
      rows.slice(0, maxOperations).map((row) => ({ row, ...toOperation(row) })),
    )
    const invalid = batch
      .filter(({ isValid }) => !isValid)
      .map(({ row }): OutboxRow => ({ ...row, void: 'unsendable', reason: UNSENDABLE }))
    if (invalid.length > 0) await database.outbox.bulkPut(invalid)
    return {
      request: {
        protocol: PROTOCOL,
        deviceId: stream.deviceId,
        userId,
        acknowledged: stream.acknowledged,
        cursor: stream.cursor,
        operations: batch.map(({ operation }) => operation),
      },
      exchanges: stream.exchanges,
      more: rows.length > batch.length,
    }
  })
}

/**
 * Marks an operation that the server cannot process.
 * @returns whether it was marked; `false` if it already was
 */
export async function markUnsendable(database: OffleadDatabase, opId: Id, message: string): Promise<boolean> {
  return database.transaction('rw', database.outbox, database.favourites, async () => {
    const row = await database.outbox.get(opId)
    if (row?.state !== 'pending' || row.void !== undefined) return false
    await database.outbox.put({ ...row, void: 'unsendable', reason: { code: 'unsendable', message } })
    if (row.parkId !== undefined)
      await updateFavouriteRow(database, { userId: row.userId, parkId: row.parkId, changedAt: row.createdAt })
    return true
  })
}

/** Stops sending for this user until the reason is resolved. */
export async function pauseStream(
  database: OffleadDatabase,
  userId: PartitionId,
  pause: NonNullable<StreamRow['pause']>,
): Promise<void> {
  await database.streams.update(userId, { pause })
}

/**
 * Continues under a new device id, unless another tab has done so since the request was built.
 * @param lostAt the time by the server's clock, milliseconds since 1970, if the server has lost operations, so that
 *   acknowledged ones are sent again
 */
export async function resetStream(database: OffleadDatabase, sent: Sent, lostAt?: number): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.favourites, async () => {
    const stream = await streamOf(database, sent.request.userId)
    if (!isCurrent(stream, sent)) return
    const { epoch } = stream
    await restartStream(
      database,
      stream,
      lostAt === undefined ? undefined : { epoch, since: lostAt - RETENTION_MS },
    )
  })
}

/**
 * Applies a reply in one transaction. `outdated`: another reply was applied or the user has changed, and this
 * one was ignored. `restarted`: the server was restored from a backup, and everything is sent again.
 */
export async function settle(
  database: OffleadDatabase,
  sent: Sent,
  reply: SyncReply,
): Promise<'settled' | 'outdated' | 'restarted'> {
  const { request } = sent
  const { userId } = request
  const tables = [database.favourites, database.history, database.outbox, database.streams, database.meta]
  return database.transaction('rw', tables, async () => {
    const stream = await streamOf(database, userId)
    if (!isCurrent(stream, sent) || !(await isActive(database, userId))) return 'outdated'
    if (stream.epoch !== null && stream.epoch !== reply.epoch) {
      await restartStream(database, stream, { epoch: reply.epoch, since: reply.at - RETENTION_MS })
      return 'restarted'
    }
    const acknowledged = request.operations.length === 0 ? 0 : await settleOutcomes(database, request, reply)
    const next = {
      ...stream,
      epoch: reply.epoch,
      acknowledged: Math.max(stream.acknowledged, acknowledged),
      exchanges: stream.exchanges + 1,
    }
    // While lost operations are still being sent again, a full reply would delete their effects.
    const { postponed = {} } = stream
    const first = await operationsIn(database, userId, 'pending')
      .filter(({ kind }) => !(kind in postponed))
      .first()
    if (reply.changes === null || (reply.changes.full && first?.again)) await database.streams.put(next)
    else await settleChanges(database, next, reply.changes, reply.at)
    // They are sorted by age, so checking the oldest few each time is enough.
    await deleteAcknowledgedBefore(database, userId, reply.at - RETENTION_MS, 2 * BATCH_LENGTH)
    return 'settled'
  })
}

/** @returns the highest `seq` that has an outcome */
async function settleOutcomes(
  database: OffleadDatabase,
  { userId, operations }: SyncRequest,
  { outcomes, at }: SyncReply,
): Promise<number> {
  const rows = await database.outbox.bulkGet(operations.map(({ opId }) => opId))
  const answered: { seq: number; row: OutboxRow | undefined; outcome: Outcome }[] = []
  for (const [position, { opId, seq }] of operations.entries()) {
    const outcome = outcomes[position]
    if (outcome?.opId !== opId) break
    answered.push({ seq, row: rows[position], outcome })
  }
  const settled: OutboxRow[] = []
  const done: Id[] = []
  for (const { row, outcome } of answered) {
    if (row?.state !== 'pending') continue
    const next = afterOutcome(row, outcome, at)
    if (next === undefined) done.push(row.opId)
    else settled.push(next)
  }
  await database.outbox.bulkPut(settled)
  await database.outbox.bulkDelete(done)
  for (const { kind, state, opId } of settled) {
    if (kind === 'history' && state === 'refused')
      await database.history.where('[userId+entryId]').equals([userId, opId]).delete()
  }
  for (const [parkId, server] of favouritesIn(answered)) {
    const row = server && (await database.favourites.get([userId, parkId]))
    const isNewer = server !== undefined && server.rev > (row?.rev ?? 0)
    await updateFavouriteRow(database, { userId, parkId, changedAt: at, ...(isNewer ? { server } : {}) })
  }
  return answered.at(-1)?.seq ?? 0
}

/** The parks whose row must be updated, with the server's state if an outcome contains it. */
function favouritesIn(
  answered: readonly { row: OutboxRow | undefined; outcome: Outcome }[],
): Map<number, ServerFavourite | undefined> {
  const parks = new Map<number, ServerFavourite | undefined>()
  for (const { row, outcome } of answered) {
    const favourite = outcome.status === 'applied' ? outcome.favourite : undefined
    if (favourite && !row?.again)
      parks.set(favourite.parkId, { held: favourite.adds, rev: favourite.revision })
    else if (row?.parkId !== undefined && !parks.has(row.parkId)) parks.set(row.parkId, undefined)
  }
  return parks
}

/** The row of an operation after its outcome; `undefined` if it is to be deleted. */
function afterOutcome(before: OutboxRow, outcome: Outcome, at: number): OutboxRow | undefined {
  const { again: _, ...row } = before
  if (row.void === 'unsendable') return { ...row, state: 'refused' }
  if (row.void === 'discarded') return undefined
  if (outcome.status === 'refused')
    return { ...row, state: 'refused', reason: { code: outcome.code, message: outcome.message } }
  return NOT_RESENT.has(row.kind) ? undefined : { ...row, state: 'acknowledged', settledAt: at }
}

async function settleChanges(
  database: OffleadDatabase,
  stream: StreamRow,
  changes: Changes,
  at: number,
): Promise<void> {
  const { userId } = stream
  const fromServer = new Map(
    changes.favourites.map((change) => [change.parkId, { held: change.adds, rev: change.revision }]),
  )
  if (changes.full) {
    const rows = await database.favourites.where('userId').equals(userId).toArray()
    for (const { parkId } of rows) if (!fromServer.has(parkId)) fromServer.set(parkId, { held: [], rev: 0 })
  }
  for (const [position, [parkId, server]] of [...fromServer].entries()) {
    await updateFavouriteRow(database, { userId, parkId, server, changedAt: at + position / 1000 })
  }
  await settleHistory(database, stream, changes)
}

async function settleHistory(
  database: OffleadDatabase,
  stream: StreamRow,
  { full, cursor, history }: Changes,
): Promise<void> {
  const { userId } = stream
  const clearings = [...new Set([...stream.clearings, ...(history.clearings ?? [])])]
  const next = { ...stream, cursor, clear: history.clear, clearings }
  await database.streams.put(next)
  const clear = await latestClearing(database, next)
  const pending = full ? await operationsIn(database, userId, 'pending').toArray() : []
  const retained = new Set([...pending.map(({ opId }) => opId), ...history.entries.map(({ id }) => id)])
  await database.history
    .where('[userId+entryId]')
    .between([userId, ''], [userId, '\uffff'])
    .filter((row) => row.clear !== clear || (full && !retained.has(row.entryId)))
    .delete()
  if (clear !== history.clear) return
  for (const { id: entryId, query, at, resultCount } of history.entries) {
    const known = await database.history.where('[userId+entryId]').equals([userId, entryId]).first()
    await database.history.put({
      ...(known?.id === undefined ? {} : { id: known.id }),
      userId,
      entryId,
      query,
      timestamp: at,
      resultCount,
      clear,
    })
  }
  await trimHistory(database, userId)
}

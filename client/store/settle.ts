import { DAY } from '../../data/model/constants.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { BATCH_LENGTH, PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes, Outcome, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { Operation } from '../../data/sync/operation.ts'
import type { Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, OutboxRow, StreamRow } from './database.ts'
import { repaintFavourite } from './favourite-rows.ts'
import type { FavouriteWord } from './favourite-rows.ts'
import { clearingHere, trimHistory } from './history.ts'
import { operationsIn, personHere, restartStream, streamOf } from './stream.ts'

/** Acknowledged operations are kept this long, to be sent again to a server that was put back. */
const KEPT_FOR = 30 * DAY
/** Kinds that are not worth sending twice. */
const FORGOTTEN: ReadonlySet<Kind> = new Set(['search-event', 'nothing'])

export interface Sent {
  request: SyncRequest
  /** {@link StreamRow.exchanges} when it was put together. */
  exchanges: number
  /** Whether more operations wait behind these. */
  more: boolean
}

/** Whether rows of this person are to be on this device at all now. To be called with `meta` in the transaction. */
const belongsHere = async (database: OffleadDatabase, userId: PartitionId) =>
  userId === ANONYMOUS || userId === (await personHere(database))

/** Whether nothing has been taken in since a request was put together. */
const isPresent = (stream: StreamRow, { request, exchanges }: Sent) =>
  stream.deviceId === request.deviceId && stream.exchanges === exchanges

/** An operation as it goes out, checked: what cannot be read goes out as its place in the sequence. */
function onTheWire(row: OutboxRow): { operation: Operation; sound: boolean } {
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
  if (read?.success) return { operation: read.data, sound: true }
  return {
    operation: { opId, deviceId, seq, userId, kind: 'nothing', args: {}, baseRev: [] },
    sound: row.void !== undefined,
  }
}

const UNSENDABLE = {
  code: 'unsendable' as const,
  message: 'This change can no longer be read on this device.',
}

/**
 * What is to be told next, and from where on to be asked. `undefined` when there is nothing to do: the stream is paused, or nobody is
 * signed in and nothing waits or could have been lost.
 */
export async function prepare(
  database: OffleadDatabase,
  userId: PartitionId,
  most = BATCH_LENGTH,
): Promise<Sent | undefined> {
  return database.transaction('rw', database.outbox, database.streams, database.meta, async () => {
    const stream = await streamOf(database, userId)
    if (stream.pause !== null || !(await belongsHere(database, userId))) return undefined
    const rows = await operationsIn(database, userId, 'pending')
      .limit(most + 1)
      .toArray()
    // Without an account there is nothing to ask for but whether the server still has what it was sent.
    if (
      rows.length === 0 &&
      userId === ANONYMOUS &&
      (await operationsIn(database, userId, 'acknowledged').count()) === 0
    )
      return undefined
    await database.streams.put(stream)
    const batch = rows.slice(0, most).map((row) => ({ row, ...onTheWire(row) }))
    const damaged = batch
      .filter(({ sound }) => !sound)
      .map(({ row }): OutboxRow => ({ ...row, void: 'unsendable', reason: UNSENDABLE }))
    if (damaged.length > 0) await database.outbox.bulkPut(damaged)
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
      more: rows.length > most,
    }
  })
}

/** Takes the only operation of a request back: the server cannot take it in whatever it says. */
export async function giveUp(database: OffleadDatabase, opId: Id, message: string): Promise<boolean> {
  return database.transaction('rw', database.outbox, database.favourites, async () => {
    const row = await database.outbox.get(opId)
    if (row?.state !== 'pending' || row.void !== undefined) return false
    await database.outbox.put({ ...row, void: 'unsendable', reason: { code: 'unsendable', message } })
    if (row.parkId !== undefined)
      await repaintFavourite(database, { userId: row.userId, parkId: row.parkId, changedAt: row.createdAt })
    return true
  })
}

/** Nothing is sent for this person until the reason is gone. */
export async function pauseStream(
  database: OffleadDatabase,
  userId: PartitionId,
  pause: NonNullable<StreamRow['pause']>,
): Promise<void> {
  await database.streams.update(userId, { pause })
}

/**
 * Goes on under another device id, unless another tab has done so since the request was put together.
 * @param lost whether the server has lost operations, so that those it had acknowledged are to be sent again
 */
export async function goOnAnew(database: OffleadDatabase, sent: Sent, lost: boolean): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.favourites, async () => {
    const stream = await streamOf(database, sent.request.userId)
    if (isPresent(stream, sent)) await restartStream(database, stream, lost ? stream.epoch : undefined)
  })
}

/**
 * Takes an answer in: all of it in one transaction. `overtaken`: another answer, or another person, came first, and this one was left alone;
 * `anew`: the server has become an earlier one, and everything is told again.
 */
export async function settle(
  database: OffleadDatabase,
  sent: Sent,
  reply: SyncReply,
): Promise<'settled' | 'overtaken' | 'anew'> {
  const { request } = sent
  const { userId } = request
  const tables = [database.favourites, database.history, database.outbox, database.streams, database.meta]
  return database.transaction('rw', tables, async () => {
    const stream = await streamOf(database, userId)
    if (!isPresent(stream, sent) || !(await belongsHere(database, userId))) return 'overtaken'
    if (stream.epoch !== null && stream.epoch !== reply.epoch) {
      await restartStream(database, stream, reply.epoch)
      return 'anew'
    }
    const acknowledged = request.operations.length === 0 ? 0 : await settleOutcomes(database, request, reply)
    const next = {
      ...stream,
      epoch: reply.epoch,
      acknowledged: Math.max(stream.acknowledged, acknowledged),
      exchanges: stream.exchanges + 1,
    }
    // As long as some of what the server has lost is still on its way, its word on everything would take away what is not there yet.
    const first = await operationsIn(database, userId, 'pending').first()
    if (reply.changes === null || (reply.changes.full && first?.again)) await database.streams.put(next)
    else await settleChanges(database, next, reply.changes, reply.at)
    await forgetBefore(database, userId, reply.at - KEPT_FOR)
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
  const settled: OutboxRow[] = []
  const done: OutboxRow[] = []
  /** Parks to be painted again, with the server's latest word where an outcome has brought one. */
  const parks = new Map<number, FavouriteWord | undefined>()
  let acknowledged = 0
  for (const [position, { opId, seq }] of operations.entries()) {
    const [outcome, row] = [outcomes[position], rows[position]]
    if (outcome?.opId !== opId) break
    acknowledged = seq
    if (row?.state === 'pending') {
      const next = afterOutcome(row, outcome, at)
      if (next === undefined) done.push(row)
      else settled.push(next)
    }
    const favourite = outcome.status === 'applied' ? outcome.favourite : undefined
    if (favourite && !row?.again)
      parks.set(favourite.parkId, { held: favourite.adds, rev: favourite.revision })
    else if (row?.parkId !== undefined && !parks.has(row.parkId)) parks.set(row.parkId, undefined)
  }
  await database.outbox.bulkPut(settled)
  await database.outbox.bulkDelete(done.map(({ opId }) => opId))
  for (const { kind, state, opId } of settled) {
    if (kind === 'history' && state === 'refused')
      await database.history.where('[userId+entryId]').equals([userId, opId]).delete()
  }
  for (const [parkId, word] of parks) {
    const known = word && (await database.favourites.get([userId, parkId]))
    const news = word !== undefined && word.rev > (known?.rev ?? 0)
    await repaintFavourite(database, { userId, parkId, changedAt: at, ...(news ? { word } : {}) })
  }
  return acknowledged
}

/** An operation after its outcome; `undefined` when nothing of it needs to be kept. */
function afterOutcome(before: OutboxRow, outcome: Outcome, at: number): OutboxRow | undefined {
  const { again: _, ...row } = before
  if (row.void === 'unsendable') return { ...row, state: 'refused' }
  if (row.void === 'discarded') return undefined
  if (outcome.status === 'refused')
    return { ...row, state: 'refused', reason: { code: outcome.code, message: outcome.message } }
  return FORGOTTEN.has(row.kind) ? undefined : { ...row, state: 'acknowledged', settledAt: at }
}

async function settleChanges(
  database: OffleadDatabase,
  stream: StreamRow,
  changes: Changes,
  at: number,
): Promise<void> {
  const { userId } = stream
  const words = new Map(
    changes.favourites.map((change) => [change.parkId, { held: change.adds, rev: change.revision }]),
  )
  if (changes.full) {
    const rows = await database.favourites.where('userId').equals(userId).toArray()
    for (const { parkId } of rows) if (!words.has(parkId)) words.set(parkId, { held: [], rev: 0 })
  }
  for (const [position, [parkId, word]] of [...words].entries()) {
    await repaintFavourite(database, { userId, parkId, word, changedAt: at + position / 1000 })
  }
  await settleHistory(database, stream, changes)
}

async function settleHistory(
  database: OffleadDatabase,
  stream: StreamRow,
  { full, cursor, history }: Changes,
): Promise<void> {
  const { userId } = stream
  const clearings =
    history.clear === null || stream.clearings.includes(history.clear)
      ? stream.clearings
      : [...stream.clearings, history.clear]
  const next = { ...stream, cursor, clear: history.clear, clearings }
  await database.streams.put(next)
  const inForce = await clearingHere(database, next)
  const waiting = full ? await operationsIn(database, userId, 'pending').toArray() : []
  const backed = new Set([...waiting.map(({ opId }) => opId), ...history.entries.map(({ id }) => id)])
  await database.history
    .where('[userId+entryId]')
    .between([userId, ''], [userId, '\uffff'])
    .filter(({ entryId, clear }) => clear !== inForce || (full && !backed.has(entryId)))
    .delete()
  if (inForce !== history.clear) return
  for (const { id: entryId, query, at, resultCount } of history.entries) {
    const known = await database.history.where('[userId+entryId]').equals([userId, entryId]).first()
    await database.history.put({
      ...(known?.id === undefined ? {} : { id: known.id }),
      userId,
      entryId,
      query,
      timestamp: at,
      resultCount,
      clear: inForce,
    })
  }
  await trimHistory(database, userId)
}

/** Forgets what the server has acknowledged before an instant of its clock. */
async function forgetBefore(database: OffleadDatabase, userId: PartitionId, instant: number): Promise<void> {
  // The earliest come first, so a few each time are enough.
  const earliest = await operationsIn(database, userId, 'acknowledged')
    .limit(2 * BATCH_LENGTH)
    .toArray()
  await database.outbox.bulkDelete(
    earliest.filter(({ settledAt = 0 }) => settledAt < instant).map(({ opId }) => opId),
  )
}

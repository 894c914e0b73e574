import type { Id } from '../../data/model/sync.ts'
import { LATER_INTERVAL_MS, MAX_RETRY_AFTER_MS } from './backoff.ts'
import type { OffleadDatabase, OutboxRow, StreamRow } from './database.ts'
import { operationsIn, streamOf } from './stream.ts'

// Operations whose kind is over its limit on the server (docs/limits.md) wait behind those of other kinds. They may,
// because submissions, messages and reports depend on no other operation.

/**
 * Until when an operation waits because its kind is over its limit, in milliseconds since 1970; `null` if it does not.
 */
export function postponedUntil(
  stream: StreamRow | undefined,
  { kind, void: gone }: OutboxRow,
  now: number,
): number | null {
  const until = stream?.postponed?.[kind] ?? 0
  // A longer wait is not one of ours: the device's clock was set back.
  const isCurrent = until > now && until - now <= MAX_RETRY_AFTER_MS
  // Of a void one, only the sequence number is sent.
  return gone === undefined && isCurrent ? until : null
}

/** Whether an operation waits because its kind is over its limit. */
export const isPostponed = (stream: StreamRow, row: OutboxRow, now: number) =>
  postponedUntil(stream, row, now) !== null

/**
 * Lets all operations of the same kind as this one wait.
 * @param retryAfter the server's `Retry-After` in milliseconds, if it was sent
 */
export async function postponeKind(
  database: OffleadDatabase,
  opId: Id,
  retryAfter: number | null,
  now: number,
): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, async () => {
    const row = await database.outbox.get(opId)
    if (row === undefined) return
    const stream = await streamOf(database, row.userId)
    const wait = Math.min(Math.max(retryAfter ?? 0, LATER_INTERVAL_MS), MAX_RETRY_AFTER_MS)
    await database.streams.put({ ...stream, postponed: { ...stream.postponed, [row.kind]: now + wait } })
  })
}

/**
 * Moves postponed operations behind the others, which keep their order. Call it in a transaction with `outbox` and
 * `streams`.
 * @returns the stream after it
 */
export async function movePostponedBack(
  database: OffleadDatabase,
  stream: StreamRow,
  now: number,
): Promise<StreamRow> {
  const rows = await operationsIn(database, stream.userId, 'pending').toArray()
  const isLate = (row: OutboxRow) => isPostponed(stream, row, now)
  const ordered = [...rows.filter((row) => !isLate(row)), ...rows.filter(isLate)]
  const moved = ordered.flatMap((row, position) => {
    const { seq } = rows[position]!
    return row.seq === seq ? [] : [{ ...row, seq }]
  })
  if (moved.length === 0) return stream
  await database.outbox.bulkPut(moved)
  // The reply to a request with the former sequence is ignored.
  const next = { ...stream, exchanges: stream.exchanges + 1 }
  await database.streams.put(next)
  return next
}

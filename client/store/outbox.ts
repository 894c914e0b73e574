import type { Id, PartitionId } from '../../data/model/sync.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, OutboxRow } from './database.ts'
import { draftFormOf, saveDraft, type Draft } from './drafts.ts'
import { postponedUntil } from './postponed.ts'
import { newId, operationsIn, activePerson, streamOf } from './stream.ts'

/** An unsent or refused change, as shown to the user. */
export interface ListedChange {
  opId: Id
  kind: Kind
  args: unknown
  state: 'waiting' | 'refused'
  /** Why it was refused. */
  reason: string | null
  /** Until when it waits because its kind is over its limit, if it does. Milliseconds since 1970. */
  postponedUntil: number | null
  /** Milliseconds since 1970. */
  createdAt: number
  /** What the user has typed to correct a refused change, if anything. */
  draft: Draft | undefined
}

/** If this many operations are pending, further search events are dropped. They are only statistics. */
const MAX_PENDING_FOR_EVENTS = 500

/**
 * Adds an operation to the outbox. Call it in the transaction that makes the change, with `outbox` and
 * `streams`, so that both are on disk or neither.
 * @param now milliseconds since 1970
 * @returns the operation's id
 * @throws ZodError for invalid arguments, which the server would refuse
 */
export async function enqueue<K extends Kind>(
  database: OffleadDatabase,
  userId: PartitionId,
  { kind, args, baseRev = [] }: { kind: K; args: Arguments<K>; baseRev?: readonly Id[] },
  now: number,
): Promise<Id> {
  const validArgs = ARGUMENTS[kind].parse(args)
  const stream = await streamOf(database, userId)
  const opId = newId()
  await database.outbox.add({
    opId,
    deviceId: stream.deviceId,
    seq: stream.nextSeq,
    userId,
    kind,
    args: validArgs,
    baseRev: [...baseRev],
    state: 'pending',
    createdAt: now,
    ...(kind === 'favourite' && 'parkId' in validArgs ? { parkId: validArgs.parkId } : {}),
  })
  await database.streams.put({ ...stream, nextSeq: stream.nextSeq + 1 })
  return opId
}

/** Kinds that change nothing on this device except the outbox. */
export type SendOnlyKind =
  | 'submission'
  | 'contact'
  | 'report'
  | 'review'
  | 'visit'
  | 'helpful-vote'
  | 'search-event'

/**
 * `replaces`: a refused change that this one corrects. `owner`: the account under which the form was filled in; its
 * draft is deleted even if its session has ended meanwhile.
 */
export interface SendOptions {
  replaces?: Id | undefined
  owner?: PartitionId | undefined
}

/**
 * Queues an operation. It is on disk when the promise resolves, and is delivered exactly once as soon as
 * possible.
 * @param options.replaces deleted in the same transaction, and the draft of the form is kept
 * @param options.now milliseconds since 1970
 * @throws ZodError for invalid arguments, RangeError for a kind that needs an account if no user is signed in
 */
export async function send<K extends SendOnlyKind>(
  database: OffleadDatabase,
  kind: K,
  args: Arguments<K>,
  { replaces, owner, now = Date.now() }: SendOptions & { now?: number } = {},
): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.meta, async () => {
    const userId = await activePerson(database)
    if (userId === ANONYMOUS && (kind === 'review' || kind === 'visit' || kind === 'helpful-vote'))
      throw new RangeError(`a ${kind} needs an account`)
    if (
      kind === 'search-event' &&
      (await operationsIn(database, userId, 'pending').count()) >= MAX_PENDING_FOR_EVENTS
    )
      return
    await enqueue(database, userId, { kind, args }, now)
    // The draft is deleted in the same transaction, or the form could be sent twice after a crash.
    const form = draftFormOf(kind, args)
    if (replaces !== undefined) await deleteRefused(database, replaces)
    else if (form !== undefined) await saveDraft(database, form, null, owner)
  })
}

/**
 * A refused change that may be corrected now: not one of another account. The form of the user's own may still be
 * open after the session has ended. Call it in a transaction with `outbox` and `meta`.
 */
async function correctable(database: OffleadDatabase, opId: Id): Promise<OutboxRow | undefined> {
  const row = await database.outbox.get(opId)
  const userId = await activePerson(database)
  const isOfOther = userId !== ANONYMOUS && row?.userId !== ANONYMOUS && row?.userId !== userId
  return row?.state === 'refused' && !isOfOther ? row : undefined
}

async function deleteRefused(database: OffleadDatabase, opId: Id): Promise<void> {
  if (await correctable(database, opId)) await database.outbox.delete(opId)
}

/**
 * Saves what the user has typed to correct a refused change. Does nothing if it is not refused any more, or if it
 * belongs to another account than the current one.
 */
export async function saveCorrection(database: OffleadDatabase, opId: Id, draft: Draft): Promise<void> {
  await database.transaction('rw', database.outbox, database.meta, async () => {
    const row = await correctable(database, opId)
    if (row !== undefined) await database.outbox.put({ ...row, draft })
  })
}

/** A refused change of the current user, or one made without an account. */
export const refusedChange = async (database: OffleadDatabase, opId: Id): Promise<ListedChange | undefined> =>
  (await listOutbox(database)).find((change) => change.opId === opId && change.state === 'refused')

/** Kinds that are not changes to the user: searches are recorded without being asked for. */
const UNLISTED: ReadonlySet<Kind> = new Set(['history', 'search-event', 'nothing'])

/** Whether an operation has content that the server does not have yet. */
const isUnsent = ({ state, again, void: gone }: OutboxRow) =>
  state === 'pending' && !again && gone === undefined

/** Whether an operation is an unsent or refused change, as shown to the user. */
export const isListed = (row: OutboxRow) =>
  !UNLISTED.has(row.kind) && (row.state === 'refused' || isUnsent(row))

/** The operations of the current user and those made without an account that are in one of these states. */
async function rowsIn(
  database: OffleadDatabase,
  states: readonly ('pending' | 'refused')[],
): Promise<OutboxRow[]> {
  const people = [...new Set([ANONYMOUS, await activePerson(database)])]
  const lists = await Promise.all(
    people.flatMap((userId) => states.map((state) => operationsIn(database, userId, state).toArray())),
  )
  return lists.flat()
}

/** Unsent and refused changes of the current user and those made without an account, oldest first. */
export async function listOutbox(database: OffleadDatabase): Promise<ListedChange[]> {
  const rows = (await rowsIn(database, ['pending', 'refused'])).filter(isListed)
  const streams = new Map((await database.streams.toArray()).map((stream) => [stream.userId, stream]))
  return rows
    .sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq)
    .map((row) => ({
      opId: row.opId,
      kind: row.kind,
      args: row.args,
      state: row.state === 'refused' ? 'refused' : 'waiting',
      reason: row.reason?.message ?? null,
      postponedUntil:
        row.state === 'refused' ? null : postponedUntil(streams.get(row.userId), row, Date.now()),
      createdAt: row.createdAt,
      draft: row.draft,
    }))
}

/** Whether anything is unsent that deserves a request of its own: changes and searches, but no statistics. */
export const hasUnsent = async (database: OffleadDatabase): Promise<boolean> =>
  (await rowsIn(database, ['pending'])).some(
    (row) => isUnsent(row) && (isListed(row) || row.kind === 'history'),
  )

/** Marks an operation so that only its sequence number is sent. The content of a discarded one is deleted. */
export const withoutContent = (row: OutboxRow, reason: 'discarded' | 'unsendable'): OutboxRow => {
  const { parkId: _, ...rest } = row
  return { ...rest, void: reason, ...(reason === 'discarded' ? { args: {}, baseRev: [] } : {}) }
}

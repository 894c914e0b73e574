import type { Id, PartitionId } from '../../data/model/sync.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, OutboxRow } from './database.ts'
import { saveDraft, DRAFT_KINDS } from './drafts.ts'
import { newId, operationsIn, activePerson, streamOf } from './stream.ts'

/** An unsent or refused change, as shown to the user. */
export interface Waiting {
  opId: Id
  kind: Kind
  args: unknown
  state: 'waiting' | 'refused'
  /** Why it was refused. */
  reason: string | null
  /** Milliseconds since 1970. */
  createdAt: number
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
 * Queues an operation. It is on disk when the promise resolves, and is delivered exactly once as soon as
 * possible.
 * @throws ZodError for invalid arguments, RangeError for a kind that needs an account if no user is signed in
 */
export async function send<K extends SendOnlyKind>(
  database: OffleadDatabase,
  kind: K,
  args: Arguments<K>,
  now = Date.now(),
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
    const draftKind = DRAFT_KINDS.find((one) => one === kind)
    if (draftKind !== undefined) await saveDraft(database, draftKind, null)
  })
}

const isShown = ({ kind, state, again, void: gone }: OutboxRow) =>
  state === 'refused' ||
  (state === 'pending' && !again && gone === undefined && kind !== 'search-event' && kind !== 'nothing')

/** Unsent and refused changes of the current user and those made without an account, oldest first. */
export async function listOutbox(database: OffleadDatabase): Promise<Waiting[]> {
  const people = new Set([ANONYMOUS, await activePerson(database)])
  const lists = await Promise.all(
    [...people].flatMap((userId) => [
      operationsIn(database, userId, 'pending').toArray(),
      operationsIn(database, userId, 'refused').toArray(),
    ]),
  )
  return lists
    .flat()
    .filter(isShown)
    .sort((a, b) => a.createdAt - b.createdAt || a.seq - b.seq)
    .map(({ opId, kind, args, state, reason, createdAt }) => ({
      opId,
      kind,
      args,
      state: state === 'refused' ? 'refused' : 'waiting',
      reason: reason?.message ?? null,
      createdAt,
    }))
}

/** Whether {@link listOutbox} has unsent changes. */
export const hasUnsent = async (database: OffleadDatabase): Promise<boolean> =>
  (await listOutbox(database)).some(({ state }) => state === 'waiting')

/** Marks an operation so that only its sequence number is sent. The content of a discarded one is deleted. */
export const withoutContent = (row: OutboxRow, reason: 'discarded' | 'unsendable'): OutboxRow => {
  const { parkId: _, ...rest } = row
  return { ...rest, void: reason, ...(reason === 'discarded' ? { args: {}, baseRev: [] } : {}) }
}

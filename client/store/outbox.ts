import { liveQuery } from 'dexie'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import { ARGUMENTS } from '../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, OutboxRow } from './database.ts'
import { keepDraft, LETTERS } from './drafts.ts'
import { newId, operationsIn, personHere, streamOf } from './stream.ts'

/** A change as people see it while it waits, or after it was refused. */
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

/** Searches that wait to be counted; beyond so many, further ones are not: they are nobody's loss. */
const EVENTS_WAITING = 500

/**
 * Puts a change at the end of the queue. To be called in the transaction that makes the change, with `outbox` and `streams` in it: either
 * both are on the disk or neither.
 * @param now milliseconds since 1970
 * @throws ZodError for a change that the server would refuse
 */
export async function enqueue<K extends Kind>(
  database: OffleadDatabase,
  userId: PartitionId,
  { kind, args, baseRev = [] }: { kind: K; args: Arguments<K>; baseRev?: readonly Id[] },
  now: number,
): Promise<Id> {
  const sound = ARGUMENTS[kind].parse(args)
  const stream = await streamOf(database, userId)
  const opId = newId()
  await database.outbox.add({
    opId,
    deviceId: stream.deviceId,
    seq: stream.nextSeq,
    userId,
    kind,
    args: sound,
    baseRev: [...baseRev],
    state: 'pending',
    createdAt: now,
    ...(kind === 'favourite' && 'parkId' in sound ? { parkId: sound.parkId } : {}),
  })
  await database.streams.put({ ...stream, nextSeq: stream.nextSeq + 1 })
  return opId
}

/** Kinds that change nothing on this device but the queue. */
export type PlainKind =
  | 'submission'
  | 'contact'
  | 'report'
  | 'review'
  | 'visit'
  | 'helpful-vote'
  | 'search-event'

/**
 * On the disk when it resolves, and delivered once, whenever that is possible.
 * @throws ZodError for what the server would refuse, RangeError for what needs an account when nobody is signed in
 */
export async function send<K extends PlainKind>(
  database: OffleadDatabase,
  kind: K,
  args: Arguments<K>,
  now = Date.now(),
): Promise<void> {
  await database.transaction('rw', database.outbox, database.streams, database.meta, async () => {
    const userId = await personHere(database)
    if (userId === ANONYMOUS && (kind === 'review' || kind === 'visit' || kind === 'helpful-vote'))
      throw new RangeError(`a ${kind} needs an account`)
    if (
      kind === 'search-event' &&
      (await operationsIn(database, userId, 'pending').count()) >= EVENTS_WAITING
    )
      return
    await enqueue(database, userId, { kind, args }, now)
    // What is on its way is no draft any more: both or neither, or a letter cut off here would be sent twice.
    const letter = LETTERS.find((one) => one === kind)
    if (letter !== undefined) await keepDraft(database, letter, null)
  })
}

const isShown = ({ kind, state, again, void: gone }: OutboxRow) =>
  state === 'refused' ||
  (state === 'pending' && !again && gone === undefined && kind !== 'search-event' && kind !== 'nothing')

/** What waits to be sent, and what was refused, of the person here and of nobody; the earliest first. */
export async function listWaiting(database: OffleadDatabase): Promise<Waiting[]> {
  const people = new Set([ANONYMOUS, await personHere(database)])
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

/** Whether a person's change is to be sent, of the person here or made without an account. */
export const hasUnsent = async (database: OffleadDatabase): Promise<boolean> =>
  (await listWaiting(database)).some(({ state }) => state === 'waiting')

/** {@link listWaiting} now and after every change, whichever tab made it. @returns stops */
export function watchWaiting(
  database: OffleadDatabase,
  changed: (waiting: Waiting[]) => void,
  failed: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(async () => listWaiting(database)).subscribe(changed, failed)
  return () => subscription.unsubscribe()
}

/** Marks operations as not to be carried out. They keep their place in the sequence, and nothing of what they said. */
export const withoutContent = (row: OutboxRow, reason: 'discarded' | 'unsendable'): OutboxRow => {
  const { parkId: _, ...rest } = row
  return { ...rest, void: reason, ...(reason === 'discarded' ? { args: {}, baseRev: [] } : {}) }
}

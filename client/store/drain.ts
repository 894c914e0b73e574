import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import { Problem } from '../../data/model/problem.ts'
import type { ErrorCode } from '../../data/model/problem.ts'
import type { PartitionId } from '../../data/model/sync.ts'
import { BATCH_LENGTH, SyncReply } from '../../data/sync/envelope.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import { readRetryAfter } from './backoff.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, StreamRow } from './database.ts'
import { deadline } from './deadline.ts'
import type { Fetch } from './download.ts'
import { giveUp, goOnAnew, pauseStream, prepare, settle } from './settle.ts'
import type { Sent } from './settle.ts'
import { personHere } from './stream.ts'

/** Brings a request to the server and its answer back. @throws SyncRefused for the server's no, anything else for no answer */
export type Push = (request: SyncRequest) => Promise<SyncReply>

/** The server's no to a whole request. Nothing of it was done. */
export class SyncRefused extends Error {
  override name = 'SyncRefused'
  readonly status: number
  /** Our server's own code; `null` when something between us and it has answered. */
  readonly code: ErrorCode | null
  /** Milliseconds the server asks to wait, `null` when it does not say. */
  readonly retryAfter: number | null

  constructor(status: number, code: ErrorCode | null, message: string, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** A push over HTTP, 15 s at most. Only an answer that reads as ours counts: a hotel's sign-in page acknowledges nothing. */
export function pushOver(fetch: Fetch): Push {
  return async (request) => {
    const limit = deadline(REQUEST_TIMEOUT)
    try {
      const response = await fetch('/api/sync', {
        method: 'POST',
        credentials: 'same-origin',
        cache: 'no-store',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: limit.signal,
      })
      const body = await response.text()
      if (response.status === 200) return SyncReply.parse(JSON.parse(body))
      const problem = Problem.safeParse(readJson(body)).data
      throw new SyncRefused(
        response.status,
        problem?.code ?? null,
        problem?.message ?? response.statusText,
        readRetryAfter(response.headers, Date.now()),
      )
    } finally {
      limit.clear()
    }
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `done`: nothing waits any more. The others say why something may. */
export type Drained = 'done' | NonNullable<StreamRow['pause']>

/** How often one run may begin its sequence anew before it is left for later. */
const PATIENCE = 5

/** The server and this device do not come to terms just now. */
class OutOfStep extends Error {
  override name = 'OutOfStep'
}

/**
 * Tells the server everything of one person that waits, in order, and takes in what happened elsewhere. Safe to run in several tabs at once,
 * and to be cut off anywhere: what is not settled is told again.
 * @throws what {@link Push} throws for a failure that passes, OutOfStep
 */
async function drain(database: OffleadDatabase, userId: PartitionId, push: Push): Promise<Drained> {
  let most = BATCH_LENGTH
  for (let setbacks = 0; setbacks <= PATIENCE;) {
    const sent = await prepare(database, userId, most)
    if (sent === undefined) return (await database.streams.get(userId))?.pause ?? 'done'
    let reply: SyncReply
    try {
      reply = await push(sent.request)
    } catch (error) {
      const next = await recover(database, sent, error)
      if (next === 'smaller') most = 1
      else if (next === 'given up') most = BATCH_LENGTH
      else if (next === 'anew') setbacks++
      else return next
      continue
    }
    const before = sent.request.operations.length
    if (reply.outcomes.length !== before)
      throw new OutOfStep(`${reply.outcomes.length} outcomes for ${before} operations`)
    const settled = await settle(database, sent, reply)
    if (settled === 'anew') setbacks++
    else if (settled === 'settled' && !sent.more) return 'done'
  }
  throw new OutOfStep('the server and this device do not come to terms')
}

/** What a refused request leads to. Rethrows what passes by itself. */
async function recover(
  database: OffleadDatabase,
  sent: Sent,
  error: unknown,
): Promise<'smaller' | 'given up' | 'anew' | Exclude<Drained, 'done'>> {
  if (!(error instanceof SyncRefused)) throw error
  const { userId, operations } = sent.request
  const pause = {
    'not-signed-in': 'signed-out',
    'other-user': 'other-user',
    'other-protocol': 'update',
  } as const
  switch (error.code) {
    case 'not-signed-in':
    case 'other-user':
    case 'other-protocol':
      await pauseStream(database, userId, pause[error.code])
      return pause[error.code]
    case 'sequence-gap':
    case 'device-cloned':
      await goOnAnew(database, sent, error.code === 'sequence-gap')
      return 'anew'
    case 'invalid-input':
    case 'too-large':
      if (operations.length > 1) return 'smaller'
      if (operations.length === 1 && (await giveUp(database, operations[0]!.opId, error.message)))
        return 'given up'
      throw error
    default:
      throw error
  }
}

export interface DrainPorts {
  database: OffleadDatabase
  push: Push
  /** Runs one at a time in this browser where it can; two at once are merely wasteful, not wrong. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** Tells the server what waits of nobody, and of the person here. */
export async function drainOutbox({ database, push, exclusively }: DrainPorts): Promise<Drained> {
  return exclusively(async () => {
    await drain(database, ANONYMOUS, push)
    const userId = await database.transaction('r', database.meta, () => personHere(database))
    return userId === ANONYMOUS ? 'done' : drain(database, userId, push)
  })
}

/** One drain at a time through the browser's locks; where there are none, the protocol alone has to do. */
export const exclusivelyBy =
  (locks: Pick<LockManager, 'request'> | undefined) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    locks === undefined ? work() : (locks.request('offlead-outbox', work) as Promise<T>)

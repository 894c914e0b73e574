import { REQUEST_TIMEOUT } from '../../data/model/constants.ts'
import type { ErrorCode } from '../../data/model/problem.ts'
import type { PartitionId } from '../../data/model/sync.ts'
import { BATCH_LENGTH, SyncReply } from '../../data/sync/envelope.ts'
import type { SyncRequest } from '../../data/sync/envelope.ts'
import { readRetryAfter } from './backoff.ts'
import { ANONYMOUS } from './database.ts'
import type { OffleadDatabase, StreamRow } from './database.ts'
import { deadline } from './deadline.ts'
import type { Fetch } from './download.ts'
import { withLock } from './lock.ts'
import { OUTBOX_LOCK } from './names.ts'
import { readProblem } from './problem-reply.ts'
import { postponeKind } from './postponed.ts'
import { markUnsendable, resetStream, pauseStream, prepare, settle } from './settle.ts'
import type { Sent } from './settle.ts'
import { activePerson, newId } from './stream.ts'

/**
 * Sends a request to the server.
 * @throws SyncRefused if the server refuses it, any other error if there is no valid reply
 */
export type Push = (request: SyncRequest) => Promise<SyncReply>

/** The server refused the whole request and applied none of it. */
export class SyncRefused extends Error {
  override name = 'SyncRefused'
  readonly status: number
  /** Our server's error code; `null` if the response came from something in between, such as a gateway. */
  readonly code: ErrorCode | null
  /** `Retry-After` in milliseconds, `null` if not sent. */
  readonly retryAfter: number | null
  /** Whether only operations of this kind are over their limit, and others can be sent. */
  readonly thisKindOnly: boolean

  constructor(
    status: number,
    code: ErrorCode | null,
    message: string,
    retryAfter: number | null = null,
    thisKindOnly = false,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.thisKindOnly = thisKindOnly
  }
}

/**
 * A push over HTTP, within {@link REQUEST_TIMEOUT}. Only a reply that matches the schema counts, so that the
 * sign-in page of a public Wi-Fi acknowledges nothing.
 */
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
      const problem = readProblem(body)
      throw new SyncRefused(
        response.status,
        problem?.code ?? null,
        problem?.message ?? response.statusText,
        readRetryAfter(response.headers, Date.now()),
        problem?.field === 'kind',
      )
    } finally {
      limit.clear()
    }
  }
}

/**
 * A push through the gate. That only one kind of operation is over its limit is a normal answer of the server: others
 * can be sent.
 */
export const pushThrough =
  (run: <T>(work: () => Promise<T>) => Promise<T>, push: Push): Push =>
  async (request) => {
    const answer = await run(() =>
      push(request).catch((error: unknown) => {
        if (error instanceof SyncRefused && error.thisKindOnly) return error
        throw error
      }),
    )
    if (answer instanceof SyncRefused) throw answer
    return answer
  }

/** `done`: nothing is left that can be sent now. The others say why sending is paused. */
export type DrainResult = 'done' | NonNullable<StreamRow['pause']>

/** How often one run may restart its sequence before it fails. */
const MAX_RESTARTS = 5

/** The replies of the server do not match the requests of this device. */
class OutOfStep extends Error {
  override name = 'OutOfStep'
}

/**
 * Sends all pending operations of one user in order, except those that are postponed, and applies changes
 * from other devices. Safe to run in several tabs at once and to be interrupted: operations without an outcome
 * are sent again.
 * @throws OutOfStep, or what {@link Push} throws for a temporary failure
 */
async function drain(database: OffleadDatabase, userId: PartitionId, push: Push): Promise<DrainResult> {
  let maxOperations = BATCH_LENGTH
  for (let restarts = 0; restarts <= MAX_RESTARTS;) {
    const sent = await prepare(database, userId, maxOperations)
    if (sent === undefined) return (await database.streams.get(userId))?.pause ?? 'done'
    let reply: SyncReply
    try {
      reply = await push(sent.request)
    } catch (error) {
      const next = await recover(database, sent, error, push)
      if (next === 'one at a time') maxOperations = 1
      else if (next === 'skipped') maxOperations = BATCH_LENGTH
      else if (next === 'restarted') restarts++
      else return next
      continue
    }
    const expected = sent.request.operations.length
    if (reply.outcomes.length !== expected)
      throw new OutOfStep(`${reply.outcomes.length} outcomes for ${expected} operations`)
    const settled = await settle(database, sent, reply)
    if (settled === 'restarted') restarts++
    else if (settled === 'settled' && !sent.more) return 'done'
  }
  throw new OutOfStep('the sequence was restarted too often')
}

/** Handles a refused request and says how to continue. Rethrows temporary failures. */
async function recover(
  database: OffleadDatabase,
  sent: Sent,
  error: unknown,
  push: Push,
): Promise<'one at a time' | 'skipped' | 'restarted' | Exclude<DrainResult, 'done'>> {
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
    case 'sequence-gap': {
      // Only a reply has the server's time. This device's clock may be wrong by years.
      const request = { ...sent.request, deviceId: newId(), acknowledged: 0, operations: [] }
      try {
        await resetStream(database, sent, (await push(request)).at)
        return 'restarted'
      } catch (failure) {
        const isGap = failure instanceof SyncRefused && failure.code === 'sequence-gap'
        if (isGap) throw failure
        return recover(database, { ...sent, request }, failure, push)
      }
    }
    case 'device-cloned':
      await resetStream(database, sent)
      return 'restarted'
    case 'invalid-input':
    case 'too-large':
      if (operations.length > 1) return 'one at a time'
      if (operations.length === 1 && (await markUnsendable(database, operations[0]!.opId, error.message)))
        return 'skipped'
      throw error
    case 'too-many-requests':
      if (!error.thisKindOnly || operations.length === 0) throw error
      // The server has received the others before.
      if (operations.length > 1) return 'one at a time'
      await postponeKind(database, operations[0]!.opId, error.retryAfter, Date.now())
      return 'skipped'
    default:
      throw error
  }
}

export interface DrainPorts {
  database: OffleadDatabase
  push: Push
  /** Whether operations that are postponed are sent too, because the user asked for it. */
  asked?: boolean
  /** Runs one drain at a time across tabs if the browser supports it. Two at once are safe but wasteful. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Sends the pending operations of the signed-in user, and those made without an account. Neither stops the
 * other. The user's are first, because the gate makes no more calls after a failure: one of operations
 * without an account, which share a limit with others at the same address, must not stop those of the user.
 * @throws the first error
 */
export async function drainOutbox({
  database,
  push,
  asked = false,
  exclusively,
}: DrainPorts): Promise<DrainResult> {
  return exclusively(async () => {
    const userId = await activePerson(database)
    const ids = userId === ANONYMOUS ? [ANONYMOUS] : [userId, ANONYMOUS]
    const results: DrainResult[] = []
    const errors: unknown[] = []
    if (asked) for (const id of ids) await database.streams.update(id, { postponed: {} })
    for (const id of ids)
      await drain(database, id, push).then(
        (result) => results.push(result),
        (error: unknown) => errors.push(error),
      )
    if (errors.length > 0) throw errors[0]
    return userId === ANONYMOUS ? 'done' : results[0]!
  })
}

/**
 * Runs `work` while no other tab sends the outbox. A tab that the browser has frozen does not keep the others from
 * sending, and without the lock the sync protocol alone keeps several tabs consistent.
 */
export const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  withLock(navigator.locks, OUTBOX_LOCK, work)

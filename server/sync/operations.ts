import type { Kysely } from 'kysely'
import { DAY } from '../../data/model/constants.ts'
import { DEVICES_KEPT, OUTCOMES_KEPT } from '../../data/model/limits.ts'
import type { Outcome, SyncRequest } from '../../data/sync/envelope.ts'
import { isKindAllowed, Operation } from '../../data/sync/operation.ts'
import type { OperationHead } from '../../data/sync/operation.ts'
import { isDatabaseFailure } from '../database/dialect.ts'
import type { Tables } from '../database/tables.ts'
import { attempt } from '../database/transaction.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
import { yieldBetween } from '../yielding.ts'
import { deleteOldRemovals } from '../repositories/favourites.ts'
import {
  deleteUnusedDevices,
  keepLatestDevices,
  keepLatestOutcomes,
  outcomeForReply,
  receivedOperations,
  saveDevice,
  saveProgress,
  toStored,
} from '../repositories/sync.ts'
import type { StoredDevice } from '../repositories/sync.ts'
import { takeAllowances } from './allowances.ts'
import type { Sender } from './allowances.ts'
import { applyOperation, Refused } from './effects.ts'

/** A request of a device, sent by the user that it names. */
export interface Exchange {
  request: SyncRequest
  /** The user whose rows change; `null` without an account. */
  owner: number | null
  /** Whose limits apply. */
  sender: Sender
  at: Date
}

/** What has become of the operations of a request. */
export interface Applied {
  /** One for each operation, in order. */
  outcomes: Outcome[]
  /** The operations that were received for the first time. */
  received: { seq: number; outcome: Outcome }[]
  /** The sequence number of the device's last operation. */
  lastSeq: number
}

export interface ApplyOptions {
  /** Because an operation has failed: each then has a savepoint. */
  isRepeated: boolean
  /** Logs an unexpected error that led to a refusal. */
  onFailure(error: unknown): void
}

/** After this many operations of a device, outcomes beyond the limit of the user are deleted. */
const OUTCOME_CHECK_INTERVAL = 1_000
/** Maximum characters of the message of a refusal, which may quote names of any length from the request. */
const REASON_MAX_LENGTH = 200
/** Devices that have not synced for this long are deleted. If they return, they restart their sequence. */
const DEVICE_RETENTION_MS = 400 * DAY

/** `expected`: the sequence number of the device's next operation. */
const sequenceGap = (expected: number) =>
  new ProblemError({
    code: 'sequence-gap',
    message: `Operation ${expected} of this device is missing.`,
    expected,
  })
const deviceCloned = () =>
  new ProblemError({ code: 'device-cloned', message: 'Another device has used this number already.' })

/** Whether the arguments of a favourite, not validated yet, save it. */
const isSave = (args: unknown) => (args as { saved?: unknown } | null)?.saved === true

/**
 * An operation has failed unexpectedly. Its effects are undone with the whole exchange, which is then repeated
 * with a savepoint for each operation: savepoints cost two statements, and almost no operation fails.
 */
export class OperationFailed extends Error {
  override name = 'OperationFailed'
}

/** The result of an operation, or its refusal. @throws OperationFailed, failures of the database */
async function withoutSavepoint<T>(apply: () => Promise<T>): Promise<{ value: T } | { error: Refused }> {
  try {
    return { value: await apply() }
  } catch (error) {
    if (error instanceof Refused) return { error }
    if (isDatabaseFailure(error)) throw error
    throw new OperationFailed('An operation has failed.', { cause: error })
  }
}

const refusal = (opId: string, { code, message }: Refused): Outcome => ({
  opId,
  status: 'refused',
  code,
  message: message.slice(0, REASON_MAX_LENGTH),
})

/** The operation, or why this device may not send it. */
function readOperation(head: OperationHead, { deviceId, userId }: SyncRequest): Operation | Refused {
  const { data: operation, error } = Operation.safeParse(head)
  if (!operation) return new Refused('invalid-operation', error.issues[0]?.message ?? 'This cannot be read.')
  if (operation.deviceId !== deviceId || operation.userId !== userId)
    return new Refused('not-allowed', 'This belongs to another person.')
  if (!isKindAllowed(userId, operation.kind)) return new Refused('not-allowed', 'This needs an account.')
  return operation
}

/** Applies an operation that was not received before. */
async function applyNew(
  db: Kysely<Tables>,
  head: OperationHead,
  { request, owner, at }: Exchange,
  { isCounted, isRepeated, onFailure }: { isCounted: boolean } & ApplyOptions,
): Promise<Outcome> {
  const { opId } = head
  const operation = readOperation(head, request)
  if (operation instanceof Refused) return refusal(opId, operation)
  const apply = () => applyOperation(db, { ...operation, userId: owner }, at, isCounted)
  const tried = await (isRepeated ? attempt(db, apply) : withoutSavepoint(apply))
  if ('value' in tried) return { opId, status: 'applied', ...tried.value }
  if (tried.error instanceof Refused) return refusal(opId, tried.error)
  // The operation would fail again each time and block all that follow, so it is refused.
  onFailure(tried.error)
  return refusal(opId, new Refused('failed', 'Something went wrong with this here. It has been noted.'))
}

/**
 * Checks that the operations continue those that the server has of the device.
 * @returns the sequence number of the last one that it has
 */
function checkSequence(
  { request: { acknowledged, operations }, owner }: Exchange,
  device: StoredDevice | undefined,
): number {
  if (device !== undefined && device.userId !== owner) throw deviceCloned()
  const last = device?.lastSeq ?? 0
  if (acknowledged > last || (operations[0]?.seq ?? 1) > last + 1) throw sequenceGap(last + 1)
  if (operations.some(({ seq }, position) => seq !== operations[0]!.seq + position))
    throw invalidInput('operations', 'operations must follow one another.')
  return last
}

/** Stores a device that sends for the first time, and deletes those that no longer do. */
async function addDevice(db: Kysely<Tables>, { request: { deviceId }, owner, at }: Exchange): Promise<void> {
  const unusedSince = new Date(at.getTime() - DEVICE_RETENTION_MS).toISOString()
  await deleteUnusedDevices(db, owner, unusedSince, DEVICES_KEPT)
  await saveDevice(db, { deviceId, userId: owner, lastSeq: 0, lastSeen: at.toISOString() })
  if (owner !== null) await keepLatestDevices(db, owner, DEVICES_KEPT)
}

/**
 * Applies the operations of a request, each once.
 * @param device as the server has it
 * @throws ProblemError for a device whose sequence does not match, OperationFailed
 */
export async function applyOperations(
  db: Kysely<Tables>,
  exchange: Exchange,
  device: StoredDevice | undefined,
  options: ApplyOptions,
): Promise<Applied> {
  const { request, owner, sender, at } = exchange
  const { operations } = request
  let last = checkSequence(exchange, device)
  if (operations.length === 0) return { outcomes: [], received: [], lastSeq: last }
  if (device === undefined) await addDevice(db, exchange)
  const yieldIfNeeded = yieldBetween()
  const known = await receivedOperations(
    db,
    operations.map(({ opId }) => opId),
  )
  const newOperations = operations.filter(({ opId }) => !known.has(opId))
  let { searches } = await takeAllowances(
    db,
    sender,
    newOperations.map(({ kind }) => kind),
    at,
  )
  const outcomes: Outcome[] = []
  const received: Applied['received'] = []
  for (const head of operations) {
    const { opId, seq } = head
    const stored = known.get(opId)
    if (stored !== undefined) {
      outcomes.push(
        stored.userId === owner
          ? await outcomeForReply(db, opId, stored)
          : refusal(opId, new Refused('invalid-operation', 'This id is taken.')),
      )
    } else if (seq <= last) {
      throw deviceCloned()
    } else {
      const isCounted = head.kind !== 'search-event' || searches-- > 0
      const outcome = await applyNew(db, head, exchange, { isCounted, ...options })
      // The id may come a second time in this request.
      known.set(opId, { outcome: toStored(outcome), userId: owner })
      received.push({ seq, outcome })
      outcomes.push(outcome)
    }
    last = Math.max(last, seq)
    await yieldIfNeeded()
  }
  // Only removals add to them.
  if (owner !== null && newOperations.some(({ kind, args }) => kind === 'favourite' && !isSave(args)))
    await deleteOldRemovals(db, owner)
  return { outcomes, received, lastSeq: last }
}

/** Stores the outcomes, for when the operations are sent again. */
export async function saveOutcomes(
  db: Kysely<Tables>,
  { request: { deviceId }, owner, at }: Exchange,
  { received, lastSeq }: Applied,
  epoch: string,
): Promise<void> {
  const device = { deviceId, userId: owner, lastSeq, lastSeen: at.toISOString() }
  await saveProgress(db, { device, epoch, received })
  const checks = (seq: number) => Math.floor(seq / OUTCOME_CHECK_INTERVAL)
  if (owner !== null && checks(lastSeq) > checks(lastSeq - received.length))
    await keepLatestOutcomes(db, owner, OUTCOMES_KEPT)
}

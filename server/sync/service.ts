import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DAY } from '../../data/model/constants.ts'
import { DEVICES_KEPT, OUTCOMES_KEPT, SAVES_MAX } from '../../data/model/limits.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import { changesAfter, readCursor, writeCursor } from '../../data/sync/cursor.ts'
import { Protocol } from '../../data/sync/envelope.ts'
import type { Changes, Outcome, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { isKindAllowed, Operation } from '../../data/sync/operation.ts'
import type { Arguments, Kind, OperationHead } from '../../data/sync/operation.ts'
import { invalidInput, notSignedIn, ProblemError } from '../http/problems.ts'
import { countActivity } from '../repositories/analytics.ts'
import {
  countSaves,
  favouriteChanges,
  favouriteParks,
  deleteOldRemovals,
  addSaves,
} from '../repositories/favourites.ts'
import type { PersonChanges } from '../repositories/favourites.ts'
import { historyChanges } from '../repositories/history.ts'
import { writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import {
  addEpoch,
  countOperations,
  epochs,
  epochsAndDevice,
  deleteUnusedDevices,
  outcomeForReply,
  receivedOperations,
  saveDevice,
  saveProgress,
  keepLatestDevices,
  keepLatestOutcomes,
  nextRevision,
  toStored,
} from '../repositories/sync.ts'
import type { Epoch, StoredDevice } from '../repositories/sync.ts'
import type { Tables } from '../database/tables.ts'
import { isDatabaseFailure, waitForOthers } from '../database/dialect.ts'
import { attempt } from '../database/transaction.ts'
import { yieldBetween } from '../http/yielding.ts'
import { takeAllowances } from './allowances.ts'
import type { Sender } from './allowances.ts'
import { applyOperation, Refused } from './effects.ts'
import type { OperationInput } from './effects.ts'
import type { Mark } from './mark.ts'

/** Applies all changes of users to the database, for every route. */
export interface Sync {
  /**
   * Applies operations and returns changes from other devices. Everything is on disk when it resolves; if it
   * throws, nothing is.
   * @param userId the signed-in user
   * @param sender whose limits apply
   * @throws ProblemError for a device whose sequence does not match, DatabaseUnavailable
   */
  exchange(request: SyncRequest, userId: number | null, sender: Sender): Promise<SyncReply>
  /**
   * Applies one change of a client without an outbox.
   * @param base reads the change's `baseRev` in the same transaction; if it returns `undefined`, nothing is
   *   changed
   * @returns the id of the created row, if there is one
   * @throws ProblemError if the change is refused
   */
  change<K extends Kind>(
    change: { kind: K; userId: number; args: Arguments<K> },
    base?: (db: Kysely<Tables>) => Promise<readonly string[] | undefined>,
  ): Promise<{ id: number | undefined }>
  /**
   * Saves existing parks as favourites, all of them or none. Parks that are already saved are skipped.
   * @throws ProblemError `limit-reached`
   */
  save(userId: number, parkIds: readonly number[]): Promise<void>
  /** Writes the mark. */
  close(): void
}

export interface SyncParts {
  store: Store
  clock: () => Date
  mark: Mark
  /** Logs an unexpected error that led to a refusal. */
  onFailure(error: unknown): void
}

/** After this many operations of a device, outcomes beyond the limit of the user are deleted. */
const OUTCOME_CHECK_INTERVAL = 1_000
/** Maximum characters of the message of a refusal, which may quote names of any length from the request. */
const REASON_MAX_LENGTH = 200
/** Devices that have not synced for this long are deleted. If they return, they restart their sequence. */
const DEVICE_RETENTION_MS = 400 * DAY
/** Maximum delay of writing the mark. */
const MARK_DELAY_MS = 2_000

const newId = () => randomBytes(16).toString('hex')

/** `expected`: the sequence number of the device's next operation. */
const sequenceGap = (expected: number) =>
  new ProblemError({
    code: 'sequence-gap',
    message: `Operation ${expected} of this device is missing.`,
    expected,
  })
const deviceCloned = () =>
  new ProblemError({ code: 'device-cloned', message: 'Another device has used this number already.' })

/** The first version of the protocol with the refusal `limit-reached`. */
const LIMITS_SINCE = 3

/** Replaces a refusal that earlier versions of the protocol do not have. */
const inProtocol = (outcome: Outcome, protocol: number): Outcome =>
  protocol < LIMITS_SINCE && outcome.status === 'refused' && outcome.code === 'limit-reached'
    ? { ...outcome, code: 'not-allowed' }
    : outcome

/** Whether the arguments of a favourite, not validated yet, save it. */
const isSave = (args: unknown) => (args as { saved?: unknown } | null)?.saved === true

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

const REFUSED_AS = {
  'park-not-found': 'park-not-found',
  'review-not-found': 'review-not-found',
  'not-allowed': 'not-allowed',
  'limit-reached': 'limit-reached',
} as const

/**
 * An operation has failed unexpectedly. Its effects are undone with the whole exchange, which is then repeated
 * with a savepoint for each operation: savepoints cost two statements, and almost no operation fails.
 */
class OperationFailed extends Error {
  override name = 'OperationFailed'
}

/** An exchange that only reads has found that the database was restored, and must begin an epoch. */
class EpochNeeded extends Error {
  override name = 'EpochNeeded'
}

/** @throws ProblemError `not-signed-in` if the account has been deleted since its session was read */
async function requireAccount(found: Promise<PersonChanges | undefined>): Promise<PersonChanges> {
  const changes = await found
  if (changes === undefined) throw notSignedIn()
  return changes
}

/** What an exchange must be in order with: the device, and whoever owns its rows and its limits. */
const namesOf = (deviceId: string, owner: number | null, sender: Sender) => [
  writeNames.device(deviceId),
  ...(owner === null ? [] : [writeNames.person(owner)]),
  ...(sender === null
    ? []
    : ['userId' in sender ? writeNames.person(sender.userId) : writeNames.attempts(sender.network)]),
]

export function openSync({ store, clock, mark, onFailure }: SyncParts): Sync {
  let latest = mark.read()
  let marked = latest
  let timer: NodeJS.Timeout | undefined

  const writeMark = () => {
    clearTimeout(timer)
    timer = undefined
    if (latest === undefined || marked === latest) return
    mark.write(latest)
    marked = latest
  }
  const recordProgress = (now: Epoch) => {
    if (latest?.epoch === now.epoch && latest.total >= now.total) return
    latest = now
    timer ??= setTimeout(writeMark, MARK_DELAY_MS).unref()
  }

  /**
   * Whether the database was restored from a backup.
   * @param seen the latest progress known outside of the database
   */
  const wasRestored = (known: readonly Epoch[], seen: Epoch | undefined) => {
    const now = known.at(-1)!
    if (seen === undefined) return false
    return seen.epoch === now.epoch
      ? now.total < seen.total
      : known.every(({ epoch }) => epoch !== seen.epoch)
  }

  /**
   * The epoch for new operations. If the database was restored, a new one is started.
   * @param found the epochs of the database
   * @param seenBefore the progress known before the transaction began
   */
  const currentEpoch = async (
    db: Kysely<Tables>,
    found: readonly Epoch[],
    seenBefore: Epoch | undefined,
  ): Promise<Epoch> => {
    if (!wasRestored(found, seenBefore)) return found.at(-1)!
    // Only one of the exchanges that find this starts an epoch.
    await waitForOthers(db, 'epochs')
    const known = await epochs(db)
    if (!wasRestored(known, seenBefore)) return known.at(-1)!
    const next = { epoch: newId(), total: known.at(-1)!.total }
    await addEpoch(db, next)
    return next
  }

  const outcomeOf = async (
    db: Kysely<Tables>,
    head: OperationHead,
    request: SyncRequest,
    { isCounted, isRepeated }: { isCounted: boolean; isRepeated: boolean },
    at: Date,
  ): Promise<Outcome> => {
    const { opId } = head
    const refused = (error: Refused): Outcome => ({
      opId,
      status: 'refused',
      code: error.code,
      message: error.message.slice(0, REASON_MAX_LENGTH),
    })
    const read = Operation.safeParse(head)
    if (!read.success)
      return refused(
        new Refused('invalid-operation', read.error.issues[0]?.message ?? 'This cannot be read.'),
      )
    const operation = read.data
    const { kind, userId } = operation
    if (operation.deviceId !== request.deviceId || userId !== request.userId)
      return refused(new Refused('not-allowed', 'This belongs to another person.'))
    if (!isKindAllowed(userId, kind)) return refused(new Refused('not-allowed', 'This needs an account.'))
    const apply = () =>
      applyOperation(db, { ...operation, userId: userId === NO_ACCOUNT ? null : userId }, at, isCounted)
    const tried = await (isRepeated ? attempt(db, apply) : withoutSavepoint(apply))
    if ('value' in tried) return { opId, status: 'applied', ...tried.value }
    if (tried.error instanceof Refused) return refused(tried.error)
    // The operation would fail again each time and block all that follow, so it is refused.
    onFailure(tried.error)
    return refused(new Refused('failed', 'Something went wrong with this here. It has been noted.'))
  }

  /**
   * Applies the operations and returns their outcomes, and what is to be stored about them.
   * @param isRepeated because an operation has failed
   */
  const applyAll = async (
    db: Kysely<Tables>,
    request: SyncRequest,
    device: StoredDevice | undefined,
    owner: number | null,
    sender: Sender,
    at: Date,
    isRepeated: boolean,
  ): Promise<{ outcomes: Outcome[]; received: { seq: number; outcome: Outcome }[]; lastSeq: number }> => {
    const { deviceId, operations, acknowledged } = request
    if (device !== undefined && device.userId !== owner) throw deviceCloned()
    let last = device?.lastSeq ?? 0
    if (acknowledged > last || (operations[0]?.seq ?? 1) > last + 1) throw sequenceGap(last + 1)
    if (operations.length === 0) return { outcomes: [], received: [], lastSeq: last }
    if (operations.some(({ seq }, position) => seq !== operations[0]!.seq + position))
      throw invalidInput('operations', 'operations must follow one another.')
    const lastSeen = at.toISOString()
    if (device === undefined) {
      await deleteUnusedDevices(
        db,
        owner,
        new Date(at.getTime() - DEVICE_RETENTION_MS).toISOString(),
        DEVICES_KEPT,
      )
      await saveDevice(db, { deviceId, userId: owner, lastSeq: 0, lastSeen })
      if (owner !== null) await keepLatestDevices(db, owner, DEVICES_KEPT)
    }
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
    const received: { seq: number; outcome: Outcome }[] = []
    for (const head of operations) {
      const stored = known.get(head.opId)
      if (stored !== undefined) {
        const foreign: Outcome = {
          opId: head.opId,
          status: 'refused',
          code: 'invalid-operation',
          message: 'This id is taken.',
        }
        outcomes.push(stored.userId === owner ? await outcomeForReply(db, head.opId, stored) : foreign)
      } else if (head.seq <= last) {
        throw deviceCloned()
      } else {
        const isCounted = head.kind !== 'search-event' || searches-- > 0
        const outcome = await outcomeOf(db, head, request, { isCounted, isRepeated }, at)
        // The id may come a second time in this request.
        known.set(head.opId, { outcome: toStored(outcome), userId: owner })
        received.push({ seq: head.seq, outcome })
        outcomes.push(outcome)
      }
      last = Math.max(last, head.seq)
      await yieldIfNeeded()
    }
    // Only removals add to them.
    if (owner !== null && newOperations.some(({ kind, args }) => kind === 'favourite' && !isSave(args)))
      await deleteOldRemovals(db, owner)
    return { outcomes, received, lastSeq: last }
  }

  const changesFor = async (
    db: Kysely<Tables>,
    userId: number,
    cursor: string | null,
    epoch: string,
  ): Promise<Changes> => {
    // The cursor says what is needed, unless it is ahead of the current revision.
    const expected = changesAfter(cursor, { epoch, revision: readCursor(cursor)?.revision ?? 0 })
    let found = await requireAccount(favouriteChanges(db, userId, expected))
    const now = { epoch, revision: found.revision }
    const after = changesAfter(cursor, now)
    if (after !== expected) found = await requireAccount(favouriteChanges(db, userId, after))
    return {
      full: after === undefined,
      cursor: writeCursor(now),
      favourites: found.favourites,
      history: {
        clear: found.clear,
        entries: after === now.revision ? [] : await historyChanges(db, userId, after),
      },
    }
  }

  return {
    async exchange(request, userId, sender) {
      const protocol = Protocol.safeParse(request.protocol)
      if (!protocol.success) {
        throw new ProblemError({
          code: 'other-protocol',
          message: 'This version of the app is too old or too new for the server. Update it and try again.',
        })
      }
      if (request.userId !== NO_ACCOUNT && userId === null) throw notSignedIn()
      if (request.userId !== NO_ACCOUNT && userId !== request.userId) {
        throw new ProblemError({ code: 'other-user', message: 'These changes belong to another person.' })
      }
      const owner = request.userId === NO_ACCOUNT ? null : request.userId
      const seenBefore = latest
      const at = clock()
      const lastSeen = at.toISOString()
      const work = async (db: Kysely<Tables>, { isRepeated = false, mayWrite = true } = {}) => {
        const { known, device } = await epochsAndDevice(db, request.deviceId)
        if (!mayWrite && wasRestored(known, seenBefore)) throw new EpochNeeded()
        const { epoch, total } = await currentEpoch(db, known, seenBefore)
        const { outcomes, received, lastSeq } = await applyAll(
          db,
          request,
          device,
          owner,
          sender,
          at,
          isRepeated,
        )
        const changes = owner === null ? null : await changesFor(db, owner, request.cursor, epoch)
        if (request.operations.length > 0) {
          const { deviceId } = request
          await saveProgress(db, { device: { deviceId, userId: owner, lastSeq, lastSeen }, epoch, received })
          const before = lastSeq - received.length
          if (
            owner !== null &&
            Math.floor(lastSeq / OUTCOME_CHECK_INTERVAL) > Math.floor(before / OUTCOME_CHECK_INTERVAL)
          )
            await keepLatestOutcomes(db, owner, OUTCOMES_KEPT)
        }
        return { progress: { epoch, total: total + received.length }, outcomes, changes }
      }
      const order = { of: namesOf(request.deviceId, owner, sender) }
      const written = async () => {
        try {
          return await store.write((db) => work(db), order)
        } catch (error) {
          if (!(error instanceof OperationFailed)) throw error
          return store.write((db) => work(db, { isRepeated: true }), order)
        }
      }
      const readOnly = async () => {
        try {
          return await store.view((db) => work(db, { mayWrite: false }))
        } catch (error) {
          if (!(error instanceof EpochNeeded)) throw error
          return written()
        }
      }
      const { progress, outcomes, changes } = await (request.operations.length === 0 ? readOnly() : written())
      recordProgress(progress)
      return {
        protocol: protocol.data,
        epoch: progress.epoch,
        at: at.getTime(),
        outcomes: outcomes.map((outcome) => inProtocol(outcome, protocol.data)),
        changes,
      }
    },

    async change({ kind, userId, args }, base = async () => []) {
      const seenBefore = latest
      const at = clock()
      const order = { of: [writeNames.person(userId)] }
      const { progress, id } = await store
        .write(async (db) => {
          const current = await currentEpoch(db, await epochs(db), seenBefore)
          const baseRev = await base(db)
          if (baseRev === undefined) return { progress: current, id: undefined }
          const operation = { kind, opId: newId(), userId, args, baseRev } as {
            [K in Kind]: OperationInput<K> & { kind: K }
          }[Kind]
          const result = await applyOperation(db, operation, at)
          await deleteOldRemovals(db, userId)
          await countOperations(db, current.epoch, 1)
          return { progress: { epoch: current.epoch, total: current.total + 1 }, id: result.id }
        }, order)
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error
          const code =
            error.code in REFUSED_AS ? REFUSED_AS[error.code as keyof typeof REFUSED_AS] : 'invalid-input'
          throw new ProblemError({ code, message: error.message })
        })
      recordProgress(progress)
      return { id }
    },

    async save(userId, parkIds) {
      const seenBefore = latest
      const at = clock()
      const order = { of: [writeNames.person(userId)] }
      const progress = await store.write(async (db) => {
        const current = await currentEpoch(db, await epochs(db), seenBefore)
        const saved = new Set(await favouriteParks(db, userId))
        const saves = [...new Set(parkIds)]
          .filter((parkId) => !saved.has(parkId))
          .map((parkId) => ({ parkId, addId: newId() }))
        if (saves.length === 0) return current
        if ((await countSaves(db, userId)) + saves.length > SAVES_MAX)
          throw new ProblemError({
            code: 'limit-reached',
            message: `An account can save ${SAVES_MAX} parks.`,
          })
        const revision = (await nextRevision(db, userId, saves.length)) - saves.length + 1
        await addSaves(db, { userId, saves, revision, at: at.toISOString() }, yieldBetween())
        await countActivity(db, userId, at.toISOString(), 'favoritesAdded', saves.length)
        await countOperations(db, current.epoch, saves.length)
        return { epoch: current.epoch, total: current.total + saves.length }
      }, order)
      recordProgress(progress)
    },

    close: writeMark,
  }
}

import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { SAVES_MAX } from '../../data/model/limits.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import { changesAfter, readCursor, writeCursor } from '../../data/sync/cursor.ts'
import { Protocol } from '../../data/sync/envelope.ts'
import type { Changes, Outcome, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { notSignedIn, ProblemError } from '../http/problems.ts'
import { countActivity } from '../repositories/analytics.ts'
import {
  countSaves,
  favouriteChanges,
  favouriteParks,
  deleteOldRemovals,
  addSaves,
} from '../repositories/favourites.ts'
import type { PersonChanges } from '../repositories/favourites.ts'
import { historyChanges, latestClearings } from '../repositories/history.ts'
import { writeNames } from '../repositories/store.ts'
import type { Store } from '../repositories/store.ts'
import { countOperations, epochs, epochsAndDevice, nextRevision } from '../repositories/sync.ts'
import type { Tables } from '../database/tables.ts'
import { yieldBetween } from '../yielding.ts'
import type { Sender } from './allowances.ts'
import { applyOperation, Refused } from './effects.ts'
import type { OperationInput } from './effects.ts'
import type { Mark } from './mark.ts'
import { applyOperations, OperationFailed, saveOutcomes } from './operations.ts'
import type { Exchange } from './operations.ts'
import { currentEpoch, openProgress, wasRestored } from './progress.ts'

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

const newId = () => randomBytes(16).toString('hex')

/** The first version of the protocol with the refusal `limit-reached`. */
const LIMITS_SINCE = 3

/** Replaces a refusal that earlier versions of the protocol do not have. */
const outcomeIn = (protocol: number, outcome: Outcome): Outcome =>
  protocol < LIMITS_SINCE && outcome.status === 'refused' && outcome.code === 'limit-reached'
    ? { ...outcome, code: 'not-allowed' }
    : outcome

/** The first version of the protocol with clearings in the changes. */
const CLEARINGS_SINCE = 5

/** Leaves out the clearings, which earlier versions of the protocol do not have. */
function changesIn(protocol: number, changes: Changes): Changes {
  if (protocol >= CLEARINGS_SINCE) return changes
  const { clearings: _, ...history } = changes.history
  return { ...changes, history }
}

/** Refusals that a client without an outbox gets by their own code; others are `invalid-input`. */
const REFUSALS_TOLD = ['park-not-found', 'review-not-found', 'not-allowed', 'limit-reached'] as const

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

/** What has changed in the account since the cursor. */
async function changesFor(
  db: Kysely<Tables>,
  userId: number,
  cursor: string | null,
  epoch: string,
): Promise<Changes> {
  // The cursor says what is needed, unless it is ahead of the current revision.
  const expected = changesAfter(cursor, { epoch, revision: readCursor(cursor)?.revision ?? 0 })
  let found = await requireAccount(favouriteChanges(db, userId, expected))
  const now = { epoch, revision: found.revision }
  const after = changesAfter(cursor, now)
  if (after !== expected) found = await requireAccount(favouriteChanges(db, userId, after))
  const isCurrent = after === now.revision
  return {
    full: after === undefined,
    cursor: writeCursor(now),
    favourites: found.favourites,
    history: {
      clear: found.clear,
      // Most people never clear their history, so that their exchanges need no further query.
      clearings: isCurrent || found.clear === null ? [] : await latestClearings(db, userId, after),
      entries: isCurrent ? [] : await historyChanges(db, userId, after),
    },
  }
}

/** What an exchange must be in order with: the device, and whoever owns its rows and its limits. */
const namesOf = ({ request: { deviceId }, owner, sender }: Exchange) => [
  writeNames.device(deviceId),
  ...(owner === null ? [] : [writeNames.person(owner)]),
  ...(sender === null
    ? []
    : ['userId' in sender ? writeNames.person(sender.userId) : writeNames.attempts(sender.network)]),
]

function protocolOf(request: SyncRequest): Protocol {
  const { data: protocol } = Protocol.safeParse(request.protocol)
  if (protocol !== undefined) return protocol
  throw new ProblemError({
    code: 'other-protocol',
    message: 'This version of the app is too old or too new for the server. Update it and try again.',
  })
}

/** The user whose rows the request changes; `null` without an account. @param userId the signed-in user */
function ownerOf(request: SyncRequest, userId: number | null): number | null {
  if (request.userId === NO_ACCOUNT) return null
  if (userId === null) throw notSignedIn()
  if (userId !== request.userId)
    throw new ProblemError({ code: 'other-user', message: 'These changes belong to another person.' })
  return userId
}

export function openSync({ store, clock, mark, onFailure }: SyncParts): Sync {
  const progress = openProgress(mark)

  /** Runs a write for a person without an outbox, which reports how many operations it was. */
  const writeCounted = async <T>(
    userId: number,
    work: (db: Kysely<Tables>) => Promise<{ operations: number; result: T }>,
  ): Promise<T> => {
    const seenBefore = progress.latest()
    const { now, result } = await store.write(
      async (db) => {
        const { epoch, total } = await currentEpoch(db, await epochs(db), seenBefore)
        const { operations, result } = await work(db)
        if (operations > 0) await countOperations(db, epoch, operations)
        return { now: { epoch, total: total + operations }, result }
      },
      { of: [writeNames.person(userId)] },
    )
    progress.record(now)
    return result
  }

  return {
    async exchange(request, userId, sender) {
      const protocol = protocolOf(request)
      const owner = ownerOf(request, userId)
      const exchange = { request, owner, sender, at: clock() }
      const seenBefore = progress.latest()
      const work = async (db: Kysely<Tables>, { isRepeated = false, mayWrite = true } = {}) => {
        const { known, device } = await epochsAndDevice(db, request.deviceId)
        if (!mayWrite && wasRestored(known, seenBefore)) throw new EpochNeeded()
        const { epoch, total } = await currentEpoch(db, known, seenBefore)
        const applied = await applyOperations(db, exchange, device, { isRepeated, onFailure })
        const changes = owner === null ? null : await changesFor(db, owner, request.cursor, epoch)
        if (request.operations.length > 0) await saveOutcomes(db, exchange, applied, epoch)
        return { now: { epoch, total: total + applied.received.length }, outcomes: applied.outcomes, changes }
      }
      const order = { of: namesOf(exchange) }
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
      const { now, outcomes, changes } = await (request.operations.length === 0 ? readOnly() : written())
      progress.record(now)
      return {
        protocol,
        epoch: now.epoch,
        at: exchange.at.getTime(),
        outcomes: outcomes.map((outcome) => outcomeIn(protocol, outcome)),
        changes: changes && changesIn(protocol, changes),
      }
    },

    async change({ kind, userId, args }, base = async () => []) {
      const at = clock()
      const result = await writeCounted(userId, async (db) => {
        const baseRev = await base(db)
        if (baseRev === undefined) return { operations: 0, result: {} }
        const operation = { kind, opId: newId(), userId, args, baseRev } as {
          [K in Kind]: OperationInput<K> & { kind: K }
        }[Kind]
        const result = await applyOperation(db, operation, at)
        await deleteOldRemovals(db, userId)
        return { operations: 1, result }
      }).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        const code = REFUSALS_TOLD.find((told) => told === error.code) ?? 'invalid-input'
        throw new ProblemError({ code, message: error.message })
      })
      return { id: result.id }
    },

    async save(userId, parkIds) {
      const at = clock().toISOString()
      await writeCounted(userId, async (db) => {
        const saved = new Set(await favouriteParks(db, userId))
        const saves = [...new Set(parkIds)]
          .filter((parkId) => !saved.has(parkId))
          .map((parkId) => ({ parkId, addId: newId() }))
        if (saves.length === 0) return { operations: 0, result: undefined }
        if ((await countSaves(db, userId)) + saves.length > SAVES_MAX)
          throw new ProblemError({
            code: 'limit-reached',
            message: `An account can save ${SAVES_MAX} parks.`,
          })
        const revision = (await nextRevision(db, userId, saves.length)) - saves.length + 1
        await addSaves(db, { userId, saves, revision, at }, yieldBetween())
        await countActivity(db, userId, at, 'favoritesAdded', saves.length)
        return { operations: saves.length, result: undefined }
      })
    },

    close: progress.save,
  }
}

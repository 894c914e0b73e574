import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { DAY } from '../../data/model/constants.ts'
import { DEVICES_KEPT, OUTCOMES_KEPT, SAVES_MAX } from '../../data/model/limits.ts'
import { NOBODY } from '../../data/model/sync.ts'
import { changesAfter, writeCursor } from '../../data/sync/cursor.ts'
import { Protocol, PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes, Outcome, SyncReply, SyncRequest } from '../../data/sync/envelope.ts'
import { isKindAllowed, Operation } from '../../data/sync/operation.ts'
import type { Arguments, Kind, OperationHead } from '../../data/sync/operation.ts'
import { invalidInput, ProblemError } from '../http/problems.ts'
import { countActivity } from '../repositories/analytics.ts'
import {
  countSaves,
  favouriteChanges,
  favouriteParks,
  forgetOldRemovals,
  keepSaves,
} from '../repositories/favourites.ts'
import { clearings, historyChanges } from '../repositories/history.ts'
import type { Store } from '../repositories/store.ts'
import {
  beginEpoch,
  countOperations,
  epochs,
  findDevice,
  findOutcome,
  forgetDevices,
  keepDevice,
  keepLatestDevices,
  keepLatestOutcomes,
  keepOutcome,
  knownOperations,
  nextRevision,
  revisionOf,
} from '../repositories/sync.ts'
import type { Epoch } from '../repositories/sync.ts'
import type { Tables } from '../database/tables.ts'
import { attempt } from '../database/transaction.ts'
import { yieldBetween } from '../http/yielding.ts'
import { takeAllowances } from './allowances.ts'
import type { Sender } from './allowances.ts'
import { carryOut, Refused } from './effects.ts'
import type { Effective } from './effects.ts'
import type { Mark } from './mark.ts'

/** The one way by which what people do reaches the database, whichever route it came by. */
export interface Sync {
  /**
   * Takes operations in and tells what happened elsewhere. Everything is on disk when it resolves; when it throws, nothing is.
   * @param userId who is signed in
   * @param sender who is counted for it
   * @throws ProblemError for a device that is out of step, DatabaseUnavailable
   */
  exchange(request: SyncRequest, userId: number | null, sender: Sender): Promise<SyncReply>
  /**
   * Carries one change out for a client that keeps no operations.
   * `base`: what it was done to, read in the same transaction; nothing is done where it answers `undefined`.
   * @returns the id of the row that was made, where there is one
   * @throws ProblemError when it is refused for good
   */
  change<K extends Kind>(
    change: { kind: K; userId: number; args: Arguments<K> },
    base?: (db: Kysely<Tables>) => Promise<readonly string[] | undefined>,
  ): Promise<{ id: number | undefined }>
  /**
   * Saves parks that are in the directory; those that are saved already stay so. All of them, or none.
   * @throws ProblemError `limit-reached`
   */
  save(userId: number, parkIds: readonly number[]): Promise<void>
  /** Writes down how far the database has come. */
  close(): void
}

export interface SyncParts {
  store: Store
  clock: () => Date
  mark: Mark
  /** What is refused because it broke something here, for the log. */
  onFailure(error: unknown): void
}

/** Operations of one device after which it is looked whether the person has more outcomes than are kept. */
const LOOK_EVERY = 1_000
/** Characters of a reason for a refusal. It may repeat names from the request, which are of any length. */
const REASON_MAX_LENGTH = 200
/** Devices are remembered this long; one that comes back later begins anew. */
const DEVICES_KEPT_FOR = 400 * DAY
/** How far the mark may lag behind, in milliseconds. */
const MARK_EVERY = 2_000

const newId = () => randomBytes(16).toString('hex')

/** Which operation comes next from this device. */
const sequenceGap = (expected: number) =>
  new ProblemError({
    code: 'sequence-gap',
    message: `Operation ${expected} of this device has not come in.`,
    expected,
  })
const deviceCloned = () =>
  new ProblemError({ code: 'device-cloned', message: 'Another device has used this number already.' })

/** What a device of an earlier version of the protocol reads in place of a refusal that it does not know. */
const inProtocol = (outcome: Outcome, protocol: number): Outcome =>
  protocol < PROTOCOL && outcome.status === 'refused' && outcome.code === 'limit-reached'
    ? { ...outcome, code: 'not-allowed' }
    : outcome

const REFUSED_AS = {
  'park-not-found': 'park-not-found',
  'review-not-found': 'review-not-found',
  'not-allowed': 'not-allowed',
  'limit-reached': 'limit-reached',
} as const

export function openSync({ store, clock, mark, onFailure }: SyncParts): Sync {
  let seen = mark.read()
  let marked = seen
  let marking: NodeJS.Timeout | undefined

  const keepMark = () => {
    clearTimeout(marking)
    marking = undefined
    if (seen === undefined || marked === seen) return
    mark.keep(seen)
    marked = seen
  }
  const noteProgress = (now: Epoch) => {
    if (seen?.epoch === now.epoch && seen.total >= now.total) return
    seen = now
    marking ??= setTimeout(keepMark, MARK_EVERY).unref()
  }

  /** Whether this database is an earlier state of one that was in use. */
  const wasPutBack = (known: readonly Epoch[], seen: Epoch | undefined) => {
    const now = known.at(-1)!
    if (seen === undefined) return false
    return seen.epoch === now.epoch
      ? now.total < seen.total
      : known.every(({ epoch }) => epoch !== seen.epoch)
  }

  /** The epoch operations come into: a new one when the database was put back. `seenBefore`: known before the transaction began. */
  const presentEpoch = async (db: Kysely<Tables>, seenBefore: Epoch | undefined): Promise<Epoch> => {
    const known = await epochs(db)
    const now = known.at(-1)!
    if (!wasPutBack(known, seenBefore)) return now
    const next = { epoch: newId(), total: now.total }
    await beginEpoch(db, next)
    return next
  }

  const operate = async (
    db: Kysely<Tables>,
    head: OperationHead,
    request: SyncRequest,
    counted: boolean,
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
    const tried = await attempt(db, () =>
      carryOut(db, { ...operation, userId: userId === NOBODY ? null : userId }, at, counted),
    )
    if ('value' in tried) return { opId, status: 'applied', ...tried.value }
    if (tried.error instanceof Refused) return refused(tried.error)
    // What breaks the server today would break it tomorrow, and hold everything behind it up for good.
    onFailure(tried.error)
    return refused(new Refused('failed', 'Something went wrong with this here. It has been noted.'))
  }

  const takeIn = async (
    db: Kysely<Tables>,
    request: SyncRequest,
    owner: number | null,
    sender: Sender,
    at: Date,
  ): Promise<{ outcomes: Outcome[]; came: number }> => {
    const { deviceId, operations, acknowledged } = request
    const device = await findDevice(db, deviceId)
    if (device !== undefined && device.userId !== owner) throw deviceCloned()
    let last = device?.lastSeq ?? 0
    if (acknowledged > last || (operations[0]?.seq ?? 1) > last + 1) throw sequenceGap(last + 1)
    if (operations.length === 0) return { outcomes: [], came: 0 }
    if (operations.some(({ seq }, position) => seq !== operations[0]!.seq + position))
      throw invalidInput('operations', 'operations must follow one another.')
    const lastSeen = at.toISOString()
    if (device === undefined) {
      await forgetDevices(db, owner, new Date(at.getTime() - DEVICES_KEPT_FOR).toISOString(), DEVICES_KEPT)
      await keepDevice(db, { deviceId, userId: owner, lastSeq: 0, lastSeen })
      if (owner !== null) await keepLatestDevices(db, owner, DEVICES_KEPT)
    }
    const breathe = yieldBetween()
    const known = await knownOperations(
      db,
      operations.map(({ opId }) => opId),
    )
    const fresh = operations.filter(({ opId }) => !known.has(opId))
    let { searches } = await takeAllowances(
      db,
      sender,
      fresh.map(({ kind }) => kind),
      at,
    )
    const outcomes: Outcome[] = []
    let came = 0
    for (const head of operations) {
      const stored = await findOutcome(db, head.opId)
      if (stored !== undefined) {
        const foreign: Outcome = {
          opId: head.opId,
          status: 'refused',
          code: 'invalid-operation',
          message: 'This name is taken.',
        }
        outcomes.push(stored.userId === owner ? stored.outcome : foreign)
      } else if (head.seq <= last) {
        throw deviceCloned()
      } else {
        const outcome = await operate(db, head, request, head.kind !== 'search-event' || searches-- > 0, at)
        await keepOutcome(db, { deviceId, seq: head.seq, at: lastSeen, outcome })
        outcomes.push(outcome)
        came += 1
      }
      last = Math.max(last, head.seq)
      await breathe()
    }
    await keepDevice(db, { deviceId, userId: owner, lastSeq: last, lastSeen })
    if (came > 0 && owner !== null) {
      await forgetOldRemovals(db, owner)
      if (Math.floor(last / LOOK_EVERY) > Math.floor((last - came) / LOOK_EVERY))
        await keepLatestOutcomes(db, owner, OUTCOMES_KEPT)
    }
    return { outcomes, came }
  }

  const changesFor = async (
    db: Kysely<Tables>,
    userId: number,
    cursor: string | null,
    epoch: string,
  ): Promise<Changes> => {
    const now = { epoch, revision: await revisionOf(db, userId) }
    const after = changesAfter(cursor, now)
    return {
      full: after === undefined,
      cursor: writeCursor(now),
      favourites: await favouriteChanges(db, userId, after),
      history: {
        clear: (await clearings(db, userId)).inForce,
        entries: await historyChanges(db, userId, after),
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
      if (request.userId !== NOBODY && userId === null)
        throw new ProblemError({ code: 'not-signed-in', message: 'Sign in first.' })
      if (request.userId !== NOBODY && userId !== request.userId) {
        throw new ProblemError({ code: 'other-user', message: 'These changes belong to another person.' })
      }
      const owner = request.userId === NOBODY ? null : request.userId
      const seenBefore = seen
      const at = clock()
      const work = async (db: Kysely<Tables>) => {
        const present = await presentEpoch(db, seenBefore)
        const { outcomes, came } = await takeIn(db, request, owner, sender, at)
        if (came > 0) await countOperations(db, present.epoch, came)
        const changes = owner === null ? null : await changesFor(db, owner, request.cursor, present.epoch)
        return { present: { epoch: present.epoch, total: present.total + came }, outcomes, changes }
      }
      const onlyReads =
        request.operations.length === 0 &&
        !(await store.read(async (db) => wasPutBack(await epochs(db), seenBefore)))
      const { present, outcomes, changes } = await (onlyReads ? store.view(work) : store.write(work))
      noteProgress(present)
      return {
        protocol: protocol.data,
        epoch: present.epoch,
        at: at.getTime(),
        outcomes: outcomes.map((outcome) => inProtocol(outcome, protocol.data)),
        changes,
      }
    },

    async change({ kind, userId, args }, base = async () => []) {
      const seenBefore = seen
      const at = clock()
      const { present, id } = await store
        .write(async (db) => {
          const present = await presentEpoch(db, seenBefore)
          const baseRev = await base(db)
          if (baseRev === undefined) return { present, id: undefined }
          const operation = { kind, opId: newId(), userId, args, baseRev } as {
            [K in Kind]: Effective<K> & { kind: K }
          }[Kind]
          const told = await carryOut(db, operation, at)
          await forgetOldRemovals(db, userId)
          await countOperations(db, present.epoch, 1)
          return { present: { epoch: present.epoch, total: present.total + 1 }, id: told.id }
        })
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error
          const code =
            error.code in REFUSED_AS ? REFUSED_AS[error.code as keyof typeof REFUSED_AS] : 'invalid-input'
          throw new ProblemError({ code, message: error.message })
        })
      noteProgress(present)
      return { id }
    },

    async save(userId, parkIds) {
      const seenBefore = seen
      const at = clock()
      const present = await store.write(async (db) => {
        const present = await presentEpoch(db, seenBefore)
        const saved = new Set(await favouriteParks(db, userId))
        const saves = [...new Set(parkIds)]
          .filter((parkId) => !saved.has(parkId))
          .map((parkId) => ({ parkId, addId: newId() }))
        if (saves.length === 0) return present
        if ((await countSaves(db, userId)) + saves.length > SAVES_MAX)
          throw new ProblemError({
            code: 'limit-reached',
            message: `An account can save ${SAVES_MAX} parks.`,
          })
        const revision = (await nextRevision(db, userId, saves.length)) - saves.length + 1
        await keepSaves(db, { userId, saves, revision, at: at.toISOString() }, yieldBetween())
        await countActivity(db, userId, at.toISOString(), 'favoritesAdded', saves.length)
        await countOperations(db, present.epoch, saves.length)
        return { epoch: present.epoch, total: present.total + saves.length }
      })
      noteProgress(present)
    },

    close: keepMark,
  }
}

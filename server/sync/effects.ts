import type { Kysely } from 'kysely'
import { plausibleTime, HISTORY_LENGTH } from '../../data/model/history.ts'
import {
  MESSAGES_MAX,
  SUBMISSIONS_MAX,
  REPORTS_MAX,
  REVIEWS_MAX,
  SAVES_MAX,
  SAVES_OF_PARK_MAX,
  VISIT_NOTES_MAX,
  VISITS_MAX,
} from '../../data/model/limits.ts'
import type { Outcome, Refusal } from '../../data/sync/envelope.ts'
import { isSaved, mergeFavourite } from '../../data/sync/favourite.ts'
import { isSearchKept, learnClearing, mergeClearing } from '../../data/sync/history.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { activityStatement, countActivity, countSearch } from '../repositories/analytics.ts'
import {
  favouriteRevision,
  favouriteToChange,
  isKnownPark,
  saveFavourite,
} from '../repositories/favourites.ts'
import { clearings, saveClearings, addSearch, trimHistory } from '../repositories/history.ts'
import { countReports, isReview, saveReview, voteOnReview } from '../repositories/reviews.ts'
import { addMessage, addSubmission, countInboxItemsOf, saveReport } from '../repositories/submissions.ts'
import { nextRevision } from '../repositories/sync.ts'
import type { Tables } from '../database/tables.ts'
import { addVisit, visitUsage } from '../repositories/visits.ts'

/** An operation that can never succeed. It is thrown before anything is written. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: Refusal

  constructor(code: Refusal, message: string) {
    super(message)
    this.code = code
  }
}

/** The part of an operation that its effect needs. `userId`: `null` without an account. */
export interface OperationInput<K extends Kind, User = number | null> {
  opId: string
  userId: User
  args: Arguments<K>
  baseRev: readonly string[]
}

/** The part of the outcome that the kind of operation decides. */
type Result = Omit<Extract<Outcome, { status: 'applied' }>, 'opId' | 'status'>

const limitReached = (message: string) => new Refused('limit-reached', message)

const parkNotFound = (parkId: number) => new Refused('park-not-found', `There is no park ${parkId}.`)

async function requirePark(db: Kysely<Tables>, parkId: number): Promise<void> {
  if (!(await isKnownPark(db, parkId))) throw parkNotFound(parkId)
}

async function requireReview(db: Kysely<Tables>, reviewId: number): Promise<void> {
  if (!(await isReview(db, reviewId))) throw new Refused('review-not-found', 'This review no longer exists.')
}

async function favourite(
  db: Kysely<Tables>,
  { opId, userId, args, baseRev }: OperationInput<'favourite', number>,
  at: Date,
): Promise<Result> {
  const { parkId } = args
  const found = await favouriteToChange(db, userId, parkId, [opId, ...baseRev])
  if (found === undefined) throw parkNotFound(parkId)
  const { state: before, saves } = found
  const after = mergeFavourite(before, { opId, args, baseRev })
  if (after === before)
    return {
      favourite: { parkId, revision: await favouriteRevision(db, userId, parkId), adds: [...before.held] },
    }
  if (args.saved && (before.held.length >= SAVES_OF_PARK_MAX || saves >= SAVES_MAX))
    throw limitReached(`An account can save ${SAVES_MAX} parks.`)
  const revision = await nextRevision(db, userId)
  const instant = at.toISOString()
  const counter = !isSaved(before) && isSaved(after) ? 'favoritesAdded' : undefined
  await saveFavourite(db, { userId, parkId, before, after, revision, at: instant }, [
    activityStatement(db, userId, instant, counter),
  ])
  return { favourite: { parkId, revision, adds: [...after.held] } }
}

async function history(
  db: Kysely<Tables>,
  { opId, userId, args, baseRev }: OperationInput<'history', number>,
  at: Date,
): Promise<Result> {
  const before = await clearings(db, userId, baseRev)
  const after = learnClearing(before, baseRev)
  await countActivity(db, userId, at.toISOString(), 'totalSearches')
  if (!isSearchKept(after, baseRev)) return {}
  const revision = await nextRevision(db, userId)
  await saveClearings(db, { userId, before, after, revision })
  const search = { ...args, at: plausibleTime(args.at, at.getTime()) }
  const id = await addSearch(db, { userId, entryId: opId, search, revision })
  await trimHistory(db, userId, HISTORY_LENGTH)
  return { id }
}

async function clearHistory(
  db: Kysely<Tables>,
  { opId, userId, baseRev }: OperationInput<'history-clear', number>,
  at: Date,
): Promise<Result> {
  const before = await clearings(db, userId, [opId, ...baseRev])
  const after = mergeClearing(before, { opId, baseRev })
  await saveClearings(db, { userId, before, after, revision: await nextRevision(db, userId) })
  await countActivity(db, userId, at.toISOString())
  return {}
}

async function review(
  db: Kysely<Tables>,
  { userId, args }: OperationInput<'review', number>,
  at: Date,
): Promise<Result> {
  await requirePark(db, args.parkId)
  const saved = await saveReview(db, userId, args, at.toISOString(), REVIEWS_MAX)
  if (saved === undefined) throw limitReached(`An account can review ${REVIEWS_MAX} parks.`)
  await countActivity(db, userId, at.toISOString(), saved.first ? 'reviewsWritten' : undefined)
  return { id: saved.id }
}

async function visit(
  db: Kysely<Tables>,
  { userId, args }: OperationInput<'visit', number>,
  at: Date,
): Promise<Result> {
  await requirePark(db, args.parkId)
  const { visits, visitNotes } = await visitUsage(db, userId)
  if (visits >= VISITS_MAX) throw limitReached(`An account can keep ${VISITS_MAX} visits.`)
  if (visitNotes + (args.notes?.length ?? 0) > VISIT_NOTES_MAX)
    throw limitReached('There is no room for more notes on visits in this account.')
  const { id, first } = await addVisit(db, userId, args, at.toISOString())
  await countActivity(db, userId, at.toISOString(), first ? 'parksVisited' : undefined)
  return { id }
}

async function helpfulVote(
  db: Kysely<Tables>,
  { userId, args }: OperationInput<'helpful-vote', number>,
  at: Date,
): Promise<Result> {
  await requireReview(db, args.reviewId)
  await voteOnReview(db, userId, args, at.toISOString())
  await countActivity(db, userId, at.toISOString())
  return {}
}

const ROW_LIMITS = {
  park_submissions: { most: SUBMISSIONS_MAX, refusal: `An account can send ${SUBMISSIONS_MAX} parks.` },
  contact_messages: { most: MESSAGES_MAX, refusal: `An account can send ${MESSAGES_MAX} messages.` },
  reports: { most: REPORTS_MAX, refusal: `An account can send ${REPORTS_MAX} reports.` },
} as const

/**
 * Requires that the account may send one more. Without an account, the network is limited instead:
 * allowances.ts.
 */
async function requireRoom(
  db: Kysely<Tables>,
  table: keyof typeof ROW_LIMITS,
  userId: number | null,
): Promise<void> {
  const { most, refusal } = ROW_LIMITS[table]
  if (userId !== null && (await countInboxItemsOf(db, table, userId)) >= most) throw limitReached(refusal)
}

async function report(
  db: Kysely<Tables>,
  { userId, args }: OperationInput<'report'>,
  at: Date,
): Promise<Result> {
  if (args.subject === 'park') await requirePark(db, args.subjectId)
  else await requireReview(db, args.subjectId)
  await requireRoom(db, 'reports', userId)
  const id = await saveReport(db, { userId, at: at.toISOString() }, args)
  if (args.subject === 'review') await countReports(db, args.subjectId)
  return { id }
}

/** Whether a bot filled in the hidden field `fax`. Its message is accepted but not stored. */
const isFromBot = ({ fax }: { fax?: string | undefined }) => fax !== undefined && fax !== ''

/**
 * Applies an operation. Call it in a write transaction.
 * @param isCounted whether a search event is counted for the statistics
 * @throws Refused
 */
export async function applyOperation(
  db: Kysely<Tables>,
  operation: { [K in Kind]: OperationInput<K> & { kind: K } }[Kind],
  at: Date,
  isCounted = true,
): Promise<Result> {
  const { userId } = operation
  switch (operation.kind) {
    case 'nothing':
      return {}
    case 'submission':
      if (isFromBot(operation.args)) return {}
      await requireRoom(db, 'park_submissions', userId)
      return { id: await addSubmission(db, { userId, at: at.toISOString() }, operation.args) }
    case 'contact':
      if (isFromBot(operation.args)) return {}
      await requireRoom(db, 'contact_messages', userId)
      return { id: await addMessage(db, { userId, at: at.toISOString() }, operation.args) }
    case 'report':
      return isFromBot(operation.args) ? {} : report(db, operation, at)
    case 'search-event':
      if (!isCounted) return {}
      await countSearch(
        db,
        userId,
        { ...operation.args, at: plausibleTime(operation.args.at, at.getTime()) },
        at.toISOString(),
      )
      return {}
    default:
  }
  if (userId === null) throw new Refused('not-allowed', 'This needs an account.')
  switch (operation.kind) {
    case 'favourite':
      return favourite(db, { ...operation, userId }, at)
    case 'history':
      return history(db, { ...operation, userId }, at)
    case 'history-clear':
      return clearHistory(db, { ...operation, userId }, at)
    case 'review':
      return review(db, { ...operation, userId }, at)
    case 'visit':
      return visit(db, { ...operation, userId }, at)
    case 'helpful-vote':
      return helpfulVote(db, { ...operation, userId }, at)
  }
}

import type { Kysely } from 'kysely'
import { believable, HISTORY_LENGTH } from '../../data/model/history.ts'
import type { Outcome, Refusal } from '../../data/sync/envelope.ts'
import { isSaved, mergeFavourite } from '../../data/sync/favourite.ts'
import { counts, learnClearing, mergeClearing } from '../../data/sync/history.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import { countActivity, countSearch } from '../repositories/analytics.ts'
import { favouriteRevision, favouriteState, isKnownPark, keepFavourite } from '../repositories/favourites.ts'
import { clearings, keepClearings, keepSearch, trimHistory } from '../repositories/history.ts'
import { addReview, countReport, isReview, voteOnReview } from '../repositories/reviews.ts'
import { addMessage, addReport, addSubmission } from '../repositories/submissions.ts'
import { nextRevision } from '../repositories/sync.ts'
import type { Tables } from '../repositories/tables.ts'
import { addVisit } from '../repositories/visits.ts'

/** An operation that will never succeed, however often it is tried. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: Refusal

  constructor(code: Refusal, message: string) {
    super(message)
    this.code = code
  }
}

/** An operation as its effect sees it. `userId`: `null` without an account. */
export interface Effective<K extends Kind, User = number | null> {
  opId: string
  userId: User
  args: Arguments<K>
  baseRev: readonly string[]
}

/** What a kind makes of the database, and tells of it. */
type Told = Omit<Extract<Outcome, { status: 'applied' }>, 'opId' | 'status'>

async function mustBePark(db: Kysely<Tables>, parkId: number): Promise<void> {
  if (!(await isKnownPark(db, parkId))) throw new Refused('park-not-found', `There is no park ${parkId}.`)
}

async function mustBeReview(db: Kysely<Tables>, reviewId: number): Promise<void> {
  if (!(await isReview(db, reviewId)))
    throw new Refused('review-not-found', 'This review is not there any more.')
}

async function favourite(
  db: Kysely<Tables>,
  { opId, userId, args, baseRev }: Effective<'favourite', number>,
  at: Date,
): Promise<Told> {
  const { parkId } = args
  await mustBePark(db, parkId)
  const before = await favouriteState(db, userId, parkId, [opId, ...baseRev])
  const after = mergeFavourite(before, { opId, args, baseRev })
  if (after === before)
    return {
      favourite: { parkId, revision: await favouriteRevision(db, userId, parkId), adds: [...before.held] },
    }
  const revision = await nextRevision(db, userId)
  await keepFavourite(db, { userId, parkId, before, after, revision, at: at.toISOString() })
  await countActivity(
    db,
    userId,
    at.toISOString(),
    !isSaved(before) && isSaved(after) ? 'favoritesAdded' : undefined,
  )
  return { favourite: { parkId, revision, adds: [...after.held] } }
}

async function history(
  db: Kysely<Tables>,
  { opId, userId, args, baseRev }: Effective<'history', number>,
  at: Date,
): Promise<Told> {
  const before = await clearings(db, userId)
  const after = learnClearing(before, baseRev)
  await keepClearings(db, userId, before, after)
  await countActivity(db, userId, at.toISOString(), 'totalSearches')
  if (!counts(after, baseRev)) return {}
  const search = { ...args, at: believable(args.at, at.getTime()) }
  const id = await keepSearch(db, { userId, entryId: opId, search, revision: await nextRevision(db, userId) })
  await trimHistory(db, userId, HISTORY_LENGTH)
  return { id }
}

async function clearHistory(
  db: Kysely<Tables>,
  { opId, userId, baseRev }: Effective<'history-clear', number>,
  at: Date,
): Promise<Told> {
  const before = await clearings(db, userId)
  await keepClearings(db, userId, before, mergeClearing(before, { opId, baseRev }))
  await nextRevision(db, userId)
  await countActivity(db, userId, at.toISOString())
  return {}
}

async function review(
  db: Kysely<Tables>,
  { userId, args }: Effective<'review', number>,
  at: Date,
): Promise<Told> {
  await mustBePark(db, args.parkId)
  const id = await addReview(db, userId, args, at.toISOString())
  await countActivity(db, userId, at.toISOString(), 'reviewsWritten')
  return { id }
}

async function visit(
  db: Kysely<Tables>,
  { userId, args }: Effective<'visit', number>,
  at: Date,
): Promise<Told> {
  await mustBePark(db, args.parkId)
  const { id, first } = await addVisit(db, userId, args, at.toISOString())
  await countActivity(db, userId, at.toISOString(), first ? 'parksVisited' : undefined)
  return { id }
}

async function helpfulVote(
  db: Kysely<Tables>,
  { userId, args }: Effective<'helpful-vote', number>,
  at: Date,
): Promise<Told> {
  await mustBeReview(db, args.reviewId)
  await voteOnReview(db, userId, args, at.toISOString())
  await countActivity(db, userId, at.toISOString())
  return {}
}

async function report(db: Kysely<Tables>, { userId, args }: Effective<'report'>, at: Date): Promise<Told> {
  if (args.subject === 'park') await mustBePark(db, args.subjectId)
  else await mustBeReview(db, args.subjectId)
  const id = await addReport(db, { userId, at: at.toISOString() }, args)
  if (args.subject === 'review') await countReport(db, args.subjectId)
  return { id }
}

/** What no person has written is taken and not kept. */
const isFromProgram = ({ fax }: { fax?: string | undefined }) => fax !== undefined && fax !== ''

/** Carries an operation out. To be called in a write. @throws Refused */
export async function carryOut(
  db: Kysely<Tables>,
  operation: { [K in Kind]: Effective<K> & { kind: K } }[Kind],
  at: Date,
): Promise<Told> {
  const { userId } = operation
  switch (operation.kind) {
    case 'nothing':
      return {}
    case 'submission':
      return isFromProgram(operation.args)
        ? {}
        : { id: await addSubmission(db, { userId, at: at.toISOString() }, operation.args) }
    case 'contact':
      return isFromProgram(operation.args)
        ? {}
        : { id: await addMessage(db, { userId, at: at.toISOString() }, operation.args) }
    case 'report':
      return isFromProgram(operation.args) ? {} : report(db, operation, at)
    case 'search-event':
      await countSearch(
        db,
        userId,
        { ...operation.args, at: believable(operation.args.at, at.getTime()) },
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

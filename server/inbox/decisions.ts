import type { Kysely } from 'kysely'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import type { FeatureId } from '../../data/model/feature.ts'
import type {
  InboxItemKind,
  ParkCorrection,
  ParkEdit,
  ParkFacts,
  ReportAcceptance,
} from '../../data/model/inbox.ts'
import type { AdminAction } from '../../data/model/admin-log.ts'
import { laterDate } from '../../data/model/park.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { withRuleFeatures } from '../../data/import/rule-features.ts'
import type { ReceivedReport, ReceivedSubmission } from '../../data/model/submission.ts'
import { CORRECTED, correctionOf, SUBMITTED, withSources } from '../../data/model/source.ts'
import type { PlacedPoint } from '../../data/model/placed-point.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { councilAreaAt } from '../geo/council-areas.ts'
import { isAtOutline } from '../geo/outline.ts'
import { sourceOfNamedPark } from '../geo/named-parks.ts'
import { underRule } from '../import/merging.ts'
import { ProblemError } from '../http/problems.ts'
import { recordAdminAct } from '../repositories/admin-log.ts'
import { parkOutline, publicPark, publishChange } from '../repositories/directory.ts'
import { keepFormerPlace } from '../repositories/former-places.ts'
import { decide, messageOf, linkSubmissionToPark, reportOf, submissionOf } from '../repositories/inbox.ts'
import { moderateReview } from '../repositories/reviews.ts'
import type { Tables } from '../database/tables.ts'

/** Which administrator decides, and when. */
export interface Decider {
  userId: number
  at: Date
}

const parkGone = () =>
  new ProblemError({ code: 'park-not-found', message: 'This park is no longer in the directory.' })

const itemGone = () =>
  new ProblemError({
    code: 'not-found',
    message: 'This is no longer in the inbox. If it is a report, it has been replaced by its sender.',
  })

/** Treats an empty text as missing. */
const orNull = (text: string | null | undefined) => text || null

async function recordDecision(
  db: Kysely<Tables>,
  kind: InboxItemKind,
  id: number,
  status: 'accepted' | 'rejected',
  { userId, at }: Decider,
  note = '',
): Promise<void> {
  const before = await decide(db, kind, id, { status, userId, at, note })
  if (before === undefined) throw itemGone()
  if (before !== 'new') throw new ProblemError({ code: 'taken', message: `This was already ${before}.` })
}

/** The source of a position: that of the named park by which it was placed, unless it has been moved since. */
const positionSource = (
  point: PlacedPoint | undefined,
  { latitude, longitude }: { latitude: number; longitude: number },
): PositionSource | null =>
  (point?.latitude === latitude && point.longitude === longitude && sourceOfNamedPark(point)) || null

const newPark = (
  facts: ParkFacts,
  { createdAt: sentAt, point }: ReceivedSubmission,
  ofAddress: PositionSource | null,
  at: Date,
): Omit<DirectoryPark, 'id'> => ({
  ...facts,
  openingHours: orNull(facts.openingHours),
  leashHours: orNull(facts.leashHours),
  phone: orNull(facts.phone),
  description: orNull(facts.description),
  area: '',
  ...withRuleFeatures(facts.access, { features: facts.features, lacks: [] }),
  rating: null,
  imageUrl: null,
  position: positionSource(point, facts) ?? ofAddress,
  council: councilAreaAt(facts),
  sources: [{ publisher: SUBMITTED, year: sentAt.slice(0, 4) }],
  // The facts date from the submission.
  asOf: sentAt.slice(0, 4),
  createdAt: at.toISOString(),
})

/**
 * Publishes a submission as a park, in a new version of the directory. Call inside a write transaction.
 * @param ofAddress the source of the position if it is that of the address
 * @returns the park's id
 * @throws ProblemError
 */
export async function acceptSubmission(
  db: Kysely<Tables>,
  id: number,
  facts: ParkFacts,
  ofAddress: PositionSource | null,
  decider: Decider,
): Promise<number> {
  const submission = await submissionOf(db, id)
  if (submission === undefined) throw itemGone()
  await recordDecision(db, 'submissions', id, 'accepted', decider)
  const seq = await publishChange(
    db,
    { upserts: [newPark(facts, submission, ofAddress, decider.at)] },
    decider.at,
  )
  const parkId = await linkSubmissionToPark(db, id, seq)
  const details = `${facts.name}, ${facts.city} ${facts.state}, is park ${parkId}.`
  await recordAdminAct(
    db,
    { userId: decider.userId, act: 'submission-accepted', subject: `submission ${id}`, details },
    decider.at,
  )
  return parkId
}

const LOG_SUBJECTS = {
  submissions: 'submission',
  reports: 'report',
  messages: 'message',
} as const satisfies Record<InboxItemKind, string>
const REJECTION_ACTS: Readonly<Record<InboxItemKind, AdminAction>> = {
  submissions: 'submission-rejected',
  reports: 'report-rejected',
  messages: 'message-closed',
}

/**
 * Rejects an inbox item. Call inside a write transaction.
 * @throws ProblemError
 */
export async function reject(
  db: Kysely<Tables>,
  kind: InboxItemKind,
  id: number,
  note: string,
  decider: Decider,
): Promise<void> {
  await recordDecision(db, kind, id, 'rejected', decider, note)
  await recordAdminAct(
    db,
    {
      userId: decider.userId,
      act: REJECTION_ACTS[kind],
      subject: `${LOG_SUBJECTS[kind]} ${id}`,
      details: note || 'Rejected.',
    },
    decider.at,
  )
}

/**
 * Marks a message as handled. Call inside a write transaction.
 * @throws ProblemError
 */
export async function acceptMessage(
  db: Kysely<Tables>,
  id: number,
  note: string,
  decider: Decider,
): Promise<void> {
  const message = await messageOf(db, id)
  await recordDecision(db, 'messages', id, 'accepted', decider, note)
  await recordAdminAct(
    db,
    { userId: decider.userId, act: 'message-closed', subject: `message ${id}`, details: message!.subject },
    decider.at,
  )
}

/**
 * The features of a park after an edit: what it leaves unchanged is as it is now, because another administrator or an
 * import may have changed it while the form was open.
 * @param kept those that stay under the rule of the edit
 */
function editedFeatures(
  park: DirectoryPark,
  kept: readonly FeatureId[],
  { changes: { features }, featuresBefore }: ParkEdit,
): readonly FeatureId[] {
  if (features === undefined) return kept
  if (featuresBefore === undefined) return features
  return FEATURE_IDS.filter((id) => {
    const [wasTicked, isTicked] = [featuresBefore.includes(id), features.includes(id)]
    if (wasTicked !== isTicked) return isTicked
    // What followed from the old rule stays if it is still ticked.
    return park.features.includes(id) && (isTicked || kept.includes(id))
  })
}

/**
 * The leash hours of a park after an edit. Those that were written beside another rule than the park has now, because it
 * was changed while the form was open, count only where they cannot permit more than that rule.
 * @param kept those that stay under the rule of the edit
 */
function editedLeashHours(
  park: DirectoryPark,
  kept: string | null,
  { changes: { access, leashHours }, accessBefore = park.access }: ParkEdit,
): string | null {
  if (leashHours === undefined) return kept
  if (access !== undefined || accessBefore === park.access) return orNull(leashHours)
  const written = { access: accessBefore, features: [], lacks: [], leashHours: orNull(leashHours) }
  return underRule(park.access, written).leashHours ?? park.leashHours
}

/** The park with a report's changes applied, dated with the year of the report unless it was checked later. */
function corrected(
  park: DirectoryPark,
  edit: ParkEdit,
  { createdAt: reportedAt, point }: ReceivedReport,
): DirectoryPark {
  const { changes } = edit
  const known = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const year = reportedAt.slice(0, 4)
  const asOf = laterDate(park.asOf, year)
  // What followed from the old rule goes with it, unless the correction says that the park still has it.
  const kept = underRule(changes.access ?? park.access, park)
  const after = { ...kept, ...known, asOf } as DirectoryPark
  const moved = after.latitude !== park.latitude || after.longitude !== park.longitude
  return {
    ...after,
    sources: withSources(
      park.sources.filter(({ publisher }) => publisher !== CORRECTED),
      [{ publisher: CORRECTED, year: laterDate(correctionOf(park.sources)?.year ?? null, year) }],
    ),
    // It has been placed again, so the position no longer comes from its source.
    ...(moved ? { position: positionSource(point, after), council: councilAreaAt(after) } : {}),
    ...withRuleFeatures(after.access, {
      features: editedFeatures(park, kept.features, edit),
      lacks: after.lacks,
    }),
    openingHours: orNull(after.openingHours),
    leashHours: editedLeashHours(park, kept.leashHours, edit),
    phone: orNull(after.phone),
    description: orNull(after.description),
  }
}

/** Deletes the outline of a park that is moved away from it. */
async function outlineAfterMove(
  db: Kysely<Tables>,
  before: DirectoryPark,
  after: DirectoryPark,
): Promise<{ outline?: null }> {
  if (after.latitude === before.latitude && after.longitude === before.longitude) return {}
  const outline = await parkOutline(db, before.id)
  return outline && !isAtOutline(after, outline) ? { outline: null } : {}
}

const FIELD_LABELS: Readonly<Record<keyof ParkCorrection, string>> = {
  name: 'name',
  address: 'address',
  city: 'suburb',
  state: 'state',
  postcode: 'postcode',
  latitude: 'position',
  longitude: 'position',
  accuracy: 'accuracy of the position',
  access: 'rule for dogs',
  features: 'features',
  size: 'size',
  openingHours: 'opening hours',
  leashHours: 'leash hours',
  phone: 'phone',
  description: 'description',
}

/**
 * Accepts a report and applies its correction. Call inside a write transaction.
 * @throws ProblemError
 */
export async function acceptReport(
  db: Kysely<Tables>,
  id: number,
  acceptance: ReportAcceptance,
  decider: Decider,
): Promise<void> {
  const report = await reportOf(db, id)
  if (report === undefined) throw itemGone()
  if ((report.subject === 'review') !== (acceptance.act === 'moderate')) {
    throw new ProblemError({
      code: 'invalid-input',
      field: 'act',
      message: `This is a report of a ${report.subject}.`,
    })
  }
  await recordDecision(db, 'reports', id, 'accepted', decider)
  const details = await applyAcceptance(db, acceptance, report, decider.at)
  await recordAdminAct(
    db,
    { userId: decider.userId, act: 'report-accepted', subject: `report ${id}`, details },
    decider.at,
  )
}

/** @returns what was done, for the admin log */
async function applyAcceptance(
  db: Kysely<Tables>,
  acceptance: ReportAcceptance,
  report: ReceivedReport,
  at: Date,
): Promise<string> {
  const { subjectId } = report
  if (acceptance.act === 'moderate') {
    if (!(await moderateReview(db, subjectId)))
      throw new ProblemError({ code: 'review-not-found', message: 'This review no longer exists.' })
    return `Review ${subjectId} is marked.`
  }
  const park = await publicPark(db, subjectId)
  if (park === undefined) throw parkGone()
  if (acceptance.act === 'edit') {
    const after = corrected(park, acceptance, report)
    await keepFormerPlace(db, subjectId, park, after, at)
    await publishChange(db, { upserts: [{ ...after, ...(await outlineAfterMove(db, park, after)) }] }, at)
    const edited = [
      ...new Set(Object.keys(acceptance.changes).map((field) => FIELD_LABELS[field as keyof ParkCorrection])),
    ]
    return `Park ${subjectId}: ${edited.length === 0 ? 'confirmed as it is' : edited.join(', ')}.`
  }
  const { successor } = acceptance
  if (successor !== null && (successor === subjectId || (await publicPark(db, successor)) === undefined)) {
    throw new ProblemError({
      code: 'park-not-found',
      message: 'The park it should be merged into does not exist.',
    })
  }
  await publishChange(db, { removals: [{ id: subjectId, successor }] }, at)
  return `Park ${subjectId} is gone${successor === null ? '' : `, part of park ${successor}`}.`
}

import * as z from 'zod/mini'
import { list, withoutControls, withoutControlsButLines } from './bounded.ts'
import { isInAustralia } from './australia.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { DirectoryPark, DogAccess, LocationAccuracy, ParkId, Size } from './park.ts'
import { Source } from './source.ts'
import { PublishedReview } from './review.ts'
import { StateCode } from './state.ts'
import { ReceivedReport, ReceivedSubmission } from './submission.ts'

/** `GET /api/admin/inbox`: the number of items without a decision. */
export const InboxCounts = z.strictObject({ submissions: z.int(), reports: z.int(), messages: z.int() })
export type InboxCounts = z.infer<typeof InboxCounts>

/** The kinds of inbox items. */
export const INBOX_ITEM_KINDS = ['submissions', 'reports', 'messages'] as const
export const InboxItemKind = z.enum(INBOX_ITEM_KINDS)
export type InboxItemKind = z.infer<typeof InboxItemKind>

const line = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength), withoutControls)
const lines = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), withoutControlsButLines)
const requiredLine = (message: string, maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(maxLength), withoutControls)
/** A text of several lines, or `null`. */
const optionalLines = (maxLength: number) => z.nullable(lines(maxLength))

const facts = {
  name: requiredLine('A park needs a name', 200),
  address: line(300),
  city: requiredLine('Enter the suburb or town', 100),
  state: StateCode,
  postcode: z
    .string()
    .check(
      z.trim(),
      z.maxLength(4, 'A postcode has four digits'),
      z.regex(/^\d{4}$/, 'A postcode has four digits'),
    ),
  latitude: z.number('Enter the position in degrees').check(z.gte(-90), z.lte(90)),
  longitude: z.number('Enter the position in degrees').check(z.gte(-180), z.lte(180)),
  accuracy: LocationAccuracy,
  access: z.enum(DogAccess.options, 'Choose the dog rules'),
  features: list(FeatureId, FEATURE_IDS.length),
  size: z.nullable(Size),
  openingHours: optionalLines(300),
  leashHours: optionalLines(300),
  phone: optionalLines(40),
  description: optionalLines(6000),
}

/** The facts about a submitted park, as entered by an administrator. */
export const ParkFacts = z
  .strictObject(facts)
  .check(z.refine(isInAustralia, { message: 'This place is not in Australia', path: ['latitude'] }))
export type ParkFacts = z.infer<typeof ParkFacts>

/** The facts to change; all others stay the same. */
export const ParkCorrection = z.partial(z.strictObject(facts)).check(
  z.refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    message: 'Enter both latitude and longitude',
    path: ['latitude'],
  }),
  z.refine(
    ({ latitude, longitude }) =>
      latitude === undefined || longitude === undefined || isInAustralia({ latitude, longitude }),
    {
      message: 'This place is not in Australia',
      path: ['latitude'],
    },
  ),
)
export type ParkCorrection = z.infer<typeof ParkCorrection>

/** The facts about a park in the directory. */
const DirectoryFacts = z.pick(DirectoryPark, {
  name: true,
  address: true,
  city: true,
  state: true,
  postcode: true,
  latitude: true,
  longitude: true,
  accuracy: true,
  access: true,
  features: true,
  size: true,
  openingHours: true,
  leashHours: true,
  phone: true,
  description: true,
})

/** The park that a submission could become. Unknown facts are `null`; the administrator must enter them. */
export const ParkDraft = z.extend(DirectoryFacts, {
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  access: z.nullable(DogAccess),
})
export type ParkDraft = z.infer<typeof ParkDraft>

/** A park in the directory that may be the same. */
export const SimilarPark = z.strictObject({
  id: ParkId,
  name: z.string(),
  /** 'Marrickville NSW 2204'. */
  place: z.string(),
  /** Metres from the draft's position. */
  distance: z.nullable(z.int()),
})
export type SimilarPark = z.infer<typeof SimilarPark>

/** `GET /api/admin/submissions/:id`. */
export const SubmissionDetails = z.strictObject({
  submission: ReceivedSubmission,
  draft: ParkDraft,
  /** What was filled in from the gazetteer or is not in it, for people. */
  notes: z.array(z.string()),
  alike: z.array(SimilarPark),
})
export type SubmissionDetails = z.infer<typeof SubmissionDetails>

/** `GET /api/admin/reports/:id`. */
export const ReportDetails = z.strictObject({
  report: ReceivedReport,
  /** The published park; `null` if it is not in the directory. */
  park: z.nullable(
    z.extend(DirectoryFacts, { id: ParkId, sources: z.array(Source), asOf: z.nullable(z.string()) }),
  ),
  /** The review, if the report is about one. */
  review: z.nullable(PublishedReview),
})
export type ReportDetails = z.infer<typeof ReportDetails>

/**
 * `POST /api/admin/reports/:id/accept`. `edit`: the current facts, which may be unchanged; the date of the
 * facts changes. `featuresBefore`: those that the administrator saw, so that only what they changed is changed, and
 * nothing that was published meanwhile; without them, `features` replaces all. `accessBefore`: the rule for dogs beside
 * the leash hours that are changed; under another rule, only hours that it allows are taken. `remove`: the park no longer
 * exists or is part of another. `moderate`: marks a review as moderated.
 */
export const ReportAcceptance = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('edit'),
    changes: ParkCorrection,
    featuresBefore: z.optional(list(FeatureId, FEATURE_IDS.length)),
    accessBefore: z.optional(DogAccess),
  }),
  z.strictObject({ act: z.literal('remove'), successor: z.nullable(ParkId) }),
  z.strictObject({ act: z.literal('moderate') }),
])
export type ReportAcceptance = z.infer<typeof ReportAcceptance>
export type ParkEdit = Extract<ReportAcceptance, { act: 'edit' }>

/** A note with a decision. */
export const DecisionNote = z.strictObject({ note: z.optional(lines(500)) })
export type DecisionNote = z.infer<typeof DecisionNote>

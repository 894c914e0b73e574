import * as z from 'zod/mini'
import { list, withoutControls, withoutControlsButLines } from './bounded.ts'
import { isInAustralia } from './australia.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { DirectoryPark, DogAccess, LocationAccuracy, ParkId, Size } from './park.ts'
import { PublishedReview } from './review.ts'
import { StateCode } from './state.ts'
import { ReceivedReport, ReceivedSubmission } from './submission.ts'

/** What came in and waits for a decision: `GET /api/admin/inbox`. */
export const InboxCounts = z.strictObject({ submissions: z.int(), reports: z.int(), messages: z.int() })
export type InboxCounts = z.infer<typeof InboxCounts>

/** Whose list something came into. */
export const LETTER_KINDS = ['submissions', 'reports', 'messages'] as const
export const LetterKind = z.enum(LETTER_KINDS)
export type LetterKind = z.infer<typeof LetterKind>

const line = (longest: number) => z.string().check(z.trim(), z.maxLength(longest), withoutControls)
const lines = (longest: number) => z.string().check(z.trim(), z.maxLength(longest), withoutControlsButLines)
const needed = (message: string, longest: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(longest), withoutControls)
/** A text, or `null` where there is none. */
const unless = (longest: number) => z.nullable(lines(longest))

const facts = {
  name: needed('A park needs a name', 200),
  address: line(300),
  city: needed('Say in which suburb or town it is', 100),
  state: StateCode,
  postcode: z
    .string()
    .check(
      z.trim(),
      z.maxLength(4, 'A postcode has four digits'),
      z.regex(/^\d{4}$/, 'A postcode has four digits'),
    ),
  latitude: z.number('Say where it is, in degrees').check(z.gte(-90), z.lte(90)),
  longitude: z.number('Say where it is, in degrees').check(z.gte(-180), z.lte(180)),
  accuracy: LocationAccuracy,
  access: z.enum(DogAccess.options, 'Say what the rule for dogs is'),
  features: list(FeatureId, FEATURE_IDS.length),
  size: z.nullable(Size),
  openingHours: unless(300),
  leashHours: unless(300),
  phone: unless(40),
  description: unless(6000),
}

/** What an administrator says of a park that somebody has sent in. */
export const ParkFacts = z
  .strictObject(facts)
  .check(z.refine(isInAustralia, { message: 'This place is not in Australia', path: ['latitude'] }))
export type ParkFacts = z.infer<typeof ParkFacts>

/** What is different now; everything else about the park stays. */
export const ParkCorrection = z.partial(z.strictObject(facts)).check(
  z.refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    message: 'Latitude and longitude go together',
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

/** A park's facts as the directory has them, whatever they are. */
const Known = z.pick(DirectoryPark, {
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

/** A submission as it could become a park. What nobody knows is `null`, and is asked for. */
export const ParkDraft = z.extend(Known, {
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  access: z.nullable(DogAccess),
})
export type ParkDraft = z.infer<typeof ParkDraft>

/** A park of the directory that may be the very one. */
export const AlikePark = z.strictObject({
  id: ParkId,
  name: z.string(),
  /** 'Marrickville NSW 2204'. */
  place: z.string(),
  /** Metres from the draft's position. */
  distance: z.nullable(z.int()),
})
export type AlikePark = z.infer<typeof AlikePark>

/** `GET /api/admin/submissions/:id`. */
export const SubmissionDesk = z.strictObject({
  submission: ReceivedSubmission,
  draft: ParkDraft,
  /** What the gazetteer filled in or does not know, for people. */
  notes: z.array(z.string()),
  alike: z.array(AlikePark),
})
export type SubmissionDesk = z.infer<typeof SubmissionDesk>

/** `GET /api/admin/reports/:id`. */
export const ReportDesk = z.strictObject({
  report: ReceivedReport,
  /** The park as the public sees it; `null` when it is not in the directory. */
  park: z.nullable(z.extend(Known, { id: ParkId, source: z.string(), asOf: z.nullable(z.string()) })),
  /** The review, where the report is of one. */
  review: z.nullable(PublishedReview),
})
export type ReportDesk = z.infer<typeof ReportDesk>

/**
 * `POST /api/admin/reports/:id/accept`. `edit`: the facts as they are now, none of which need have changed: the date has. `remove`: the
 * park is gone, or part of another. `moderate`: a review that is marked.
 */
export const ReportAcceptance = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('edit'), changes: ParkCorrection }),
  z.strictObject({ act: z.literal('remove'), successor: z.nullable(ParkId) }),
  z.strictObject({ act: z.literal('moderate') }),
])
export type ReportAcceptance = z.infer<typeof ReportAcceptance>

/** What is noted with a decision. */
export const DecisionNote = z.strictObject({ note: z.optional(lines(500)) })
export type DecisionNote = z.infer<typeof DecisionNote>

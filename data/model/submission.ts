import * as z from 'zod/mini'
import { lineText, linesText, list, withoutControls, withoutControlsButLines } from './bounded.ts'
import { FEATURE_IDS, FeatureId } from './feature.ts'
import { ParkId } from './park.ts'
import { PlacedPoint } from './placed-point.ts'
import { StateCode } from './state.ts'

const required = (message: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(most), withoutControls)

/**
 * A hidden field that only bots fill in. Requests with it get a normal reply but are not stored, so that the
 * bot does not notice.
 */
const fax = z.optional(lineText(200))

/**
 * Chromium reads a space in a host name as %20, while Node rejects it (URL Standard, 'host parsing'). Both
 * must reject the same names.
 */
const HOSTNAME = /^[^%\s]+$/

/** A submitted park (specification 13.77 and 15.33). */
export const ParkSubmission = z.strictObject({
  parkName: required('Park name is required', 200),
  address: required('Address is required', 300),
  suburb: required('Suburb is required', 100),
  postcode: required('Postcode is required', 20),
  state: StateCode,
  description: z.optional(linesText(5000)),
  website: z.optional(
    z
      .url({ protocol: /^https?$/, hostname: HOSTNAME, error: 'Please enter a valid website address' })
      .check(z.maxLength(500), withoutControls),
  ),
  openingHours: z.optional(linesText(300)),
  features: list(FeatureId, FEATURE_IDS.length),
  /** Where the park is. Missing if the person placed none, and from old versions of the app. */
  point: z.optional(PlacedPoint),
  fax,
})
export type ParkSubmission = z.infer<typeof ParkSubmission>

/** The contact form. */
export const ContactMessage = z.strictObject({
  name: required('Name is required', 200),
  email: z.email('Please enter a valid email').check(z.maxLength(320), withoutControls),
  subject: required('Subject is required', 200),
  message: z
    .string()
    .check(z.trim(), z.minLength(1, 'Message is required'), z.maxLength(5000), withoutControlsButLines),
  fax,
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** The reasons for a report. `other`: see the message. */
export const REPORT_REASONS = ['gone', 'rule-changed', 'wrong-place', 'other'] as const
export const ReportReason = z.enum(REPORT_REASONS)
export type ReportReason = z.infer<typeof ReportReason>

const reportFields = {
  subject: z.enum(['park', 'review']),
  /** The park's or the review's id. */
  subjectId: ParkId,
  /** Missing in reports from old versions of the app, which only had a message. */
  reason: z.optional(ReportReason),
  /** May be empty unless the reason is `other`. */
  message: z.string().check(z.trim(), z.maxLength(2000), withoutControlsButLines),
  /** Where the park is instead; reports of reviews have none. */
  point: z.optional(PlacedPoint),
}

/** A report that a park's facts or a review are wrong. */
export const Report = z.strictObject({ ...reportFields, fax }).check(
  z.refine(({ reason = 'other', message }) => message !== '' || reason !== 'other', {
    message: 'Please say what is wrong',
    path: ['message'],
  }),
)
export type Report = z.infer<typeof Report>

/** The status of an inbox item. */
export const INBOX_ITEM_STATUSES = ['new', 'accepted', 'rejected'] as const
export const InboxItemStatus = z.enum(INBOX_ITEM_STATUSES)
export type InboxItemStatus = z.infer<typeof InboxItemStatus>

const received = {
  id: z.int(),
  userId: z.nullable(z.int()),
  /** The sender's user name; `null` without an account or for a deleted one. */
  username: z.nullable(z.string()),
  createdAt: z.string(),
  status: InboxItemStatus,
  decidedAt: z.nullable(z.string()),
  /** The current user name of the administrator who decided. */
  decidedBy: z.nullable(z.string()),
  /** The administrator's note; '' for none. */
  note: z.string(),
}

/** Inbox items for administrators, latest first. */
export const ReceivedSubmission = z.strictObject({
  ...received,
  // Not validated again, because the rules may have changed since it was stored.
  parkName: z.string(),
  address: z.string(),
  suburb: z.string(),
  postcode: z.string(),
  state: StateCode,
  description: z.optional(z.string()),
  website: z.optional(z.string()),
  openingHours: z.optional(z.string()),
  features: z.array(FeatureId),
  point: z.optional(PlacedPoint),
  /** The park that was created from it. */
  parkId: z.nullable(ParkId),
})
export type ReceivedSubmission = z.infer<typeof ReceivedSubmission>
export const ReceivedMessage = z.strictObject({
  ...received,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
})
export type ReceivedMessage = z.infer<typeof ReceivedMessage>
export const ReceivedReport = z.strictObject({
  ...received,
  subject: reportFields.subject,
  subjectId: ParkId,
  reason: reportFields.reason,
  message: z.string(),
  point: z.optional(PlacedPoint),
  /** The name of the park, even if it was removed; for a review the name of its park. `null` if unknown. */
  parkName: z.nullable(z.string()),
})
export type ReceivedReport = z.infer<typeof ReceivedReport>

import * as z from 'zod/mini'

/** What administrators do that others should be able to look up. Entries are only ever appended. */
const ADMIN_ACTS = [
  'import',
  'import-undone',
  'positions-located',
  'rule-said',
  'submission-accepted',
  'submission-rejected',
  'report-accepted',
  'report-rejected',
  'message-closed',
] as const
export const AdminAct = z.enum(ADMIN_ACTS)
export type AdminAct = z.infer<typeof AdminAct>

/** `GET /api/admin/log?offset=&limit=`: who did what and when, the latest first, with `X-Total-Count`. */
export const AdminLogEntry = z.strictObject({
  id: z.int(),
  /** ISO 8601 instant. */
  createdAt: z.string(),
  act: AdminAct,
  /** As it was called then; `null` from the command line. */
  username: z.nullable(z.string()),
  /** What it was done to: 'import 7', 'park 12', 'submission 3'. */
  subject: z.string(),
  /** One sentence for people; '' when the act says it all. */
  details: z.string(),
})
export type AdminLogEntry = z.infer<typeof AdminLogEntry>

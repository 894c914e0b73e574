import * as z from 'zod/mini'

/** The actions of administrators that are logged. Values are stored, so new ones are only appended. */
const ADMIN_ACTIONS = [
  'import',
  'import-undone',
  'positions-located',
  'rule-said',
  'submission-accepted',
  'submission-rejected',
  'report-accepted',
  'report-rejected',
  'message-closed',
  'park-checked',
  'no-dogs-said',
] as const
export const AdminAction = z.enum(ADMIN_ACTIONS)
export type AdminAction = z.infer<typeof AdminAction>

/** `GET /api/admin/log?offset=&limit=`: actions of administrators, latest first, with `X-Total-Count`. */
export const AdminLogEntry = z.strictObject({
  id: z.int(),
  /** ISO 8601 instant. */
  createdAt: z.string(),
  act: AdminAction,
  /** The user name at that time; `null` for the command line. */
  username: z.nullable(z.string()),
  /** The object of the action: 'import 7', 'park 12', 'submission 3'. */
  subject: z.string(),
  /** One sentence for people; '' if there is nothing to add. */
  details: z.string(),
})
export type AdminLogEntry = z.infer<typeof AdminLogEntry>

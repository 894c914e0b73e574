import * as z from 'zod/mini'
import { ID_MAX, INSTANT_MAX, wholeNumber } from './bounded.ts'

/** Names an operation or a device: 128 random bits in lower-case hex, so that devices need not ask anybody for one. Never given twice. */
export const Id = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))
export type Id = z.infer<typeof Id>

/** Whose rows: an account's number, or {@link NOBODY} for what is done without an account. */
export const PartitionId = wholeNumber(0, ID_MAX)
export type PartitionId = z.infer<typeof PartitionId>

/** Accounts are numbered from 1, so this partition belongs to none. */
export const NOBODY: PartitionId = 0

/** An instant on a device's clock, milliseconds since 1970. It is shown and sorts lists; it decides nothing. */
export const DeviceTime = wholeNumber(-INSTANT_MAX, INSTANT_MAX)

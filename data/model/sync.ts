import * as z from 'zod/mini'
import { ID_MAX, INSTANT_MAX, wholeNumber } from './numbers.ts'

/**
 * Identifies an operation or a device: 128 random bits in lower-case hex, so that devices can create ids
 * offline. Never reused.
 */
export const Id = z.string().check(z.maxLength(32), z.regex(/^[0-9a-f]{32}$/))
export type Id = z.infer<typeof Id>

/** The owner of a row: the account's id, or {@link NO_ACCOUNT} without an account. */
export const PartitionId = wholeNumber(0, ID_MAX)
export type PartitionId = z.infer<typeof PartitionId>

/** The partition without an account. Account ids start at 1. */
export const NO_ACCOUNT: PartitionId = 0

/**
 * A time on a device's clock, milliseconds since 1970. Only shown and used to sort lists; no decision depends
 * on it.
 */
export const DeviceTime = wholeNumber(-INSTANT_MAX, INSTANT_MAX)

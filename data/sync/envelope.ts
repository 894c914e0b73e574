import * as z from 'zod/mini'
import { lineText, list } from '../model/bounded.ts'
import { wholeNumber } from '../model/numbers.ts'
import { ParkId } from '../model/park.ts'
import { Id, PartitionId } from '../model/sync.ts'
import { Acknowledged, OperationHead } from './operation.ts'

/**
 * Version of the messages in this folder. It must be increased when a schema changes, and the server must
 * keep supporting older versions. A test compares the schemas with a stored hash.
 */
export const PROTOCOL = 5
/**
 * Versions that the server supports; it replies in the version of the request. Version 1 has no reasons in
 * its reports. Version 2 allows longer values in requests and does not have the refusal `limit-reached`.
 * Version 3 has no points in submissions and reports. Version 4 does not have `clearings` in replies. Requests of all
 * are parsed with the schemas of version 5.
 */
const PROTOCOLS = [1, 2, 3, 4, PROTOCOL] as const
export const Protocol = z.literal(PROTOCOLS)
export type Protocol = z.infer<typeof Protocol>

/**
 * Maximum operations per request. The server applies them in one transaction, which other writers wait for.
 */
export const BATCH_LENGTH = 50

/** The current state of a favourite. */
export const FavouriteChange = z.strictObject({
  parkId: ParkId,
  revision: z.int(),
  /** Ids of the saves in effect. Without any, the park is not a favourite. */
  adds: z.array(Id),
})
export type FavouriteChange = z.infer<typeof FavouriteChange>

export const HistoryEntry = z.strictObject({
  id: Id,
  query: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
  resultCount: z.nullable(z.int()),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Changes to a user's rows since a cursor. */
export const Changes = z.strictObject({
  /** Whether this is the complete state: rows that are not in it no longer exist. */
  full: z.boolean(),
  /** Where the next pull starts. */
  cursor: z.string(),
  favourites: z.array(FavouriteChange),
  history: z.strictObject({
    /** The latest clearing. Entries that were made before it are deleted. */
    clear: z.nullable(Id),
    /** The clearings received since the cursor, and the latest, which is the last. Not in versions before 5. */
    clearings: z.optional(z.array(Id)),
    entries: z.array(HistoryEntry),
  }),
})
export type Changes = z.infer<typeof Changes>

/** Why an operation was refused for good. Clients branch on these codes. */
const REFUSALS = [
  'invalid-operation',
  'park-not-found',
  'review-not-found',
  'not-allowed',
  'limit-reached',
  'failed',
] as const
export const Refusal = z.enum(REFUSALS)
export type Refusal = z.infer<typeof Refusal>

/** The result of an operation. It is stored with the operation's effect and never changes. */
export const Outcome = z.discriminatedUnion('status', [
  z.strictObject({
    opId: Id,
    status: z.literal('applied'),
    /** Id of the created row, if the kind creates one. */
    id: z.optional(z.int()),
    /** The favourite after the operation. */
    favourite: z.optional(FavouriteChange),
  }),
  z.strictObject({ opId: Id, status: z.literal('refused'), code: Refusal, message: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>

/** `POST /api/sync`: a device's operations, and the cursor from which it needs changes. */
export const SyncRequest = z.strictObject({
  protocol: wholeNumber(0, 1_000_000),
  deviceId: Id,
  userId: PartitionId,
  /** The highest acknowledged `seq`. If the server's is lower, it has lost operations. */
  acknowledged: Acknowledged,
  /** `null` requests everything. */
  cursor: z.nullable(lineText(100)),
  /**
   * By ascending `seq`, without gaps. Each is parsed separately, so that an invalid one does not block the
   * others.
   */
  operations: list(OperationHead, BATCH_LENGTH),
})
export type SyncRequest = z.infer<typeof SyncRequest>

export const SyncReply = z.strictObject({
  /** Version of the request. */
  protocol: Protocol,
  /** Changes when the server is restored from a backup. */
  epoch: Id,
  /** The server's clock, milliseconds since 1970. */
  at: z.int(),
  /** One per operation of the request, in order. */
  outcomes: z.array(Outcome),
  /** `null` without an account. */
  changes: z.nullable(Changes),
})
export type SyncReply = z.infer<typeof SyncReply>

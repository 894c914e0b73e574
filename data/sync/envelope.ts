import * as z from 'zod/mini'
import { lineText, list, wholeNumber } from '../model/bounded.ts'
import { ParkId } from '../model/park.ts'
import { Id, PartitionId } from '../model/sync.ts'
import { Acknowledged, OperationHead } from './operation.ts'

/**
 * The version of everything in this folder that crosses the wire. Whatever changes a schema changes this number, and the server goes on
 * reading the ones before it; a test holds the schemas to their hash.
 */
export const PROTOCOL = 3
/**
 * Versions the server understands, and answers in. Version 1 has no reasons in its reports; version 2 has wider maxima in requests, and does
 * not know the refusal `limit-reached`. What either says is read by the schemas of version 3.
 */
const PROTOCOLS = [1, 2, PROTOCOL] as const
export const Protocol = z.literal(PROTOCOLS)
export type Protocol = z.infer<typeof Protocol>

/** Operations of one request. The server carries them out in one go, and others wait for it. */
export const BATCH_LENGTH = 50

/** A favourite as it is now. */
export const FavouriteChange = z.strictObject({
  parkId: ParkId,
  revision: z.int(),
  /** The acts of saving that hold it; with none it is no favourite. */
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

/** What happened to a person's rows since a cursor. */
export const Changes = z.strictObject({
  /** Whether this is everything there is: what is not in it is gone. */
  full: z.boolean(),
  /** Where the next pull begins. */
  cursor: z.string(),
  favourites: z.array(FavouriteChange),
  history: z.strictObject({
    /** The clearing in force; entries that do not know of it are gone. */
    clear: z.nullable(Id),
    entries: z.array(HistoryEntry),
  }),
})
export type Changes = z.infer<typeof Changes>

/** Why an operation was refused for good. The list is closed. */
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

/** What became of an operation. It is stored with the operation's effect and never changes. */
export const Outcome = z.discriminatedUnion('status', [
  z.strictObject({
    opId: Id,
    status: z.literal('applied'),
    /** The row that was made, where the kind makes one. */
    id: z.optional(z.int()),
    /** The favourite afterwards. */
    favourite: z.optional(FavouriteChange),
  }),
  z.strictObject({ opId: Id, status: z.literal('refused'), code: Refusal, message: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>

/** `POST /api/sync`: what a device has to tell, and from where on it wants to know. */
export const SyncRequest = z.strictObject({
  protocol: wholeNumber(0, 1_000_000),
  deviceId: Id,
  userId: PartitionId,
  /** The highest `seq` the server is known to have; more than it has now means that it has lost some. */
  acknowledged: Acknowledged,
  /** `null`: everything. */
  cursor: z.nullable(lineText(100)),
  /** By ascending `seq`, without gaps. Each is read by itself, so that one nobody understands stops no other. */
  operations: list(OperationHead, BATCH_LENGTH),
})
export type SyncRequest = z.infer<typeof SyncRequest>

export const SyncReply = z.strictObject({
  /** That of the request. */
  protocol: Protocol,
  /** Changes when the server has become an earlier one (a restored backup). */
  epoch: Id,
  /** The server's clock, milliseconds since 1970. */
  at: z.int(),
  /** One for each operation of the request. */
  outcomes: z.array(Outcome),
  /** `null` without an account. */
  changes: z.nullable(Changes),
})
export type SyncReply = z.infer<typeof SyncReply>

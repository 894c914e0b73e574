import * as z from 'zod/mini'
import { list } from '../model/bounded.ts'
import { wholeNumber } from '../model/numbers.ts'
import { HistorySearch, SearchEvent } from '../model/history.ts'
import { ParkId } from '../model/park.ts'
import { HelpfulVote, Review } from '../model/review.ts'
import { ContactMessage, ParkSubmission, Report } from '../model/submission.ts'
import { Id, NO_ACCOUNT, PartitionId } from '../model/sync.ts'
import { Visit } from '../model/visit.ts'
import { CLEARINGS_LISTED } from './history.ts'

/** The arguments of each kind of operation. */
export const ARGUMENTS = {
  /** Saves or removes a favourite. */
  favourite: z.strictObject({ parkId: ParkId, saved: z.boolean() }),
  /** Adds a search to the history. */
  history: HistorySearch,
  /** Clears the history. */
  'history-clear': z.strictObject({}),
  submission: ParkSubmission,
  contact: ContactMessage,
  report: Report,
  review: Review,
  visit: Visit,
  'helpful-vote': HelpfulVote,
  'search-event': SearchEvent,
  /** Replaces a discarded operation, so that the sequence has no gap. */
  nothing: z.strictObject({}),
} as const

/** @internal Read by tests only. */
export const KINDS = Object.keys(ARGUMENTS) as readonly Kind[]
export type Kind = keyof typeof ARGUMENTS
export type Arguments<K extends Kind> = z.infer<(typeof ARGUMENTS)[K]>

/** Kinds that do not need an account. */
const OPEN_KINDS: ReadonlySet<Kind> = new Set(['submission', 'contact', 'report', 'search-event', 'nothing'])

/** Whether operations of this kind are allowed in a partition. */
export const isKindAllowed = (userId: PartitionId, kind: Kind) =>
  userId !== NO_ACCOUNT || OPEN_KINDS.has(kind)

/**
 * Maximum number of ids in `baseRev`: for a favourite more saves than the server stores per park, for a
 * clearing as many as a device sends, for a search the latest clearing. Other kinds have none.
 */
const BASE_MAX_LENGTH: Readonly<Partial<Record<Kind, number>>> = {
  favourite: 100,
  history: 1,
  'history-clear': CLEARINGS_LISTED,
}

/** Sequence numbers of one device. */
const SEQ_MAX = 1_000_000_000_000
const Seq = wholeNumber(1, SEQ_MAX)
export const Acknowledged = wholeNumber(0, SEQ_MAX)

const operation = <K extends Kind>(kind: K) =>
  z.strictObject({
    opId: Id,
    /** Id of the IndexedDB database it was created in. It differs for each user of the database. */
    deviceId: Id,
    /** Sequence number of the device, from 1, without gaps. */
    seq: Seq,
    userId: PartitionId,
    kind: z.literal(kind),
    args: ARGUMENTS[kind] as (typeof ARGUMENTS)[K],
    /**
     * The state that the operation is based on, as ids: for a removed favourite the saves in effect, for a
     * search the latest clearing, for a clearing all known clearings. Empty if there are none.
     */
    baseRev: list(Id, BASE_MAX_LENGTH[kind] ?? 0),
  })

/** One self-contained change. Its meaning does not depend on when or how often it arrives. */
export const Operation = z.discriminatedUnion('kind', [
  operation('favourite'),
  operation('history'),
  operation('history-clear'),
  operation('submission'),
  operation('contact'),
  operation('report'),
  operation('review'),
  operation('visit'),
  operation('helpful-vote'),
  operation('search-event'),
  operation('nothing'),
])
export type Operation = z.infer<typeof Operation>

/** The minimum that an operation must contain to get an outcome. */
export const OperationHead = z.looseObject({ opId: Id, seq: Seq })
export type OperationHead = z.infer<typeof OperationHead>

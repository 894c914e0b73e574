import * as z from 'zod/mini'
import { list, wholeNumber } from '../model/bounded.ts'
import { HistorySearch, SearchEvent } from '../model/history.ts'
import { ParkId } from '../model/park.ts'
import { HelpfulVote, Review } from '../model/review.ts'
import { ContactMessage, ParkSubmission, Report } from '../model/submission.ts'
import { Id, NOBODY, PartitionId } from '../model/sync.ts'
import { Visit } from '../model/visit.ts'

/** What a device can tell the server, and with which words. */
export const ARGUMENTS = {
  /** A heart given or taken back. */
  favourite: z.strictObject({ parkId: ParkId, saved: z.boolean() }),
  /** A search made. */
  history: HistorySearch,
  /** All searches forgotten. */
  'history-clear': z.strictObject({}),
  submission: ParkSubmission,
  contact: ContactMessage,
  report: Report,
  review: Review,
  visit: Visit,
  'helpful-vote': HelpfulVote,
  'search-event': SearchEvent,
  /** Holds the place of an operation that was given up, so that the sequence has no gap. */
  nothing: z.strictObject({}),
} as const

/** @internal Read by tests only. */
export const KINDS = Object.keys(ARGUMENTS) as readonly Kind[]
export type Kind = keyof typeof ARGUMENTS
export type Arguments<K extends Kind> = z.infer<(typeof ARGUMENTS)[K]>

/** Kinds that need no account. All others belong to somebody. */
const OPEN_KINDS: ReadonlySet<Kind> = new Set(['submission', 'contact', 'report', 'search-event', 'nothing'])

/** Whether a partition may hold an operation of this kind. */
export const mayHold = (userId: PartitionId, kind: Kind) => userId !== NOBODY || OPEN_KINDS.has(kind)

/**
 * Names that `baseRev` may hold: of a favourite more acts of saving than the server keeps of one park, of a clearing
 * as many as a device tells, of a search the clearing it was made under. Other kinds have none.
 */
const BASE_MAX_LENGTH: Readonly<Partial<Record<Kind, number>>> = {
  favourite: 100,
  history: 1,
  'history-clear': 100,
}

/** Positions in the sequence of one device. */
const SEQ_MAX = 1_000_000_000_000
const Seq = wholeNumber(1, SEQ_MAX)
export const Acknowledged = wholeNumber(0, SEQ_MAX)

const operation = <K extends Kind>(kind: K) =>
  z.strictObject({
    opId: Id,
    /** The IndexedDB it was made in; another one for each person who uses it. */
    deviceId: Id,
    /** Position among the device's operations, from 1, without gaps. */
    seq: Seq,
    userId: PartitionId,
    kind: z.literal(kind),
    args: ARGUMENTS[kind] as (typeof ARGUMENTS)[K],
    /**
     * The revision of the row that this was done to, as the names it stands on: of a favourite the acts of saving that hold it, of the
     * history the clearing in force (for a clearing: all that are known). Empty where there was none.
     */
    baseRev: list(Id, BASE_MAX_LENGTH[kind] ?? 0),
  })

/** One change, complete in itself: what it says never depends on when or how often it arrives. */
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

/** The least an operation must show to be answered: which one, and where in the sequence. */
export const OperationHead = z.looseObject({ opId: Id, seq: Seq })
export type OperationHead = z.infer<typeof OperationHead>

import * as z from 'zod/mini'
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

export const KINDS = Object.keys(ARGUMENTS) as readonly Kind[]
export type Kind = keyof typeof ARGUMENTS
export type Arguments<K extends Kind> = z.infer<(typeof ARGUMENTS)[K]>

/** Kinds that need no account. All others belong to somebody. */
const OPEN_KINDS: ReadonlySet<Kind> = new Set(['submission', 'contact', 'report', 'search-event', 'nothing'])

/** Whether a partition may hold an operation of this kind. */
export const mayHold = (userId: PartitionId, kind: Kind) => userId !== NOBODY || OPEN_KINDS.has(kind)

/** Names that `baseRev` may hold: as many devices as could have saved one park at the same time. */
const BASE_MAX_LENGTH = 1000

const operation = <K extends Kind>(kind: K) =>
  z.strictObject({
    opId: Id,
    /** The IndexedDB it was made in; another one for each person who uses it. */
    deviceId: Id,
    /** Position among the device's operations, from 1, without gaps. */
    seq: z.int().check(z.positive()),
    userId: PartitionId,
    kind: z.literal(kind),
    args: ARGUMENTS[kind] as (typeof ARGUMENTS)[K],
    /**
     * The revision of the row that this was done to, as the names it stands on: of a favourite the acts of saving that hold it, of the
     * history the clearing in force (for a clearing: all that are known). Empty where there was none.
     */
    baseRev: z.array(Id).check(z.maxLength(BASE_MAX_LENGTH)),
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
export const OperationHead = z.looseObject({ opId: Id, seq: z.int().check(z.positive()) })
export type OperationHead = z.infer<typeof OperationHead>

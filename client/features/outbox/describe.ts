import * as z from 'zod/mini'
import { ParkId } from '../../../data/model/park.ts'
import { ARGUMENTS } from '../../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../../data/sync/operation.ts'
import type { ListedChange } from '../../queries/index.ts'
import { OUTBOX_PAGE_TEXTS } from './page-texts.ts'

const T = OUTBOX_PAGE_TEXTS.kinds

/** The arguments of a change, parsed with the server's schema. `undefined` if they are invalid. */
const argumentsOf = <K extends Kind>(kind: K, args: unknown) =>
  ARGUMENTS[kind].safeParse(args).data as Arguments<K> | undefined

/** A text of a change that may have been refused for its other values. */
const textOf = (args: unknown, name: string) =>
  z.object({ [name]: z.string() }).safeParse(args).data?.[name] ?? ''

/** A report about a park, which may have been refused for its other values. */
const ReportedPark = z.object({ subject: z.literal('park'), subjectId: ParkId })

/** The park a change is about, if any. */
export function parkOf({ kind, args }: Pick<ListedChange, 'kind' | 'args'>): number | null {
  if (kind === 'favourite' || kind === 'review' || kind === 'visit')
    return argumentsOf(kind, args)?.parkId ?? null
  return null
}

/** The screen with the form of a change, if it has one. */
export function formOf({ kind, args }: Pick<ListedChange, 'kind' | 'args'>) {
  if (kind === 'submission') return { to: '/submit-park' } as const
  if (kind === 'contact') return { to: '/contact' } as const
  const report = kind === 'report' ? ReportedPark.safeParse(args) : undefined
  return report?.success
    ? ({ to: '/park/$id', params: { id: String(report.data.subjectId) } } as const)
    : null
}

/** Describes a change in words. `park` is the name of the park it is about. */
export function describeChange({ kind, args }: Pick<ListedChange, 'kind' | 'args'>, park: string): string {
  switch (kind) {
    case 'favourite':
      return argumentsOf(kind, args)?.saved === false ? T.unsave(park) : T.save(park)
    case 'history-clear':
      return T.clear
    case 'submission':
      return T.submission(textOf(args, 'parkName'))
    case 'contact':
      return T.contact(textOf(args, 'subject'))
    case 'report':
      return T.report
    case 'review':
      return T.review(park)
    case 'visit':
      return T.visit(park)
    case 'helpful-vote':
      return T.vote
    default:
      return T.other
  }
}

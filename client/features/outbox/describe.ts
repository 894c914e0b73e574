import { ARGUMENTS } from '../../../data/sync/operation.ts'
import type { Arguments, Kind } from '../../../data/sync/operation.ts'
import type { Waiting } from '../../queries/index.ts'
import { OUTBOX_TEXTS } from './texts.ts'

const T = OUTBOX_TEXTS.kinds

/** The arguments of a change, parsed with the server's schema. `undefined` if they are invalid. */
const argumentsOf = <K extends Kind>(kind: K, args: unknown) =>
  ARGUMENTS[kind].safeParse(args).data as Arguments<K> | undefined

/** The park a change is about, if any. */
export function parkOf({ kind, args }: Pick<Waiting, 'kind' | 'args'>): number | null {
  if (kind === 'favourite' || kind === 'review' || kind === 'visit')
    return argumentsOf(kind, args)?.parkId ?? null
  return null
}

/** Describes a change in words. `park` is the name of the park it is about. */
export function describeChange({ kind, args }: Pick<Waiting, 'kind' | 'args'>, park: string): string {
  switch (kind) {
    case 'favourite':
      return argumentsOf(kind, args)?.saved === false ? T.unsave(park) : T.save(park)
    case 'history':
      return T.search(argumentsOf(kind, args)?.query ?? '')
    case 'history-clear':
      return T.clear
    case 'submission':
      return T.submission(argumentsOf(kind, args)?.parkName ?? '')
    case 'contact':
      return T.contact(argumentsOf(kind, args)?.subject ?? '')
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

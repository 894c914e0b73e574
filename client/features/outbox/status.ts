import { useConnection, useSyncState } from '../../queries/index.ts'
import { useOutbox } from '../../queries/outbox.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'

/** The state of the outbox. `held`: changes are refused, or cannot be sent right now. */
export function useOutboxStatus() {
  const { changes, waiting, ready } = useOutbox()
  const { online } = useConnection()
  const state = useSyncState()
  const refused = changes.length - waiting
  const why = !online ? T.offline : state === 'waiting' ? T.unreachable : state === 'update' ? T.update : null
  const parts = [
    ...(waiting > 0 ? [(why ?? T.waiting)(waiting)] : []),
    ...(refused > 0 ? [T.refused(refused)] : []),
  ]
  return {
    ready,
    changes,
    waiting,
    refused,
    held: refused > 0 || (waiting > 0 && why !== null),
    text: parts.length === 0 ? T.none : `${parts.join('. ')}${parts.length > 1 ? '.' : ''}`,
  }
}

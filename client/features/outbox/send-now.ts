import type { PersonalStore } from '../../store/personal-store.ts'

/** What happened to the changes that were waiting. `refused`: this many of them, by the server. */
export type SendResult = 'sent' | 'not-sent' | { refused: number }

/** Sends the waiting changes now. */
export async function sendNow(store: Pick<PersonalStore, 'outbox' | 'sync'>): Promise<SendResult> {
  const waiting = new Set(
    (await store.outbox()).filter(({ state }) => state === 'waiting').map(({ opId }) => opId),
  )
  const drained = await store.sync()
  const left = (await store.outbox()).filter(({ opId }) => waiting.has(opId))
  if (drained !== 'done' || left.some(({ state }) => state === 'waiting')) return 'not-sent'
  return left.length > 0 ? { refused: left.length } : 'sent'
}

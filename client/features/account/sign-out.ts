import { useQueryClient } from '@tanstack/react-query'
import { createObservable } from '../../platform/observable.ts'
import { useObservable } from '../../platform/use-observable.ts'
import { toast } from '../../platform/toast.ts'
import { useSignOutActions } from '../../queries/index.ts'
import type { Unsent } from '../../queries/types.ts'

const T = { failed: 'Logout failed' } as const

/** What the sign-out dialog asks about; `null` while it is closed. */
const question = createObservable<Unsent | null>(null)

export const useSignOutQuestion = (): Unsent | null => useObservable(question)
export const closeSignOutQuestion = (): void => question.set(null)

export const showSignOutFailure = (error: unknown): void =>
  toast({ title: T.failed, description: (error as Error).message, look: 'destructive' })

/** Signs out, after asking what to do with unsent changes and drafts if there are any. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const actions = useSignOutActions()
  return () =>
    import('./sign-out-now.ts')
      .then(({ signOutOrAsk }) => signOutOrAsk(client, actions, question.set))
      .catch(showSignOutFailure)
}

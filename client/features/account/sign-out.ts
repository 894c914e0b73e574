import { useQueryClient } from '@tanstack/react-query'
import { createObservable } from '../../platform/observable.ts'
import { useObservable } from '../../platform/use-observable.ts'
import { toast } from '../../platform/toast.ts'
import { useSignOutActions } from '../../queries/index.ts'
import { SIGN_OUT_TEXTS } from './sign-out-texts.ts'

/** Number of unsent changes that the sign-out dialog asks about; `null` while it is closed. */
const question = createObservable<number | null>(null)

export const useSignOutQuestion = (): number | null => useObservable(question)
export const closeSignOutQuestion = (): void => question.set(null)

export const showSignOutFailure = (error: unknown): void =>
  toast({ title: SIGN_OUT_TEXTS.failed, description: (error as Error).message, look: 'destructive' })

/** Signs out, after asking what to do with unsent changes if there are any. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const actions = useSignOutActions()
  return async () => {
    const count = await actions.unsent().catch(() => 0)
    if (count > 0) question.set(count)
    else
      await import('./sign-out-now.ts')
        .then(({ signOutNow }) => signOutNow(client, actions, 'keep'))
        .catch(showSignOutFailure)
  }
}

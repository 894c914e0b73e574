import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NoAnswerError } from '../../api/error.ts'
import { useSignOutActions } from '../../queries/index.ts'
import { useObservable } from '../../platform/use-observable.ts'
import { createObservable } from '../../platform/observable.ts'
import { SIGN_OUT_TEXTS } from './sign-out-texts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { signOutLater } from '../../platform/pending-sign-out.ts'
import { changeUser } from '../../queries/session.ts'

/** Number of unsent changes that the sign-out dialog asks about; `null` while it is closed. */
const question = createObservable<number | null>(null)

export const useSignOutQuestion = (): number | null => useObservable(question)
export const closeSignOutQuestion = (): void => question.set(null)

/**
 * Signs out and shows a toast. The user's data is deleted from the device at once; offline, the session is
 * ended later.
 */
export function useSignOutNow() {
  const client = useQueryClient()
  const { signOut } = useSignOutActions()
  return useMutation({
    /**
     * @param unsent whether unsent changes are kept or discarded
     * @returns whether the server has ended the session
     */
    async mutationFn(unsent: 'keep' | 'discard') {
      const { logout } = await import('../../api/account.ts')
      const isEnded = await logout().then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof NoAnswerError)) throw error
          signOutLater()
          return false
        },
      )
      // If the store cannot be opened, it shows no personal data either.
      await signOut(unsent).catch(() => undefined)
      return isEnded
    },
    async onSuccess(isEnded) {
      question.set(null)
      await changeUser(client, null)
      toast({
        title: SIGN_OUT_TEXTS.loggedOut,
        description: isEnded ? SIGN_OUT_TEXTS.loggedOutBody : SIGN_OUT_TEXTS.loggedOutHere,
      })
    },
    onError: (error) =>
      toast({ title: SIGN_OUT_TEXTS.failed, description: error.message, look: 'destructive' }),
  })
}

/** Signs out, after asking what to do with unsent changes if there are any. */
export function useSignOut(): () => Promise<void> {
  const { unsent } = useSignOutActions()
  const signOutNow = useSignOutNow()
  return async () => {
    const count = await unsent().catch(() => 0)
    if (count > 0) question.set(count)
    else signOutNow.mutate('keep')
  }
}

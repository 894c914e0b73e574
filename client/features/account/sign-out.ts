import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NoAnswerError } from '../../api/error.ts'
import { useLeaving } from '../../queries/index.ts'
import { useWatched } from '../../platform/use-observable.ts'
import { watched } from '../../platform/observable.ts'
import { TEXTS } from '../../ui/texts.ts'
import { toast } from '../../platform/toast-queue.ts'
import { signOutLater } from '../../queries/leaving.ts'
import { changeUser } from '../../queries/session.ts'

/** How many changes the person is being asked about before they log out; `null` when nobody is asked. */
const question = watched<number | null>(null)

export const useSignOutQuestion = (): number | null => useWatched(question)
export const closeSignOutQuestion = (): void => question.set(null)

/** Ends the session, without a network as soon as there is one, and says how that went. The person's rows leave the device at once. */
export function useSignOutNow() {
  const client = useQueryClient()
  const { leave } = useLeaving()
  return useMutation({
    /**
     * @param unsent what becomes of changes the server has not heard of
     * @returns whether the server knows
     */
    async mutationFn(unsent: 'keep' | 'discard') {
      const { logout } = await import('../../api/account.ts')
      const heard = await logout().then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof NoAnswerError)) throw error
          signOutLater()
          return false
        },
      )
      // Where the store cannot be opened there is nothing of anybody to be seen either.
      await leave(unsent).catch(() => undefined)
      return heard
    },
    async onSuccess(heard) {
      question.set(null)
      await changeUser(client, null)
      toast({
        title: TEXTS.account.loggedOut,
        description: heard ? TEXTS.account.loggedOutBody : TEXTS.account.loggedOutHere,
      })
    },
    onError: (error) =>
      toast({ title: TEXTS.account.logoutFailed, description: error.message, look: 'destructive' }),
  })
}

/** Logs out, after asking what becomes of changes that have not been sent, where there are some. */
export function useSignOut(): () => Promise<void> {
  const { unsent } = useLeaving()
  const now = useSignOutNow()
  return async () => {
    const count = await unsent().catch(() => 0)
    if (count > 0) question.set(count)
    else now.mutate('keep')
  }
}

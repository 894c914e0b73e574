import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLeaving } from '../queries/index.ts'
import { useWatched } from '../queries/use-watched.ts'
import { watched } from '../queries/watched.ts'
import { TEXTS } from '../ui/texts.ts'
import { toast } from '../ui/toast-queue.ts'
import { changeUser } from './session.ts'

/** How many changes the person is being asked about before they log out; `null` when nobody is asked. */
const question = watched<number | null>(null)

export const useSignOutQuestion = (): number | null => useWatched(question)
export const closeSignOutQuestion = (): void => question.set(null)

/** Ends the session, and says how that went. The person's rows leave the device. */
export function useSignOutNow() {
  const client = useQueryClient()
  const { leave } = useLeaving()
  return useMutation({
    /** @param unsent what becomes of changes the server has not heard of */
    async mutationFn(unsent: 'keep' | 'discard') {
      await (await import('./api.ts')).logout()
      // Where the store cannot be opened there is nothing of anybody to be seen either.
      await leave(unsent).catch(() => undefined)
    },
    async onSuccess() {
      question.set(null)
      await changeUser(client, null)
      toast({ title: TEXTS.account.loggedOut, description: TEXTS.account.loggedOutBody })
    },
    onError: (error) => toast({ title: TEXTS.account.logoutFailed, description: error.message, look: 'destructive' }),
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

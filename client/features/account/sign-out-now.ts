import type { QueryClient } from '@tanstack/react-query'
import { logout } from '../../api/account.ts'
import { isUnreachable } from '../../api/error.ts'
import { signOutLater } from '../../platform/pending-sign-out.ts'
import { announceSignOut } from '../../platform/sign-outs.ts'
import { toast } from '../../platform/toast.ts'
import type { SignOutActions } from '../../queries/types.ts'
import { changeUser } from '../../queries/session.ts'

const T = {
  loggedOut: 'Logged out',
  loggedOutBody: 'You have been successfully logged out',
  loggedOutHere: "You're signed out on this device. We'll finish signing you out when you're online.",
} as const

/** Ends the session. @returns whether the server has ended it; if it cannot be reached, it is ended later */
const endSession = () =>
  logout().then(
    () => true,
    (error: unknown) => {
      if (!isUnreachable(error)) throw error
      signOutLater()
      return false
    },
  )

/**
 * Signs out and shows a toast. The user's data is deleted from the device at once; offline, the session is
 * ended later.
 * @param unsent whether unsent changes and drafts are kept or discarded
 * @throws ApiError if the server refuses
 */
export async function signOutNow(
  client: QueryClient,
  { signOut }: Pick<SignOutActions, 'signOut'>,
  unsent: 'keep' | 'discard',
): Promise<void> {
  const isEnded = await endSession()
  // First, so that no open form stores its text after the drafts have been hidden or deleted.
  announceSignOut()
  // If the store cannot be opened, it shows no personal data either.
  await signOut(unsent).catch(() => undefined)
  await changeUser(client, null)
  toast({
    title: T.loggedOut,
    description: isEnded ? T.loggedOutBody : T.loggedOutHere,
  })
}

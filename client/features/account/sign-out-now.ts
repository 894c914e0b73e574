import type { QueryClient } from '@tanstack/react-query'
import { REQUEST_TIMEOUT } from '../../../data/model/constants.ts'
import { logout } from '../../api/account.ts'
import { isUnreachable } from '../../api/error.ts'
import { signOutLater } from '../../platform/pending-sign-out.ts'
import { announceSignOut } from '../../platform/sign-outs.ts'
import { toast } from '../../platform/toast.ts'
import type { SignOutActions, Unsent } from '../../queries/types.ts'
import { changeUser } from '../../queries/session.ts'

const T = {
  loggingOut: 'Logging out...',
  loggedOut: 'Logged out',
  loggedOutBody: 'You have been successfully logged out',
  loggedOutHere: "You're signed out on this device. We'll finish signing you out when you're online.",
} as const

/** Milliseconds until a toast says that the server has not answered yet. */
const PROGRESS_DELAY_MS = 1_000

/** Ends the session. @returns whether the server has ended it; if it cannot be reached, it is ended later */
async function endSession(): Promise<boolean> {
  const progress = setTimeout(toast, PROGRESS_DELAY_MS, { title: T.loggingOut, duration: REQUEST_TIMEOUT })
  try {
    await logout()
    return true
  } catch (error) {
    if (!isUnreachable(error)) throw error
    signOutLater()
    return false
  } finally {
    clearTimeout(progress)
  }
}

/** Longest wait for the store, in milliseconds: an older tab, or the browser, may keep it from opening. */
const STORE_TIMEOUT_MS = 5_000

/** What the store says; `undefined` if it cannot be opened, or not in time. Then it shows no personal data either. */
const ifStoreOpens = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    work.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, STORE_TIMEOUT_MS, undefined)),
  ])

let running = false

/**
 * Signs out, or asks what to do with unsent changes and drafts if there are any. Does nothing while it is doing that.
 * @throws ApiError as {@link signOutNow}
 */
export async function signOutOrAsk(
  client: QueryClient,
  actions: Pick<SignOutActions, 'unsent' | 'signOut'>,
  ask: (unsent: Unsent) => void,
): Promise<void> {
  if (running) return
  running = true
  try {
    const unsent = await ifStoreOpens(actions.unsent())
    if (unsent) ask(unsent)
    else await signOutNow(client, actions, 'keep')
  } finally {
    running = false
  }
}

/**
 * Signs out and shows a toast. The user's data is deleted from the device at once; offline, the session is
 * ended later.
 * @param unsent whether unsent changes and drafts are kept or discarded
 * @param asked who chose this. Nothing of a user who has signed in since is discarded
 * @throws ApiError if the server refuses
 */
export async function signOutNow(
  client: QueryClient,
  { signOut }: Pick<SignOutActions, 'signOut'>,
  unsent: 'keep' | 'discard',
  asked?: number,
): Promise<void> {
  const isEnded = await endSession()
  // First, so that no open form stores its text after the drafts have been hidden or deleted.
  announceSignOut()
  await ifStoreOpens(signOut(unsent, asked))
  await changeUser(client, null)
  toast({
    title: T.loggedOut,
    description: isEnded ? T.loggedOutBody : T.loggedOutHere,
  })
}

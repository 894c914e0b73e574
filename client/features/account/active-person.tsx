import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useActivePerson, useSyncState } from '../../queries/index.ts'
import { refetchUser, useSession } from '../../queries/session.ts'
import { closeSignOutQuestion, useSignOutQuestion } from './sign-out.ts'
import { loadedOnPress } from '../../ui/loaded-later.tsx'

const SignOutDialog = loadedOnPress(() => import('./sign-out-dialog.tsx'))

/** Switches the store to the signed-in user and shows the sign-out dialog. Used once, above all screens. */
export function ActivePerson() {
  const client = useQueryClient()
  const { user, replyId } = useSession()
  const state = useSyncState()
  const unsent = useSignOutQuestion()
  useActivePerson(user?.id ?? null, replyId)
  useEffect(() => {
    // The outbox found that the session has ended or belongs to another user: the whole app must know.
    if (state === 'signed-out' || state === 'other-user') void refetchUser(client)
  }, [client, state])
  return unsent === null ? null : <SignOutDialog unsent={unsent} onClose={closeSignOutQuestion} />
}

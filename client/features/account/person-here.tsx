import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useActivePerson, useSyncState } from '../../queries/index.ts'
import { refetchUser, useSession } from '../../queries/session.ts'
import { useSignOutQuestion } from './sign-out.ts'

const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

/** Keeps what the device shows in step with who is signed in. Stands once, above every screen. */
export function PersonHere() {
  const client = useQueryClient()
  const { user, heard } = useSession()
  const state = useSyncState()
  const asked = useSignOutQuestion()
  useActivePerson(user?.id ?? null, heard)
  useEffect(() => {
    // What was to be sent met a session that is over, or another person's: the whole app is to know.
    if (state === 'signed-out' || state === 'other-user') void refetchUser(client)
  }, [client, state])
  return asked === null ? null : (
    <Suspense>
      <SignOutDialog unsent={asked} />
    </Suspense>
  )
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { HINT_COOKIE } from '../../data/model/constants.ts'
import { markAutomatic } from '../api/request.ts'
import { PERSON_HINT } from '../store/names.ts'
import { toast } from '../platform/toast-queue.ts'
import { TEXTS } from '../ui/texts.ts'
import { isSignOutPending } from './leaving.ts'

/** Who is signed in, as far as every screen needs to know; nothing more of them is kept on the device by this. */
const KnownUser = z.object({ id: z.int(), username: z.string(), isAdmin: z.boolean() })
export type KnownUser = z.infer<typeof KnownUser>

/** Answers that belong to one person; they go when somebody else is here. */
export const PERSONAL = 'account'

/** Whether there may be a session that this device has not heard of: the server leaves a word beside its cookie, which no script can read. */
const maybeSignedIn = () => document.cookie.split(/;\s*/).some((pair) => pair.startsWith(`${HINT_COOKIE}=`))

/** Who was signed in when the server was last heard: without a network, that is who it is. */
function remembered(): KnownUser | null {
  try {
    const read = KnownUser.safeParse(JSON.parse(localStorage.getItem(PERSON_HINT) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function remember(user: KnownUser | null): void {
  try {
    if (user === null) localStorage.removeItem(PERSON_HINT)
    else localStorage.setItem(PERSON_HINT, JSON.stringify(user))
  } catch {
    // A browser that keeps nothing for us asks the server each time.
  }
}

const known = ({ id, username, isAdmin }: KnownUser): KnownUser => ({ id, username, isAdmin })

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal, client }): Promise<KnownUser | null> => {
    if (isSignOutPending()) await (await import('../api/account.ts')).endPendingSession()
    const before = remembered()
    // Whoever has never signed in here need not be asked about.
    if (before === null && !maybeSignedIn()) return null
    const { fetchUser } = await import('../api/account.ts')
    // Each screen asks automatically, so a server in trouble is spared.
    markAutomatic(signal)
    const account = await fetchUser(signal)
    const user = account && known(account)
    if (user === null && before !== null)
      toast({ title: TEXTS.account.ended, description: TEXTS.account.endedBody })
    if (user?.id !== before?.id) forgetPersonal(client)
    remember(user)
    return user
  },
  initialData: remembered,
  initialDataUpdatedAt: 0,
  // A session can end at any time: it is looked at with each screen that asks, and when there is a network again.
  refetchOnMount: 'always',
  refetchOnReconnect: 'always',
})

const forgetPersonal = (client: QueryClient) => client.removeQueries({ queryKey: [PERSONAL] })

/** Says who is signed in from now on, after the server has said so. */
export async function changeUser(client: QueryClient, user: KnownUser | null): Promise<void> {
  // An answer that is still under way is about who was here before.
  await client.cancelQueries({ queryKey: userQuery.queryKey })
  const next = user && known(user)
  if (next?.id !== remembered()?.id) forgetPersonal(client)
  remember(next)
  client.setQueryData(userQuery.queryKey, next)
}

/** Asks the server who is signed in, or joins who asks already. Rejects with what {@link QueryClient.fetchQuery} does when it cannot say. */
export const fetchCurrentUser = (client: QueryClient): Promise<KnownUser | null> =>
  client.fetchQuery({ ...userQuery, staleTime: 0 })

/** Has the server say anew who is signed in. */
export const refetchUser = (client: QueryClient) => client.invalidateQueries({ queryKey: userQuery.queryKey })

/**
 * `checking`: the server has not said yet who is signed in; until it does, `user` is who it was the last time. `heard`: moves with each word
 * of the server, from 0 before the first.
 */
export function useSession(): { user: KnownUser | null; checking: boolean; heard: number } {
  const { data, isFetching, dataUpdatedAt } = useQuery(userQuery)
  return { user: data, checking: isFetching, heard: dataUpdatedAt }
}

/** Who is signed in, `null` for nobody. */
export const useUser = (): KnownUser | null => useSession().user

/** Takes over who signs in or out in another tab. */
export function useOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key !== PERSON_HINT && key !== null) return
      const user = remembered()
      if (user?.id !== client.getQueryData(userQuery.queryKey)?.id) forgetPersonal(client)
      client.setQueryData(userQuery.queryKey, user)
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [client])
}

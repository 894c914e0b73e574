import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { markAutomatic } from '../api/request.ts'
import { PERSON_HINT } from '../store/names.ts'
import { toast } from '../platform/toast.ts'
import { onStorageChange } from '../platform/storage-change.ts'
import { QUERY_TEXTS } from './texts.ts'
import { isSignOutPending, sessionHint } from '../platform/pending-sign-out.ts'

/** The part of the signed-in user that every screen needs. Only this part is stored on the device. */
const KnownUser = z.object({ id: z.int(), username: z.string(), isAdmin: z.boolean() })
export type KnownUser = z.infer<typeof KnownUser>

/** First element of the keys of account queries, which are removed when the user changes. */
export const ACCOUNT_KEY = 'account'

/** The user at the server's last reply, which is used without a network. */
function storedUser(): KnownUser | null {
  try {
    const read = KnownUser.safeParse(JSON.parse(localStorage.getItem(PERSON_HINT) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

function storeUser(user: KnownUser | null): void {
  try {
    if (user === null) localStorage.removeItem(PERSON_HINT)
    else localStorage.setItem(PERSON_HINT, JSON.stringify(user))
  } catch {
    // Without storage, the server is asked each time.
  }
}

const knownPart = ({ id, username, isAdmin }: KnownUser): KnownUser => ({ id, username, isAdmin })

const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal, client }): Promise<KnownUser | null> => {
    if (isSignOutPending()) await (await import('../api/account.ts')).endPendingSession()
    const before = storedUser()
    // Without a sign of a session, the server need not be asked.
    if (before === null && sessionHint() === undefined) return null
    const { fetchUser } = await import('../api/account.ts')
    // Screens fetch this automatically, so it is subject to the server gate.
    markAutomatic(signal)
    const account = await fetchUser(signal)
    const user = account && knownPart(account)
    if (user === null && before !== null)
      toast({ title: QUERY_TEXTS.sessionEnded, description: QUERY_TEXTS.sessionEndedBody })
    if (user?.id !== before?.id) removeAccountQueries(client)
    storeUser(user)
    return user
  },
  initialData: storedUser,
  initialDataUpdatedAt: 0,
  // A session can end at any time, so it is checked with each screen and when the network returns.
  refetchOnMount: 'always',
  refetchOnReconnect: 'always',
})

const removeAccountQueries = (client: QueryClient) => client.removeQueries({ queryKey: [ACCOUNT_KEY] })

/** Call it before another user is set: a pending reply is about the previous one. */
const discardPendingReply = (client: QueryClient) => client.cancelQueries({ queryKey: userQuery.queryKey })

/** Sets the signed-in user after the server has confirmed it. */
export async function changeUser(client: QueryClient, user: KnownUser | null): Promise<void> {
  await discardPendingReply(client)
  const next = user && knownPart(user)
  if (next?.id !== storedUser()?.id) removeAccountQueries(client)
  storeUser(next)
  client.setQueryData(userQuery.queryKey, next)
}

/**
 * Asks the server who is signed in, or joins a pending request. Rejects like {@link QueryClient.fetchQuery}
 * if that fails.
 */
export const fetchCurrentUser = (client: QueryClient): Promise<KnownUser | null> =>
  client.fetchQuery({ ...userQuery, staleTime: 0 })

/**
 * Fetches again who is signed in.
 * @param pending what to do with a pending request: its reply is out of date if the session was changed meanwhile. After
 *   an aborted call the gate may let the next one through a minute later
 */
export const refetchUser = (client: QueryClient, pending: 'join' | 'abort' = 'join') =>
  client.invalidateQueries({ queryKey: userQuery.queryKey }, { cancelRefetch: pending === 'abort' })

/**
 * `checking`: the server is being asked who is signed in; until it answers, `user` is the last known user.
 * `replyId`: differs for each reply of the server, 0 before the first.
 */
export function useSession(): { user: KnownUser | null; checking: boolean; replyId: number } {
  const { data, isFetching, dataUpdatedAt } = useQuery(userQuery)
  return { user: data, checking: isFetching, replyId: dataUpdatedAt }
}

/** The signed-in user, or `null`. */
export const useUser = (): KnownUser | null => useSession().user

/** Follows sign-ins and sign-outs in other tabs. */
export function useSessionOfOtherTabs(): void {
  const client = useQueryClient()
  useEffect(() => {
    const update = async () => {
      await discardPendingReply(client)
      const user = storedUser()
      if (user?.id !== client.getQueryData(userQuery.queryKey)?.id) removeAccountQueries(client)
      client.setQueryData(userQuery.queryKey, user)
    }
    return onStorageChange((key) => {
      if (key === PERSON_HINT || key === null) void update()
    })
  }, [client])
}

import type { Account, Dog } from '../../data/model/profile.ts'
import { fetchDogs, fetchProfile } from '../api/account.ts'
import type { ProfileParts } from '../store/profile.ts'
import { useAccountData } from './account-calls.ts'
import { useConnection } from './connection.ts'
import { useDataServices } from './context.ts'
import { useRows } from './rows.tsx'
import { useUser } from './session.ts'

/**
 * Saves what the server has sent on this device. If that fails, the profile needs a network the next time.
 */
function useSaveProfile(): (parts: ProfileParts) => void {
  const { personal } = useDataServices()
  const userId = useUser()?.id
  return (parts) => {
    if (userId !== undefined)
      personal
        .settledStore()
        .then((store) => store.saveProfile(userId, parts))
        .catch(() => undefined)
  }
}

/** A part of the signed-in user's profile. */
interface ProfileRead<T> {
  /** `undefined` until it is known. */
  value: T | undefined
  /** Whether it is the copy on this device, shown until the server has answered. */
  isStored: boolean
  error: Error | null
  refetch(): Promise<unknown>
}

/** From the server; until it answers, from this device, if there is no network or an attempt has failed. */
function useProfilePart<N extends keyof ProfileParts, T extends NonNullable<ProfileParts[N]>>(
  part: N,
  query: 'profile' | 'dogs',
  fetch: (signal: AbortSignal) => Promise<T>,
): ProfileRead<T | NonNullable<ProfileParts[N]>> {
  const save = useSaveProfile()
  const { online } = useConnection()
  const { value: stored } = useRows('profile')
  const { data, error, failureCount, errorUpdateCount, refetch } = useAccountData(query, async (signal) => {
    const value = await fetch(signal)
    save({ [part]: value })
    return value
  })
  // A new fetch resets the first of these counts.
  const hasFailed = failureCount > 0 || errorUpdateCount > 0
  const copy = online && !hasFailed ? undefined : (stored?.[part] ?? undefined)
  return { value: data ?? copy, isStored: data === undefined && copy !== undefined, error, refetch }
}

/** The account of the signed-in user. */
export const useAccount = (): ProfileRead<Account> => useProfilePart('account', 'profile', fetchProfile)

/** The dogs of the signed-in user. */
export const useDogs = (): ProfileRead<readonly Dog[]> => useProfilePart('dogs', 'dogs', fetchDogs)

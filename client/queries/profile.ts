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

interface AccountRead {
  account: Account | undefined
  /** Whether it is the copy on this device, shown without a network until the server has answered. */
  isStored: boolean
  error: Error | null
  refetch(): Promise<unknown>
}

/** The account of the signed-in user. */
export function useAccount(): AccountRead {
  const save = useSaveProfile()
  const { online } = useConnection()
  const { value: stored } = useRows('profile')
  const { data, error, refetch } = useAccountData('profile', async (signal) => {
    const account = await fetchProfile(signal)
    save({ account })
    return account
  })
  const copy = online ? undefined : (stored?.account ?? undefined)
  return { account: data ?? copy, isStored: data === undefined && copy !== undefined, error, refetch }
}

/** The dogs of the signed-in user; `undefined` until they are known. */
export function useDogs(): readonly Dog[] | undefined {
  const save = useSaveProfile()
  const { online } = useConnection()
  const { value: stored } = useRows('profile')
  const { data } = useAccountData('dogs', async (signal) => {
    const dogs = await fetchDogs(signal)
    save({ dogs })
    return dogs
  })
  return data ?? (online ? undefined : (stored?.dogs ?? undefined))
}

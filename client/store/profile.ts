import * as z from 'zod/mini'
import { Account, Dog } from '../../data/model/profile.ts'
import type { PartitionId } from '../../data/model/sync.ts'
import type { OffleadDatabase } from './database.ts'
import { activePerson } from './stream.ts'

/** Its key in `meta`. */
export const PROFILE = 'profile'

const parts = { account: z.nullable(Account), dogs: z.nullable(z.array(Dog)) }

/** What the server last sent of a user's account, to show without a network; `null`: not received yet. */
const StoredProfile = z.object({ userId: z.int(), ...parts })
export type StoredProfile = z.infer<typeof StoredProfile>
/** The parts of a profile that one reply contains. */
export type ProfileParts = Partial<Pick<StoredProfile, 'account' | 'dogs'>>

/**
 * The current user's profile on this device. One that an older version of the app wrote may not be readable.
 */
export async function readProfile(database: OffleadDatabase): Promise<StoredProfile | null> {
  const row = await database.meta.get(PROFILE)
  const profile = StoredProfile.safeParse(row?.value)
  return profile.success && profile.data.userId === (await activePerson(database)) ? profile.data : null
}

/** Saves parts of a profile; the others stay. Does nothing unless `userId` is the current user. */
export async function saveProfile(
  database: OffleadDatabase,
  userId: PartitionId,
  change: ProfileParts,
): Promise<void> {
  await database.transaction('rw', database.meta, async () => {
    if (userId !== (await activePerson(database))) return
    const before = (await readProfile(database)) ?? { userId, account: null, dogs: null }
    await database.meta.put({ key: PROFILE, value: { ...before, ...change } satisfies StoredProfile })
  })
}

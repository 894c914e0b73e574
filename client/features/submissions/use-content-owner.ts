import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { NO_ACCOUNT, type PartitionId } from '../../../data/model/sync.ts'

/**
 * The account that the content of a form belongs to. It stays theirs if their session ends.
 * @param clear called when another user logs in; sets the owner
 */
export function useContentOwner(
  userId: PartitionId,
  { isEmpty, clear }: { isEmpty(): boolean; clear(): void },
): RefObject<PartitionId> {
  const owner = useRef(userId)
  const followUser = useEffectEvent((id: PartitionId) => {
    const isOfOther = owner.current !== NO_ACCOUNT && owner.current !== id
    if (isOfOther && id !== NO_ACCOUNT) clear()
    // Content that was typed without an account becomes the user's.
    else if (!isOfOther || isEmpty()) owner.current = id
  })
  useEffect(() => followUser(userId), [userId])
  return owner
}

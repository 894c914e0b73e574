import { PROTOCOL } from '../../data/sync/envelope.ts'
import type { Changes } from '../../data/sync/envelope.ts'
import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { Id, PartitionId } from '../../data/model/sync.ts'
import type { Arguments, Kind } from '../../data/sync/operation.ts'
import type { Push } from './drain.ts'
import { newId } from './stream.ts'

/** The server refused a change. The message is the reason. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused'
}

export interface NewOperation {
  opId?: Id
  kind: Kind
  args: Arguments<Kind>
  baseRev: Id[]
}

/**
 * Exchanges with the server without an outbox, one after another, as the server expects the changes of a device in
 * order. Each returns what the account has after it. @throws ChangeRefused
 */
export function createDirectExchange(
  push: Push,
): (userId: PartitionId, operation?: NewOperation) => Promise<Changes | null> {
  /** The page as a device of the user who made the last change. The server keeps a limited number of devices. */
  let device = { userId: NO_ACCOUNT, deviceId: newId(), lastSeq: 0 }
  let lastExchange: Promise<unknown> = Promise.resolve()

  async function exchange(userId: PartitionId, operation: NewOperation | undefined): Promise<Changes | null> {
    if (device.userId !== userId) device = { userId, deviceId: newId(), lastSeq: 0 }
    const { deviceId, lastSeq } = device
    const operations =
      operation === undefined ? [] : [{ opId: newId(), deviceId, seq: lastSeq + 1, userId, ...operation }]
    // Without a reply it is unknown what the server has of this device. The next change is then the first of a new one.
    device = { userId, deviceId: newId(), lastSeq: 0 }
    const reply = await push({
      protocol: PROTOCOL,
      deviceId,
      userId,
      acknowledged: 0,
      cursor: null,
      operations,
    })
    device = { userId, deviceId, lastSeq: lastSeq + operations.length }
    const outcome = reply.outcomes[0]
    if (outcome?.status === 'refused') throw new ChangeRefused(outcome.message)
    return reply.changes
  }

  return (userId, operation) => {
    const next = lastExchange.then(() => exchange(userId, operation))
    lastExchange = next.catch(() => undefined)
    return next
  }
}

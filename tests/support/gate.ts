import { createServerGate, type GatePorts, type ServerGate } from '../../client/store/server-gate.ts'
import { openTroubleStore } from '../../client/store/trouble-store.ts'

/** A gate that keeps what it knows in memory. Its pauses are the longest there are, unless `random` says otherwise. */
export const testGate = (ports: Partial<GatePorts> = {}): ServerGate =>
  createServerGate({
    store: openTroubleStore({ factory: () => undefined }),
    now: () => Date.now(),
    random: () => 1,
    online: () => true,
    ...ports,
  })

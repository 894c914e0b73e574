import { createServerGate, type GatePorts, type ServerGate } from '../../client/store/server-gate.ts'
import { openTroubleStore } from '../../client/store/trouble-store.ts'

/** A server gate with its state in memory, and the longest possible pauses unless `random` is given. */
export const testGate = (ports: Partial<GatePorts> = {}): ServerGate =>
  createServerGate({
    store: openTroubleStore({ factory: () => undefined }),
    now: () => Date.now(),
    random: () => 1,
    online: () => true,
    ...ports,
  })

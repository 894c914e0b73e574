import type { Bundle } from '../../data/model/directory.ts'
import { DIRECTORY_CALLS, syncDirectory } from '../store/directory-sync.ts'
import type { SyncPorts } from '../store/directory-sync.ts'
import { syncOutlines } from '../store/outlines.ts'
import { DeviceFull, isQuotaError } from '../store/free-space.ts'
import { ServerPaused } from '../store/server-gate.ts'
import type { ServerGate } from '../store/server-gate.ts'
import { isSameDirectory } from './directory-in-use.ts'
import type { DirectoryInUse } from './directory-in-use.ts'
import type { Answer, Ask } from './messages.ts'

export interface UpdatePorts extends Pick<
  SyncPorts,
  'database' | 'fetch' | 'now' | 'exclusively' | 'freeSpace'
> {
  /** Decides whether the server may be called for the directory, and records the outcomes. */
  gate: Pick<ServerGate, 'run' | 'wait'>
  /** Tells the other tabs that the directory was updated. */
  announceUpdate(): void
}

/** Returns the function that updates the directory on the device from the server. */
export function createUpdates(
  ports: UpdatePorts,
  directory: DirectoryInUse,
): (ask: Ask<'sync'>) => Promise<Answer<'sync'>> {
  const { database, fetch, gate, exclusively, announceUpdate } = ports
  /** Whether the outlines did not fit on the device: they are tried again at the next start. */
  let hasNoRoomForOutlines = false

  /** Calls the server, one tab at a time. The gate is asked inside the lock: another tab may have met trouble. */
  const callServer = <T>(work: () => Promise<T>, asked: boolean) =>
    exclusively(() => gate.run(DIRECTORY_CALLS, work, { asked }))

  async function updateOutlines(bundle: Bundle, asked: boolean): Promise<void> {
    const isChanged = await callServer(() => syncOutlines({ database, fetch }, bundle), asked)
    // Another tab or the service worker may have stored them, and not have said so yet.
    await directory.reloadOutlines(isChanged)
    if (isChanged) announceUpdate()
  }

  return async ({ asked = false }) => {
    // An update that is not attempted does not change the state.
    const wait = asked ? 0 : await gate.wait(DIRECTORY_CALLS)
    if (wait > 0) throw new ServerPaused(wait)
    const before = await directory.current().catch(() => undefined)
    if (before === undefined) directory.setMissing('fetching')
    try {
      const { kind, record, parks, outlines } = await syncDirectory({
        ...ports,
        inUse: before?.record ? { sha256: before.record.parks.sha256, parks: before.parks } : undefined,
        exclusively: (work) => callServer(work, asked),
      })
      // Another tab or the service worker may have stored the server's version, and not have said so yet.
      const isReplaced = kind !== 'unchanged' || !isSameDirectory(before?.record, record)
      if (isReplaced) {
        await directory.reload(parks)
        if (kind !== 'unchanged') announceUpdate()
      } else {
        directory.confirm(record)
      }
      // Not awaited: the directory is complete without them. The next update tries again.
      if (outlines && !hasNoRoomForOutlines)
        updateOutlines(outlines, asked).catch(
          (error: unknown) => (hasNoRoomForOutlines = isQuotaError(error)),
        )
      return { full: false }
    } catch (error) {
      // Another tab may have stored one meanwhile.
      if (!directory.isPresent()) directory.setMissing('failed')
      if (error instanceof DeviceFull) return { full: true }
      throw error
    }
  }
}

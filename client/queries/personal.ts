import { NO_ACCOUNT } from '../../data/model/sync.ts'
import type { PersonalStore } from '../store/personal-store.ts'
import type { SyncState } from '../store/sync-loop.ts'
import { createObservable } from '../platform/observable.ts'
import type { Observable } from '../platform/observable.ts'

interface PersonalStatus {
  /** State of the outbox. */
  state: SyncState
  /** `undefined` until the store is open, `null` if it cannot be opened. */
  store: PersonalStore | null | undefined
}

/** The user's data, for the hooks. The store is opened on first use, and again after a failure. */
export interface Personal {
  store(): Promise<PersonalStore>
  /** The store once it has switched to the current user, so that changes are saved as theirs. */
  settledStore(): Promise<PersonalStore>
  /**
   * Switches the store to the signed-in user, or to `null`. Calls are processed in order.
   * @param replyId identifies the server's reply this is based on; a repeated one is ignored
   */
  settle(userId: number | null, replyId: number): Promise<void>
  status: Observable<PersonalStatus>
}

/** @param open opens the store; `onSyncState` is called with each new state of the outbox */
export function createPersonal(
  open: (onSyncState: (state: SyncState) => void) => Promise<PersonalStore>,
): Personal {
  const status = createObservable<PersonalStatus>({ state: 'idle', store: undefined })
  let opened: Promise<PersonalStore> | undefined
  let startUse: () => void
  const used = new Promise<void>((resolve) => (startUse = resolve))

  const store = () => {
    startUse()
    opened ??= open((state) => status.set({ ...status.current(), state })).then(
      (store) => {
        status.set({ ...status.current(), store })
        return store
      },
      (error: unknown) => {
        opened = undefined
        status.set({ ...status.current(), store: null })
        throw error
      },
    )
    return opened
  }

  let settled: Promise<void> = Promise.resolve()
  let lastRequest = ''
  const switchTo = async (userId: number | null, request: string) => {
    // Without a user, it is not opened for this.
    if (userId === null) await used
    if (request !== lastRequest) return
    const current = await store()
    if (userId !== null) await current.signIn(userId)
    else if ((await current.person()) !== NO_ACCOUNT) await current.hidePersonalData()
  }

  return {
    store,
    settledStore() {
      startUse()
      return settled.then(store)
    },
    async settle(userId, replyId) {
      const request = `${userId} ${replyId}`
      if (request === lastRequest) return settled
      lastRequest = request
      if (userId !== null) startUse()
      // If the store cannot be opened, it shows no personal rows, and the next use tries again.
      settled = settled.then(() => switchTo(userId, request)).catch(() => undefined)
      return settled
    },
    status,
  }
}

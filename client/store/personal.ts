import type { CookieJar } from './cookie-mirror.ts'
import { followWithCookies, restoreFromCookies } from './cookie-mirror.ts'
import { createDatabase } from './database.ts'
import type { DatabaseEvent, OffleadDatabase } from './database.ts'
import { discardOperation, retryOperation } from './discard.ts'
import { saveDraft, readDraft } from './drafts.ts'
import { drainOutbox, pushThrough } from './drain.ts'
import type { Push } from './drain.ts'
import {
  addLocalFavouritesToAccount,
  listFavourites,
  listLocalFavourites,
  setFavourite,
} from './favourites.ts'
import { clearHistory, saveLastSearch, lastSearch, listHistory, recordSearch } from './history.ts'
import { hasUnsent, listOutbox, refusedChange, saveCorrection, send } from './outbox.ts'
import { signIn, signOut, resumeAfterUpdate, hidePersonalData, countUnsent } from './person.ts'
import type { PersonalStore } from './personal-store.ts'
import { readProfile, saveProfile } from './profile.ts'
import { saveOrFreeSpace } from './free-space.ts'
import type { ServerGate } from './server-gate.ts'
import { SYNC_CALLS } from './names.ts'
import { activePerson } from './stream.ts'
import { startSyncLoop } from './sync-loop.ts'
import type { SyncLoopPorts, SyncState } from './sync-loop.ts'

/** What the store needs from the page. */
export interface PersonalPorts extends Omit<SyncLoopPorts, 'drain' | 'changed' | 'gate'> {
  gate: Pick<ServerGate, 'run' | 'wait' | 'inTrouble' | 'onRecovery'>
  push: Push
  jar: CookieJar
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Deletes cached files that can be fetched again, to free space. */
  freeSpace(): Promise<unknown>
  /** Asks the browser to wake the service worker when it is online, even after the page is closed. */
  requestBackgroundSync(): void
  /** Calls back when the page is hidden, which may be its last event. Returns a function that stops it. */
  onHidden(listener: () => void): () => void
  onDatabaseEvent(event: DatabaseEvent): void
  onSyncState(state: SyncState): void
  database?: { name: string; indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
}

const OPEN_ATTEMPTS = 3
const REOPEN_AFTER_MS = 500

/** Opens the store in IndexedDB, or in memory if the browser does not have it. */
export async function openPersonal(ports: PersonalPorts): Promise<PersonalStore> {
  const { name, ...options } = ports.database ?? {}
  for (let attempt = 1; ; attempt++) {
    const database = createDatabase(
      ports.onDatabaseEvent,
      name,
      ports.database === undefined ? undefined : (options as Required<typeof options>),
    )
    try {
      // Also if the browser deletes the database under the open page: the next use then opens an empty one.
      database.on('ready', (opened) => restoreFromCookies(opened as OffleadDatabase, ports.jar), true)
      await database.open()
      await resumeAfterUpdate(database)
      return onDatabase(database, ports)
    } catch (error) {
      database.close()
      // The page was put into the back/forward cache, where no time passes.
      const isInterrupted =
        error instanceof Error && ['AbortError', 'DatabaseClosedError'].includes(error.name)
      // Loaded by the few browsers without IndexedDB only.
      if (!isInterrupted || attempt === OPEN_ATTEMPTS) return (await import('./memory.ts')).openMemory(ports)
      await new Promise((resolve) => setTimeout(resolve, REOPEN_AFTER_MS))
    }
  }
}

function onDatabase(database: OffleadDatabase, ports: PersonalPorts): PersonalStore {
  const loop = startSyncLoop({
    ...ports,
    // The gate is checked inside the lock and only for a call: another tab may have met the trouble
    // meanwhile, and often there is nothing to send.
    drain: (asked, started) => {
      const push = pushThrough(
        (work) =>
          ports.gate.run(
            SYNC_CALLS,
            () => {
              started()
              return work()
            },
            { asked },
          ),
        ports.push,
      )
      const send = () => drainOutbox({ database, asked, exclusively: ports.exclusively, push })
      return saveOrFreeSpace(send, ports.freeSpace)
    },
    changed: ports.onSyncState,
  })
  /** An open page sends by itself; the service worker takes over when the page may be about to close. */
  const syncInBackground = async () => {
    if (await hasUnsent(database)) ports.requestBackgroundSync()
  }
  const stops = [
    followWithCookies(database, ports.jar),
    ports.onHidden(() => void syncInBackground().catch(() => undefined)),
    () => loop.stop(),
  ]

  /** Saves, and sends soon. */
  const saving = async <T>(save: () => Promise<T>): Promise<T> => {
    const saved = await saveOrFreeSpace(save, ports.freeSpace)
    if (ports.online()) loop.sendSoon()
    else ports.requestBackgroundSync()
    return saved
  }

  return {
    storage: 'device',
    onMemoryChange: () => () => undefined,
    setFavourite: (id, saved) => saving(() => setFavourite(database, id, saved)),
    favourites: () => listFavourites(database),
    localFavourites: () => listLocalFavourites(database),
    addLocalFavouritesToAccount: () => saving(() => addLocalFavouritesToAccount(database)),
    recordSearch: (search) => saving(() => recordSearch(database, search)),
    searches: () => listHistory(database),
    clearHistory: () => saving(() => clearHistory(database)),
    saveLastSearch: (search) => saveOrFreeSpace(() => saveLastSearch(database, search), ports.freeSpace),
    lastSearch: () => lastSearch(database),
    // Search statistics are sent along with other changes and do not start a request of their own.
    send: (kind, args, options) =>
      kind === 'search-event'
        ? send(database, kind, args)
        : saving(() => send(database, kind, args, options)),
    draft: (form) => readDraft(database, form),
    saveDraft: (form, draft, owner) =>
      saveOrFreeSpace(() => saveDraft(database, form, draft, owner), ports.freeSpace),
    refusedChange: (opId) => refusedChange(database, opId),
    saveCorrection: (opId, draft) =>
      saveOrFreeSpace(() => saveCorrection(database, opId, draft), ports.freeSpace),
    outbox: () => listOutbox(database),
    retry: (opId) => saving(() => retryOperation(database, opId)),
    discard: (opId) => saving(() => discardOperation(database, opId)),
    profile: () => readProfile(database),
    saveProfile: (userId, parts) =>
      saveOrFreeSpace(() => saveProfile(database, userId, parts), ports.freeSpace),
    person: () => activePerson(database),
    async signIn(userId) {
      await saveOrFreeSpace(() => signIn(database, userId), ports.freeSpace)
      loop.sendSoon()
    },
    unsent: () => countUnsent(database),
    signOut: (unsent, asked) => saveOrFreeSpace(() => signOut(database, unsent, asked), ports.freeSpace),
    hidePersonalData: () => hidePersonalData(database),
    sync: () => loop.run(),
    close() {
      for (const stop of stops) stop()
      database.close()
    },
  }
}

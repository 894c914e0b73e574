import type { CookieJar } from './cookie-mirror.ts'
import { followWithCookies, restoreFromCookies } from './cookie-mirror.ts'
import { createDatabase } from './database.ts'
import type { DatabaseEvent, OffleadDatabase } from './database.ts'
import { discardOperation, retryOperation } from './discard.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { drainOutbox } from './drain.ts'
import type { Push } from './drain.ts'
import { adoptLocalFavourites, setFavourite, watchFavourites, watchLocalFavourites } from './favourites.ts'
import { clearHistory, keepLastSearch, lastSearch, recordSearch, watchHistory } from './history.ts'
import { openMemory } from './memory.ts'
import { hasUnsent, send, watchWaiting } from './outbox.ts'
import { currentPerson, enter, leave, resumeAfterUpdate, standBy, unsentOf } from './person.ts'
import type { PersonalStore } from './personal-store.ts'
import { withRoom } from './room.ts'
import type { ServerGate } from './server-gate.ts'
import { startSyncLoop, SYNC_CALLS } from './sync-loop.ts'
import type { SyncLoopPorts, SyncState } from './sync-loop.ts'

/** What the store needs of the page it is on. */
export interface PersonalPorts extends Omit<SyncLoopPorts, 'drain' | 'changed' | 'gate'> {
  gate: Pick<ServerGate, 'run' | 'wait' | 'inTrouble' | 'onRecovery'>
  push: Push
  jar: CookieJar
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Lets go of what can be fetched again. */
  giveWay(): Promise<unknown>
  /** Asks to be woken when there is a network, even after the page is gone. A browser that has a network does so at once. */
  wakeLater(): void
  /** Told when the page is no longer looked at, which may be the last it hears; returns stops. */
  onHidden(listener: () => void): () => void
  tell(event: DatabaseEvent): void
  state(state: SyncState): void
  database?: { name: string; indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
}

/** Opens what this browser keeps, or the page's memory where it keeps nothing. */
export async function openPersonal(ports: PersonalPorts): Promise<PersonalStore> {
  const { name, ...options } = ports.database ?? {}
  const database = createDatabase(
    ports.tell,
    name,
    ports.database === undefined ? undefined : (options as Required<typeof options>),
  )
  try {
    await database.open()
    await restoreFromCookies(database, ports.jar)
    await resumeAfterUpdate(database)
  } catch {
    database.close()
    return openMemory(ports)
  }
  return onDatabase(database, ports)
}

function onDatabase(database: OffleadDatabase, ports: PersonalPorts): PersonalStore {
  const loop = startSyncLoop({
    ...ports,
    // The gate is asked when the turn has come, and only for a call: another tab may have met the trouble, and often there is nothing to send.
    drain: (asked, begun) =>
      drainOutbox({
        database,
        exclusively: ports.exclusively,
        push: (request) =>
          ports.gate.run(
            SYNC_CALLS,
            () => {
              begun()
              return ports.push(request)
            },
            { asked },
          ),
      }),
    changed: ports.state,
  })
  /** While there is a network and a page, the page sends; the browser is to do so only when the page is about to go. */
  const wakeForUnsent = async () => {
    if (await hasUnsent(database)) ports.wakeLater()
  }
  const stops = [
    followWithCookies(database, ports.jar),
    ports.onHidden(() => void wakeForUnsent().catch(() => undefined)),
    () => loop.stop(),
  ]

  /** Saves, and has it sent soon. */
  const saving = async <T>(save: () => Promise<T>): Promise<T> => {
    const saved = await withRoom(save, ports.giveWay)
    if (ports.online()) loop.nudge()
    else ports.wakeLater()
    return saved
  }

  return {
    keeps: 'device',
    setFavourite: (id, saved) => saving(() => setFavourite(database, id, saved)),
    watchFavourites: (changed, failed) => watchFavourites(database, changed, failed),
    watchLocalFavourites: (changed, failed) => watchLocalFavourites(database, changed, failed),
    adoptLocalFavourites: () => saving(() => adoptLocalFavourites(database)),
    recordSearch: (search) => saving(() => recordSearch(database, search)),
    watchHistory: (changed, failed) => watchHistory(database, changed, failed),
    clearHistory: () => saving(() => clearHistory(database)),
    keepLastSearch: (search) => keepLastSearch(database, search),
    lastSearch: () => lastSearch(database),
    // Figures go with what goes anyway: a search is no reason to call the server.
    send: (kind, args) =>
      kind === 'search-event' ? send(database, kind, args) : saving(() => send(database, kind, args)),
    draft: (letter) => readDraft(database, letter),
    keepDraft: (letter, draft) => withRoom(() => keepDraft(database, letter, draft), ports.giveWay),
    watchWaiting: (changed, failed) => watchWaiting(database, changed, failed),
    retry: (opId) => saving(() => retryOperation(database, opId)),
    discard: (opId) => saving(() => discardOperation(database, opId)),
    person: () => currentPerson(database),
    async enter(userId) {
      await enter(database, userId)
      loop.nudge()
    },
    unsent: () => unsentOf(database),
    leave: (unsent) => leave(database, unsent),
    standBy: () => standBy(database),
    sync: () => loop.run(),
    close() {
      for (const stop of stops) stop()
      database.close()
    },
  }
}

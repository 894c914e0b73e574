import type { CookieJar } from '../store/cookie-mirror.ts'
import { tryToFreeSpace } from '../store/free-space.ts'
import { OUTBOX_TAG, REFRESH_TAG } from '../store/names.ts'
import type { PersonalPorts } from '../store/personal.ts'
import { serverGate } from '../store/server-gate.ts'
import { after } from './clock.ts'
import { onNetworkReturn } from './network-return.ts'
import { savesData } from './saves-data.ts'
import { isVisible, onVisible } from './visibility.ts'

const cookieJar: CookieJar = {
  read: () => document.cookie,
  write: (cookie) => void (document.cookie = cookie),
  secure: location.protocol === 'https:',
}

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

function onWake(listener: () => void): () => void {
  const onMessage = (event: MessageEvent<{ type?: string } | null>) => {
    if (event.data?.type === OUTBOX_TAG || event.data?.type === REFRESH_TAG) listener()
  }
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const stops = [onNetworkReturn(listener), onVisible(listener)]
  worker?.addEventListener('message', onMessage)
  return () => {
    for (const stop of stops) stop()
    worker?.removeEventListener('message', onMessage)
  }
}

/**
 * Only for Background Sync. In a browser without it the database must not be opened while the page is left: in
 * Firefox the request is lost when the page enters the back/forward cache, and Dexie waits for it forever.
 */
function onHidden(listener: () => void): () => void {
  if (!('SyncManager' in globalThis)) return () => undefined
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  addEventListener('pagehide', listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    removeEventListener('pagehide', listener)
  }
}

async function requestBackgroundSync(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(OUTBOX_TAG)
}

/** The page's side of the store's ports. */
export const pagePorts: Omit<PersonalPorts, 'push' | 'exclusively' | 'onDatabaseEvent' | 'onSyncState'> = {
  jar: cookieJar,
  online: () => navigator.onLine,
  visible: isVisible,
  saveData: savesData,
  gate: serverGate,
  onWake,
  onHidden,
  after,
  freeSpace: tryToFreeSpace,
  // Without Background Sync, or without permission for it, the next visit sends.
  requestBackgroundSync: () => void requestBackgroundSync().catch(() => undefined),
}

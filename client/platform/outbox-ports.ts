import type { CookieJar } from '../store/cookie-mirror.ts'
import { OUTBOX_TAG, REFRESH_TAG, SEEN_CACHE } from '../store/names.ts'
import type { PersonalPorts } from '../store/personal.ts'
import { serverGate } from '../store/server-gate.ts'
import { onNetworkReturn } from './network-return.ts'
import { savesData } from './saves-data.ts'

const cookieJar: CookieJar = {
  read: () => document.cookie,
  write: (cookie) => void (document.cookie = cookie),
  secure: location.protocol === 'https:',
}

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

function onWake(listener: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') listener()
  }
  const told = (event: MessageEvent<{ type?: string } | null>) => {
    if (event.data?.type === OUTBOX_TAG || event.data?.type === REFRESH_TAG) listener()
  }
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
  const stop = onNetworkReturn(listener)
  document.addEventListener('visibilitychange', seen)
  worker?.addEventListener('message', told)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', seen)
    worker?.removeEventListener('message', told)
  }
}

function onHidden(listener: () => void): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', hidden)
  addEventListener('pagehide', listener)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    removeEventListener('pagehide', listener)
  }
}

async function requestBackgroundSync(): Promise<void> {
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(OUTBOX_TAG)
}

/** Pictures that were merely seen give way to what people save. */
const giveWay = () => caches.delete(SEEN_CACHE)

/** What the page lends to the store of what people save. */
export const pagePorts: Omit<PersonalPorts, 'push' | 'exclusively' | 'tell' | 'state'> = {
  jar: cookieJar,
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  saveData: savesData,
  gate: serverGate,
  onWake,
  onHidden,
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds)
    return () => clearTimeout(timer)
  },
  giveWay: () => giveWay().catch(() => false),
  // Where a browser has no such thing, or the person has not allowed it, the next visit sends.
  requestBackgroundSync: () => void requestBackgroundSync().catch(() => undefined),
}

import { REFRESH_TAG } from '../store/names.ts'
import { watched } from './observable.ts'
import type { Watched } from './observable.ts'
import { saveDraft } from './drafts.ts'
import { savesData } from './saves-data.ts'

/** A new version of the app and how to start it. */
export interface Update {
  ready: boolean
  apply(): void
}

/** What is typed is there again afterwards. */
function reload(): void {
  saveDraft()
  location.reload()
}
const update = watched<Update>({ ready: false, apply: reload })

/** Whether a new version waits. It takes over when the person says so, never under an open screen. */
export const appUpdate: Watched<Update> = update

/** Another tab runs a newer version already. This one goes on with its own code, which stays at hand, until it is reloaded. */
export function updateTakenOver(): void {
  update.set({ ready: true, apply: reload })
}

/** How often an app that stays open looks for a new version. Milliseconds. */
const LOOK_EVERY = 60 * 60_000
/** A worker that does not hand over is not waited for longer. Milliseconds. */
const HANDOVER = 4_000
/** How often the browser may wake the service worker to refresh the directory, at most. Milliseconds. */
const REFRESH_EVERY = 12 * 60 * 60_000

interface WithPeriodicSync extends ServiceWorkerRegistration {
  periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>
    unregister(tag: string): Promise<void>
  }
}

/** Where the browser has it, and gives it (to installed apps): the directory is fresh before it is opened. Not for who saves data. */
async function refreshInBackground({ periodicSync }: WithPeriodicSync): Promise<void> {
  if (savesData()) await periodicSync?.unregister(REFRESH_TAG)
  else await periodicSync?.register(REFRESH_TAG, { minInterval: REFRESH_EVERY })
}

/**
 * Registers the service worker. A version that comes later waits; {@link appUpdate} says so. No page is ever reloaded
 * but by the person who looks at it.
 * @param url the service worker's address
 */
export async function registerServiceWorker(url = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(url, { updateViaCache: 'none' })
  let asked = false
  workbox.addEventListener('waiting', () => {
    update.set({
      ready: true,
      apply() {
        if (asked) return
        asked = true
        workbox.messageSkipWaiting()
        setTimeout(reload, HANDOVER)
      },
    })
  })
  // The first worker that takes control of a page it has not served changes nothing on it.
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (asked) reload()
    else if (controlled) updateTakenOver()
    controlled = true
  })
  const registration = await workbox.register()
  if (registration === undefined) return
  let looked = Date.now()
  const look = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine || Date.now() - looked < LOOK_EVERY)
      return
    looked = Date.now()
    // Without network there is nothing to find; the next look will.
    registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY)
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  await refreshInBackground(registration).catch(() => undefined)
}

import { Workbox } from 'workbox-window'
import { REFRESH_TAG } from '../store/names.ts'
import { reload, reportNewerVersion, reportUpdate } from './app-update.ts'
import { hasPassed } from './clock.ts'
import { savesData } from './saves-data.ts'
import { isVisible } from './visibility.ts'

/** How often an open app checks for a new version. */
const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000
/** How long to wait for the new service worker to take over before reloading anyway. */
const TAKEOVER_TIMEOUT_MS = 4_000
/** A version that takes over by itself waits for less. */
const WAITING_TIME_MS = 200
/** Minimum time between two background updates of the directory. */
const REFRESH_INTERVAL_MS = 12 * 60 * 60_000

interface WithPeriodicSync extends ServiceWorkerRegistration {
  periodicSync?: {
    register(tag: string, options: { minInterval: number }): Promise<void>
    unregister(tag: string): Promise<void>
  }
}

/**
 * Updates the directory in the background where the browser allows it (for installed apps). Not in
 * data-saving mode.
 */
async function refreshInBackground({ periodicSync }: WithPeriodicSync): Promise<void> {
  if (savesData()) await periodicSync?.unregister(REFRESH_TAG)
  else await periodicSync?.register(REFRESH_TAG, { minInterval: REFRESH_INTERVAL_MS })
}

/**
 * Registers the service worker. A later version waits, and `appUpdate` reports it. A page is only
 * reloaded when its user applies the update.
 * @param url the service worker's URL
 */
export async function registerServiceWorker(url = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox(url, { updateViaCache: 'none' })
  let isApplying = false
  const reportWaiting = () =>
    reportUpdate(() => {
      if (isApplying) return
      isApplying = true
      workbox.messageSkipWaiting()
      setTimeout(reload, TAKEOVER_TIMEOUT_MS)
    })
  workbox.addEventListener('waiting', reportWaiting)
  // The first worker to take control of the page is not an update.
  let isControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isApplying) reload()
    else if (isControlled) reportNewerVersion()
    isControlled = true
  })
  const registration = await workbox.register()
  if (registration === undefined) return
  // Workbox reports only the first version that it finds, whose installation may fail.
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () =>
      setTimeout(() => registration.waiting === worker && reportWaiting(), WAITING_TIME_MS),
    )
  })
  let checkedAt = Date.now()
  const checkForUpdate = () => {
    if (!isVisible() || !navigator.onLine || !hasPassed(UPDATE_CHECK_INTERVAL_MS, checkedAt, Date.now()))
      return
    checkedAt = Date.now()
    // If it fails, the next check tries again.
    registration.update().catch(() => undefined)
  }
  setInterval(checkForUpdate, UPDATE_CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', checkForUpdate)
  addEventListener('online', checkForUpdate)
  await refreshInBackground(registration).catch(() => undefined)
}

import { watched } from '../queries/watched.ts'
import type { Watched } from '../queries/watched.ts'

/** A new version of the app and how to start it. */
export interface Update {
  ready: boolean
  apply(): void
}

const reload = () => location.reload()
const update = watched<Update>({ ready: false, apply: reload })

/** Whether a new version waits. It takes over when the person says so, never under an open screen. */
export const appUpdate: Watched<Update> = update

/** Another tab runs a newer version already; this one goes on by loading it. */
export function updateTakenOver(): void {
  update.set({ ready: true, apply: reload })
}

/** How often an app that stays open looks for a new version. Milliseconds. */
const LOOK_EVERY = 60 * 60_000

/**
 * Registers the service worker once the page has loaded. A version that comes later waits; {@link appUpdate} says so.
 * @param url the service worker's address
 */
export async function registerServiceWorker(url = '/sw.js'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox(url)
  workbox.addEventListener('waiting', () => {
    update.set({
      ready: true,
      apply() {
        // All tabs move together: each reloads when the new worker takes control.
        workbox.messageSkipWaiting()
      },
    })
  })
  // The first worker that takes control of a page it has not served changes nothing on it.
  const hadController = navigator.serviceWorker.controller !== null
  workbox.addEventListener('controlling', () => {
    if (hadController) reload()
  })
  const registration = await workbox.register()
  if (registration === undefined) return
  const look = () => {
    // Without network there is nothing to find; the next look will.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY)
}

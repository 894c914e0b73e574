/** The background work in `sw-later.js`, which the service worker loads when it is needed. */
export interface BackgroundWork {
  /** Sends the outbox. */
  sendOutbox(): Promise<void>
  /** Updates the directory. */
  refresh(): Promise<void>
}

const SCRIPT = '/sw-later.js'

type Scope = Pick<ServiceWorkerGlobalScope, 'importScripts'> & { offleadBackgroundWork?: BackgroundWork }

/**
 * Loads the script. During installation the browser fetches it and stores it with this version of the service
 * worker; later it is loaded from there, even without a network.
 */
export function loadBackgroundWork(scope: Scope): BackgroundWork {
  if (scope.offleadBackgroundWork === undefined) scope.importScripts(SCRIPT)
  if (scope.offleadBackgroundWork === undefined)
    throw new Error(`${SCRIPT} does not define offleadBackgroundWork`)
  return scope.offleadBackgroundWork
}

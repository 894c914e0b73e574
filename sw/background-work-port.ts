/** The background work in `sw-later.js`, which the service worker loads when it is needed. */
export interface Later {
  /** Sends the outbox. */
  sendWaiting(): Promise<void>
  /** Updates the directory. */
  refresh(): Promise<void>
}

const SCRIPT = '/sw-later.js'

type Scope = Pick<ServiceWorkerGlobalScope, 'importScripts'> & { offleadLater?: Later }

/**
 * Loads the script. During installation the browser fetches it and stores it with this version of the service
 * worker; later it is loaded from there, even without a network.
 */
export function readLater(scope: Scope): Later {
  if (scope.offleadLater === undefined) scope.importScripts(SCRIPT)
  if (scope.offleadLater === undefined) throw new Error(`${SCRIPT} does not define offleadLater`)
  return scope.offleadLater
}

/** What `sw-later.js` adds to the service worker. */
export interface Later {
  /** Sends what people have saved on this device. */
  sendWaiting(): Promise<void>
  /** Brings the directory up to date. */
  refresh(): Promise<void>
}

const SCRIPT = '/sw-later.js'

type Scope = Pick<ServiceWorkerGlobalScope, 'importScripts'> & { offleadLater?: Later }

/**
 * Reads the script. While the service worker installs, the browser fetches it and keeps it with this version; afterwards it is read from
 * there, with and without network.
 */
export function readLater(scope: Scope): Later {
  if (scope.offleadLater === undefined) scope.importScripts(SCRIPT)
  if (scope.offleadLater === undefined) throw new Error(`${SCRIPT} is not what it should be`)
  return scope.offleadLater
}

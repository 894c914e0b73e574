import { sendWaiting } from './background-sync.ts'
import type { SyncEvent } from './background-sync.ts'
import { createSeenMaps } from './maps.ts'
import { createShell } from './shell.ts'
import { isAppNavigation } from './navigation.ts'
import { STORAGE_PREFIX } from '../data/model/constants.ts'

declare const self: ServiceWorkerGlobalScope

const MAPS = `${STORAGE_PREFIX}-maps`
// oxlint-disable-next-line no-underscore-dangle -- the build writes the list of files in this very name's place
const shell = createShell(`${STORAGE_PREFIX}-shell`, self.__WB_MANIFEST, [MAPS])
const seenMaps = createSeenMaps(MAPS)

// A version that comes later waits until the page says SKIP_WAITING. The first one takes the open page at once: from then on its code is here.
self.addEventListener('install', (event) => event.waitUntil(shell.fill(event)))
self.addEventListener('activate', (event) => event.waitUntil(shell.clean(event).then(() => self.clients.claim())))
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
self.addEventListener('sync', (event) => (event as SyncEvent).waitUntil(sendWaiting(event as SyncEvent, self.clients)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isAppNavigation(url)) event.respondWith(shell.page(request))
  } else if (shell.has(url)) {
    event.respondWith(shell.file(request))
  } else if (seenMaps.has(url)) {
    event.respondWith(seenMaps.answer(request))
  }
})

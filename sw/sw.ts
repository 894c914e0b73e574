import { ONLINE_SPREAD } from '../client/store/backoff.ts'
import { AREAS_CACHE, SEEN_CACHE, SHELL_CACHE } from '../client/store/names.ts'
import { serverGate } from '../client/store/server-gate.ts'
import { createAreaPictures } from './areas.ts'
import { workInBackground } from './background-sync.ts'
import type { SyncEvent } from './background-sync.ts'
import { readLater } from './later-port.ts'
import { createSeenMaps } from './maps.ts'
import { createShell } from './shell.ts'
import { isAppNavigation } from './navigation.ts'

declare const self: ServiceWorkerGlobalScope

// oxlint-disable-next-line no-underscore-dangle -- the build writes the list of files in this very name's place
const shell = createShell(SHELL_CACHE, self.__WB_MANIFEST)
/** Pictures that a screen shows: none is asked of a server that is known not to answer. */
const fetchPicture = (request: Request) =>
  serverGate.fetch('pictures', () => fetch(request), { picture: true })
const seenMaps = createSeenMaps(SEEN_CACHE, undefined, fetchPicture)
const areas = createAreaPictures(AREAS_CACHE)
const later = () => readLater(self)
/** Background sync wakes all devices that get a network back at the same moment. */
const spread = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.random() * ONLINE_SPREAD)
  })

// A version that comes later waits until the page says SKIP_WAITING. The first one takes the open page at once: from then on its code is here.
self.addEventListener('install', (event) => {
  later()
  event.waitUntil(shell.fill(event))
})
self.addEventListener('activate', (event) => event.waitUntil(shell.clean().then(() => self.clients.claim())))
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
for (const woken of ['sync', 'periodicsync']) {
  self.addEventListener(woken, (event) =>
    (event as SyncEvent).waitUntil(workInBackground(event as SyncEvent, self.clients, later, spread)),
  )
}
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (isAppNavigation(url)) event.respondWith(shell.page(request))
  } else if (shell.has(url)) {
    event.respondWith(shell.file(request))
  } else if (seenMaps.has(url)) {
    event.respondWith(areas.answer(request, () => seenMaps.answer(request)))
  } else if (request.destination === 'image') {
    event.respondWith(areas.answer(request, () => fetchPicture(request)))
  }
})

import { ONLINE_SPREAD_MS } from '../client/store/backoff.ts'
import { AREAS_CACHE, MAP_OFFER_PATH, SEEN_CACHE, SHELL_CACHE } from '../client/store/names.ts'
import { serverGate } from '../client/store/server-gate.ts'
import { createAreaCache } from './areas.ts'
import { workInBackground } from './background-sync.ts'
import type { SyncEvent } from './background-sync.ts'
import { loadBackgroundWork } from './background-work-port.ts'
import { createMapCache } from './maps.ts'
import { createShell } from './shell.ts'
import { isAppNavigation, signInTrouble } from './navigation.ts'
import { createVectorTiles } from './vector-tiles.ts'
import type { MapOffer } from '../data/model/map.ts'
import { homeSearch, isSearchPath } from '../data/screens/home-search.ts'

declare const self: ServiceWorkerGlobalScope

// oxlint-disable-next-line no-underscore-dangle -- the build replaces this name with the list of files
const shell = createShell(SHELL_CACHE, self.__WB_MANIFEST)
/**
 * Pictures that a screen shows: not requested from a server that is known not to answer. The browser or a CDN
 * may have kept them.
 */
const fetchPicture = (request: Request) =>
  serverGate.fetch('pictures', () => fetch(request), { picture: true, mayBeCached: true })
const seenMaps = createMapCache(SEEN_CACHE, undefined, fetchPicture)
const areas = createAreaCache(AREAS_CACHE)
const vectorTiles = createVectorTiles(undefined, fetchPicture)
async function storeMapOfCountry(): Promise<void> {
  const offer = await seenMaps.answer(new Request(MAP_OFFER_PATH))
  const { base } = (await offer.json()) as MapOffer
  if (base) await vectorTiles.storeCountry(base.url)
}
/**
 * Whether a page downloads a map image or tile for an offline area. It has asked the gate, which would refuse the same
 * call a second time, and it stores the file: in the cache of maps that were seen, it would only replace others.
 */
const isForArea = ({ destination }: Request, { pathname }: URL) =>
  destination === '' && pathname !== MAP_OFFER_PATH
const backgroundWork = () => loadBackgroundWork(self)
/** Background sync wakes all devices that get a network back at the same moment. */
const spread = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, Math.random() * ONLINE_SPREAD_MS)
  })

// A later version waits until the page sends SKIP_WAITING. The first version takes control of the open page
// at once, so that its code is served from the cache.
self.addEventListener('install', (event) => {
  const install = async () => {
    backgroundWork()
    await shell.fill(event)
  }
  // An error that the listener throws does not end the installation, unlike a promise that rejects.
  event.waitUntil(install())
})
self.addEventListener('activate', (event) => {
  event.waitUntil(shell.clean(self.registration).then(() => self.clients.claim()))
  // Not waited for: requests would wait for it, too. What fails is read when a map is shown.
  storeMapOfCountry().catch(() => undefined)
})
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})
for (const eventName of ['sync', 'periodicsync']) {
  self.addEventListener(eventName, (event) =>
    (event as SyncEvent).waitUntil(
      workInBackground(event as SyncEvent, self.clients, backgroundWork, spread),
    ),
  )
}
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    const trouble = signInTrouble(url)
    if (isSearchPath(url.pathname)) event.respondWith(Response.redirect(homeSearch(url.searchParams)))
    else if (isAppNavigation(url)) event.respondWith(shell.page(request))
    // Otherwise the browser's error page would replace the app, which has no Back when it is installed.
    else if (trouble !== null) event.respondWith(fetch(request).catch(() => Response.redirect(trouble)))
  } else if (shell.has(url)) {
    event.respondWith(shell.file(request))
  } else if (vectorTiles.has(url)) {
    event.respondWith(vectorTiles.answer(request, () => seenMaps.answer(request)))
  } else if (seenMaps.has(url)) {
    event.respondWith(
      areas.answer(request, () => (isForArea(request, url) ? fetch(request) : seenMaps.answer(request))),
    )
  } else if (request.destination === 'image') {
    event.respondWith(areas.answer(request, () => fetchPicture(request)))
  }
})

// Takes the service worker's place when the operator switches it off (SERVICE_WORKER=off): the app's code leaves the device and pages come from
// the server again. Favourites and what waits to be sent are none of its business. No page is reloaded: someone may be filling in a form.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('offlead-shell').then(() => self.registration.unregister()))
})

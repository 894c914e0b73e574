// Takes the service worker's place when the operator switches it off (SERVICE_WORKER=off): the app's code is deleted
// from the device, and pages come from the server again. Favourites and pending changes stay. No page is reloaded,
// because someone may be filling in a form.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('offlead-shell').then(() => self.registration.unregister()))
})

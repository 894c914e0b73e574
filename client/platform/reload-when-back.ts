/**
 * For the `pageshow` event: loads a page again that comes back from the back/forward cache, if its service worker or a
 * server may have it. For pages that do not work, because the browser has ended what they were doing when they were left
 * (docs/browsers.md).
 */
export function reloadWhenBack({ persisted }: PageTransitionEvent): void {
  if (persisted && (navigator.serviceWorker?.controller ?? navigator.onLine)) location.reload()
}

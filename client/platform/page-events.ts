const USE_LOCATION = 'offlead:use-my-location'
const SEARCH = 'offlead:search'

/** Dispatches the page-wide 'use my location' event (specification 14.27). */
export function requestLocation() {
  window.dispatchEvent(new Event(USE_LOCATION))
}

export function onLocationRequested(listener: () => void): () => void {
  window.addEventListener(USE_LOCATION, listener)
  return () => window.removeEventListener(USE_LOCATION, listener)
}

/** Passes a search from the header to the home page, without a navigation. */
export function requestSearch(text: string) {
  window.dispatchEvent(new CustomEvent(SEARCH, { detail: text }))
}

export function onSearchRequested(listener: (text: string) => void): () => void {
  const handler = (event: Event) => listener((event as CustomEvent<string>).detail)
  window.addEventListener(SEARCH, handler)
  return () => window.removeEventListener(SEARCH, handler)
}

const USE_LOCATION = 'offlead:use-my-location'
const SEARCH = 'offlead:search'

/** The page-wide wish to search where the person is (specification, section 2: the hero's button broadcasts it). */
export function askForLocation() {
  window.dispatchEvent(new Event(USE_LOCATION))
}

export function onLocationAsked(listener: () => void): () => void {
  window.addEventListener(USE_LOCATION, listener)
  return () => window.removeEventListener(USE_LOCATION, listener)
}

/** The header's search, for the home page to take up where it stands. */
export function askForSearch(text: string) {
  window.dispatchEvent(new CustomEvent(SEARCH, { detail: text }))
}

export function onSearchAsked(listener: (text: string) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<string>).detail)
  window.addEventListener(SEARCH, hear)
  return () => window.removeEventListener(SEARCH, hear)
}

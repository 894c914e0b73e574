/** The colours of the built-in map, from the style sheet's current custom properties. */
export interface MapPalette {
  land: string
  line: string
  sea: string
  /** Bands of shallow water along the coast, widest first. */
  shallows: readonly string[]
  coast: string
  border: string
}

export function readPalette(element: Element): MapPalette {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    land: read('land'),
    line: read('line'),
    sea: read('sea'),
    shallows: [read('shallow-1'), read('shallow-2'), read('shallow-3')],
    coast: read('coast'),
    border: read('border'),
  }
}

/**
 * Calls the listener when the colours may have changed: colour scheme, contrast, or a setting of the app.
 * @returns a function that removes the listener
 */
export function onPaletteChange(listener: () => void): () => void {
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  for (const query of media) query.addEventListener('change', listener)
  const observer = new MutationObserver(listener)
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  return () => {
    for (const query of media) query.removeEventListener('change', listener)
    observer.disconnect()
  }
}

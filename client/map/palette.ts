/** The colours the canvas of the built-in map is painted with, as the style sheet has them at this moment. */
export interface MapPalette {
  land: string
  line: string
  sea: string
  /** Bands of shallow water along the coast, from the widest to the narrowest. */
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

/** Told when the colours may have changed: day and night, more contrast, or the product's own switches on the page. @returns stops */
export function onPaletteChange(listener: () => void): () => void {
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  for (const one of media) one.addEventListener('change', listener)
  const switches = new MutationObserver(listener)
  for (const element of [document.documentElement, document.body])
    switches.observe(element, { attributes: true, attributeFilter: ['class', 'data-theme'] })
  return () => {
    for (const one of media) one.removeEventListener('change', listener)
    switches.disconnect()
  }
}

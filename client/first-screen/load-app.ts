/** The document lists the app's scripts in links with this `rel` (scripts/first-screen.ts). */
const APP_CODE = 'link[rel=app-code]'
const IMAGE_TIMEOUT_MS = 300
const PAINT_TIMEOUT_MS = 1_000

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const documentParsed = () =>
  new Promise<void>((resolve) =>
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  )

/**
 * Resolves at the first paint. A background tab is not painted, and neither is a page without a prerendered
 * screen.
 */
async function firstPaint(): Promise<void> {
  if (document.hidden || !document.querySelector('#root > *')) return
  const paint = new Promise<void>((resolve) =>
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }),
  )
  await Promise.race([paint, delay(PAINT_TIMEOUT_MS)])
}

async function visibleImagesDecoded(): Promise<void> {
  const visible = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
  await Promise.race([Promise.allSettled(visible.map((image) => image.decode())), delay(IMAGE_TIMEOUT_MS)])
}

const append = <K extends 'link' | 'script'>(tag: K, attributes: Partial<HTMLElementTagNameMap[K]>) =>
  document.head.appendChild(Object.assign(document.createElement(tag), { crossOrigin: '' }, attributes))

/** Resolves when the script has run, with `true`, or when it or a module that it imports has failed to load. */
const runScript = (src: string) =>
  new Promise<boolean>((resolve) =>
    append('script', { type: 'module', src, onload: () => resolve(true), onerror: () => resolve(false) }),
  )

/** Id of the message of a page that stays as it was prerendered, in index.html. */
const NOT_LOADED = 'not-loaded'

/**
 * Loads the app's code after the prerendered screen has been painted: earlier it would compete with the
 * screen for the network and the processor. With a service worker in control, the code is fetched at once and
 * run after the first paint.
 */
export async function loadApp(): Promise<void> {
  const fromDevice = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  await documentParsed()
  const [app, ...libraries] = [...document.querySelectorAll<HTMLLinkElement>(APP_CODE)].map(
    ({ href }) => href,
  )
  if (app === undefined) return
  const preloadAll = () =>
    [app, ...libraries].forEach((href) => append('link', { rel: 'modulepreload', href }))
  if (fromDevice) preloadAll()
  await firstPaint()
  if (!fromDevice) {
    await visibleImagesDecoded()
    preloadAll()
  }
  // Separate scripts keep each task on the main thread short.
  await Promise.all(libraries.map(runScript))
  // Browsers do not request a module again that has failed, so only a reload helps.
  if (!(await runScript(app))) document.getElementById(NOT_LOADED)!.hidden = false
}

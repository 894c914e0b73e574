/** By links of this relation the document names the pieces of the app's code (scripts/first-screen.ts). */
const CODE = 'link[rel=app-code]'
/** Pictures that are seen at once are waited for no longer than this, and a screen that is never painted no longer than that. Milliseconds. */
const PICTURES = 300
const PAINT = 1_000

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const parsed = () =>
  new Promise<void>((resolve) =>
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }),
  )

/** A page that is opened behind another one is not painted, and one without a written screen has nothing to paint. */
async function painted(): Promise<void> {
  if (document.hidden || !document.querySelector('#root > *')) return
  const paint = new Promise<void>((resolve) =>
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }),
  )
  await Promise.race([paint, after(PAINT)])
}

async function picturesSeen(): Promise<void> {
  const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
  await Promise.race([Promise.allSettled(seen.map((image) => image.decode())), after(PICTURES)])
}

const add = <K extends 'link' | 'script'>(tag: K, attributes: Partial<HTMLElementTagNameMap[K]>) =>
  document.head.appendChild(Object.assign(document.createElement(tag), { crossOrigin: '' }, attributes))

/** Resolves when the piece has begun, or cannot come: what needs it says so then. */
const begin = (src: string) =>
  new Promise<void>((resolve) =>
    add('script', { type: 'module', src, onload: () => resolve(), onerror: () => resolve() }),
  )

/**
 * Has the app's code come when the written screen is seen: on a slow network they would share the line, on a slow processor the code would be
 * begun before the screen is painted. From the service worker it comes at once, and is begun when there is a paint.
 */
export async function bringCode(): Promise<void> {
  const fromDevice = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  await parsed()
  const [app, ...libraries] = [...document.querySelectorAll<HTMLLinkElement>(CODE)].map(({ href }) => href)
  if (app === undefined) return
  const fetchAll = () => [app, ...libraries].forEach((href) => add('link', { rel: 'modulepreload', href }))
  if (fromDevice) fetchAll()
  await painted()
  if (!fromDevice) {
    await picturesSeen()
    fetchAll()
  }
  // One after the other they hold nothing up for long.
  await Promise.all(libraries.map(begin))
  await begin(app)
}

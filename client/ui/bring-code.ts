/** By links of this relation the document names the pieces of the app's code (scripts/first-screen.ts). */
const CODE = 'link[rel=app-code]'
/** Pictures that are seen at once are waited for no longer than this, and a screen that is never painted no longer than that. Milliseconds. */
const PICTURES = 300
const PAINT = 1_000

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const parsed = () => new Promise<void>((resolve) => document.addEventListener('DOMContentLoaded', () => resolve(), { once: true }))

/** A page that is opened behind another one is not painted, and one without a written screen has nothing to paint. */
async function painted(): Promise<void> {
  await parsed()
  if (document.hidden || !document.querySelector('#root > *')) return
  const paint = new Promise<void>((resolve) => new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }))
  await Promise.race([paint, after(PAINT)])
}

async function picturesSeen(): Promise<void> {
  const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
  await Promise.race([Promise.allSettled(seen.map((image) => image.decode())), after(PICTURES)])
}

/**
 * Has the app's code come when the written screen is seen: on a slow network they would share the line, on a slow processor the code would be
 * read before the screen is painted. Where a service worker has the pictures as well, there is nothing to wait for but the paint.
 */
export async function bringCode(): Promise<void> {
  await painted()
  if (!('serviceWorker' in navigator && navigator.serviceWorker.controller)) await picturesSeen()
  // Each piece is begun by itself, as soon as it is there: one after the other they hold nothing up for long.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>(CODE)) {
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: href }))
  }
}

import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Milliseconds after which a page that stays too short keeps its scroll position. */
const GIVE_UP_AFTER_MS = 10_000
/** The user scrolls, or does something else on the page. */
const INPUT = ['wheel', 'pointerdown', 'keydown'] as const

/** How far down the page can be scrolled, in pixels. */
const furthest = () => Math.ceil(document.documentElement.scrollHeight - innerHeight)
/** The same on the prerendered page, where the browser restores the position after a reload. */
const FURTHEST_AT_START = globalThis.document && furthest()

/**
 * Scrolls to `top` (pixels) once the page is tall enough, unless the user does something first.
 * @returns ends the wait
 */
function scrollWhenTallEnough(top: number): () => void {
  const isTallEnough = () => furthest() >= Math.floor(top)
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  if (isTallEnough() && FURTHEST_AT_START >= Math.floor(top)) return stop
  const observer = new ResizeObserver(() => {
    if (!isTallEnough()) return
    stop()
    scrollTo({ top, behavior: 'instant' })
  })
  setTimeout(stop, GIVE_UP_AFTER_MS)
  const { signal } = waiting
  signal.addEventListener('abort', () => observer.disconnect())
  for (const type of INPUT) addEventListener(type, stop, { passive: true, signal })
  observer.observe(document.body)
  return stop
}

/**
 * Completes the router's scroll restoration. After a reload, the browser or the router restores the position while
 * the page is still short, as the prerendered one is. That scrolls to its end, and scroll anchoring then keeps the
 * footer in view while the list above it grows.
 */
export function ScrollCompletion() {
  const router = useRouter()
  // Renders again for each history entry.
  useLocation()
  const saved = useElementScrollRestoration({ getElement: () => window })?.scrollY
  const complete = useEffectEvent(() => (saved === undefined ? undefined : scrollWhenTallEnough(saved)))
  useEffect(() => {
    // The first screen may have been rendered before this effect.
    let stop = complete()
    const unsubscribe = router.subscribe('onRendered', () => {
      stop?.()
      stop = complete()
    })
    return () => {
      unsubscribe()
      stop?.()
    }
  }, [router])
  return null
}

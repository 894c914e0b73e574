import { useEffect, useState } from 'react'
import { ArrowUp } from './icons.tsx'
import { prefersReducedMotion } from '../platform/settings-store.ts'
import { UI_TEXTS } from './texts.ts'

/**
 * Scrolls to the element, or to the top of the page for `null`: smoothly, unless the user prefers reduced
 * motion.
 */
export function scrollSmoothly(target: Element | null) {
  const behavior = prefersReducedMotion() ? 'auto' : 'smooth'
  if (target) target.scrollIntoView({ behavior, block: 'start' })
  else window.scrollTo({ top: 0, behavior })
}

/** The button disappears at the top of the page, so the keyboard focus moves to the main content. */
function backToTop() {
  document.getElementById('main')?.focus({ preventScroll: true })
  scrollSmoothly(null)
}

/**
 * Once the page is scrolled by more than `afterPx` pixels: in the header, or in the bottom bar of a phone
 * (client/app/styles/app.css), where it covers nothing.
 */
export function BackToTop({ afterPx }: { afterPx: number }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // Not read on mount: `scrollY` would force a layout. A restored scroll position fires a scroll event
    // anyway.
    const update = () => setShown(window.scrollY > afterPx)
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [afterPx])
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={UI_TEXTS.backToTop}
      onClick={backToTop}
      data-back-to-top=""
      className="fixed top-2 right-[106px] z-30 grid size-11 animate-rise place-items-center rounded-full border-control
        border-leaf bg-surface text-leaf md:top-header md:right-24 lg:right-[calc(max(2rem,(100%-1440px)/2+2rem)+12rem)]"
    >
      <ArrowUp />
    </button>
  )
}

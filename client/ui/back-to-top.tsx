import { useEffect, useState } from 'react'
import { BACK_TO_TOP_AFTER_PX } from '../../data/model/constants.ts'
import { ArrowUp } from './icons.tsx'
import { prefersLessMotion } from '../settings/store.ts'
import { TEXTS } from './texts.ts'

/** Scrolls smoothly, unless the person has asked for less motion. */
export function scrollSmoothly(target: Element | null) {
  const behavior = prefersLessMotion() ? 'auto' : 'smooth'
  if (target) target.scrollIntoView({ behavior, block: 'start' })
  else window.scrollTo({ top: 0, behavior })
}

/** The button goes when the top is reached: whoever pressed it by the keyboard is at the beginning of the page, not at its end. */
function toTop() {
  document.getElementById('main')?.focus({ preventScroll: true })
  scrollSmoothly(null)
}

/** Floats above the bottom bar once the page is scrolled by more than 300 px. */
export function BackToTop() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // Not at once: to ask how far the page is scrolled while it is being made costs a layout of its own. A page that comes back scrolls.
    const look = () => setShown(window.scrollY > BACK_TO_TOP_AFTER_PX)
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={TEXTS.backToTop}
      onClick={toTop}
      className="fixed right-4 bottom-[calc(5.25rem+env(safe-area-inset-bottom))] z-20 grid size-tap animate-rise place-items-center rounded-full
        border-[1.5px] border-leaf bg-surface text-leaf shadow-lifted md:bottom-6"
    >
      <ArrowUp />
    </button>
  )
}

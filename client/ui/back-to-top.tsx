import { useEffect, useState } from 'react'
import { ArrowUp } from './icons.tsx'
import { scrollSmoothly } from './scroll.ts'

const T = { backToTop: 'Back to top' } as const

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
    const update = () => setShown(window.scrollY > afterPx)
    // Not at once: `scrollY` would force a layout.
    const frame = requestAnimationFrame(update)
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', update)
    }
  }, [afterPx])
  if (!shown) return null
  return (
    <button
      type="button"
      aria-label={T.backToTop}
      onClick={backToTop}
      data-back-to-top=""
      className="fixed top-2 right-[106px] z-30 grid size-[44px] animate-rise place-items-center rounded-full border-control
        border-leaf bg-surface text-leaf md:top-header md:right-24 lg:right-[calc(max(2rem,(100%-1440px)/2+2rem)+12rem)]"
    >
      <ArrowUp />
    </button>
  )
}

import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { BackToTop } from './back-to-top.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notices } from './notices.tsx'
import { TEXTS } from './texts.ts'
import { Toasts } from './toasts.tsx'

/** What every page stands in. After a navigation the focus goes to the new page, and its title is read out. */
export function Frame() {
  const router = useRouter()
  const main = useRef<HTMLElement>(null)
  const [arrived, setArrived] = useState('')
  useEffect(() => router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return
    main.current?.focus({ preventScroll: true })
    setArrived(document.title)
  }), [router])
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-4 z-50 -translate-y-40 rounded-control bg-surface px-4 py-3 font-semibold focus:translate-y-0 focus:shadow-lifted"
        onClick={(event) => { event.preventDefault(); main.current?.focus() }}
      >
        {TEXTS.skip}
      </a>
      <Header />
      <Notices />
      <main id="main" ref={main} tabIndex={-1} className="min-h-dvh"><Outlet /></main>
      <Footer />
      <BackToTop />
      <Toasts />
      <p aria-live="polite" className="sr-only">{arrived}</p>
    </>
  )
}

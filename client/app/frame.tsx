import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ActivePerson } from '../features/account/active-person.tsx'
import { InstallPlace } from './install-place.tsx'
import { currentSettings, useSettings } from '../platform/settings-store.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Notices } from './notices.tsx'
import { ScrollCompletion } from './scroll-completion.tsx'
import { APP_TEXTS } from './texts.ts'
import { Toasts } from '../ui/toasts.tsx'
import { loadedLater } from '../ui/loaded-later.tsx'

const PageHeadings = loadedLater(() => import('../features/settings/page-headings.tsx'))
const LaterParts = loadedLater(() => import('./later-parts.tsx'))

/**
 * The layout of every page. After a navigation the focus moves to the main content and the page title is
 * announced. With 'Screen Reader Optimized' the focus moves to the heading instead, which is announced by
 * itself; a heading that appears later is focused by the list of the page's headings.
 */
export function Frame() {
  const router = useRouter()
  const main = useRef<HTMLElement>(null)
  const { screenReader } = useSettings()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        const heading = currentSettings().screenReader ? main.current?.querySelector('h1') : null
        if (heading) heading.tabIndex = -1
        ;(heading ?? main.current)?.focus({ preventScroll: true })
        main.current?.setAttribute('data-moved', '')
      }),
    [router],
  )
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-4 z-50 -translate-y-40 rounded-control bg-surface px-4 py-3 font-semibold focus:translate-y-0 focus:shadow-lifted"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {APP_TEXTS.skip}
      </a>
      <Header />
      <Notices />
      <main id="main" ref={main} tabIndex={-1} className="min-h-dvh">
        {screenReader && <PageHeadings main={main} />}
        <Outlet />
      </main>
      <Footer />
      <ScrollCompletion />
      <LaterParts />
      <InstallPlace />
      <Toasts />
      <ActivePerson />
    </>
  )
}

import { useNavigate, useRouterState } from '@tanstack/react-router'
import { askForLocation, askForSearch } from './page-events.ts'
import { TEXTS } from './texts.ts'
import { toast } from './toast-queue.ts'

/** What the header's search does: on the home page it sets q there, elsewhere it goes there. */
export function useHeaderSearch() {
  const navigate = useNavigate()
  const home = useRouterState({ select: (state) => state.location.pathname === '/' })
  return {
    search(text: string) {
      if (home) askForSearch(text)
      else void navigate({ to: '/', search: { q: text } })
    },
    locate() {
      if (home) {
        toast({ title: TEXTS.header.accessing })
        askForLocation()
      } else {
        toast({ title: TEXTS.header.loadingLocationPage })
        void navigate({ to: '/', search: { useLocation: true } })
      }
    },
  }
}

export const TABS = [
  { to: '/', label: TEXTS.header.tabs.search, exact: true },
  { to: '/state', label: TEXTS.header.tabs.browse, exact: false },
  { to: '/favorites', label: TEXTS.header.tabs.favourites, exact: false },
  { to: '/submit-park', label: TEXTS.header.tabs.submit, exact: false },
] as const

import { useNavigate, useRouterState } from '@tanstack/react-router'
import { textTarget } from '../queries/home-address.ts'
import { useNear } from '../queries/index.ts'
import { requestLocation, requestSearch } from '../platform/page-events.ts'
import { APP_TEXTS } from './texts.ts'
import { toast } from '../platform/toast.ts'

/**
 * The actions of the header's search box: on the home page they search there, elsewhere they navigate to it.
 * `before` is called first.
 */
export function useHeaderSearch(before?: () => void) {
  const navigate = useNavigate()
  const near = useNear()
  const home = useRouterState({ select: (state) => state.location.pathname === '/' })
  return {
    onSearch(text: string) {
      before?.()
      if (home) requestSearch(text)
      else void navigate(textTarget(text, near))
    },
    onLocate() {
      before?.()
      if (home) {
        toast({ title: APP_TEXTS.header.accessing })
        requestLocation()
      } else {
        toast({ title: APP_TEXTS.header.loadingLocationPage })
        void navigate({ to: '/', search: { useLocation: true } })
      }
    },
  }
}

export const TABS = [
  { to: '/', label: APP_TEXTS.header.tabs.search, exact: true },
  { to: '/state', label: APP_TEXTS.header.tabs.browse, exact: false },
  { to: '/favorites', label: APP_TEXTS.header.tabs.favourites, exact: false },
  { to: '/submit-park', label: APP_TEXTS.header.tabs.submit, exact: false },
] as const

import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { TABS, useHeaderSearch } from './header-search.ts'
import { HeaderSearchBox } from '../search-box/search-box.tsx'
import { MenuIcon, PawIcon } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { PRODUCT } from '../../data/model/constants.ts'
import { SettingsButton } from '../features/settings/menu-button.tsx'
import { UserMenu } from './user-menu.tsx'

const MobileMenu = lazy(() => import('./mobile-menu.tsx'))

export function Header() {
  const { search, locate } = useHeaderSearch()
  const [menu, setMenu] = useState(false)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <div className="wrap flex min-h-header items-center justify-between gap-4">
        <Link
          to="/"
          className="-ml-1 flex min-h-tap items-center gap-2 rounded-control px-1 whitespace-nowrap text-[min(1.45rem,9vw)] font-extrabold tracking-title text-leaf-deep no-underline"
        >
          <PawIcon size={30} className="text-ochre" /> {PRODUCT}
        </Link>
        <div className="hidden items-center gap-2 md:flex lg:gap-4">
          <HeaderSearchBox onSearch={search} onLocate={locate} />
          <UserMenu />
        </div>
        <IconButton
          label={APP_TEXTS.header.menu}
          className="-mr-2 md:hidden"
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
        >
          <MenuIcon size={28} />
        </IconButton>
      </div>
      <div className="wrap hidden items-center md:flex">
        <nav aria-label={APP_TEXTS.header.main} className="flex gap-x-6">
          {TABS.map(({ to, label, exact }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact, includeSearch: false }}
              className="border-b-3 border-transparent pt-2 pb-2.5 font-medium text-muted no-underline hover:text-ink current:border-ochre current:font-semibold current:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <SettingsButton label={APP_TEXTS.header.accessibility} />
      </div>
      {menu && (
        <Suspense>
          <MobileMenu onClose={() => setMenu(false)} />
        </Suspense>
      )}
    </header>
  )
}

import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../ui/button.tsx'
import { TABS, useHeaderSearch } from './header-search.ts'
import { HeaderSearchBox, type TextState } from '../search-box/search-box.tsx'
import { MenuIcon, PawIcon, SearchIcon } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { PRODUCT } from '../../data/model/constants.ts'
import { SettingsButton } from '../features/settings/menu-button.tsx'
import { UserMenu } from './user-menu.tsx'
import { loadedOnPress } from '../ui/loaded-later.tsx'

const MobileMenu = loadedOnPress(() => import('./mobile-menu.tsx'))

/** The search of small screens, below the header. It takes the focus, and closes after a search and with Esc. */
function PhoneSearch({ text, onClose, onEscape }: { text: TextState; onClose(): void; onEscape(): void }) {
  const headerSearch = useHeaderSearch(onClose)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  function closeOnEscape(event: KeyboardEvent) {
    // The first Esc closes the suggestions.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Chromium would clear the field.
    event.preventDefault()
    onEscape()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the search wherever the focus is inside it
    <div ref={box} className="wrap pb-3 md:hidden" onKeyDown={closeOnEscape}>
      <HeaderSearchBox stacked text={text} {...headerSearch} />
    </div>
  )
}

export function Header() {
  const headerSearch = useHeaderSearch()
  // Shared, so that typed text survives when a tablet is turned.
  const text = useState('')
  const [menu, setMenu] = useState(false)
  const [searching, setSearching] = useState(false)
  const searchButton = useRef<HTMLButtonElement>(null)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [openedOn, setOpenedOn] = useState(pathname)
  // A chosen park or Back leads to another page, which the menu and the search would cover.
  if (openedOn !== pathname) {
    setOpenedOn(pathname)
    setMenu(false)
    setSearching(false)
    text[1]('')
  }
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
          <HeaderSearchBox text={text} {...headerSearch} />
          <UserMenu />
        </div>
        <div className="-mr-2 flex md:hidden">
          <IconButton
            ref={searchButton}
            label={APP_TEXTS.header.search}
            aria-expanded={searching}
            onClick={() => setSearching(!searching)}
          >
            <SearchIcon size={26} />
          </IconButton>
          <IconButton label={APP_TEXTS.header.menu} aria-haspopup="dialog" onClick={() => setMenu(true)}>
            <MenuIcon size={28} />
          </IconButton>
        </div>
      </div>
      {searching && (
        <PhoneSearch
          text={text}
          onClose={() => setSearching(false)}
          onEscape={() => {
            setSearching(false)
            searchButton.current?.focus()
          }}
        />
      )}
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
      {menu && <MobileMenu onClose={() => setMenu(false)} />}
    </header>
  )
}

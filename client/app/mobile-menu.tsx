import { Link } from '@tanstack/react-router'
import { useUser } from '../queries/session.ts'
import { useSignOut } from '../features/account/sign-out.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { AccessibilityIcon, AccountIcon, ChevronRight } from '../ui/icons.tsx'
import { TABS, useHeaderSearch } from './header-search.ts'
import { HeaderSearchBox } from '../search-box/search-box.tsx'
import { Sheet } from '../ui/sheet.tsx'
import SettingsMenu from '../features/settings/menu.tsx'
import { APP_TEXTS } from './texts.ts'

/** Account links: log in and sign up, or the signed-in user's pages. */
function Account({ onClose }: { onClose(): void }) {
  const user = useUser()
  const signOut = useSignOut()
  if (user === null) {
    return (
      <div className="flex gap-2 border-b border-line pb-4">
        <ButtonLink to="/auth" look="outline" className="flex-1" onClick={onClose}>
          {APP_TEXTS.account.login}
        </ButtonLink>
        <ButtonLink to="/auth" search={{ tab: 'register' }} className="flex-1" onClick={onClose}>
          {APP_TEXTS.account.signUp}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-2 border-b border-line pb-4">
      <p className="flex items-center gap-2 font-semibold">
        <AccountIcon size={22} className="shrink-0 text-leaf" /> {APP_TEXTS.account.hi(user.username)}
      </p>
      <div className="flex gap-2">
        <ButtonLink to="/profile" look="outline" className="flex-1" onClick={onClose}>
          {APP_TEXTS.account.profile}
        </ButtonLink>
        <Button
          look="outline"
          className="flex-1"
          onClick={() => {
            void signOut()
            onClose()
          }}
        >
          {APP_TEXTS.account.logout}
        </Button>
      </div>
      {user.isAdmin && (
        <ButtonLink to="/admin" look="outline" onClick={onClose}>
          {APP_TEXTS.account.admin}
        </ButtonLink>
      )}
    </div>
  )
}

/** The header's contents on small screens, as a sheet at the bottom. Mounted while open. */
export default function MobileMenu({ onClose }: { onClose(): void }) {
  const headerSearch = useHeaderSearch(onClose)
  return (
    <Sheet onClose={onClose} title={APP_TEXTS.header.menu}>
      <Account onClose={onClose} />
      <nav aria-label={APP_TEXTS.header.main}>
        <ul className="-mx-1">
          {TABS.map(({ to, label, exact }) => (
            <li key={to} className="border-b border-line">
              <Link
                to={to}
                activeOptions={{ exact, includeSearch: false }}
                onClick={onClose}
                className="flex min-h-14 items-center justify-between rounded-control px-1 font-semibold text-ink no-underline current:text-leaf"
              >
                {label} <ChevronRight size={20} className="text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="menu-accessibility" className="border-b border-line py-3">
        <h2 id="menu-accessibility" className="flex items-center gap-2 text-m font-semibold">
          <AccessibilityIcon size={22} className="shrink-0 text-leaf" /> {APP_TEXTS.header.accessibility}
        </h2>
        <SettingsMenu onClose={onClose} />
      </section>
      <div className="py-4">
        <HeaderSearchBox stacked {...headerSearch} />
      </div>
    </Sheet>
  )
}

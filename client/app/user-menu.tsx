import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react'
import { useSessionOfOtherTabs, useUser } from '../queries/session.ts'
import type { KnownUser } from '../queries/session.ts'
import { useSignOut } from '../features/account/sign-out.ts'
import { SIGNED_OUT_ONLY } from '../first-screen/index.ts'
import { Button } from '../ui/button.tsx'
import { useDisclosure } from '../ui/disclosure.ts'
import { AccountIcon, ChevronDown } from '../ui/icons.tsx'
import { APP_TEXTS } from './texts.ts'
import { loadedOnPress } from '../ui/loaded-later.tsx'

const AccountDialog = loadedOnPress(() => import('../features/account/account-dialog.tsx'))

const T = APP_TEXTS.account
const ENTRY =
  'flex min-h-tap w-full items-center rounded-small px-3 text-left font-semibold text-ink no-underline hover:bg-leaf-wash'

/** The signed-in user's name and the menu below it. */
function SignedInMenu({ user, onLogout }: { user: KnownUser; onLogout(): void }) {
  const { open, box, button, toggle, close } = useDisclosure<HTMLDivElement>()
  const signOut = useSignOut()
  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="user-menu"
        onClick={toggle}
        className="flex min-h-tap items-center gap-2 rounded-control px-2 text-s font-semibold text-leaf hover:bg-leaf-wash"
      >
        <AccountIcon size={22} className="shrink-0" />
        <span className="max-w-36 truncate">{T.hi(user.username)}</span>
        <ChevronDown size={18} className="shrink-0" />
      </button>
      <ul
        id="user-menu"
        hidden={!open}
        className="absolute top-full right-0 z-40 mt-1 w-56 rounded-control border border-line bg-surface p-1.5 shadow-lifted"
      >
        <li>
          <Link to="/favorites" className={ENTRY} onClick={close}>
            {T.favourites}
          </Link>
        </li>
        <li>
          <Link to="/profile" className={ENTRY} onClick={close}>
            {T.profile}
          </Link>
        </li>
        {user.isAdmin && (
          <li>
            <Link to="/admin" className={ENTRY} onClick={close}>
              {T.admin}
            </Link>
          </li>
        )}
        <li>
          <button
            type="button"
            className={ENTRY}
            onClick={() => {
              close()
              button.current?.focus()
              onLogout()
              void signOut()
            }}
          >
            {T.logout}
          </button>
        </li>
      </ul>
    </div>
  )
}

/** The account part of the header, on screens that have room for it. */
export function UserMenu() {
  useSessionOfOtherTabs()
  const user = useUser()
  const [dialogTab, setDialogTab] = useState<'login' | 'register' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  const close = useCallback(() => setDialogTab(null), [])
  const loggingOut = useRef(false)
  useEffect(() => {
    if (user || !loggingOut.current) return
    loggingOut.current = false
    // The menu button had the focus; the login button replaces it.
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [user])
  const openDialog = (tab: 'login' | 'register') => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget
    setDialogTab(tab)
  }
  // After signing in, the button that opened the dialog is gone; the menu button replaces it.
  const returnFocus = () =>
    (opener.current?.isConnected ? opener.current : box.current?.querySelector('button'))?.focus()
  return (
    <div ref={box}>
      {user ? (
        <SignedInMenu
          user={user}
          onLogout={() => {
            loggingOut.current = true
          }}
        />
      ) : (
        <div {...SIGNED_OUT_ONLY} className="flex items-center gap-1">
          <Button
            look="quiet"
            className="text-s whitespace-nowrap"
            aria-haspopup="dialog"
            onClick={openDialog('login')}
          >
            {T.login}
          </Button>
          <Button
            look="outline"
            className="px-3 text-s whitespace-nowrap"
            aria-haspopup="dialog"
            onClick={openDialog('register')}
          >
            {T.createAccount}
          </Button>
        </div>
      )}
      {dialogTab && <AccountDialog initial={dialogTab} onClose={close} onClosed={returnFocus} />}
    </div>
  )
}

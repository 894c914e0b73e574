import { Link, Navigate, Outlet } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useSession } from '../../queries/session.ts'
import { useConnection, useServerUnreachable } from '../../queries/index.ts'
import { PawIcon } from '../../ui/icons.tsx'
import { toast } from '../../platform/toast.ts'
import { readInbox, readUnpublished, addressOf } from '../../api/admin.ts'
import { useAdminRead } from './queries.ts'
import { ADMIN_TEXTS as T } from './texts.ts'
import { Callout } from '../../ui/callout.tsx'

/** Redirects users who are not administrators, with a toast. */
function Denied() {
  useEffect(() => toast({ title: T.denied, description: T.deniedBody, look: 'destructive' }), [])
  return <Navigate to="/" replace />
}

/** Redirects to the login page, which leads back here. */
function SignIn() {
  const [returnTo] = useState(() => location.pathname + location.search)
  return <Navigate to="/auth" search={{ returnTo }} replace />
}

/**
 * Lets only administrators in: signed-out visitors go to the login page, other users to the home page. The
 * session is checked with the server once; the server refuses every call of other users in any case. Offline, and
 * while the server does not answer, the remembered user is trusted, because there is no data to protect.
 */
function Guarded({ children }: { children: ReactNode }) {
  const { user, checking } = useSession()
  const { online } = useConnection()
  const unreachable = useServerUnreachable()
  const [checked, setChecked] = useState(false)
  if (!checked && (!checking || !online || unreachable)) setChecked(true)
  if (!checked) {
    return (
      <div
        className="wrap grid min-h-80 place-content-center justify-items-center gap-3 text-muted"
        aria-busy="true"
      >
        <PawIcon size={40} className="animate-breathe text-ochre" />
        <output>{T.checking}</output>
      </div>
    )
  }
  if (user === null) return <SignIn />
  return user.isAdmin ? children : <Denied />
}

function Badge({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-ochre px-1.5 text-s font-bold text-on-ochre">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{T.waiting(count)}</span>
    </span>
  )
}

const TAB =
  'inline-flex min-h-tap items-center gap-2 rounded-control px-3 font-semibold text-muted no-underline hover:bg-leaf-wash hover:text-ink ' +
  'current:bg-leaf-wash current:text-leaf'

function AdminNav() {
  const inbox = useAdminRead(addressOf('inbox'), readInbox).data
  const unpublished = useAdminRead(addressOf('unpublished-parks', { limit: 1 }), readUnpublished).data
  return (
    <nav aria-label={T.areas} className="-mx-3">
      <ul className="flex flex-wrap gap-1">
        <li>
          <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }} className={TAB}>
            {T.dashboard}
          </Link>
        </li>
        <li>
          <Link to="/admin/inbox" activeOptions={{ includeSearch: false }} className={TAB}>
            {T.inbox} <Badge count={inbox && inbox.submissions + inbox.reports + inbox.messages} />
          </Link>
        </li>
        <li>
          <Link to="/admin/imports" className={TAB}>
            {T.imports}
          </Link>
        </li>
        <li>
          <Link to="/admin/rules" className={TAB}>
            {T.rules} <Badge count={unpublished?.total} />
          </Link>
        </li>
        <li>
          <Link to="/admin/freshness" className={TAB}>
            {T.freshness.title}
          </Link>
        </li>
        <li>
          <Link to="/admin/log" className={TAB}>
            {T.log}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** The layout of every administrators' screen. */
export default function AdminFrame() {
  const { online } = useConnection()
  return (
    <Guarded>
      <div className="wrap stack gap-5 py-6 md:py-8">
        <div className="grid gap-3">
          <p className="text-xxl font-extrabold tracking-title text-leaf-deep">{T.title}</p>
          <AdminNav />
        </div>
        {!online && (
          <Callout tone="warning" role="status" className="p-4">
            {T.offline}
          </Callout>
        )}
        <Outlet />
      </div>
    </Guarded>
  )
}

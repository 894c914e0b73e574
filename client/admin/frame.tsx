import { Link, Navigate, Outlet } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useSession } from '../account/session.ts'
import { useConnection } from '../queries/index.ts'
import { PawIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast-queue.ts'
import { readInbox, readUnpublished, addressOf } from './api.ts'
import { useAdminRead } from './calls.ts'
import { ADMIN_TEXTS as T } from './texts.ts'

/** Sends away who is no administrator, and says why. */
function Denied() {
  useEffect(() => toast({ title: T.denied, description: T.deniedBody, look: 'destructive' }), [])
  return <Navigate to="/" replace />
}

/**
 * Only administrators pass: nobody is sent to sign in, others home. The server is asked once, when the dashboard is opened; it refuses every
 * call of others in any case. Without a network, who was here the last time is believed: there is nothing here to be had then.
 */
function Guarded({ children }: { children: ReactNode }) {
  const { user, checking } = useSession()
  const { online } = useConnection()
  const [known, setKnown] = useState(false)
  if (!known && (!checking || !online)) setKnown(true)
  if (!known) {
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
  if (user === null) return <Navigate to="/auth" replace />
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

const AREA =
  'inline-flex min-h-tap items-center gap-2 rounded-control px-3 font-semibold text-muted no-underline hover:bg-leaf-wash hover:text-ink ' +
  'aria-[current=page]:bg-leaf-wash aria-[current=page]:text-leaf'

function Areas() {
  const inbox = useAdminRead(addressOf('inbox'), readInbox).data
  const unknown = useAdminRead(addressOf('unpublished-parks', { limit: 1 }), readUnpublished).data
  return (
    <nav aria-label={T.areas} className="-mx-3">
      <ul className="flex flex-wrap gap-1">
        <li>
          <Link to="/admin" activeOptions={{ exact: true, includeSearch: false }} className={AREA}>
            {T.dashboard}
          </Link>
        </li>
        <li>
          <Link to="/admin/inbox" activeOptions={{ includeSearch: false }} className={AREA}>
            {T.inbox} <Badge count={inbox && inbox.submissions + inbox.reports + inbox.messages} />
          </Link>
        </li>
        <li>
          <Link to="/admin/imports" className={AREA}>
            {T.imports}
          </Link>
        </li>
        <li>
          <Link to="/admin/rules" className={AREA}>
            {T.rules} <Badge count={unknown?.total} />
          </Link>
        </li>
        <li>
          <Link to="/admin/log" className={AREA}>
            {T.log}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** What stands around every screen of administrators. */
export default function AdminFrame() {
  const { online } = useConnection()
  return (
    <Guarded>
      <div className="wrap stack gap-5 py-6 md:py-8">
        <div className="grid gap-3">
          <p className="text-l font-extrabold tracking-[-0.02em] text-leaf-deep">{T.title}</p>
          <Areas />
        </div>
        {!online && (
          <p role="status" className="rounded-card border-l-[6px] border-ochre bg-ochre-wash p-4">
            {T.offline}
          </p>
        )}
        <Outlet />
      </div>
    </Guarded>
  )
}

import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../queries/session.ts'
import { FAVOURITE_TEXTS } from '../favourites/texts.ts'
import { useSync } from '../../queries/index.ts'
import { HeartIcon, InfoIcon } from '../../ui/icons.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { useOutboxStatus } from './status.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'

const STRIP = 'flex min-h-tap items-center justify-center gap-2.5 border-b border-line px-4 py-2 text-s'

/** A strip that is a link as a whole. */
function LinkStrip({
  to,
  text,
  action,
  className = '',
  children,
}: {
  to: '/outbox' | '/favorites'
  text: string
  action: string
  className?: string
  children?: ReactNode
}) {
  return (
    <Link to={to} className={`${STRIP} text-ink no-underline ${className}`}>
      {children}
      <span>
        {text}{' '}
        <span className="font-semibold whitespace-nowrap text-leaf underline underline-offset-4">
          {action}
        </span>
      </span>
    </Link>
  )
}

/**
 * Notices below the header about unsent changes, unsynced favourites and missing storage; nothing if there
 * are none.
 */
export default function OutboxNotice() {
  const user = useUser()
  const { local, keeps } = useSync()
  const { held, text, refused } = useOutboxStatus()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const memory = keeps === 'memory' && user === null
  return (
    <section aria-label={T.section}>
      <StatusLine
        text={held ? (refused > 0 ? T.refused(refused) : T.someWait) : memory ? FAVOURITE_TEXTS.memory : ''}
      />
      {held && path !== '/outbox' && <LinkStrip to="/outbox" text={text} action={T.show} />}
      {user !== null && local.length > 0 && path !== '/favorites' && (
        <LinkStrip
          to="/favorites"
          text={FAVOURITE_TEXTS.unsaved(local.length)}
          action={FAVOURITE_TEXTS.offer}
          className="bg-ochre-wash"
        >
          <HeartIcon filled size={18} className="shrink-0 text-ochre" />
        </LinkStrip>
      )}
      {memory && path !== '/favorites' && (
        <p className={`${STRIP} bg-ochre-wash`}>
          <InfoIcon size={18} className="shrink-0 text-ochre" /> <span>{FAVOURITE_TEXTS.memory}</span>
        </p>
      )}
    </section>
  )
}

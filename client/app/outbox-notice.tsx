import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '../queries/session.ts'
import { FAVOURITE_TEXTS } from '../features/favourites/texts.ts'
import { useSync } from '../queries/index.ts'
import { HeartIcon, InfoIcon } from '../ui/icons.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { useOutboxStatus } from '../features/outbox/status.ts'
import { OUTBOX_TEXTS as T } from '../features/outbox/texts.ts'
import { Strip, stripClass } from './strip.tsx'

const Message = ({ text, action }: { text: string; action: string }) => (
  <span>
    {text}{' '}
    <span className="font-semibold whitespace-nowrap text-leaf underline underline-offset-4">{action}</span>
  </span>
)

/**
 * Notice of unsent changes above the lower edge, or above the bottom bar of a phone. It appears when the server
 * fails, while the user reads or taps, so it covers the page and shifts nothing; `app.css` lets the page scroll
 * past it.
 */
function UnsentNotice({ text }: { text: string }) {
  useEffect(() => {
    document.documentElement.dataset['unsent'] = ''
    return () => void delete document.documentElement.dataset['unsent']
  }, [])
  return (
    <Link
      to="/outbox"
      className="fixed right-18 bottom-above-bar left-4 z-20 mx-auto flex min-h-tap w-fit max-w-md items-center
        gap-2.5 rounded-card border border-line bg-surface px-4 py-2 text-s text-ink no-underline shadow-lifted md:bottom-6 print:hidden"
    >
      <Message text={text} action={T.show} />
    </Link>
  )
}

/** Notices about unsent changes, unsynced favourites and missing storage; nothing if there are none. */
export default function OutboxNotice() {
  const user = useUser()
  const { local, storage } = useSync()
  const { held, text, refused } = useOutboxStatus()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const memory = storage === 'memory' && user === null
  return (
    <section aria-label={T.section}>
      <StatusLine
        text={held ? (refused > 0 ? T.refused(refused) : T.someWait) : memory ? FAVOURITE_TEXTS.memory : ''}
      />
      {held && path !== '/outbox' && <UnsentNotice text={text} />}
      {user !== null && local.length > 0 && path !== '/favorites' && (
        <Link to="/favorites" className={`${stripClass({ tall: true })} text-ink no-underline`}>
          <HeartIcon filled size={18} className="shrink-0 text-ochre" />
          <Message text={FAVOURITE_TEXTS.unsaved(local.length)} action={FAVOURITE_TEXTS.offer} />
        </Link>
      )}
      {memory && path !== '/favorites' && (
        <Strip tall>
          <InfoIcon size={18} className="shrink-0 text-ochre" /> <span>{FAVOURITE_TEXTS.memory}</span>
        </Strip>
      )}
    </section>
  )
}

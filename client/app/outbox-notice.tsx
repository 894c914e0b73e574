import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useUser } from '../queries/session.ts'
import { FAVOURITE_NOTICE_TEXTS } from '../features/favourites/notice-texts.ts'
import { useServerUnreachable } from '../queries/index.ts'
import { useSync } from '../queries/outbox.ts'
import { isDatabaseBlocked } from '../platform/blocked-database.ts'
import { useObservable } from '../platform/use-observable.ts'
import { HeartIcon, InfoIcon, NoSignalIcon } from '../ui/icons.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { useOutboxStatus } from '../features/outbox/status.ts'
import { OUTBOX_TEXTS as T } from '../features/outbox/texts.ts'
import { Strip, stripClass } from './strip.tsx'
import { APP_TEXTS } from './texts.ts'

const Message = ({ text, action }: { text: string; action: string }) => (
  <span>
    {text}{' '}
    <span className="font-semibold whitespace-nowrap text-leaf underline underline-offset-4">{action}</span>
  </span>
)

const NOTICE =
  'fixed right-18 bottom-above-bar left-4 z-20 mx-auto flex min-h-tap w-fit max-w-md items-center gap-2.5 rounded-card ' +
  'border border-line bg-surface px-4 py-2 text-s text-ink shadow-lifted md:bottom-6 print:hidden'

/** Lets the page scroll past a notice. */
function useScrollPast() {
  useEffect(() => {
    document.documentElement.dataset['unsent'] = ''
    return () => void delete document.documentElement.dataset['unsent']
  }, [])
}

/**
 * Notice of unsent changes above the lower edge, or above the bottom bar of a phone. It appears when the
 * server fails, while the user reads or taps, so it covers the page and shifts nothing; `app.css` lets the
 * page scroll past it.
 */
function UnsentNotice({ text }: { text: string }) {
  useScrollPast()
  return (
    <Link to="/outbox" className={`${NOTICE} no-underline`}>
      <Message text={text} action={T.show} />
    </Link>
  )
}

/** Notice that the user cannot open, at the same place for the same reason. */
function PlainNotice({ about, icon: Icon }: { about: 'blocked' | 'unreachable'; icon: typeof InfoIcon }) {
  useScrollPast()
  return (
    <p data-notice={about} className={NOTICE}>
      <Icon size={18} className="shrink-0 text-ochre" /> {APP_TEXTS.notices[about]}
    </p>
  )
}

/** Notices about a blocked database, unsent changes, unsynced favourites and missing storage; nothing if there are none. */
export default function OutboxNotice() {
  const user = useUser()
  const { local, storage } = useSync()
  const { held, text, refused } = useOutboxStatus()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const memory = storage === 'memory' && user === null
  const unreachable = useServerUnreachable()
  const isBlocked = useObservable(isDatabaseBlocked)
  const offersUnsent = held && path !== '/outbox'
  return (
    <section aria-label={T.section}>
      <StatusLine
        text={
          isBlocked
            ? APP_TEXTS.notices.blocked
            : held
              ? refused > 0
                ? T.refused(refused)
                : T.someWait
              : unreachable
                ? APP_TEXTS.notices.unreachable
                : memory
                  ? FAVOURITE_NOTICE_TEXTS.memory
                  : ''
        }
      />
      {isBlocked ? (
        <PlainNotice about="blocked" icon={InfoIcon} />
      ) : offersUnsent ? (
        <UnsentNotice text={text} />
      ) : (
        unreachable && <PlainNotice about="unreachable" icon={NoSignalIcon} />
      )}
      {user !== null && local.length > 0 && path !== '/favorites' && (
        <Link to="/favorites" className={`${stripClass({ tall: true })} text-ink no-underline`}>
          <HeartIcon filled size={18} className="shrink-0 text-ochre" />
          <Message
            text={FAVOURITE_NOTICE_TEXTS.unsaved(local.length)}
            action={FAVOURITE_NOTICE_TEXTS.offer(local.length)}
          />
        </Link>
      )}
      {memory && path !== '/favorites' && (
        <Strip tall>
          <InfoIcon size={18} className="shrink-0 text-ochre" /> <span>{FAVOURITE_NOTICE_TEXTS.memory}</span>
        </Strip>
      )}
    </section>
  )
}

import { Link, useRouterState } from '@tanstack/react-router'
import { useUser } from '../account/session.ts'
import { FAVOURITE_TEXTS } from '../favourites/texts.ts'
import { useSync } from '../queries/index.ts'
import { HeartIcon, InfoIcon } from '../ui/icons.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { useOutboxStatus } from './status.ts'
import { OUTBOX_TEXTS as T } from './texts.ts'

const STRIP = 'flex flex-wrap items-center justify-center gap-x-2.5 border-b border-line px-4 text-s'
const LINK = 'inline-flex min-h-tap min-w-tap items-center justify-center font-semibold underline underline-offset-4'

/** What is between this device and the account, under the header: calm, and silent as long as there is nothing to say. */
export default function OutboxSign() {
  const user = useUser()
  const { local, keeps } = useSync()
  const { held, text, refused } = useOutboxStatus()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const memory = keeps === 'memory' && user === null
  return (
    <>
      <StatusLine text={held ? (refused > 0 ? T.refused(refused) : T.someWait) : memory ? FAVOURITE_TEXTS.memory : ''} />
      {held && path !== '/outbox' && <p className={STRIP} data-outbox=""><span className="py-2.5">{text}</span> <Link to="/outbox" className={LINK}>{T.show}</Link></p>}
      {user !== null && local.length > 0 && path !== '/favorites' && (
        <p className={`${STRIP} bg-ochre-wash`}>
          <HeartIcon filled size={18} className="shrink-0 text-ochre" />
          <span className="py-2.5">{FAVOURITE_TEXTS.unsaved(local.length)}</span>
          <Link to="/favorites" className={LINK}>{FAVOURITE_TEXTS.offer}</Link>
        </p>
      )}
      {memory && path !== '/favorites' && (
        <p className={`${STRIP} bg-ochre-wash`}><InfoIcon size={18} className="shrink-0 text-ochre" /> <span className="py-2.5">{FAVOURITE_TEXTS.memory}</span></p>
      )}
    </>
  )
}

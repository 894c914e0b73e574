import { Link } from '@tanstack/react-router'
import { useUser } from '../../queries/session.ts'
import { useSync } from '../../queries/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { HeartIcon, InfoIcon } from '../../ui/icons.tsx'
import { deletesUnvisited } from '../../platform/unvisited.ts'
import { toast } from '../../platform/toast.ts'
import { FAVOURITE_NOTICE_TEXTS } from './notice-texts.ts'
import { FAVOURITE_TEXTS as T } from './texts.ts'

/**
 * Adds favourites saved without an account to the account, syncs all other changes, and shows a toast with
 * the result.
 */
function useSyncFavourites(onDone: () => void) {
  const { addLocalFavourites, isAddingFavourites } = useSync()
  async function sync() {
    if (isAddingFavourites) return
    const pressed = document.activeElement
    try {
      const { result } = await addLocalFavourites()
      if (result === 'done') toast({ title: T.synced, description: T.syncedBody })
      else if (!navigator.onLine) toast({ title: T.later, description: T.laterBody })
      else
        toast({
          title: T.failed,
          description: result === 'signed-out' ? T.sessionOver : T.failedBody,
          look: 'destructive',
        })
    } catch (error) {
      toast({
        title: T.failed,
        description: error instanceof Error ? error.message : String(error),
        look: 'destructive',
      })
    }
    // The focus only moves if the user has not moved it meanwhile.
    if (document.activeElement === pressed || document.activeElement === document.body) onDone()
  }
  return { sync: () => void sync(), busy: isAddingFavourites }
}

/**
 * Sync controls for signed-in users.
 * @param onDone called after a sync, so that the page can move the focus: the button may be gone
 */
export function AccountFavourites({ onDone }: { onDone(): void }) {
  const { local } = useSync()
  const { sync, busy } = useSyncFavourites(onDone)
  const button = (label: string, look: 'solid' | 'outline') => (
    <Button look={look} aria-busy={busy} aria-disabled={busy} onClick={sync}>
      {/* The label keeps its width during a sync, so that nothing moves. */}
      <span className="grid *:col-start-1 *:row-start-1">
        <span className={busy ? 'invisible' : ''}>{label}</span>
        {busy && <span>{T.syncing}</span>}
      </span>
    </Button>
  )
  if (local.length === 0) return button(T.sync, 'outline')
  return (
    <section
      aria-label={FAVOURITE_NOTICE_TEXTS.unsaved(local.length)}
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-ochre-wash p-4"
    >
      <HeartIcon filled size={28} className="shrink-0 text-ochre" />
      <p className="min-w-0 flex-[1_1_14rem]">
        <strong className="block">{FAVOURITE_NOTICE_TEXTS.unsaved(local.length)}</strong>{' '}
        {T.unsavedNote(local.length)}
      </p>
      <div className="flex flex-wrap gap-2">
        {button(T.syncNow, 'solid')}
        {!busy && button(T.sync, 'outline')}
      </div>
    </section>
  )
}

/** Tells signed-out users where their favourites are stored, and that this browser stores nothing, if so. */
export function StorageNote() {
  const user = useUser()
  const { storage, local } = useSync()
  if (storage === 'memory' && user === null) {
    return (
      <p className="flex items-start gap-2.5 rounded-control bg-ochre-wash p-3">
        <InfoIcon className="shrink-0 text-ochre" /> {FAVOURITE_NOTICE_TEXTS.memory}
      </p>
    )
  }
  if (user !== null || local.length === 0) return null
  return (
    <p className="text-muted">
      {T.anonymous}{' '}
      <Link
        to="/auth"
        search={{ returnTo: '/favorites' }}
        className="textlink inline-flex min-h-tap items-center font-semibold"
      >
        {T.logIn}
      </Link>
      {deletesUnvisited() && <span className="block">{T.unvisited}</span>}
    </p>
  )
}

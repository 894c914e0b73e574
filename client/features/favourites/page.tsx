import { useNavigate, useSearch as useAddress } from '@tanstack/react-router'
import { useRef } from 'react'
import { FAVOURITES_PAGE_SIZE } from '../../../data/model/constants.ts'
import { useUser } from '../../queries/session.ts'
import { FindParks } from './find.tsx'
import { AccountFavourites, StorageNote } from './sync.tsx'
import { FAVOURITE_TEXTS as T } from './texts.ts'
import { useFavourites, usePark } from '../../queries/index.ts'
import { useSync } from '../../queries/outbox.ts'
import { scrollSmoothly } from '../../ui/scroll.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ParkPager } from '../../parks/park-pager.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { ROW, useListFocus } from '../../ui/list-focus.ts'
import { Panel } from '../../ui/panel.tsx'
import { ParkCard, ParkCardSkeleton } from '../../parks/park-card.tsx'
import { useSavePark } from '../../parks/save-park.ts'
import { PAGE_TEXTS } from '../../parks/page-texts.ts'
import { sentenceOf } from '../../platform/explained-error.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

/** One favourite. For a park that left the directory, a message and a link to the park it was merged into. */
function Favourite({ id }: { id: number }) {
  const { park, status, successor, error, retry } = usePark(id)
  const save = useSavePark()
  if (park) return <ParkCard park={park} />
  if (status === 'loading') return <ParkCardSkeleton />
  return (
    <div className="card grid justify-items-start gap-3 p-5">
      <p>{status === 'missing' ? T.gone : error && sentenceOf(error)}</p>
      <div className="flex flex-wrap gap-3">
        {successor !== null && (
          <ButtonLink to="/park/$id" params={{ id: String(successor) }}>
            {PAGE_TEXTS.successor}
          </ButtonLink>
        )}
        {status === 'missing' ? (
          <Button look="outline" onClick={() => void save({ id }, false)}>
            {T.remove}
          </Button>
        ) : (
          <Button look="outline" onClick={retry}>
            {UI_TEXTS.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}

function Empty() {
  return (
    <Panel title={T.emptyTitle}>
      <p>{T.emptyBody}</p>
      <ButtonLink to="/">{T.find}</ButtonLink>
    </Panel>
  )
}

export default function Favourites() {
  useTitle(T.title)
  const user = useUser()
  const { ids, ready } = useFavourites()
  const address = useAddress({ from: '/favorites' })
  const navigate = useNavigate({ from: '/favorites' })
  const size = address.perPage ?? FAVOURITES_PAGE_SIZE
  const title = useRef<HTMLHeadingElement>(null)
  const { local } = useSync()
  // Those saved before signing up come first, until they are added to the account.
  const onDeviceOnly = new Set(user ? local : [])
  // Just after a login, `ids` may still be those of before it.
  const all = [...new Set([...onDeviceOnly, ...ids])]
  // The last page if there is none of this number, for example after a park was removed.
  const page = Math.min(address.page ?? 1, Math.max(1, Math.ceil(all.length / size)))
  const shown = all.slice((page - 1) * size, page * size)
  const list = useListFocus<HTMLUListElement>(title)
  const show = (next: Pick<typeof address, 'page' | 'perPage'>) => {
    void navigate({ search: (before) => ({ ...before, ...next }), state: true, resetScroll: false })
    scrollSmoothly(null)
    title.current?.focus({ preventScroll: true })
  }
  return (
    <div className="wrap py-7 md:py-10">
      <div className="mb-5 grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <div>
            <PageTitle ref={title} tabIndex={-1}>
              {T.title}
            </PageTitle>
            {all.length > 0 && <h2 className="mt-1 text-m font-normal text-muted">{T.saved(all.length)}</h2>}
          </div>
          {user && <AccountFavourites onDone={() => title.current?.focus()} />}
        </div>
        <p className="text-muted">{T.lead}</p>
        <StorageNote />
      </div>
      {!ready && (
        <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
          <output className="sr-only">{T.loading}</output>
          <ParkCardSkeleton />
          <ParkCardSkeleton />
        </div>
      )}
      {ready && all.length === 0 && <Empty />}
      {all.length > 0 && (
        <>
          <ul className="grid gap-4 lg:grid-cols-2" {...list}>
            {shown.map((id) => (
              <li key={id} {...ROW} className="min-w-0">
                {onDeviceOnly.has(id) && (
                  <p className="mb-1 flex items-center gap-2 text-s font-semibold">
                    <HeartIcon size={18} className="text-ochre" /> {T.deviceOnly}
                  </p>
                )}
                <Favourite id={id} />
              </li>
            ))}
          </ul>
          <ParkPager
            page={page}
            size={size}
            total={all.length}
            onPage={(next) => show({ page: next })}
            onSize={(next) => show({ perPage: next as NonNullable<typeof address.perPage>, page: undefined })}
          />
        </>
      )}
      {/* Rendered after the favourites are known, to avoid a layout shift. */}
      {ready && <FindParks />}
    </div>
  )
}

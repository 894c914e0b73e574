import { useId, type ComponentProps, type ReactNode } from 'react'
import { formatAddress } from '../../parks/park-card.tsx'
import { Button } from '../../ui/button.tsx'
import type { AdminRead } from './queries.ts'
import { ADMIN_TEXTS as T } from './texts.ts'
import type { Park } from '../../../data/model/park.ts'
import { ANALYTICS_ZONE } from '../../../data/model/analytics.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const DATE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: ANALYTICS_ZONE.name,
})
const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/**
 * Formats as 'Nov 21, 2026' ('MMM d, yyyy'). An ISO 8601 instant is shown in AEST, a day ('2026-11-21')
 * unchanged.
 */
export const formatDate = (iso: string) =>
  iso.length === 10 ? DAY.format(new Date(`${iso}T00:00:00Z`)) : DATE.format(new Date(iso))

/** In one line, as on the page of a park. */
export const formatFullAddress = (
  place: Pick<Park, 'address' | 'city' | 'state'> & { postcode: string | null },
) => [formatAddress(place), place.state, place.postcode].filter(Boolean).join(' ')

/** The heading of a screen, with an introduction. */
export function Heading({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid gap-1">
        <PageTitle size="text-xl">{title}</PageTitle>
        {lead && <p className="max-w-prose text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** A section of a screen, as a card. */
export function Block({
  title,
  aside,
  children,
  className = '',
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`card stack content-start gap-4 p-4 md:p-5 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-l">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Shown while data is missing: a skeleton while loading, or an error. */
export function ReadPlaceholder({
  read,
  error,
  className = 'h-40',
}: {
  read: AdminRead<unknown>
  error: string
  className?: string
}) {
  if (read.problem === null) {
    return (
      <div aria-busy="true">
        <output className="sr-only">{T.loading}</output>
        <div aria-hidden="true" className={`skeleton ${className}`} />
      </div>
    )
  }
  if (read.problem === 'offline') return <p>{T.needsNetwork}</p>
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="rounded-control bg-closed-wash px-4 py-3 font-semibold text-closed">{error}</p>
      <Button look="outline" onClick={read.retry}>
        {T.tryAgain}
      </Button>
    </div>
  )
}

/** `relative`: text for screen readers is absolute, and would otherwise widen the page. */
const SCROLLED = 'relative -mx-1 overflow-x-auto px-1 break-normal'

/** Makes a wide table scroll horizontally, by keyboard too. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be focusable
    <div role="group" aria-label={label} tabIndex={0} className={SCROLLED}>
      {children}
    </div>
  )
}

export const CELL = 'min-w-24 border-b border-line px-3 py-2 text-left align-top'

export function Head({ children, className = '', ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={`${CELL} whitespace-nowrap text-s font-semibold text-muted ${className}`}
      {...rest}
    >
      {children}
    </th>
  )
}

/** The data of a chart as a table. `head`: header cells; `children`: body rows. */
export function AsTable({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-tap content-center font-semibold text-leaf">{T.analytics.asTable}</summary>
      <TableBox label={label}>
        <table className="w-full border-collapse">
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </TableBox>
    </details>
  )
}

/** The number of rows shown, and a button for more. */
export function ShowMore({
  shown,
  total,
  step,
  onMore,
}: {
  shown: number
  total: number
  step: number
  onMore(): void
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-s text-muted">{T.showing(shown, total)}</p>
      {shown < total && (
        <Button look="outline" onClick={onMore}>
          {T.showMore(Math.min(step, total - shown))}
        </Button>
      )}
    </div>
  )
}

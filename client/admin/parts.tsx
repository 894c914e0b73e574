import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { AdminRead } from './calls.ts'
import { ADMIN_TEXTS as T } from './texts.ts'
import { FIGURES_ZONE } from '../../data/model/analytics.ts'

const DATE = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: FIGURES_ZONE.name,
})
const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 'Nov 21, 2026' ('MMM d, yyyy'): an ISO 8601 instant, in AEST; a day ('2026-11-21') as it is. */
export const sayDate = (iso: string) =>
  iso.length === 10 ? DAY.format(new Date(`${iso}T00:00:00Z`)) : DATE.format(new Date(iso))

/** The heading of a screen, with what it is for. */
export function Heading({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid gap-1">
        <h1 className="text-xxl font-extrabold tracking-[-0.02em] text-leaf-deep">{title}</h1>
        {lead && <p className="max-w-prose text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  )
}

/** A part of a screen, as a card. */
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

/** Stands where something would be that is not there: it is coming, or it failed and is named so. */
export function Instead({
  read,
  error,
  className = 'h-40',
}: {
  read: AdminRead<unknown>
  error: string
  className?: string
}) {
  if (read.trouble === null) {
    return (
      <div aria-busy="true">
        <output className="sr-only">{T.loading}</output>
        <div aria-hidden="true" className={`bone ${className}`} />
      </div>
    )
  }
  if (read.trouble === 'offline') return <p>{T.needsNetwork}</p>
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="rounded-control bg-closed-wash px-4 py-3 font-semibold text-closed">{error}</p>
      <Button look="outline" onClick={read.retry}>
        {T.tryAgain}
      </Button>
    </div>
  )
}

/** A table too wide for its place is moved in it, by keyboard as well. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div role="group" aria-label={label} tabIndex={0} className="-mx-1 overflow-x-auto px-1 break-normal">
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

/** What a picture shows, for whoever reads rather than looks. `head` and `children`: the rows of its head and body. */
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

/** More rows of a list, as long as there are any. */
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

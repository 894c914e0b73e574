import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePark } from '../../queries/index.ts'
import type { ParkPoint } from '../../queries/map.ts'
import { ApproximateMark } from '../../parks/approximate-mark.tsx'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { formatDistance } from '../../parks/distance.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { OpenLine } from '../../parks/open-line.tsx'
import { formatAddress } from '../../parks/park-card.tsx'
import { useUnit } from '../../platform/settings-store.ts'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { DirectionsLink } from '../../parks/directions-link.tsx'
import { INTERACTIVE_MAP_TEXTS } from '../../map/interactive-texts.ts'

function Card({ title, onClose, children }: { title: ReactNode; onClose(): void; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes the card wherever the focus is inside it
    <div
      data-map-card=""
      className="card mx-auto grid max-w-md animate-rise gap-2 p-3 shadow-lifted"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="flex items-start justify-between gap-2">
        {title}
        <IconButton label={INTERACTIVE_MAP_TEXTS.close} className="-mt-1.5 -mr-1.5" onClick={onClose}>
          <CloseIcon size={20} />
        </IconButton>
      </div>
      {children}
    </div>
  )
}

/**
 * A summary of the park selected on the map.
 * @param near parks whose name is known before the park has loaded
 * @param distance miles, as in the list; `null` if the list shows none
 */
export function MapCard({
  id,
  near,
  distance,
  onClose,
}: {
  id: number
  near: readonly Pick<ParkPoint, 'id' | 'name'>[]
  distance: number | null
  onClose(): void
}) {
  const { park } = usePark(id)
  const unit = useUnit()
  const results = useRouterState({ select: ({ location }) => location.href })
  const name = park?.name ?? near.find((one) => one.id === id)?.name
  const target = { to: '/park/$id', params: { id: String(id) }, state: { results } } as const
  return (
    <Card
      title={
        <p aria-live="polite" className="pt-1 text-l font-bold">
          {name}
        </p>
      }
      onClose={onClose}
    >
      {park && (
        <>
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <span>{formatAddress(park)}</span>
            {distance !== null && (
              <strong className="text-ink">{formatDistance(distance, unit, park.locationAccuracy)}</strong>
            )}
            <ApproximateMark accuracy={park.locationAccuracy} />
          </p>
          <OpenLine park={park} />
        </>
      )}
      <div className="flex gap-2">
        <ButtonLink {...target} className="flex-1">
          {PARK_TEXTS.card.viewDetails}
        </ButtonLink>
        {name !== undefined && <DirectionsLink park={{ id, name }} />}
      </div>
    </Card>
  )
}

/** A list of the parks that share one position. */
export function PlaceCard({ parks, onClose }: { parks: readonly ParkPoint[]; onClose(): void }) {
  const results = useRouterState({ select: ({ location }) => location.href })
  return (
    <Card title={<p className="pt-1 font-bold">{INTERACTIVE_MAP_TEXTS.here}</p>} onClose={onClose}>
      <ul className="max-h-44 overflow-y-auto">
        {parks.map((park) => (
          <li key={park.id}>
            <Link
              to="/park/$id"
              params={{ id: String(park.id) }}
              state={{ results }}
              className="textlink flex min-h-11 items-center"
            >
              {park.name}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

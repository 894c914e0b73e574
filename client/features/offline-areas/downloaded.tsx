import { useRef } from 'react'
import type { AreaRow } from '../../store/database.ts'
import { useConnection } from '../../queries/index.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../platform/clock.ts'
import { formatInstant } from '../../platform/format-instant.ts'
import { checkArea, listAreas, removeArea, pauseArea, resumeArea } from './downloads.ts'
import { useStored } from '../../queries/use-stored.ts'
import { AREA_TEXTS as T, formatBytes } from './texts.ts'

const loadMap = () => import('./coverage-map.tsx')

const NO_AREAS: readonly AreaRow[] = []

/** `undefined` until they are read. */
export const useDownloadedAreas = () => useStored(listAreas, NO_AREAS, [])

/** The downloaded areas, as a list and on a map. */
export function DownloadedAreas() {
  const list = useDownloadedAreas()
  const title = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="downloaded" className="grid content-start gap-4">
      <h2 id="downloaded" ref={title} tabIndex={-1} className="text-xl">
        {T.downloaded}
      </h2>
      {list?.length === 0 && <p className="text-muted">{T.none}</p>}
      {list && list.length > 0 && (
        <>
          <ul className="grid gap-4">
            {list.map((area) => (
              <li key={area.id}>
                <Area area={area} onRemove={() => title.current?.focus()} />
              </li>
            ))}
          </ul>
          {/* A map is fitted to the circles, so it needs at least one. */}
          {list.some(({ circles }) => circles.length > 0) && (
            <MapPlace
              load={loadMap}
              props={{ areas: list }}
              className="h-72 rounded-card border border-line md:h-96"
            />
          )}
        </>
      )}
    </section>
  )
}

/** `onRemove` is called when its button is pressed, so that the list can move the focus. */
function Area({ area, onRemove }: { area: AreaRow; onRemove(): void }) {
  const { online } = useConnection()
  const now = useNow(60_000)
  const { id, name, state, here, files, bytes, checkedAt } = area
  const stopped = state !== 'fetching' && state !== 'ready'
  const actionButton = (label: string, action: (id: string) => Promise<void>, needsNetwork = false) => (
    <Button
      look="outline"
      aria-label={T.of(label, name)}
      disabled={needsNetwork && !online}
      {...(needsNetwork && !online ? { 'aria-describedby': `${id}-why` } : {})}
      onClick={() => void action(id)}
    >
      {label}
    </Button>
  )
  return (
    <article aria-labelledby={`${id}-name`} className="card grid gap-3 p-4" data-area={state}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`${id}-name`} className="text-l">
          {name}
        </h3>
        <p>
          {T.states[state]} · {formatBytes(bytes)}
        </p>
      </div>
      {state !== 'ready' && (
        <div className="grid gap-1">
          <progress
            max={files.length}
            value={here}
            aria-label={T.progress(here, files.length)}
            className="h-3 w-full accent-leaf"
          />
          <p>{T.progress(here, files.length)}</p>
        </div>
      )}
      {state === 'evicted' && <p role="alert">{T.gone(files.length - here)}</p>}
      {state === 'full' && <p role="alert">{T.fullBody}</p>}
      {state === 'ready' && checkedAt !== null && (
        <p className="text-s text-muted">
          {T.progress(here, files.length)}. {T.checked(formatInstant(checkedAt, now))}
        </p>
      )}
      {stopped && !online && (
        <p id={`${id}-why`} className="text-s text-muted">
          {T.needsNetwork}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {/* One button, which keeps the focus when its action changes. */}
        {state === 'fetching'
          ? actionButton(T.pause, pauseArea)
          : stopped
            ? actionButton(state === 'evicted' ? T.again : T.resume, resumeArea, true)
            : actionButton(T.check, checkArea)}
        {actionButton(T.remove, (removed) => {
          onRemove()
          return removeArea(removed)
        })}
      </div>
    </article>
  )
}

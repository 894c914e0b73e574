import { useRef } from 'react'
import { isUpdating, updateBytes } from '../../store/area-maps.ts'
import type { AreaRow } from '../../store/database.ts'
import { useConnection } from '../../queries/index.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../platform/clock.ts'
import { formatInstant } from '../../platform/format-instant.ts'
import { checkArea, listAreas, removeArea, pauseArea, resumeArea, updateArea } from './downloads.ts'
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
                <Area
                  area={area}
                  newerBytes={updateBytes(area, list)}
                  onRemove={() => title.current?.focus()}
                />
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

/**
 * `newerBytes`: the size of a newer map of the area, `null` without one. `onRemove` is called when its button is pressed,
 * so that the list can move the focus.
 */
function Area({
  area,
  newerBytes,
  onRemove,
}: {
  area: AreaRow
  newerBytes: number | null
  onRemove(): void
}) {
  const title = useRef<HTMLHeadingElement>(null)
  const { online } = useConnection()
  const now = useNow(60_000)
  const { id, name, state, here, files, bytes, checkedAt } = area
  const stopped = state !== 'fetching' && state !== 'ready'
  return (
    <article aria-labelledby={`${id}-name`} className="card grid gap-3 p-4" data-area={state}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={`${id}-name`} ref={title} tabIndex={-1} className="text-l">
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
            className="h-3 w-full"
          />
          <p>{T.progress(here, files.length)}</p>
        </div>
      )}
      {isUpdating(area) && <p className="text-s text-muted">{T.keepsMap}</p>}
      {state === 'evicted' && <p role="alert">{T.gone(files.length - here)}</p>}
      {state === 'full' && <p role="alert">{T.fullBody}</p>}
      {state === 'ready' && checkedAt !== null && (
        <p className="text-s text-muted">
          {T.progress(here, files.length)}. {T.checked(formatInstant(checkedAt, now))}
        </p>
      )}
      {newerBytes !== null && <p>{T.newer(newerBytes)}</p>}
      {(stopped || newerBytes !== null) && !online && (
        <p id={`${id}-why`} className="text-s text-muted">
          {T.needsNetwork}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {/* One button, which keeps the focus when its action changes. */}
        {state === 'fetching' ? (
          <ActionButton area={area} label={T.pause} action={pauseArea} />
        ) : stopped ? (
          <ActionButton
            area={area}
            label={state === 'evicted' ? T.again : T.resume}
            action={resumeArea}
            needsNetwork
          />
        ) : (
          <ActionButton area={area} label={T.check} action={checkArea} />
        )}
        {newerBytes !== null && (
          <ActionButton
            area={area}
            label={T.update}
            action={(updated) => {
              // The button is not there during the update.
              title.current?.focus()
              return updateArea(updated)
            }}
            needsNetwork
          />
        )}
        <ActionButton
          area={area}
          label={T.remove}
          action={(removed) => {
            onRemove()
            return removeArea(removed)
          }}
        />
      </div>
    </article>
  )
}

function ActionButton({
  area: { id, name },
  label,
  action,
  needsNetwork = false,
}: {
  area: AreaRow
  label: string
  action(id: string): Promise<void>
  needsNetwork?: boolean
}) {
  const { online } = useConnection()
  const isBlocked = needsNetwork && !online
  return (
    <Button
      look="outline"
      aria-label={T.of(label, name)}
      disabled={isBlocked}
      {...(isBlocked ? { 'aria-describedby': `${id}-why` } : {})}
      onClick={() => void action(id)}
    >
      {label}
    </Button>
  )
}

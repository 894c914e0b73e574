import { useCallback, useMemo, useState } from 'react'
import { compassPoint } from '../../../data/geo/earth.ts'
import type { Directions } from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import { MapPlace } from '../../map/map-place.tsx'
import type { NumberedRoute, RouteMapProps } from '../../map/route-map.tsx'
import type { RoutePictureProps } from '../../map/route-picture.tsx'
import type { FoundRoute } from '../../queries/find-route.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'
import { Callout } from '../../ui/callout.tsx'

const loadMap = () => import('../../map/route-map.tsx')
const loadPicture = () => import('../../map/route-picture.tsx')

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-s text-muted">{name}</dt>
      <dd className="m-0 text-xl font-extrabold text-leaf-deep tabular-nums">{children}</dd>
    </div>
  )
}

/** What the heading of the page says, for a printed route. */
function PrintedHeading({ park, directions }: { park: Park; directions: Directions }) {
  const { origin, destination } = directions
  return (
    <div className="hidden print:block">
      <p className="text-xl font-bold">{T.title(park.name)}</p>
      <p>{T.fromTo(origin.label, destination.label)}</p>
      {park.locationAccuracy !== 'exact' && (
        <p>
          {park.locationAccuracy === 'near' ? T.near : T.approximate} {destination.label}
        </p>
      )}
      {destination.approximate && <p>{T.approximateNote}</p>}
    </div>
  )
}

/** Says that a route is estimated, and why this device did it. */
function EstimateNote({ reason }: { reason: FoundRoute['estimateReason'] }) {
  const reasons = { offline: T.estimateOffline, server: T.estimateServer, engine: T.estimateEngine }
  return (
    <Callout tone="warning" className="p-4 print:border print:p-2">
      <p className="font-bold">{T.estimate}</p>
      <p>
        {reason !== null && `${reasons[reason]} `}
        {T.estimateBody}
      </p>
    </Callout>
  )
}

function RouteChoice({
  routes,
  chosen,
  onChoose,
}: {
  routes: readonly NumberedRoute[]
  chosen: NumberedRoute
  onChoose(number: number): void
}) {
  return (
    <fieldset className="grid gap-2 print:hidden">
      <legend className="mb-2 font-semibold">{T.routes}</legend>
      {routes.map((one) => (
        <label
          key={one.number}
          className="card flex min-h-tap items-center gap-3 px-4 py-2 has-checked:border-leaf has-checked:bg-leaf-wash"
        >
          <input
            type="radio"
            name="route"
            checked={one === chosen}
            onChange={() => onChoose(one.number)}
            className="size-5 shrink-0"
          />
          <span className="flex-1 font-semibold">{one.summary === '' ? T.best : T.via(one.summary)}</span>
          <span className="text-muted">
            {one.distance}, {one.duration}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The steps of a route, and who calculated it. `near`: the park is only near its position. */
function Steps({ route, directions, near }: { route: NumberedRoute; directions: Directions; near: boolean }) {
  const { estimate, source, attribution } = directions
  const steps = route.steps.map((step, before) => ({
    ...step,
    number: before + 1,
    instructions: near && !estimate && before === route.steps.length - 1 ? T.nearEnd : step.instructions,
  }))
  return (
    <section className="card p-5 print:border-0 print:p-0 print:shadow-none">
      <h2 className="mb-2 text-l">{T.steps}</h2>
      <ol className="grid">
        {steps.map(({ number, instructions, distance }) => (
          <li
            key={number}
            className="flex gap-3 border-b border-line py-2.5 last:border-0 print:break-inside-avoid print:py-1"
          >
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-leaf-wash text-s font-bold text-leaf-deep print:border"
            >
              {number}
            </span>
            <span className="flex-1">{instructions}</span>
            {!estimate && <span className="shrink-0 text-s text-muted">{distance}</span>}
          </li>
        ))}
      </ol>
      {attribution !== '' && (
        <p className="mt-3 text-s text-muted">
          {(source === 'device' ? T.onDevice : T.attribution)(attribution)}
        </p>
      )}
    </section>
  )
}

/** Distance, duration, map and steps of a route. An estimate is marked as such. */
export function RouteResult({
  park,
  found: { directions, estimateReason },
}: {
  park: Park
  found: FoundRoute
}) {
  const routes = useMemo<NumberedRoute[]>(
    () => [directions, ...directions.alternatives].map((route, number) => ({ ...route, number })),
    [directions],
  )
  // A choice is one among these routes: those of another mode, shown in the same place, start with the best.
  const [choice, setChoice] = useState({ routes, number: 0 })
  const route = routes[choice.routes === routes ? choice.number : 0]!
  const { estimate, origin, destination } = directions
  const isNear = park.locationAccuracy === 'near'
  const isApproximate = origin.approximate || destination.approximate || isNear
  const choose = useCallback((number: number) => setChoice({ routes, number }), [routes])
  const mapProps = useMemo<RouteMapProps>(
    () => ({ directions, routes, chosen: route, near: isNear, onChoose: choose }),
    [directions, routes, route, isNear, choose],
  )
  const pictureProps = useMemo<RoutePictureProps>(
    () => ({ route, approximate: destination.approximate || isNear }),
    [route, destination, isNear],
  )
  return (
    <div className="grid gap-4 print:gap-3" data-directions={directions.source}>
      <PrintedHeading park={park} directions={directions} />
      {estimate && <EstimateNote reason={estimateReason} />}
      <dl className="card flex flex-wrap gap-x-10 gap-y-2 p-5 print:border-0 print:p-0 print:shadow-none">
        <Figure name={estimate ? T.straight : T.distance}>
          {isApproximate ? `about ${route.distance}` : route.distance}
        </Figure>
        <Figure name={T.duration}>{route.duration}</Figure>
        {estimate && (
          <Figure name={T.direction}>
            {T.bearing(compassPoint(estimate.bearing), Math.round(estimate.bearing) % 360)}
          </Figure>
        )}
      </dl>
      {routes.length > 1 && <RouteChoice routes={routes} chosen={route} onChoose={choose} />}
      <MapPlace
        load={loadMap}
        props={mapProps}
        className="h-80 rounded-card border border-line md:h-96 print:hidden"
        eager
      />
      <div className="hidden print:block">
        <MapPlace load={loadPicture} props={pictureProps} className="" eager />
      </div>
      <Steps route={route} directions={directions} near={isNear} />
    </div>
  )
}

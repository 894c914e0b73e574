import { useMemo, useState } from 'react'
import { compassPoint } from '../../../data/geo/earth.ts'
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
  const steps = route.steps.map((step, before) => {
    const isArrival = !estimate && before === route.steps.length - 1
    return {
      ...step,
      number: before + 1,
      instructions: isNear && isArrival ? T.nearEnd : step.instructions,
    }
  })
  const isApproximate = origin.approximate || destination.approximate || isNear
  const mapProps = useMemo<RouteMapProps>(
    () => ({
      directions,
      routes,
      chosen: route,
      near: isNear,
      onChoose: (number) => setChoice({ routes, number }),
    }),
    [directions, routes, route, isNear],
  )
  const pictureProps = useMemo<RoutePictureProps>(
    () => ({ route, approximate: destination.approximate || isNear }),
    [route, destination, isNear],
  )
  return (
    <div className="grid gap-4 print:gap-3" data-directions={directions.source}>
      <div className="hidden print:block">
        <p className="text-xl font-bold">{T.title(park.name)}</p>
        <p>{T.fromTo(origin.label, destination.label)}</p>
        {park.locationAccuracy !== 'exact' && (
          <p>
            {isNear ? T.near : T.approximate} {destination.label}
          </p>
        )}
        {destination.approximate && <p>{T.approximateNote}</p>}
      </div>
      {estimate && (
        <Callout tone="warning" className="p-4 print:border print:p-2">
          <p className="font-bold">{T.estimate}</p>
          <p>
            {estimateReason === 'offline' && `${T.estimateOffline} `}
            {estimateReason === 'server' && `${T.estimateServer} `}
            {estimateReason === 'engine' && `${T.estimateEngine} `}
            {T.estimateBody}
          </p>
        </Callout>
      )}
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
      {routes.length > 1 && (
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
                checked={one === route}
                onChange={() => setChoice({ routes, number: one.number })}
                className="size-5 shrink-0"
              />
              <span className="flex-1 font-semibold">{one.summary === '' ? T.best : T.via(one.summary)}</span>
              <span className="text-muted">
                {one.distance}, {one.duration}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <MapPlace
        load={loadMap}
        props={mapProps}
        className="h-80 rounded-card border border-line md:h-96 print:hidden"
        eager
      />
      <div className="hidden print:block">
        <MapPlace load={loadPicture} props={pictureProps} className="" eager />
      </div>
      <section className="card p-5 print:border-0 print:p-0 print:shadow-none">
        <h2 className="mb-2 text-l">{T.steps}</h2>
        <ol className="grid">
          {steps.map((step) => (
            <li
              key={step.number}
              className="flex gap-3 border-b border-line py-2.5 last:border-0 print:break-inside-avoid print:py-1"
            >
              <span
                aria-hidden="true"
                className="grid size-7 shrink-0 place-items-center rounded-full bg-leaf-wash text-s font-bold text-leaf-deep print:border"
              >
                {step.number}
              </span>
              <span className="flex-1">{step.instructions}</span>
              {!estimate && <span className="shrink-0 text-s text-muted">{step.distance}</span>}
            </li>
          ))}
        </ol>
        {directions.attribution !== '' && (
          <p className="mt-3 text-s text-muted">
            {(directions.source === 'device' ? T.onDevice : T.attribution)(directions.attribution)}
          </p>
        )}
      </section>
    </div>
  )
}

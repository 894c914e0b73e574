import { latLngBounds } from 'leaflet'
import { useEffect, useMemo } from 'react'
import { Polyline, useMap } from 'react-leaflet'
import { NEAR_METRES } from '../../data/model/park.ts'
import type { Directions, DirectionsRoute } from '../../data/model/directions.ts'
import { useLocalityRadii } from '../queries/map.ts'
import { FIT_PINS, MapFrame } from './frame.tsx'
import { useView } from './view.ts'
import { Area, Pin } from './pins.tsx'
import { INTERACTIVE_MAP_TEXTS } from './interactive-texts.ts'

export interface NumberedRoute extends DirectionsRoute {
  /** 0 is the best route. */
  number: number
}

export interface RouteMapProps {
  directions: Directions
  /** All routes, the best first. */
  routes: readonly NumberedRoute[]
  /** Whether the park is within about 500 m of the destination. */
  near: boolean
  /** The selected one. */
  chosen: NumberedRoute
  /** @param number of the route */
  onChoose(number: number): void
}

const lineOf = ({ geometry }: DirectionsRoute): [number, number][] =>
  geometry.coordinates.map(([longitude, latitude]) => [latitude, longitude])

/** Map of the selected route, with its alternatives below it. */
export default function RouteMap(props: RouteMapProps) {
  const { directions, routes } = props
  const { origin, destination } = directions
  const bounds = useMemo(() => latLngBounds(routes.flatMap(lineOf)), [routes])
  const ends = useMemo(() => [origin, destination], [origin, destination])
  return (
    <MapFrame label={INTERACTIVE_MAP_TEXTS.route} start={{ bounds, boundsOptions: FIT_PINS }} avoid={ends}>
      <Routes {...props} bounds={bounds} />
    </MapFrame>
  )
}

function Routes({
  directions: { origin, destination, source },
  routes,
  near,
  chosen,
  onChoose,
  bounds,
}: RouteMapProps & { bounds: ReturnType<typeof latLngBounds> }) {
  const map = useMap()
  const { zoom } = useView()
  const approximateEnds = useMemo(
    () => [origin, destination].filter(({ approximate }) => approximate),
    [origin, destination],
  )
  const places = useMemo(
    () => approximateEnds.map(({ latitude, longitude }) => ({ latitude, longitude })),
    [approximateEnds],
  )
  const radii = useLocalityRadii(places)
  useEffect(() => {
    map.fitBounds(bounds, { ...FIT_PINS, animate: false })
  }, [map, bounds])
  const style = source === 'estimate' ? 'estimate' : 'way'
  return (
    <>
      {approximateEnds.map((end, index) => (
        <Area key={`${end.latitude} ${end.longitude}`} place={end} radius={radii[index] ?? 0} zoom={zoom} />
      ))}
      {near && <Area place={destination} radius={NEAR_METRES} zoom={zoom} />}
      {routes.map(
        (route) =>
          route.number !== chosen.number && (
            <Polyline
              key={`other ${route.number}`}
              positions={lineOf(route)}
              className="map-route map-route-other"
              eventHandlers={{ click: () => onChoose(route.number) }}
            />
          ),
      )}
      <Polyline
        key={`edge ${chosen.number}`}
        positions={lineOf(chosen)}
        className="map-route-edge"
        interactive={false}
      />
      <Polyline
        key={`way ${chosen.number} ${style}`}
        positions={lineOf(chosen)}
        className={`map-route map-route-${style}`}
        interactive={false}
      />
      <Pin place={origin} shape="start" label={`${INTERACTIVE_MAP_TEXTS.start}: ${origin.label}`} />
      <Pin
        place={destination}
        shape={destination.approximate || near ? 'area' : 'pin'}
        label={destination.label}
      />
    </>
  )
}

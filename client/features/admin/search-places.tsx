import { project } from '../../../data/geo/mercator.ts'
import type { Frame } from '../../../data/map/frame.ts'
import type { SearchPlace } from '../../../data/model/analytics.ts'
import { addressOf, readPlaces } from '../../api/admin.ts'
import type { Range } from './analytics-table.tsx'
import { loadedLater } from '../../ui/loaded-later.tsx'
import { useAdminRead } from './queries.ts'
import { AsTable, Block, CELL, Head, ReadPlaceholder } from './parts.tsx'
import { ADMIN_TEXTS } from './texts.ts'

const T = ADMIN_TEXTS.analytics.places

const ZOOM = 4
const CORNER = { north: -8, west: 109.5 }
const SIZE = { width: 560, height: 520 }
const topLeft = project({ latitude: CORNER.north, longitude: CORNER.west }, ZOOM)
const FRAME: Frame = { zoom: ZOOM, origin: topLeft, ...SIZE }
/** Radii of the circles. */
const MAX_RADIUS_PX = 26
const MIN_RADIUS_PX = 4
/** The largest circle is for at least this many searches: on the first day, one search is a small circle. */
const MIN_LARGEST_COUNT = 20

const inFrame = (place: { latitude: number; longitude: number }) => {
  const { x, y } = project(place, ZOOM)
  return { x: x - topLeft.x, y: y - topLeft.y }
}

const nameOf = ({ near, latitude, longitude }: SearchPlace) => near ?? `${latitude}, ${longitude}`

const MapPicture = loadedLater(() => import('../../map/map-picture.tsx'))

function PlaceMap({ places }: { places: readonly SearchPlace[] }) {
  const most = places[0]!
  return (
    <figure className="relative m-0">
      <MapPicture frame={FRAME} />
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={T.picture(places.length, nameOf(most), most.count)}
        className="relative w-full"
      >
        {places.map((place) => {
          const { x, y } = inFrame(place)
          const radius =
            MIN_RADIUS_PX +
            (MAX_RADIUS_PX - MIN_RADIUS_PX) * Math.sqrt(place.count / Math.max(most.count, MIN_LARGEST_COUNT))
          return (
            <circle
              key={`${place.latitude},${place.longitude}`}
              cx={x}
              cy={y}
              r={radius}
              className="fill-ochre stroke-surface"
              fillOpacity="0.65"
            />
          )
        })}
      </svg>
    </figure>
  )
}

/** Map of the places people search from. */
export function SearchPlaces({ range }: { range: Range }) {
  const read = useAdminRead(addressOf('analytics/search/places', { ...range }), readPlaces)
  const { data } = read
  return (
    <Block title={T.title}>
      <p className="text-s text-muted">{T.lead}</p>
      {data === undefined && <ReadPlaceholder read={read} error={T.error} className="h-96" />}
      {data?.rows.length === 0 && <p className="text-muted">{T.empty}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <>
          <PlaceMap places={data.rows} />
          <AsTable
            label={T.title}
            head={
              <>
                <Head>{T.place}</Head>
                <Head className="text-right">{T.count}</Head>
              </>
            }
          >
            {data.rows.map((place) => (
              <tr key={`${place.latitude},${place.longitude}`}>
                <td className={CELL}>{nameOf(place)}</td>
                <td className={`${CELL} text-right tabular-nums`}>{place.count}</td>
              </tr>
            ))}
          </AsTable>
        </>
      )}
    </Block>
  )
}

import { useMemo, useState } from 'react'
import { METRES_PER_MILE, QUERY_MAX_LENGTH } from '../../../data/model/constants.ts'
import type { Circle } from '../../../data/geo/area-tiles.ts'
import type { MapOffer } from '../../../data/model/map.ts'
import type { Park } from '../../../data/model/park.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { placeLabel } from '../../../data/places/label.ts'
import { useAreaPacks, useBytes, useParks } from '../../queries/areas.ts'
import { useConnection, useFavourites, useNear, usePosition, useSearch } from '../../queries/index.ts'
import type { SearchRead } from '../../queries/index.ts'
import { useTiles } from '../../queries/map-offer.ts'
import { savesData } from '../../platform/saves-data.ts'
import { useUnit } from '../../platform/settings-store.ts'
import { Button } from '../../ui/button.tsx'
import { distanceWords } from '../../parks/distance.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { LocateIcon } from '../../ui/icons.tsx'
import { useMedia } from '../../platform/media.ts'
import { useMapTheme } from '../../map/theme.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import { storedFiles } from '../../store/area-maps.ts'
import { useDownloadedAreas } from './downloaded.tsx'
import { downloadArea } from './downloads.ts'
import { estimateBytes, filesOf, missingFrom, NO_PACKS, planArea, type AreaPlan } from './plan.ts'
import { AREA_TEXTS as T, formatBytes } from './texts.ts'

type Kind = keyof typeof T.kinds
/** Radii to choose from, in miles. */
const RADII = [2, 5, 10, 20] as const
/** Radius around each favourite. */
const FAVOURITE_RADIUS_M = 1_000
/** A larger share of the free space than this gets a warning. */
const MAX_SPACE_SHARE = 0.8

interface Selection {
  name: string
  circles: Circle[]
  parks: readonly Park[]
  /** Whether the area is made of the user's favourites, and so belongs to that user. */
  ofFavourites?: boolean
}

/** Form to choose an area and download it. */
export function ChooseArea() {
  const [kind, setKind] = useState<Kind>('here')
  const [miles, setMiles] = useState<number>(5)
  const unit = useUnit()
  return (
    <section aria-labelledby="download" className="card grid content-start gap-4 p-5">
      <h2 id="download" className="text-xl">
        {T.download}
      </h2>
      <Select label={T.which} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
        {Object.entries(T.kinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {kind !== 'favourites' && (
        <Select label={T.howFar} value={miles} onChange={({ target }) => setMiles(Number(target.value))}>
          {RADII.map((radius) => (
            <option key={radius} value={radius}>
              {distanceWords(radius, unit)}
            </option>
          ))}
        </Select>
      )}
      {kind === 'here' && <Here miles={miles} />}
      {kind === 'suburb' && <Suburb miles={miles} />}
      {kind === 'favourites' && <Favourites />}
    </section>
  )
}

function Here({ miles }: { miles: number }) {
  const { position, locateNow, locating } = usePosition()
  const [failed, setFailed] = useState(false)
  return (
    <>
      <Button
        look="outline"
        className="justify-self-start"
        aria-busy={locating}
        onClick={() => void locateNow().then(({ ok }) => setFailed(!ok))}
      >
        <LocateIcon size={22} /> {locating ? T.locating : T.locate}
      </Button>
      {failed && position === null && <p role="alert">{T.noLocation}</p>}
      {position && <Around place={position} miles={miles} />}
    </>
  )
}

/** Whether the parks could not be looked up: the ten samples know no places, and belong to no area. */
const isUnanswered = ({ status, source }: Pick<SearchRead, 'status' | 'source'>) =>
  status === 'error' || source === 'samples'

function Unanswered({ retry }: { retry(): void }) {
  const { online } = useConnection()
  return (
    <>
      <p role="alert">{online ? T.unreachable : T.needsNetwork}</p>
      <Button look="outline" className="justify-self-start" disabled={!online} onClick={retry}>
        {UI_TEXTS.tryAgain}
      </Button>
    </>
  )
}

/** `name`: of the place. Without it, the area has the name of the suburb of the nearest park. */
function Around({
  place: { latitude, longitude },
  name,
  miles,
}: {
  place: LatLng
  name?: string
  miles: number
}) {
  const read = useSearch({ latitude, longitude, distance: miles })
  const circles = useMemo(
    () => [{ latitude, longitude, radius: miles * METRES_PER_MILE }],
    [latitude, longitude, miles],
  )
  if (read.status === 'loading') return <p className="text-muted">{T.sizing}</p>
  if (isUnanswered(read)) return <Unanswered retry={read.retry} />
  const { parks } = read
  const [nearest] = parks
  return (
    <DownloadSummary
      // In the list, 'Around here' would say that the person is still there.
      name={name ?? (nearest ? T.around(`${nearest.city} ${nearest.state}`) : '')}
      circles={circles}
      parks={parks}
    />
  )
}

function Suburb({ miles }: { miles: number }) {
  const [text, setText] = useState('')
  const here = useNear()
  const [{ query, near }, setAsked] = useState<{ query: string; near: LatLng | null }>({
    query: '',
    near: null,
  })
  return (
    <>
      <form
        className="flex flex-wrap gap-2"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          // Of several places of the name, the one near the person, as in a search.
          setAsked({ query: text.trim(), near: here })
        }}
      >
        <TextInput
          type="search"
          aria-label={T.suburb}
          placeholder={T.suburbHint}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={QUERY_MAX_LENGTH}
          value={text}
          className="flex-1"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="outline" disabled={text.trim() === ''}>
          {T.find}
        </Button>
      </form>
      {query !== '' && <AroundPlace query={query} near={near} miles={miles} />}
    </>
  )
}

/** The suburb, town or postcode that a text means. */
function AroundPlace({ query, near, miles }: { query: string; near: LatLng | null; miles: number }) {
  const read = useSearch({ query, ...near, limit: 0 })
  if (read.status === 'loading') return <p className="text-muted">{T.sizing}</p>
  if (isUnanswered(read)) return <Unanswered retry={read.retry} />
  const place = read.understood?.place ?? null
  if (place === null) return <p role="alert">{T.notFound}</p>
  if (place.kind === 'state') return <p role="alert">{T.tooLarge(place.name)}</p>
  return (
    <>
      <p className="font-semibold">{T.around(placeLabel(place))}</p>
      <Around place={place} name={`${place.name} ${place.state}`} miles={miles} />
    </>
  )
}

function Favourites() {
  const { ids } = useFavourites()
  const list = useMemo(() => [...ids], [ids])
  const { parks, failed, retry } = useParks(list)
  const circles = useMemo(
    () =>
      (parks ?? []).map((park) => ({
        latitude: Number(park.latitude),
        longitude: Number(park.longitude),
        radius: FAVOURITE_RADIUS_M,
      })),
    [parks],
  )
  if (list.length === 0) return <p>{T.noFavourites}</p>
  if (failed) return <Unanswered retry={retry} />
  if (parks === undefined) return <p className="text-muted">{T.sizing}</p>
  return <DownloadSummary name={T.kinds.favourites} circles={circles} parks={parks} ofFavourites />
}

/** What the download is, and how large it is. `bytes`: `null` if that cannot be found out. */
function sizeText(plan: AreaPlan, missing: AreaPlan, bytes: number | null | undefined): string {
  if (bytes === undefined) return T.sizing
  if (bytes === null) return T.sizeUnknown
  return T.size(formatBytes(bytes), filesOf(missing).length, filesOf(plan).length, plan.parks)
}

/** Which map the area will have. */
function mapText(plan: AreaPlan, tiles: MapOffer['tiles']): string {
  if (plan.packs.streets.length > 0) return T.withStreets
  if (tiles === null) return T.builtIn
  return tiles.offlineAllowed ? T.withTiles : T.tilesForbidden
}

/** The area's size, notes about it, and the download button. */
function DownloadSummary({ name, circles, parks, ofFavourites = false }: Selection) {
  const { online } = useConnection()
  const tiles = useTiles()
  const theme = useMapTheme()
  const dense = useMedia('(min-resolution: 1.5dppx)') && !savesData()
  const unit = useUnit()
  const packs = useAreaPacks(circles, online && parks.length > 0)
  const plan = useMemo(
    () => planArea(circles, parks, tiles, { theme, dense, unit }, packs ?? NO_PACKS),
    [circles, parks, tiles, theme, dense, unit, packs],
  )
  const areas = useDownloadedAreas()
  const missing = useMemo(() => missingFrom(plan, storedFiles(areas ?? [])), [plan, areas])
  const sizeOfFiles = useBytes(
    [missing.pictures, missing.tiles, missing.packs],
    online && parks.length > 0 && Boolean(packs) && areas !== undefined,
    () => estimateBytes(missing, (url) => fetch(url)),
  )
  const bytes = packs === null ? null : sizeOfFiles
  const freeBytes = useBytes(['room'], true, async () => {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    return quota - usage
  })
  const [busy, setBusy] = useState(false)
  if (parks.length === 0) return <p>{T.nothing}</p>
  const summary = online ? sizeText(plan, missing, bytes) : T.needsNetwork
  const isTight =
    typeof bytes === 'number' && typeof freeBytes === 'number' && bytes > freeBytes * MAX_SPACE_SHARE
  return (
    <>
      <StatusLine text={summary} />
      <p id="area-size" className="font-semibold">
        {summary}
      </p>
      <p className="text-s text-muted">{mapText(plan, tiles)}</p>
      {isTight && <p role="alert">{T.tight}</p>}
      <Button
        aria-describedby="area-size"
        className="justify-self-start"
        disabled={!online || busy || !packs || bytes === undefined}
        onClick={() => {
          setBusy(true)
          void downloadArea(name, plan, ofFavourites).finally(() => setBusy(false))
        }}
      >
        {T.downloadAction}
      </Button>
    </>
  )
}

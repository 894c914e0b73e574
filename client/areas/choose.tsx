import { useMemo, useState } from 'react'
import { METRES_PER_MILE } from '../../data/model/constants.ts'
import type { Circle } from '../../data/geo/area-tiles.ts'
import type { Park } from '../../data/model/park.ts'
import { useBytes, useParks } from '../queries/areas.ts'
import { useConnection, useFavourites, usePosition, useSearch } from '../queries/index.ts'
import { useTiles } from '../queries/map.ts'
import { savesData } from '../offline/saves-data.ts'
import { useUnit } from '../settings/store.ts'
import { Button } from '../ui/button.tsx'
import { formatDistance } from '../ui/distance.ts'
import { Choice, TextInput } from '../ui/field.tsx'
import { LocateIcon } from '../ui/icons.tsx'
import { useMedia } from '../ui/media.ts'
import { StatusLine } from '../ui/status-line.tsx'
import { takeArea } from './keeper.ts'
import { estimateBytes, filesOf, planArea } from './plan.ts'
import { AREA_TEXTS as T, sayBytes } from './texts.ts'

type Kind = keyof typeof T.kinds
/** How far around a place an area reaches, miles. */
const REACHES = [2, 5, 10, 20] as const
/** Around each favourite, metres. */
const FAVOURITE_REACH = 1_000
/** Of the room that is left, an area should leave some. */
const TIGHT = 0.8

interface Chosen {
  name: string
  circles: Circle[]
  parks: readonly Park[]
  /** It is made of what the person has saved, and theirs like that. */
  ofFavourites?: boolean
}

/** Chooses an area and takes it along. */
export function ChooseArea() {
  const [kind, setKind] = useState<Kind>('here')
  const [miles, setMiles] = useState<number>(5)
  const unit = useUnit()
  return (
    <section aria-labelledby="take" className="card grid content-start gap-4 p-5">
      <h2 id="take" className="text-xl">
        {T.take}
      </h2>
      <Choice label={T.which} value={kind} onChange={({ target }) => setKind(target.value as Kind)}>
        {Object.entries(T.kinds).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Choice>
      {kind !== 'favourites' && (
        <Choice label={T.howFar} value={miles} onChange={({ target }) => setMiles(Number(target.value))}>
          {REACHES.map((reach) => (
            <option key={reach} value={reach}>
              {formatDistance(reach, unit)}
            </option>
          ))}
        </Choice>
      )}
      {kind === 'here' && <Here miles={miles} />}
      {kind === 'suburb' && <Suburb miles={miles} />}
      {kind === 'favourites' && <Favourites />}
    </section>
  )
}

function Here({ miles }: { miles: number }) {
  const { position, locate, locating } = usePosition()
  const [failed, setFailed] = useState(false)
  if (position === null || position.fallback) {
    return (
      <>
        <Button
          look="outline"
          className="justify-self-start"
          aria-busy={locating}
          onClick={() => void locate().then(({ ok }) => setFailed(!ok))}
        >
          <LocateIcon size={22} /> {locating ? T.locating : T.locate}
        </Button>
        {failed && <p role="alert">{T.noLocation}</p>}
      </>
    )
  }
  return <Around place={position} name={T.kinds.here} miles={miles} />
}

function Around({
  place: { latitude, longitude },
  name,
  miles,
}: {
  place: { latitude: number; longitude: number }
  name: string
  miles: number
}) {
  const { parks, status } = useSearch({ latitude, longitude, distance: miles })
  const circles = useMemo(
    () => [{ latitude, longitude, radius: miles * METRES_PER_MILE }],
    [latitude, longitude, miles],
  )
  if (status === 'loading') return <p className="text-muted">{T.sizing}</p>
  return <TakeIt name={name} circles={circles} parks={parks} />
}

function Suburb({ miles }: { miles: number }) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { understood, status } = useSearch({ query: asked, limit: 0 })
  const place = asked === '' ? null : (understood?.place ?? null)
  return (
    <>
      <form
        className="flex flex-wrap gap-2"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim())
        }}
      >
        <TextInput
          type="search"
          aria-label={T.suburb}
          placeholder={T.suburbHint}
          enterKeyHint="search"
          autoComplete="off"
          value={text}
          className="flex-1"
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="outline" disabled={text.trim() === ''}>
          {T.find}
        </Button>
      </form>
      {asked !== '' &&
        status === 'ready' &&
        (place === null ? (
          <p role="alert">{T.notFound}</p>
        ) : (
          <Around
            place={place}
            name={place.state === place.name ? place.name : `${place.name} ${place.state}`}
            miles={miles}
          />
        ))}
    </>
  )
}

function Favourites() {
  const { ids } = useFavourites()
  const list = useMemo(() => [...ids], [ids])
  const parks = useParks(list)
  const circles = useMemo(
    () =>
      (parks ?? []).map((park) => ({
        latitude: Number(park.latitude),
        longitude: Number(park.longitude),
        radius: FAVOURITE_REACH,
      })),
    [parks],
  )
  if (list.length === 0) return <p>{T.noFavourites}</p>
  if (parks === undefined) return <p className="text-muted">{T.sizing}</p>
  return <TakeIt name={T.kinds.favourites} circles={circles} parks={parks} ofFavourites />
}

/** What the area weighs, and the button. */
function TakeIt({ name, circles, parks, ofFavourites = false }: Chosen) {
  const { online } = useConnection()
  const tiles = useTiles()
  const dark = useMedia('(prefers-color-scheme: dark)')
  const dense = useMedia('(min-resolution: 1.5dppx)') && !savesData()
  const unit = useUnit()
  const plan = useMemo(
    () => planArea(circles, parks, tiles, { dark, dense, unit }),
    [circles, parks, tiles, dark, dense, unit],
  )
  const bytes = useBytes([plan.pictures, plan.tiles], online && parks.length > 0, () =>
    estimateBytes(plan, (url) => fetch(url)),
  )
  const room = useBytes(['room'], true, async () => {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
    return quota - usage
  })
  const [busy, setBusy] = useState(false)
  if (parks.length === 0) return <p>{T.nothing}</p>
  const said = !online
    ? T.needsNetwork
    : bytes === undefined
      ? T.sizing
      : bytes === null
        ? T.sizeUnknown
        : T.size(sayBytes(bytes), filesOf(plan).length, plan.parks)
  return (
    <>
      <StatusLine text={said} />
      <p id="area-size" className="font-semibold">
        {said}
      </p>
      <p className="text-s text-muted">
        {tiles === null ? T.builtIn : tiles.offlineAllowed ? T.withTiles : T.tilesForbidden}
      </p>
      {typeof bytes === 'number' && typeof room === 'number' && bytes > room * TIGHT && (
        <p role="alert">{T.tight}</p>
      )}
      <Button
        aria-describedby="area-size"
        className="justify-self-start"
        disabled={!online || busy || bytes === undefined}
        onClick={() => {
          setBusy(true)
          void takeArea(name, plan, ofFavourites).finally(() => setBusy(false))
        }}
      >
        {T.takeIt}
      </Button>
    </>
  )
}

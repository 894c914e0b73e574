import { useId, useMemo, useState } from 'react'
import { PlacedPoint, POINT_MAX_ACCURACY } from '../../../data/model/placed-point.ts'
import { OPENSTREETMAP } from '../../../data/model/source.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { roundCoordinate } from '../../../data/model/point.ts'
import { usePosition } from '../../queries/index.ts'
import { useNamedParks } from '../../queries/named-parks.ts'
import { MapPlace } from '../../map/map-place.tsx'
import { Button } from '../../ui/button.tsx'
import { LocateIcon, PinIcon } from '../../ui/icons.tsx'
import { toast } from '../../platform/toast.ts'
import { FORM_TEXTS } from './texts.ts'
import { POINT_TEXTS as T } from './point-texts.ts'

const loadMap = () => import('../../map/point-map.tsx')

/** Reads the point from the value of its field, which is JSON or ''. */
export function readPoint(text: string): PlacedPoint | undefined {
  try {
    return text === '' ? undefined : PlacedPoint.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The value of the field for a stored point. */
export const pointText = (point: unknown) =>
  typeof point === 'object' && point !== null ? JSON.stringify(point) : typeof point === 'string' ? point : ''

const isSamePlace = (one: LatLng | null, other: LatLng | null) =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude

interface PlacePointProps {
  /** The value of the field: JSON, or '' for none. */
  value: string
  onChange(value: string): void
  /** Where the map starts. */
  around: LatLng | null
  /** What to look for among named parks; nothing is looked up while the name, suburb or state is ''. */
  like: { name: string; suburb: string; state: string; postcode: string }
}

/**
 * Asks for the point of a park: by the device's position, on the map, or as that of a named park nearby. All
 * of it is optional and, except for the names, works offline.
 */
export function PlacePoint({ value, onChange, around, like }: PlacePointProps) {
  const id = useId()
  const { locateNow, locating } = usePosition()
  const [mapOpen, setMapOpen] = useState(false)
  const point = readPoint(value) ?? null
  const found = useNamedParks(point === null ? like : NOTHING)
  const next = around ?? found[0] ?? null
  /** Where the map starts. It follows the form until there is a point: placing one must not move the map. */
  const [mapAround, setMapAround] = useState(next)
  if (point === null && !isSamePlace(next, mapAround)) setMapAround(next)
  const save = (placed: PlacedPoint) => {
    // On a map of the whole country, a finger is less accurate than a point may be.
    const limited = { ...placed, accuracy: Math.min(POINT_MAX_ACCURACY, placed.accuracy) }
    if (PlacedPoint.safeParse(limited).success) onChange(JSON.stringify(limited))
    else toast({ title: T.refused, description: T.notInAustralia, look: 'destructive' })
  }
  const mapProps = useMemo(
    () => ({
      point,
      around: mapAround,
      onPlace: (place: LatLng, accuracy: number) => save({ ...place, accuracy, method: 'map' }),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- `point` follows from `value`, and `save` only calls `onChange`
    [value, mapAround],
  )
  async function placeHere() {
    const result = await locateNow()
    if (!result.ok) {
      toast({ title: FORM_TEXTS.submit.locationError, description: result.message, look: 'destructive' })
      return
    }
    const { latitude, longitude, accuracy } = result.position
    save({
      latitude: roundCoordinate(latitude),
      longitude: roundCoordinate(longitude),
      accuracy: Math.ceil(accuracy),
      method: 'device',
    })
  }
  return (
    <fieldset className="m-0 grid gap-3 border-0 p-0" aria-describedby={`${id}-lead`}>
      <legend className="font-semibold">{T.title}</legend>
      <p id={`${id}-lead`} className="text-s text-muted">
        {T.lead}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" aria-busy={locating} onClick={() => void placeHere()}>
          <LocateIcon size={22} /> {locating ? T.locating : T.here}
        </Button>
        <Button look="outline" aria-expanded={mapOpen} onClick={() => setMapOpen(!mapOpen)}>
          <PinIcon size={22} /> {mapOpen ? T.hideMap : T.onMap}
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-3 empty:hidden">
        {found.length > 0 && (
          <div className="grid justify-items-start gap-2">
            <p className="font-semibold">{T.didYouMean}</p>
            {found.map(({ name, suburb, latitude, longitude, accuracy }) => (
              <Button
                key={`${latitude} ${longitude} ${name}`}
                look="quiet"
                onClick={() => save({ latitude, longitude, accuracy, method: 'named-park', name })}
              >
                {T.named(name, suburb)}
              </Button>
            ))}
            <p className="text-s text-muted">
              {T.source([
                ...new Set(
                  found.map(({ publisher }) =>
                    publisher === OPENSTREETMAP ? '© OpenStreetMap contributors' : publisher,
                  ),
                ),
              ])}
            </p>
          </div>
        )}
        {point && (
          <div className="flex flex-wrap items-center gap-x-3 rounded-control bg-sunken px-4 py-2">
            <p>
              {T.placed[point.method](point.name)}, {T.accuracy(point.accuracy)}
            </p>
            <Button look="quiet" onClick={() => onChange('')}>
              {T.remove}
            </Button>
          </div>
        )}
      </div>
      {mapOpen && (
        <div className="grid gap-2">
          <p className="text-s text-muted">{T.hint}</p>
          <MapPlace
            load={loadMap}
            props={mapProps}
            className="h-80 rounded-control border border-line"
            eager
          />
        </div>
      )}
    </fieldset>
  )
}

const NOTHING = { name: '', suburb: '', state: '', postcode: '' }

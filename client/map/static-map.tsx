import { useState, type ReactNode } from 'react'
import { STATIC_MAP } from '../../data/model/constants.ts'
import type { DistanceUnit } from '../../data/model/directions.ts'
import type { Park } from '../../data/model/park.ts'
import { savesData } from '../offline/saves-data.ts'
import { useTiles } from '../queries/map.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { useUnit } from '../settings/store.ts'
import { useMedia } from '../ui/media.ts'
import { isWriting } from '../ui/written.ts'
import { MAP_TEXTS } from './texts.ts'

/** What a static map depends on besides the place: the scheme of the screen, its density, and the unit that is set. */
export interface StaticMapLook {
  dark: boolean
  dense: boolean
  unit: DistanceUnit
}

type MappedPark = Pick<Park, 'name' | 'latitude' | 'longitude' | 'locationAccuracy'>

/** `GET /api/maps/static` of a park (specification, section 2: the picture of a card without one). */
export function staticMapUrl(park: MappedPark, { dark, dense, unit }: StaticMapLook): string {
  const params = new URLSearchParams({
    lat: park.latitude,
    lng: park.longitude,
    zoom: String(STATIC_MAP.zoom),
    width: String(STATIC_MAP.width),
    height: String(STATIC_MAP.height),
    ...(park.locationAccuracy === 'suburb' ? { approximate: 'true' } : {}),
    ...(dark ? { theme: 'dark' } : {}),
    ...(dense ? { scale: '2' } : {}),
    ...(unit === 'km' ? { unit } : {}),
  })
  return `/api/maps/static?${params}`
}

const isShown = (url: string) =>
  !isWriting &&
  [...document.images].some(
    (image) => image.complete && image.naturalWidth > 0 && image.currentSrc.endsWith(url),
  )

/** The same where no script has run: the browser chooses among the pictures that the script would. They are in miles, and for nobody else. */
function WrittenMap({ park }: { park: MappedPark }) {
  const look = (dark: boolean, dense: boolean) =>
    staticMapUrl(park, { dark, dense, unit: DEFAULT_SETTINGS.unit })
  const set = (dark: boolean) => `${look(dark, false)} 1x, ${look(dark, true)} 1.5x`
  return (
    <picture className="[.other-unit_&]:hidden">
      <source media="(prefers-color-scheme: dark)" srcSet={set(true)} />
      <img
        srcSet={set(false)}
        alt={MAP_TEXTS.picture(park.name)}
        width={STATIC_MAP.width}
        height={STATIC_MAP.height}
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        className="absolute inset-0 block size-full object-cover"
      />
    </picture>
  )
}

/**
 * A map of where the park is, laid over what is there already: seen once it has come whole. When it cannot come, `instead` stands in its place.
 * Takes up no room of its own.
 */
export function StaticMap({ park, instead }: { park: MappedPark; instead: ReactNode }) {
  const dark = useMedia('(prefers-color-scheme: dark)')
  const dense = useMedia('(min-resolution: 1.5dppx)') && !savesData()
  const unit = useUnit()
  const url = staticMapUrl(park, { dark, dense, unit })
  // The screen that was written into the document may show it already.
  const [came, setCame] = useState<string | undefined>(() => (isShown(url) ? url : undefined))
  const [failed, setFailed] = useState<string>()
  const shown = came === url
  // The picture bears its makers' name, but in a corner that a card may cut off.
  const makers = useTiles(shown)?.attribution
  if (isWriting) return <WrittenMap park={park} />
  if (failed === url) return instead
  return (
    <>
      <img
        src={url}
        alt={shown ? MAP_TEXTS.picture(park.name) : ''}
        width={STATIC_MAP.width}
        height={STATIC_MAP.height}
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        data-static-map={shown ? 'shown' : 'waiting'}
        onLoad={() => setCame(url)}
        onError={() => setFailed(url)}
        className={`absolute inset-0 block size-full object-cover transition-opacity duration-200 ${shown ? '' : 'opacity-0'}`}
      />
      {shown && makers && (
        <span className="absolute right-0 bottom-0 max-w-full truncate rounded-tl-small bg-page px-2 text-[0.75rem] text-muted">
          {makers}
        </span>
      )}
    </>
  )
}

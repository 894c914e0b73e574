import { useState, type ReactNode } from 'react'
import { STATIC_MAP_HEIGHT, STATIC_MAP_WIDTH, STATIC_MAP_ZOOM } from '../../data/model/constants.ts'
import type { DistanceUnit } from '../../data/model/directions.ts'
import type { MapTheme } from '../../data/map/colours.ts'
import type { Park } from '../../data/model/park.ts'
import { savesData } from '../platform/saves-data.ts'
import { useMapOffer } from '../queries/map-offer.ts'
import { DEFAULT_SETTINGS } from '../platform/settings.ts'
import { useUnit } from '../platform/settings-store.ts'
import { useFailedPicture } from '../platform/use-failed-picture.ts'
import { useMedia } from '../platform/media.ts'
import { DEFAULT_UNIT_ONLY, isPrerendering } from '../first-screen/index.ts'
import { vectorAttribution } from './attribution.ts'
import { MAP_TEXTS } from './texts.ts'
import { useMapTheme } from './theme.ts'

/** What a static map depends on besides the position: colours, pixel density and unit. */
export interface StaticMapLook {
  theme: MapTheme
  dense: boolean
  unit: DistanceUnit
}

type MappedPark = Pick<Park, 'name' | 'latitude' | 'longitude' | 'locationAccuracy'>

/** URL of a park's static map, `GET /api/maps/static`. */
export function staticMapUrl(park: MappedPark, { theme, dense, unit }: StaticMapLook): string {
  const params = new URLSearchParams({
    lat: park.latitude,
    lng: park.longitude,
    zoom: String(STATIC_MAP_ZOOM),
    width: String(STATIC_MAP_WIDTH),
    height: String(STATIC_MAP_HEIGHT),
    ...(park.locationAccuracy === 'suburb' ? { approximate: 'true' } : {}),
    ...(park.locationAccuracy === 'near' ? { near: 'true' } : {}),
    ...(theme === 'light' ? {} : { theme }),
    ...(dense ? { scale: '2' } : {}),
    ...(unit === 'km' ? { unit } : {}),
  })
  return `/api/maps/static?${params}`
}

/** Whether an image with this URL is loaded, for example in the prerendered screen. */
const isLoaded = (url: string) =>
  !isPrerendering &&
  [...document.images].some(
    (image) => image.complete && image.naturalWidth > 0 && image.currentSrc.endsWith(url),
  )

/** Two thirds of the picture. The map is not scaled down to fit, so that its names stay legible. */
const SHARE = 'relative min-h-0 min-w-0 flex-2 overflow-hidden'
const CENTRED =
  'absolute top-1/2 left-1/2 block h-[300px] min-h-full w-[400px] max-w-none min-w-full -translate-1/2 object-cover'

/** The prerendered static map: the browser selects colour scheme and density. In the default unit only. */
function PrerenderedMap({ park }: { park: MappedPark }) {
  const url = (dark: boolean, dense: boolean) =>
    staticMapUrl(park, { theme: dark ? 'dark' : 'light', dense, unit: DEFAULT_SETTINGS.unit })
  const set = (dark: boolean) => `${url(dark, false)} 1x, ${url(dark, true)} 1.5x`
  return (
    <picture className={SHARE} {...DEFAULT_UNIT_ONLY}>
      <source media="(prefers-color-scheme: dark)" srcSet={set(true)} />
      <img
        srcSet={set(false)}
        alt={MAP_TEXTS.picture(park.name)}
        width={STATIC_MAP_WIDTH}
        height={STATIC_MAP_HEIGHT}
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        className={CENTRED}
      />
    </picture>
  )
}

/**
 * The middle of a static map of the park's position. It becomes visible once it has loaded; if it fails,
 * `instead` is shown until it may succeed. Takes two parts of the flex box around it.
 */
export function StaticMap({ park, instead }: { park: MappedPark; instead: ReactNode }) {
  const theme = useMapTheme()
  const dense = useMedia('(min-resolution: 1.5dppx)') && !savesData()
  const unit = useUnit()
  const url = staticMapUrl(park, { theme, dense, unit })
  // The prerendered screen may have loaded it already.
  const [loaded, setLoaded] = useState<string | undefined>(() => (isLoaded(url) ? url : undefined))
  const [failed, setFailed] = useFailedPicture()
  const shown = loaded === url
  // The image contains its attribution, but in a corner that a card may crop.
  const offer = useMapOffer(shown)
  const attribution = offer && (offer.tiles?.attribution ?? vectorAttribution(offer))
  if (isPrerendering) return <PrerenderedMap park={park} />
  if (failed === url) return instead
  return (
    <>
      <div className={SHARE}>
        <img
          src={url}
          alt={shown ? MAP_TEXTS.picture(park.name) : ''}
          width={STATIC_MAP_WIDTH}
          height={STATIC_MAP_HEIGHT}
          loading="lazy"
          decoding="async"
          fetchPriority="low"
          data-static-map={shown ? 'shown' : 'waiting'}
          onLoad={() => setLoaded(url)}
          onError={() => setFailed(url)}
          className={`${CENTRED} transition-opacity duration-200 ${shown ? '' : 'opacity-0'}`}
        />
      </div>
      {shown && attribution && (
        <span className="absolute right-0 bottom-0 max-w-full truncate rounded-tl-small bg-page px-2 text-[0.75rem] text-muted">
          {attribution}
        </span>
      )}
    </>
  )
}

import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { Coastline } from '../../data/sources/coastline.ts'
import { useSettings } from '../settings/store.ts'
import { SETTINGS_TEXTS } from '../settings/texts.ts'
import { Button } from '../ui/button.tsx'
import { PinIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toast-queue.ts'
import { loadGround } from './ground.ts'
import { watchLoading, type Loading } from './loading.ts'
import { MAP_TEXTS } from './texts.ts'

/** What every map is given once everything it stands on is there. */
export interface MapParts {
  coastline: Coastline
}

interface MapPlaceProps<P> {
  /** Brings the map's code, which only those load who see a map. The same function at every drawing. */
  load(): Promise<{ default: ComponentType<P & MapParts> }>
  props: P
  /** Its size; the same while loading, when it is there, and when it has failed. */
  className: string
  /** Whether it is fetched before it is nearly seen: what somebody has asked for, and what only paper shows. */
  atOnce?: boolean
}

/** Where a map comes: a loading state, the map, or word that it has failed. */
export function MapPlace<P extends object>(props: MapPlaceProps<P>) {
  const [attempt, setAttempt] = useState(0)
  const { screenReader } = useSettings()
  if (screenReader) return <p className="text-s text-muted print:hidden">{SETTINGS_TEXTS.mapLeftOut}</p>
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

/** So close to what is seen, in pixels, a map is fetched: its code is a third of a start's work, and many pages are left before it is reached. */
const NEAR = 300

function Attempt<P extends object>({
  load,
  props,
  className,
  atOnce = false,
  onRetry,
}: MapPlaceProps<P> & { onRetry(): void }) {
  const place = useRef<HTMLDivElement>(null)
  const [begun, setBegun] = useState(atOnce)
  const [loading, setLoading] = useState<Loading<{ Map: ComponentType<P & MapParts>; coastline: Coastline }>>(
    { state: 'loading' },
  )
  useEffect(() => {
    const both = async () => {
      const [module, coastline] = await Promise.all([load(), loadGround()])
      return { Map: module.default, coastline }
    }
    const begin = () =>
      watchLoading(both, (next) => {
        setLoading(next)
        if (next.state === 'failed')
          toast({ title: MAP_TEXTS.errorTitle, description: MAP_TEXTS.failed, look: 'destructive' })
      })
    if (atOnce) return begin()
    let stop = () => seen.disconnect()
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        seen.disconnect()
        setBegun(true)
        stop = begin()
      },
      { rootMargin: `${NEAR}px` },
    )
    if (place.current) seen.observe(place.current)
    return () => stop()
  }, [load, atOnce])

  if (loading.state === 'ready') {
    const { Map, coastline } = loading.value
    return (
      <div data-map="ready" className={`relative overflow-hidden ${className}`}>
        <Map {...props} coastline={coastline} />
      </div>
    )
  }
  if (loading.state === 'failed') {
    return (
      <div
        data-map="failed"
        role="alert"
        className={`grid place-content-center justify-items-center gap-2 bg-closed-wash p-5 text-center ${className}`}
      >
        <p className="font-semibold">{MAP_TEXTS.failed}</p>
        <p>{MAP_TEXTS.checkConnection}</p>
        <Button look="outline" onClick={onRetry}>
          {MAP_TEXTS.tryAgain}
        </Button>
      </div>
    )
  }
  return (
    <div
      ref={place}
      data-map="loading"
      aria-busy="true"
      className={`grid place-content-center justify-items-center gap-1 bg-sunken text-muted ${className}`}
    >
      <PinIcon size={32} className={begun ? 'animate-breathe' : ''} />
      <output>{MAP_TEXTS.loading}</output>
    </div>
  )
}

import { useEffect, useRef, useState, type ComponentType } from 'react'
import { useSettings } from '../platform/settings-store.ts'
import { Button } from '../ui/button.tsx'
import { PinIcon } from '../ui/icons.tsx'
import { toast } from '../platform/toast.ts'
import { watchLoading, type Loading } from './loading.ts'
import { MAP_TEXTS } from './texts.ts'

interface MapModule<P> {
  default: ComponentType<P>
  /** What the map shows, in words. It is below the map, and also there when maps are hidden. */
  Below?: ComponentType<P>
}

interface MapPlaceProps<P> {
  /** Imports the map's code. Must be the same function on every render. */
  load(): Promise<MapModule<P>>
  props: P
  /** Classes with the size, which is the same in every state. */
  className: string
  /** Loads the map before it is near the viewport: for maps the user asked for, and for print. */
  eager?: boolean
}

/** The place of a map: a loading state, the map, or an error with a 'Try again' button. */
export function MapPlace<P extends object>(props: MapPlaceProps<P>) {
  const [attempt, setAttempt] = useState(0)
  const { screenReader } = useSettings()
  if (screenReader) {
    return (
      <>
        <p className="text-s text-muted print:hidden">{MAP_TEXTS.hidden}</p>
        <InWords load={props.load} props={props.props} />
      </>
    )
  }
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

/** Only what the map shows in words. If its code cannot be loaded, there is nothing. */
function InWords<P extends object>({ load, props }: Pick<MapPlaceProps<P>, 'load' | 'props'>) {
  const [module, setModule] = useState<MapModule<P>>()
  useEffect(() => {
    load().then(setModule, () => undefined)
  }, [load])
  return module?.Below ? <module.Below {...props} /> : null
}

/** A map is loaded when it is this close to the viewport: its code is large, and often not needed. */
const LOAD_MARGIN_PX = 300

function Attempt<P extends object>({
  load,
  props,
  className,
  eager = false,
  onRetry,
}: MapPlaceProps<P> & { onRetry(): void }) {
  const placeholder = useRef<HTMLDivElement>(null)
  const [started, setStarted] = useState(eager)
  const [loading, setLoading] = useState<Loading<MapModule<P>>>({ state: 'loading' })
  useEffect(() => {
    const start = () =>
      watchLoading(load, (next) => {
        setLoading(next)
        if (next.state === 'failed')
          toast({ title: MAP_TEXTS.errorTitle, description: MAP_TEXTS.failed, look: 'destructive' })
      })
    if (eager) return start()
    let stop = () => observer.disconnect()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setStarted(true)
        stop = start()
      },
      { rootMargin: `${LOAD_MARGIN_PX}px` },
    )
    if (placeholder.current) observer.observe(placeholder.current)
    return () => stop()
  }, [load, eager])

  if (loading.state === 'ready') {
    const { default: Map, Below } = loading.value
    return (
      <>
        <div data-map="ready" className={`relative overflow-hidden ${className}`}>
          <Map {...props} />
        </div>
        {Below && <Below {...props} />}
      </>
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
      ref={placeholder}
      data-map="loading"
      aria-busy="true"
      className={`grid place-content-center justify-items-center gap-1 bg-sunken text-muted ${className}`}
    >
      <PinIcon size={32} className={started ? 'animate-breathe' : ''} />
      <output>{MAP_TEXTS.loading}</output>
    </div>
  )
}

import * as Tabs from '@radix-ui/react-tabs'
import { useEffect, useId, useMemo, useRef, type RefObject } from 'react'
import { parkAddressText } from '../../../data/geo/map-links.ts'
import {
  ORIGIN_MAX_LENGTH,
  TRAVEL_MODE_LABELS,
  TRAVEL_MODES,
  type DirectionsEnd,
  type TravelMode,
} from '../../../data/model/directions.ts'
import type { Park } from '../../../data/model/park.ts'
import { directionsParams } from '../../api/directions.ts'
import { originOf } from '../../queries/find-route.ts'
import { useConnection } from '../../queries/index.ts'
import { useOutline } from '../../queries/outlines.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { LocateIcon } from '../../ui/icons.tsx'
import { useUnit } from '../../platform/settings-store.ts'
import { useSuggestionList } from '../../search-box/suggestion-list.tsx'
import { MapAppLink, toDestination } from '../../parks/map-app-link.tsx'
import { scrollSmoothly } from '../../ui/scroll.ts'
import { Compass } from './compass.tsx'
import { ModeIcon } from './mode-icon.tsx'
import { RouteResult } from './route.tsx'
import { printRoute } from './print.ts'
import { DIRECTIONS_TEXTS as T } from './texts.ts'
import { useDirectionsForm, type DirectionsForm } from './use-directions.ts'
import { Callout } from '../../ui/callout.tsx'

/** The starting address, with suggestions and a 'Use my location' button. */
function StartField({
  park,
  form,
  field,
}: {
  park: Park
  form: DirectionsForm
  field: RefObject<HTMLInputElement | null>
}) {
  const id = useId()
  const { latitude, longitude } = park
  const near = useMemo(
    () => ({ latitude: Number(latitude), longitude: Number(longitude) }),
    [latitude, longitude],
  )
  const { input, list, close } = useSuggestionList(form.text, form.write, { placesOnly: true, most: 3, near })
  return (
    <div className="grid gap-1.5 pb-3">
      <label htmlFor={id} className="text-s font-semibold">
        {T.from}
      </label>
      <div className="relative">
        <TextInput
          id={id}
          ref={field}
          {...input}
          value={form.text}
          onChange={(event) => form.write(event.target.value)}
          maxLength={ORIGIN_MAX_LENGTH}
          placeholder={T.fromPlaceholder}
          className="w-full"
          enterKeyHint="go"
          onKeyDown={(event) => {
            input.onKeyDown(event)
            // Enter submits even if the button is disabled, so that the user is told what is missing.
            if (event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing) {
              event.preventDefault()
              close()
              form.submit()
            }
          }}
        />
        {list}
      </div>
      <Button
        look="quiet"
        className="-ml-2 justify-self-start"
        aria-busy={form.locating}
        onClick={() => void form.startFromMyLocation()}
      >
        <LocateIcon size={22} /> {form.locating ? T.locating : T.fromMyLocation}
      </Button>
    </div>
  )
}

/** Places that the typed start can mean. */
function StartChoices({
  choices,
  onChoose,
}: {
  choices: readonly DirectionsEnd[]
  onChoose(place: DirectionsEnd): void
}) {
  return (
    <ul className="flex flex-wrap gap-2">
      {choices.map((place) => (
        <li key={place.label}>
          <Button look="outline" className="rounded-full!" onClick={() => onChoose(place)}>
            {place.label}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Opens the park in Google Maps, through our own redirect, or in the phone's map app. Prints the route. */
function ExternalActions({ park, form }: { park: Park; form: DirectionsForm }) {
  const { online } = useConnection()
  const unit = useUnit()
  const start = form.start()
  const params = directionsParams({
    parkId: park.id,
    latitude: park.latitude,
    longitude: park.longitude,
    mode: form.mode,
    origin: start === null ? '' : originOf(start),
    units: unit,
  })
  const link = buttonClass('outline', 'flex-auto')
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {online ? (
        <a href={`/api/directions?${params}`} target="_blank" rel="noopener noreferrer" className={link}>
          {T.openInGoogle}
        </a>
      ) : (
        <Button look="outline" className="flex-auto" disabled>
          {T.openInGoogleOffline}
        </Button>
      )}
      <MapAppLink park={park} className="flex-auto" />
      {form.result.state === 'found' && (
        <Button look="outline" className="flex-1" onClick={() => void printRoute()}>
          {T.print}
        </Button>
      )}
    </div>
  )
}

/** The travel modes, as tabs of the result. */
function ModeTabs() {
  return (
    <Tabs.List aria-label={T.mode} className="flex flex-wrap gap-1 rounded-control bg-sunken p-1">
      {TRAVEL_MODES.map((mode) => (
        <Tabs.Trigger
          key={mode}
          value={mode}
          className="grid min-h-tap grow basis-14 place-items-center gap-0.5 wrap-break-word rounded-small px-1 py-1.5 text-s font-semibold text-muted
            hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-leaf data-[state=active]:shadow-card"
        >
          <ModeIcon mode={mode} />
          {TRAVEL_MODE_LABELS[mode]}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}

/** Says how well the park's position is known, with its address to copy, unless it is exact. */
function AccuracyNote({ park }: { park: Park }) {
  const { locationAccuracy: accuracy } = park
  if (accuracy === 'exact') return null
  return (
    <div className="grid gap-1 rounded-control border border-dashed border-line-strong p-3 text-s">
      <p>
        {accuracy === 'near' ? T.near : T.approximate}{' '}
        <strong className="select-all">{parkAddressText(toDestination(park))}</strong>
      </p>
      {accuracy === 'suburb' && <p className="text-muted">{T.approximateNote}</p>}
    </div>
  )
}

/** The compass to the park, unless only its suburb is known. */
function ParkCompass({ park }: { park: Park }) {
  const unit = useUnit()
  const outline = useOutline(park.id)
  const { locationAccuracy: accuracy } = park
  if (accuracy === 'suburb') return null
  return (
    <Compass
      park={{ ...toDestination(park), approximate: accuracy === 'near', outline: outline?.geometry }}
      unit={unit}
    />
  )
}

/** The start of a route that was found, with a button to change it, and other places that the text can mean. */
function RouteStart({
  form,
  origin,
  others,
  onChange,
}: {
  form: DirectionsForm
  origin: DirectionsEnd
  others: readonly DirectionsEnd[]
  onChange(): void
}) {
  return (
    <div className="mb-3 grid gap-1 print:hidden">
      <p>
        <strong>{T.fromPlace(form.startLabel(origin))}</strong> (
        <button type="button" className="textlink min-h-11 font-semibold text-leaf" onClick={onChange}>
          {T.change}
        </button>
        )
      </p>
      {others.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-s text-muted">
          {T.otherStart}
          <StartChoices choices={others} onChoose={form.choose} />
        </div>
      )}
    </div>
  )
}

/** What became of the request: a route, a question about its start, or the reason why there is none. */
function Result({ park, form, onChangeStart }: { park: Park; form: DirectionsForm; onChangeStart(): void }) {
  const { result } = form
  switch (result.state) {
    case 'open':
      return null
    case 'calculating':
      return (
        <div aria-busy="true" className="card grid min-h-72 place-items-center p-8 text-muted">
          <output>{T.calculating}</output>
        </div>
      )
    case 'failed':
      return (
        <Callout tone="error" role="alert" className="p-5">
          {result.message}
        </Callout>
      )
    case 'doubtful':
      return (
        <section className="card grid gap-3 p-5">
          <h2 className="text-l">{T.whichStart}</h2>
          <p>{T.whichStartBody(form.text)}</p>
          <StartChoices choices={result.choices} onChoose={form.choose} />
          <p className="text-s text-muted">{T.noneOfThese}</p>
        </section>
      )
    case 'found': {
      const { origin, otherOrigins } = result.route.directions
      return (
        <>
          <RouteStart form={form} origin={origin} others={otherOrigins} onChange={onChangeStart} />
          <RouteResult park={park} found={result.route} />
        </>
      )
    }
  }
}

/** Moves the focus to a route that was found and, on a phone, whose form fills the screen, scrolls to any result. */
function useRevealedResult({ result }: DirectionsForm): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result.state === 'open' || result.state === 'calculating' || !result.reveal) return
    if (result.state === 'found') panel.current?.focus({ preventScroll: true })
    if (panel.current && panel.current.getBoundingClientRect().top > innerHeight / 3)
      scrollSmoothly(panel.current)
  }, [result])
  return panel
}

/** The directions form, its result and the compass: the content of both the dialog and the page. */
export function DirectionsPanel({ park }: { park: Park }) {
  const form = useDirectionsForm(park)
  const startField = useRef<HTMLInputElement>(null)
  const panel = useRevealedResult(form)
  const busy = form.result.state === 'calculating'
  return (
    <Tabs.Root
      value={form.mode}
      onValueChange={(mode) => form.chooseMode(mode as TravelMode)}
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)] print:block"
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="card grid grid-cols-1 gap-4 p-5 print:hidden">
          <StartField park={park} form={form} field={startField} />
          <ModeTabs />
          <Button
            disabled={form.start() === null}
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => {
              if (!busy) form.submit()
            }}
          >
            {busy ? T.calculating : T.get}
          </Button>
          <AccuracyNote park={park} />
          <ExternalActions park={park} form={form} />
        </div>
        <ParkCompass park={park} />
      </div>
      {/* One panel for all tabs. */}
      <Tabs.Content
        ref={panel}
        value={form.mode}
        forceMount
        tabIndex={-1}
        className="min-w-0 scroll-mt-20 outline-none"
        aria-live="polite"
      >
        <Result
          park={park}
          form={form}
          onChangeStart={() => {
            startField.current?.focus()
            startField.current?.select()
          }}
        />
      </Tabs.Content>
    </Tabs.Root>
  )
}

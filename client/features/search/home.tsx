import { useNavigate, useRouter, useRouterState, useSearch as useAddress } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { HOME_PAGE_SIZE } from '../../../data/model/constants.ts'
import { MapPlace } from '../../map/map-place.tsx'
import type { ResultsMapProps } from './results-map.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { formatArea, type SearchArea } from '../../../data/model/search.ts'
import { useNear, useSearch } from '../../queries/index.ts'
import { useNow } from '../../platform/clock.ts'
import { FilterBar } from '../../parks/filter-bar.tsx'
import { FilterAside } from '../../parks/filter-aside.tsx'
import { useFilterForm } from '../../parks/use-filter-form.ts'
import type { Filters } from '../../queries/filter-state.ts'
import { distanceOrigin } from './distance-origin.ts'
import { focusResults } from './focus-results.ts'
import { Hero } from './hero.tsx'
import {
  addressOf,
  filtersOf,
  NO_SEARCH,
  positionIn,
  QUESTION_STEP,
  requestOf,
  type HomeAddress,
} from '../../queries/home-address.ts'
import { useMinWidth } from '../../platform/media.ts'
import { requestLocation, onSearchRequested } from '../../platform/page-events.ts'
import { markRestored, useRememberedSearch } from './remember-search.ts'
import { Results } from './results.tsx'
import { useSearchNearMe, type MeasuredFrom } from './search-near-me.ts'
import { searchTitle, type ResultsOrigin } from './understood-line.tsx'
import { useStableCallback } from '../../platform/stable-callback.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { useKeepResults } from '../../first-screen/index.ts'
import { useLastPage } from '../../parks/last-page.ts'
import { useLastSearch } from './last-search.ts'
import { useTitle } from '../../platform/title.ts'

const loadMap = () => import('./results-map.tsx')
/** From this width the map is shown beside the list. In rem, at the browser's default text size. */
const SPLIT_VIEW_MIN_WIDTH_REM = 80

/** The search of the address, what it is measured from, and its results. `now`: milliseconds since 1970. */
function useHomeSearch(address: HomeAddress, now: number) {
  // Why both are in the history state: see positionIn.
  const sydney = useRouterState({ select: (state) => state.location.state.sydney === true })
  const near = useRouterState({ select: (state) => state.location.state.near ?? null })
  const position = useMemo(() => positionIn({ sydney, near }), [sydney, near])
  const request = useMemo(() => requestOf(address, position, now), [address, position, now])
  const read = useSearch(request)
  const origin: ResultsOrigin = sydney
    ? 'sydney'
    : address.area !== undefined
      ? 'area'
      : address.lat !== undefined || near !== null
        ? 'person'
        : null
  return { measuredFrom: { sydney, near }, position, request, read, origin }
}

export default function Home() {
  const address = useAddress({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  const now = useNow(QUESTION_STEP)
  const { measuredFrom, position, request, read, origin } = useHomeSearch(address, now)
  const [submittedText, setSubmittedText] = useState<string>()
  const here = useNear()
  const [active, setActive] = useState<number | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const hasMap = !useSettings().screenReader
  const splitView = useMinWidth(SPLIT_VIEW_MIN_WIDTH_REM) && hasMap
  const asMap = hasMap && !splitView && address.view === 'map'
  useTitle(searchTitle(read.understood, address.q, origin))
  useRememberedSearch(address, read)
  useKeepResults(position === null ? address : { view: 'map' }, read)
  useLastSearch(address, ({ query, latitude, longitude }) => {
    if (router.latestLocation.pathname !== '/') return
    const search = { q: query, lat: latitude, lng: longitude }
    markRestored(search)
    // Of several places of the name, the one that was shown: the one near the person.
    void navigate({ search, state: { near: here }, replace: true })
  })

  const perPage = address.perPage ?? HOME_PAGE_SIZE
  useLastPage(read, perPage, (page) => {
    void navigate({
      search: (before) => ({ ...before, page }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  })

  function show(next: HomeAddress, at: MeasuredFrom = measuredFrom, replace = false) {
    setPicked(null)
    void navigate({ search: next, state: at, replace, resetScroll: false })
  }

  useSearchNearMe(address, show)
  const handleSearchRequest = useEffectEvent(search)
  useEffect(() => onSearchRequested(handleSearchRequest), [])

  function search(text: string) {
    setSubmittedText(text)
    show({ ...address, ...NO_SEARCH, q: text }, { near: here })
    focusResults()
  }

  function apply(filters: Filters) {
    filterForm.onChange(null)
    show({ ...address, ...addressOf(filters), unsure: undefined, page: undefined })
    focusResults()
  }

  function searchArea(area: SearchArea) {
    show({ ...address, ...NO_SEARCH, area: formatArea(area) }, {})
  }

  function pick(id: number | null) {
    setPicked(id)
    if (id !== null && splitView)
      document.getElementById(`park-${id}`)?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  const place = read.understood?.place ?? null
  const point = distanceOrigin(place, request)
  const hasOrigin = point !== null
  const mapProps: ResultsMapProps = {
    request,
    parks: read.parks,
    centre: place ?? point,
    // A state without parks of its own shows the nearest parks, measured from its centre.
    origin: point ?? place,
    active,
    picked,
    onActive: setActive,
    onPick: pick,
    onSearchArea: searchArea,
    first: ((address.page ?? 1) - 1) * perPage + 1,
  }
  const filters = useMemo(() => filtersOf(address), [address])
  const filterForm = useFilterForm(
    filters,
    read,
    useCallback(
      (other) => requestOf({ ...address, ...addressOf(other), unsure: undefined }, position, now),
      [address, position, now],
    ),
  )
  const onSearch = useStableCallback(search)
  const onApply = useStableCallback(apply)
  const map = (className: string) =>
    read.status === 'ready' ? (
      <MapPlace load={loadMap} props={mapProps} className={className} />
    ) : (
      <div className={`bg-sunken ${className}`} />
    )
  return (
    <>
      <Hero
        busy={read.isFetching && submittedText === address.q && submittedText !== undefined}
        onSearch={onSearch}
        onLocate={requestLocation}
      />
      <div className="wrap grid items-start gap-6 pt-6 pb-10 md:grid-cols-[264px_minmax(0,1fr)] xl:grid-cols-[264px_minmax(0,560px)_minmax(0,1fr)]">
        <FilterAside {...filterForm} hasOrigin={hasOrigin} onApply={onApply} />
        <Results
          read={read}
          address={address}
          origin={origin}
          position={distanceOrigin(null, request)}
          hasOrigin={hasOrigin}
          onFilters={apply}
          onAddress={(next) => {
            show(next)
            // The arrow keys change a select step by step.
            if (!document.activeElement?.matches('select')) focusResults()
          }}
          views={
            hasMap &&
            !splitView &&
            read.status === 'ready' && (
              <ViewSwitch
                map={asMap}
                onChange={(next) => show({ ...address, view: next ? 'map' : undefined })}
              />
            )
          }
          instead={
            asMap &&
            read.status !== 'error' &&
            map(
              'h-[calc(100dvh-19rem)] min-h-96 rounded-card border border-line max-md:-mx-4 max-md:rounded-none',
            )
          }
          numbered={splitView}
          active={picked ?? active}
          onActive={setActive}
        />
        {splitView && (
          <div className="sticky top-below-header">
            {map('h-[calc(100dvh-var(--spacing-header)-5.5rem)] rounded-card border border-line')}
          </div>
        )}
      </div>
      <FilterBar {...filterForm} hasOrigin={hasOrigin} onApply={onApply} />
    </>
  )
}

import { useNavigate, useRouter, useRouterState, useSearch as useAddress } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { HOME_PAGE_SIZE } from '../../../data/model/constants.ts'
import { MapPlace } from '../../map/map-place.tsx'
import type { ResultsMapProps } from './results-map.tsx'
import { ViewSwitch } from './view-switch.tsx'
import { formatArea, type SearchArea } from '../../../data/model/search.ts'
import { useNear, useSearch, useSearchCount } from '../../queries/index.ts'
import { useNow } from '../../platform/clock.ts'
import { FilterBar } from '../../parks/filter-bar.tsx'
import { FilterAside } from '../../parks/filter-aside.tsx'
import { useFilterDraft } from '../../parks/filter-draft.ts'
import type { Filters } from '../../queries/filter-state.ts'
import { distanceOrigin } from './distance-origin.ts'
import { focusResults } from './focus-results.ts'
import { Hero } from './hero.tsx'
import {
  addressOf,
  addressPosition,
  filtersOf,
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

export default function Home() {
  const address = useAddress({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const router = useRouter()
  const now = useNow(QUESTION_STEP)
  const [submittedText, setSubmittedText] = useState<string>()
  // Why both are in the history state: see positionIn.
  const sydney = useRouterState({ select: (state) => state.location.state.sydney === true })
  const near = useRouterState({ select: (state) => state.location.state.near ?? null })
  const here = useNear()
  const [active, setActive] = useState<number | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const { screenReader } = useSettings()
  const isWide = useMinWidth(SPLIT_VIEW_MIN_WIDTH_REM)
  const splitView = isWide && !screenReader
  const asMap = !splitView && !screenReader && address.view === 'map'
  const position = useMemo(() => positionIn({ sydney, near }), [sydney, near])
  const request = useMemo(() => requestOf(address, position, now), [address, position, now])
  const read = useSearch(request)
  const from: ResultsOrigin = sydney
    ? 'sydney'
    : address.area !== undefined
      ? 'area'
      : address.lat !== undefined || near !== null
        ? 'person'
        : null
  useTitle(searchTitle(read.understood, address.q, from))
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

  function show(next: HomeAddress, at: MeasuredFrom = { sydney, near }, replace = false) {
    setPicked(null)
    void navigate({ search: next, state: at, replace, resetScroll: false })
  }

  useSearchNearMe(address, show)
  const handleSearchRequest = useEffectEvent(search)
  useEffect(() => onSearchRequested(handleSearchRequest), [])

  function search(text: string) {
    const { lat: _lat, lng: _lng, area: _area, page: _page, ...rest } = address
    setSubmittedText(text)
    show({ ...rest, q: text }, { near: here })
    focusResults()
  }

  function apply(filters: Filters) {
    const { page: _page, unsure: _unsure, ...rest } = address
    setDraft(null)
    show({ ...rest, ...addressOf(filters) })
    focusResults()
  }

  function searchArea(area: SearchArea) {
    const { q: _text, lat: _lat, lng: _lng, page: _page, ...rest } = address
    show({ ...rest, area: formatArea(area) }, {})
  }

  function pick(id: number | null) {
    setPicked(id)
    if (id !== null && splitView)
      document.getElementById(`park-${id}`)?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  const place = read.understood?.place ?? null
  const origin = distanceOrigin(place, request)
  const hasOrigin = origin !== null
  const mapProps: ResultsMapProps = {
    request,
    parks: read.parks,
    centre: place ?? origin,
    // A state without parks of its own shows the nearest parks, measured from its centre.
    origin: origin ?? place,
    active,
    picked,
    onActive: setActive,
    onPick: pick,
    onSearchArea: searchArea,
    first: ((address.page ?? 1) - 1) * perPage + 1,
  }
  const filters = useMemo(() => filtersOf(address), [address])
  const [draft, setDraft] = useFilterDraft(filters)
  const draftRequest = useMemo(
    () =>
      draft === null
        ? null
        : requestOf({ ...address, ...addressOf(draft), unsure: undefined }, position, now),
    [draft, address, position, now],
  )
  const draftCount = useSearchCount(draftRequest)
  const count = draft === null ? (read.status === 'ready' ? read.total : null) : draftCount
  const filterForm = { applied: filters, onChange: setDraft, count, hasOrigin }
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
        <FilterAside {...filterForm} onApply={onApply} />
        <Results
          read={read}
          address={address}
          origin={from}
          position={addressPosition(address) ?? position}
          hasOrigin={hasOrigin}
          onAddress={(next) => {
            show(next)
            // The arrow keys change a select step by step.
            if (!document.activeElement?.matches('select')) focusResults()
          }}
          views={
            !splitView &&
            !screenReader &&
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
      <FilterBar {...filterForm} onApply={onApply} />
    </>
  )
}

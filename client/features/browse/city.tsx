import { Link, useNavigate, useParams, useSearch as useAddress } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { FAVOURITES_PAGE_SIZE } from '../../../data/model/constants.ts'
import { councilTitle } from '../../../data/model/council.ts'
import { readState, STATE_NAMES, type StateCode } from '../../../data/model/state.ts'
import { useSearch, useSearchCount, type RegionEntry, type SearchRead } from '../../queries/index.ts'
import { useCouncils } from '../../queries/councils.ts'
import { useCity } from '../../queries/places.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cityRequestOf, listedPostcodes, pageByPostcode, type PostcodeGroup } from './city-parks.ts'
import { useNow } from '../../platform/clock.ts'
import { FilterChips } from '../../parks/filter-chips.tsx'
import { FilterBar } from '../../parks/filter-bar.tsx'
import { FilterAside } from '../../parks/filter-aside.tsx'
import { useFilterForm } from '../../parks/use-filter-form.ts'
import { countFilters, type Filters } from '../../queries/filter-state.ts'
import { addressOf, filtersOf, type HomeAddress } from '../../queries/home-address.ts'
import { NoSuchCity, NoSuchState } from './no-such-place.tsx'
import { ParkPager } from '../../parks/park-pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ParkCard, ParkCardSkeleton } from '../../parks/park-card.tsx'
import { StatusLine } from '../../ui/status-line.tsx'
import { stateSteps } from '../../parks/state-steps.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { unsureText } from '../../parks/unsure-text.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { BROWSE_TEXTS } from './texts.ts'
import { useLastPage } from '../../parks/last-page.ts'
import { useTitle } from '../../platform/title.ts'
import { PageTitle } from '../../ui/page-title.tsx'

const T = BROWSE_TEXTS
const SKELETONS = 3
const NEAREST_COUNT = 3
const CLOCK_STEP_MS = 300_000

/** The text with which a search finds a suburb. */
function searchTextOf(city: RegionEntry, state: StateCode): string {
  const postcode = city.postcodes.length === 1 ? ` ${city.postcodes[0]}` : ''
  return `${city.name} ${state}${postcode}`
}

/** For a suburb without a park: the nearest parks around it. */
function Nearest({ city, state }: { city: RegionEntry; state: StateCode }) {
  const query = searchTextOf(city, state)
  const { parks } = useSearch(useMemo(() => ({ query, limit: NEAREST_COUNT }), [query]))
  if (parks.length === 0) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{T.nearest(city.name)}</h2>
      <ol className="grid gap-4">
        {parks.map((park) => (
          <li key={park.id}>
            <ParkCard park={park} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The councils of the listed parks, the one with most parks first, each with its website where it is known. */
function Councils({ codes }: { codes: readonly (string | null)[] }) {
  const counts = new Map<string | null, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  const councils = useCouncils([...counts].sort(([, a], [, b]) => b - a).map(([code]) => code))
  if (councils.length === 0) return null
  return (
    <p className="text-muted" data-councils="">
      {T.councils(councils.length)}{' '}
      {councils.map((council, index) => (
        <span key={council.code}>
          {index > 0 && ', '}
          {council.website === null ? (
            councilTitle(council)
          ) : (
            <a href={council.website} target="_blank" rel="noopener noreferrer" className="textlink">
              {councilTitle(council)}
            </a>
          )}
        </span>
      ))}
    </p>
  )
}

/** How many parks are listed, where they are, and the link to those for which a filter's answer is not known. */
function CityHeading({
  city,
  read,
  address,
  postcodes,
  onUnsure,
}: {
  city: RegionEntry
  read: SearchRead
  address: HomeAddress
  /** See listedPostcodes. */
  postcodes: string[] | null
  onUnsure(): void
}) {
  const count = PARK_TEXTS.list.count(read.total)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      {read.total > 0 && (
        <div>
          <h2 className="text-l">{postcodes === null ? count : T.parksInPostcodes(postcodes)}</h2>
          {postcodes !== null && <p className="text-muted">{T.notInSuburb(city.name, count)}</p>}
        </div>
      )}
      {read.maybe > 0 && (
        <button type="button" className="textlink min-h-tap font-semibold text-leaf" onClick={onUnsure}>
          {unsureText(address, read.maybe)}
        </button>
      )}
    </div>
  )
}

function NoParks({ city, state, filtered }: { city: RegionEntry; state: StateCode; filtered: boolean }) {
  return (
    <>
      <Panel title={T.cityEmpty}>
        {filtered && <p>{PARK_TEXTS.list.emptyFilters}</p>}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/state/$state" params={{ state: state.toLowerCase() }}>
            {T.viewRegions(STATE_NAMES[state])}
          </ButtonLink>
          <ButtonLink look="outline" to="/">
            {T.searchAll}
          </ButtonLink>
        </div>
      </Panel>
      {!filtered && <Nearest city={city} state={state} />}
    </>
  )
}

/** The parks of a page, under their postcodes if the city has several. */
function ParkGroups({ groups, titled }: { groups: readonly PostcodeGroup[]; titled: boolean }) {
  return groups.map(({ postcode, parks }, group) => (
    <section key={postcode} className="mb-5 grid gap-3">
      {titled && postcode !== '' && <h2 className="text-l text-ochre">{T.postcodes([postcode])}</h2>}
      <ol className="grid gap-4">
        {parks.map((park, index) => (
          <li key={park.id}>
            <ParkCard park={park} first={group === 0 && index < 2} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function CityParks({ city, state }: { city: RegionEntry; state: StateCode }) {
  const address = useAddress({ from: '/state/$state/$city' })
  const navigate = useNavigate({ from: '/state/$state/$city' })
  const now = useNow(CLOCK_STEP_MS)
  const list = useRef<HTMLDivElement>(null)
  const size = address.perPage ?? FAVOURITES_PAGE_SIZE
  const read = useSearch(
    useMemo(() => cityRequestOf(address, { ...city, state }, now), [address, city, state, now]),
  )
  const councils = useMemo(() => read.parks.map(({ council }) => council), [read.parks])
  const filters = filtersOf(address)
  const filterForm = useFilterForm(
    filters,
    read,
    useCallback(
      (other) =>
        cityRequestOf({ ...address, ...addressOf(other), unsure: undefined }, { ...city, state }, now),
      [address, city, state, now],
    ),
  )
  const filtered = countFilters(filters) > 0
  const ownRequest = useMemo(() => (filtered ? { state, city: city.name } : null), [filtered, state, city])
  const ownCount = useSearchCount(ownRequest)
  const postcodes = useMemo(
    () => listedPostcodes(city, read.parks, filtered ? ownCount : undefined),
    [city, read.parks, filtered, ownCount],
  )
  const page = Math.min(address.page ?? 1, Math.max(1, Math.ceil(read.total / size)))
  const groups = useMemo(() => pageByPostcode(read.parks, page, size), [read.parks, page, size])

  useLastPage(
    page === (address.page ?? 1) ? read : { ...read, parks: [] },
    size,
    (last) =>
      void navigate({ search: (before) => ({ ...before, page: last }), replace: true, resetScroll: false }),
  )

  function show(next: typeof address) {
    void navigate({ search: next, resetScroll: false })
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  function apply(next: Filters) {
    filterForm.onChange(null)
    show({ ...address, ...addressOf(next), unsure: undefined, page: undefined })
  }

  const loading = read.status === 'loading'
  const ready = read.status === 'ready'
  // The compact panel has no distance.
  const panel = { ...filterForm, hasOrigin: true, variant: 'compact', onApply: apply } as const
  return (
    <div className="grid items-start gap-6 md:grid-cols-[340px_minmax(0,1fr)] lg:grid-cols-[400px_minmax(0,1fr)]">
      <FilterAside {...panel} />
      <div ref={list} tabIndex={-1} className="grid min-w-0 scroll-mt-32 gap-4" aria-busy={read.isFetching}>
        <StatusLine
          text={loading ? PARK_TEXTS.list.loading : ready ? PARK_TEXTS.list.count(read.total) : ''}
          passing={loading}
        />
        <FilterChips filters={filters} hasOrigin onChange={apply} />
        {loading && Array.from({ length: SKELETONS }, (_, index) => <ParkCardSkeleton key={index} />)}
        {read.status === 'error' && read.parks.length === 0 && (
          <Panel title={T.errorParks} tone="error">
            <Button onClick={read.retry}>{UI_TEXTS.tryAgain}</Button>
          </Panel>
        )}
        {ready && (
          <CityHeading
            city={city}
            read={read}
            address={address}
            postcodes={postcodes}
            onUnsure={() => show({ ...address, unsure: address.unsure ? undefined : true, page: undefined })}
          />
        )}
        {ready && read.total === 0 && <NoParks city={city} state={state} filtered={filtered} />}
        {read.parks.length > 0 && (
          <div>
            <ParkGroups groups={groups} titled={city.postcodes.length > 1} />
            <ParkPager
              page={page}
              size={size}
              total={read.total}
              onPage={(next) => show({ ...address, page: next })}
              onSize={(next) =>
                show({ ...address, perPage: next as NonNullable<typeof address.perPage>, page: undefined })
              }
            />
          </div>
        )}
        {ready && (
          <Link
            to="/"
            search={{ q: searchTextOf(city, state), ...addressOf(filters) }}
            className="textlink inline-flex min-h-tap items-center justify-self-start font-semibold"
          >
            {T.moreNear(city.name)}
          </Link>
        )}
        {/* Below the list, which it would move when it arrives. */}
        <Councils codes={councils} />
      </div>
      <FilterBar {...panel} />
    </div>
  )
}

function CityPage({ state, slug }: { state: StateCode; slug: string }) {
  const { status, city, retry } = useCity(state, slug)
  const name = STATE_NAMES[state]
  const titles: Partial<Record<typeof status, string>> = { missing: T.noSuchCity(name), error: T.errorParks }
  useTitle(city ? T.cityTitle(city.name, name) : titles[status])
  if (status === 'missing') return <NoSuchCity state={state} slug={slug} />
  return (
    <div className="wrap stack gap-4 pt-3 pb-10">
      <Breadcrumb steps={[...stateSteps(state), { key: 'city', step: city?.name ?? '…' }]} />
      {city ? (
        <>
          <div>
            <PageTitle>{T.cityTitle(city.name, name)}</PageTitle>
            {city.postcodes.length > 0 && <p className="text-muted">{T.postcodes(city.postcodes)}</p>}
          </div>
          <CityParks city={city} state={state} />
        </>
      ) : status === 'error' ? (
        <Panel level={1} title={T.errorParks} tone="error">
          <Button onClick={retry}>{UI_TEXTS.tryAgain}</Button>
        </Panel>
      ) : (
        <>
          <div className="skeleton h-10 w-3/5" aria-hidden="true" />
          <output className="sr-only">{PARK_TEXTS.list.loading}</output>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <ParkCardSkeleton key={index} />
          ))}
        </>
      )}
    </div>
  )
}

export default function City() {
  const params = useParams({ from: '/state/$state/$city' })
  const state = readState(params.state)
  return state === undefined ? (
    <NoSuchState />
  ) : (
    <CityPage key={`${state}/${params.city}`} state={state} slug={params.city} />
  )
}

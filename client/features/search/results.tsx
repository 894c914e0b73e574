import { Link } from '@tanstack/react-router'
import { memo, useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { HOME_PAGE_SIZE, METRES_PER_MILE } from '../../../data/model/constants.ts'
import type { LatLng } from '../../../data/model/point.ts'
import { KeptResults } from '../../first-screen/index.ts'
import { usePosition, type SearchRead } from '../../queries/index.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { countFilters, NO_FILTERS, type Filters } from '../../queries/filter-state.ts'
import { addressOf, filtersOf, NO_SEARCH, type HomeAddress } from '../../queries/home-address.ts'
import { LocateIcon } from '../../ui/icons.tsx'
import { ParkPager } from '../../parks/park-pager.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ParkCard, ParkCardSkeleton } from '../../parks/park-card.tsx'
import { distanceWords } from '../../parks/distance.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { unsureText } from '../../parks/unsure-text.ts'
import { SEARCH_TEXTS } from './texts.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { CityChips } from './city-chips.tsx'
import { focusResults } from './focus-results.ts'
import { resultsTitle, UnderstoodLine, type ResultsOrigin } from './understood-line.tsx'
import { useUnit } from '../../platform/settings-store.ts'
import { FilterChips } from '../../parks/filter-chips.tsx'
import { UnitButton } from '../../parks/filter-panel.tsx'
import { isInAustralia } from '../../../data/model/australia.ts'

const T = SEARCH_TEXTS.results

interface ResultsProps {
  read: SearchRead
  address: HomeAddress
  /** What distances are measured from if the search names no place. */
  origin: ResultsOrigin
  /** The position that the search was made from, if it has one. */
  position: LatLng | null
  /** Whether distances can be measured from somewhere. */
  hasOrigin: boolean
  onAddress(next: HomeAddress): void
  onFilters(filters: Filters): void
  /** The switch between list and map, on screens without room for both. */
  views?: ReactNode
  /** Shown instead of the list. */
  instead?: ReactNode
  /** Whether the cards show the numbers of the map beside the list. */
  numbered?: boolean
  /** The park hovered or focused in the list or on the map. */
  active?: number | null
  onActive?(id: number | null): void
}

function Failed({ read }: { read: SearchRead }) {
  return (
    <Panel title={T.errorTitle} tone="error">
      <p>{read.error?.message}</p>
      <Button onClick={() => location.reload()}>{UI_TEXTS.refreshPage}</Button>
      <CityChips label={T.quickCities} cities={T.errorCities} />
    </Panel>
  )
}

function Empty({ read, address }: Pick<ResultsProps, 'read' | 'address'>) {
  const filtered = countFilters(filtersOf(address)) > 0
  return (
    <Panel title={T.emptyTitle}>
      {read.source === 'samples' ? (
        <>
          <p>{T.emptySamples}</p>
          <Button onClick={read.retry}>{UI_TEXTS.tryAgain}</Button>
        </>
      ) : (
        <p>{filtered ? PARK_TEXTS.list.emptyFilters : T.emptyBody}</p>
      )}
      {filtered && (
        <ButtonLink
          to="/"
          search={{ ...address, ...addressOf(NO_FILTERS), page: undefined }}
          // The same search: what its text means may depend on the position in the history entry.
          state
          look="outline"
          resetScroll={false}
          onClick={focusResults}
        >
          {T.clearFilters}
        </ButtonLink>
      )}
      <CityChips label={T.suggested} cities={T.emptyCities} />
    </Panel>
  )
}

/** Link that includes the parks for which a filter's answer is not known, or leaves them out again. */
function Maybe({ read, address }: Pick<ResultsProps, 'read' | 'address'>) {
  if (read.maybe === 0) return null
  return (
    <Link
      to="/"
      search={{ ...address, unsure: address.unsure ? undefined : true, page: undefined }}
      state
      resetScroll={false}
      className="textlink inline-flex min-h-tap items-center font-semibold"
    >
      {unsureText(address, read.maybe, read.understood?.namesFeatures)}
    </Link>
  )
}

/** Order of the results, and unit of their distances. */
function ListOptions({
  address,
  hasDistances,
  onAddress,
}: Pick<ResultsProps, 'address' | 'onAddress'> & { hasDistances: boolean }) {
  const unit = useUnit()
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <label className="flex max-w-full flex-wrap items-center gap-x-2 text-s font-semibold">
        {T.sort}
        <select
          className="min-h-11 max-w-full rounded-control border-control border-line-strong bg-surface px-2 text-ink"
          value={address.sort ?? 'first'}
          onChange={({ target }) =>
            onAddress({
              ...address,
              sort: target.value === 'first' ? undefined : (target.value as 'name' | 'checked'),
              page: undefined,
            })
          }
        >
          <option value="first">{hasDistances ? T.sorts.nearest : T.sorts.best}</option>
          <option value="name">{T.sorts.name}</option>
          <option value="checked">{T.sorts.checked}</option>
        </select>
      </label>
      {hasDistances && (
        <span className="flex flex-wrap items-center gap-x-1.5 text-s text-muted">
          {T.inUnit[unit]} <UnitButton />
        </span>
      )}
    </div>
  )
}

interface ParkListProps {
  active: number | null
  onActive: ResultsProps['onActive'] | undefined
  parks: SearchRead['parks']
  /** Number of the first park on the map; `null` if there is no map beside the list. */
  first: number | null
}

const ParkList = memo(function ParkList({ parks, first, active, onActive }: ParkListProps) {
  return (
    <ol className="grid gap-3 md:gap-4">
      {parks.map((park, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- not a control: hover and focus only highlight the park on the map
        <li
          key={park.id}
          className="group/item rounded-card data-active:outline-3 data-active:outline-ochre"
          data-active={active === park.id ? '' : undefined}
          // A finger leaves no frame: on touch screens there is no hover, and the frame would stay.
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onActive?.(park.id)}
          onPointerLeave={() => onActive?.(null)}
          onFocus={({ target }) => target.matches(':focus-visible') && onActive?.(park.id)}
          onBlur={() => onActive?.(null)}
        >
          <ParkCard park={park} first={index < 2} number={first === null ? undefined : first + index} />
        </li>
      ))}
    </ol>
  )
})

/** From this accuracy of the user's position on, distances to parks in the same suburb mean little. Metres. */
const ROUGH_METRES = 1_000

/** Says what is special about the position that distances are measured from, if they are. */
function PositionNotice({
  read,
  address,
  origin,
  position,
}: Pick<ResultsProps, 'read' | 'address' | 'origin' | 'position'>) {
  const unit = useUnit()
  const own = usePosition().position
  const isRough = origin === 'person' && own !== null && own.accuracy > ROUGH_METRES
  const notice =
    position !== null && !isInAustralia(position)
      ? T.abroad
      : isRough
        ? T.rough(distanceWords(own.accuracy / METRES_PER_MILE, unit))
        : origin === 'sydney' && T.sydney
  const place = read.understood?.place
  // Beside the name of a place, the position does not matter. A state has no point to measure from.
  const isFromPosition =
    address.q === undefined || (read.status === 'ready' && (!place || place.kind === 'state'))
  return (
    notice &&
    isFromPosition && (
      <p className="mb-4 flex items-start gap-2.5 rounded-control bg-ochre-wash p-3">
        <LocateIcon className="shrink-0 text-ochre" /> {notice}
      </p>
    )
  )
}

/** Title of the results, and the links and the switch that change what is listed. */
function ResultsHeading({
  read,
  address,
  origin,
  title,
  views,
}: Pick<ResultsProps, 'read' | 'address' | 'origin' | 'views'> & { title: string }) {
  const loading = read.status === 'loading'
  const failed = hasFailed(read)
  return (
    <div
      className={
        failed ? 'sr-only' : 'mb-3 flex min-h-tap flex-wrap items-center justify-between gap-x-4 gap-y-2'
      }
    >
      {/* The same element before and after a failure, so that it keeps the focus. */}
      <h2 id="results" tabIndex={-1} className="text-xl">
        {failed ? (
          T.heading
        ) : loading ? (
          <>
            <span className="skeleton inline-block h-7 w-56 max-w-[80vw] align-middle" />
            <span className="sr-only">{PARK_TEXTS.list.loading}</span>
          </>
        ) : (
          title
        )}
      </h2>
      {!loading && !failed && <Maybe read={read} address={address} />}
      {!failed && (address.q !== undefined || origin !== null) && (
        <Link
          to="/"
          search={{ ...address, ...NO_SEARCH }}
          resetScroll={false}
          onClick={focusResults}
          className="textlink inline-flex min-h-tap items-center font-semibold"
        >
          {T.clear}
        </Link>
      )}
      {!failed && views}
    </div>
  )
}

/**
 * The parks to list and their title, which follow a new search together, and whether they are those of an
 * earlier one.
 * @param first see ParkListProps
 */
function useShownList({ read, address, origin }: ResultsProps, first: number | null) {
  const unit = useUnit()
  const ownTitle = resultsTitle(read, address, origin, unit)
  // An earlier result keeps its title.
  const [title, setTitle] = useState(ownTitle)
  if (!read.isPrevious && title !== ownTitle) setTitle(ownTitle)
  const list = useMemo(() => ({ title, parks: read.parks, first }), [title, read.parks, first])
  // Deferred, so that the page number reacts at once. The first cards are not, to avoid a layout shift.
  const deferred = useDeferredValue(list)
  const shown = list.parks.length === 0 || deferred.parks.length === 0 ? list : deferred
  return { ...shown, isOutdated: read.isFetching || shown !== list }
}

const hasFailed = ({ status, parks }: SearchRead) => status === 'error' && parks.length === 0

export function Results(props: ResultsProps) {
  const {
    read,
    address,
    hasOrigin,
    onAddress,
    onFilters,
    instead,
    numbered = false,
    active = null,
    onActive,
  } = props
  const size = address.perPage ?? HOME_PAGE_SIZE
  const page = Math.min(address.page ?? 1, Math.max(1, Math.ceil(read.total / size)))
  const loading = read.status === 'loading'
  const ready = read.status === 'ready'
  const failed = hasFailed(read)
  const first = numbered ? (page - 1) * size + 1 : null
  const { isOutdated, ...shown } = useShownList(props, first)
  return (
    <KeptResults
      aria-labelledby="results"
      aria-busy={isOutdated}
      data-source={read.source ?? undefined}
      className="min-w-0"
    >
      <StatusLine text={loading ? PARK_TEXTS.list.loading : ready ? shown.title : ''} passing={loading} />
      <ResultsHeading {...props} title={shown.title} />
      <FilterChips filters={filtersOf(address)} hasOrigin={hasOrigin} onChange={onFilters} />
      {!instead && ready && read.total > 1 && (
        <ListOptions
          address={address}
          hasDistances={read.parks.some(({ distance }) => distance !== null)}
          onAddress={onAddress}
        />
      )}
      <PositionNotice {...props} />
      {!loading && read.understood && <UnderstoodLine understood={read.understood} address={address} />}
      {loading && !instead && (
        <div className="grid gap-3 md:gap-4">
          {Array.from({ length: size }, (_, index) => (
            <ParkCardSkeleton key={index} />
          ))}
        </div>
      )}
      {failed && <Failed read={read} />}
      {ready && read.parks.length === 0 && <Empty read={read} address={address} />}
      {instead && <div className="print:hidden">{instead}</div>}
      {read.parks.length > 0 && (
        <div
          className={`transition-opacity ${isOutdated ? 'opacity-90' : ''} ${instead ? 'hidden print:block' : ''}`}
        >
          <ParkList parks={shown.parks} first={shown.first} active={active} onActive={onActive} />
        </div>
      )}
      {!instead && read.parks.length > 0 && (
        <ParkPager
          page={page}
          size={size}
          total={read.total}
          onPage={(next) => onAddress({ ...address, page: next })}
          onSize={(next) =>
            onAddress({ ...address, perPage: next as NonNullable<HomeAddress['perPage']>, page: undefined })
          }
        />
      )}
    </KeptResults>
  )
}

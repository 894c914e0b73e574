import { useNavigate, useRouterState, useSearch as useAddress } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { LOCATION_DENIED_TOAST_DURATION, LOCATION_NEEDED_TOAST_DURATION, SYDNEY } from '../../data/model/constants.ts'
import { usePosition, useSearch } from '../queries/index.ts'
import { useNow } from '../ui/clock.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterPanel } from '../ui/filter-panel.tsx'
import type { Filters } from '../ui/filter-state.ts'
import { Hero } from '../ui/hero.tsx'
import { addressOf, filtersOf, requestOf, type HomeAddress } from '../ui/home-address.ts'
import { askForLocation, onLocationAsked, onSearchAsked, tellLocation } from '../ui/page-events.ts'
import { Results } from '../ui/results.tsx'
import { TEXTS } from '../ui/texts.ts'
import { useTitle } from '../ui/title.ts'
import { toast } from '../ui/toast-queue.ts'

const FIVE_MINUTES = 300_000
/** Digits of a position in the address: four are eleven metres, enough to sort parks by and no finer than that. */
const rounded = (degrees: number) => Number(degrees.toFixed(4))

export default function Home() {
  useTitle()
  const address = useAddress({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const { locate } = usePosition()
  const now = useNow(FIVE_MINUTES)
  const heading = useRef<HTMLHeadingElement>(null)
  const [sent, setSent] = useState<string>()
  // The fallback belongs to this entry of the history and to no address: it is nobody's position.
  const sydney = useRouterState({ select: (state) => state.location.state.sydney === true })
  const request = useMemo(() => requestOf(address, sydney ? SYDNEY : null, now), [address, sydney, now])
  const read = useSearch(request)

  function show(next: HomeAddress, at?: { sydney: boolean }) {
    void navigate({ search: next, state: { sydney: at?.sydney ?? sydney }, resetScroll: false })
  }

  function toResults() {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }

  async function searchHere() {
    const result = await locate()
    tellLocation(result.position)
    const { q: _text, lat: _lat, lng: _lng, useLocation: _asked, page: _page, ...kept } = address
    if (result.ok) {
      show({ ...kept, lat: rounded(result.position.latitude), lng: rounded(result.position.longitude) }, { sydney: false })
    } else {
      const denied = result.code === 1
      toast({
        title: denied ? TEXTS.location.deniedTitle : TEXTS.location.neededTitle,
        description: `${TEXTS.location.byCode[result.code]} ${TEXTS.location.useInstead}`,
        duration: denied ? LOCATION_DENIED_TOAST_DURATION : LOCATION_NEEDED_TOAST_DURATION,
        look: 'destructive',
      })
      show(kept, { sydney: true })
    }
    toResults()
  }

  const locationAsked = useEffectEvent(() => void searchHere())
  const searchAsked = useEffectEvent(search)
  useEffect(() => onLocationAsked(locationAsked), [])
  useEffect(() => onSearchAsked(searchAsked), [])
  useEffect(() => {
    if (!address.useLocation) return
    const { useLocation: _asked, ...rest } = address
    void navigate({ search: rest, replace: true })
    askForLocation()
  }, [address, navigate])

  function search(text: string) {
    const { lat: _lat, lng: _lng, page: _page, ...kept } = address
    setSent(text)
    show({ ...kept, q: text }, { sydney: false })
    toResults()
  }

  function apply(filters: Filters) {
    const { page: _page, unsure: _unsure, ...kept } = address
    show({ ...kept, ...addressOf(filters) })
    toResults()
  }

  const filters = filtersOf(address)
  return (
    <>
      <Hero busy={read.isFetching && sent === address.q && sent !== undefined} onSearch={search} onLocate={askForLocation} />
      <div className="wrap grid items-start gap-6 pt-6 pb-10 md:grid-cols-[264px_minmax(0,1fr)]">
        <aside aria-label={TEXTS.filters.title} className="sticky top-[calc(var(--spacing-header)+4rem)] hidden md:block">
          <FilterPanel key={JSON.stringify(filters)} applied={filters} onApply={apply} />
        </aside>
        <Results
          read={read} address={address} stand={sydney ? 'sydney' : address.lat === undefined ? null : 'person'} now={now} headingRef={heading}
          onAddress={(next) => { show(next); toResults() }}
        />
      </div>
      <FilterBar applied={filters} onApply={apply} />
    </>
  )
}


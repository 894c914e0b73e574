import { useNavigate, useParams, useRouter, useSearch as useAddress } from '@tanstack/react-router'
import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type CSSProperties,
  type MouseEvent,
  type SyntheticEvent,
} from 'react'
import { QUERY_MAX_LENGTH } from '../../../data/model/constants.ts'
import { readState, STATE_NAMES, type StateCode } from '../../../data/model/state.ts'
import type { RegionEntry } from '../../queries/index.ts'
import { useRegions } from '../../queries/places.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput, Checkbox } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { RegionsAddress } from './address.ts'
import { groupRegions, LETTERS, type RegionGroup } from './region-groups.ts'
import { STATES_STEPS } from '../../parks/state-steps.tsx'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { UI_TEXTS } from '../../ui/texts.ts'
import { BROWSE_TEXTS } from './texts.ts'
import { useTitle } from '../../platform/title.ts'
import { opensElsewhere } from '../../platform/modified-click.ts'
import { NoSuchState } from './no-such-place.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

const T = BROWSE_TEXTS
const SKELETONS = 12
const LIST = 'grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3'

function RegionList({ state }: { state: StateCode }) {
  const { status, regions, retry } = useRegions(state)
  // Deferred, because rendering thousands of names must not block user input.
  const deferred = useDeferredValue(regions)
  if (deferred.length > 0) return <KnownRegions state={state} regions={deferred} />
  if (status === 'error')
    return (
      <Panel title={T.errorRegions} tone="error">
        <Button onClick={retry}>{UI_TEXTS.tryAgain}</Button>
      </Panel>
    )
  if (status === 'ready' && regions.length === 0)
    return (
      <Panel title={T.noRegions}>
        <ButtonLink to="/state">{T.browseAll}</ButtonLink>
      </Panel>
    )
  return (
    <div className={LIST} aria-busy="true">
      <output className="sr-only">{T.loadingRegions}</output>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div
          key={index}
          aria-hidden="true"
          className="flex min-h-[calc(3.25rem+1px)] items-center border-b border-line"
        >
          <div className="skeleton h-6 w-3/5" />
        </div>
      ))}
    </div>
  )
}

/** Frames until sections that scroll into view have their real height. */
const SETTLE_FRAMES = 4

/**
 * Scrolls to a letter without animation. The sections before it may only have estimated heights, so it
 * scrolls repeatedly.
 */
function jumpTo(letter: string) {
  const heading = document.getElementById(`letter-${letter}`)
  if (!heading) return
  heading.focus({ preventScroll: true })
  let frames = SETTLE_FRAMES
  const settle = () => {
    heading.scrollIntoView({ block: 'start', behavior: 'instant' })
    if (frames-- > 0) requestAnimationFrame(settle)
  }
  settle()
}

/**
 * The number of sections to render, growing one at a time, so that thousands of links do not block user
 * input.
 */
function useIncrementalCount(sections: number): number {
  const [rendered, setRendered] = useState(0)
  useEffect(() => {
    if (rendered < sections) startTransition(() => setRendered(rendered + 1))
  }, [rendered, sections])
  return rendered
}

/** How long nothing is typed before the address changes: Safari limits how often a page may change it. */
const TYPING_PAUSE_MS = 300

/**
 * The typed text and the choice to list all regions, kept in the address for the way back from a region.
 * @param allAtFirst whether all regions are listed at first if the address does not say so
 */
function useKeptChoices(allAtFirst: boolean) {
  const address = useAddress({ from: '/state/$state' })
  const navigate = useNavigate({ from: '/state/$state' })
  const { q = '', all = false } = address
  const [typed, setTyped] = useState(q)
  const [showAll, setShowAll] = useState(all || allAtFirst)
  const [seen, setSeen] = useState({ q, all })
  /** The typed text that is on its way into the address. More may be typed meanwhile. */
  const [sent, setSent] = useState<string | null>(null)
  // A link to this page, or the way back, has changed the address.
  if (q !== seen.q || all !== seen.all) {
    setSeen({ q, all })
    setSent(null)
    if (q !== seen.q && q !== sent) setTyped(q)
    if (all !== seen.all) setShowAll(all || allAtFirst)
  }
  const keep = (next: RegionsAddress) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  const router = useRouter()
  const [path] = useState(() => router.latestLocation.pathname)
  const keepText = useEffectEvent((text: string) => {
    // Not while another page is loading: that would cancel it.
    if (text === q || router.latestLocation.pathname !== path) return
    setSent(text)
    keep({ q: text })
  })
  useEffect(() => {
    const timer = setTimeout(() => keepText(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    typed,
    setTyped,
    showAll,
    setShowAll(next: boolean) {
      setShowAll(next)
      keep({ all: next || undefined })
    },
  }
}

const KnownRegions = memo(function KnownRegions({
  state,
  regions,
}: {
  state: StateCode
  regions: readonly RegionEntry[]
}) {
  const withParks = useMemo(() => regions.filter(({ parks }) => parks !== null && parks > 0), [regions])
  // At first only: counts that arrive later do not change the list the user is reading.
  const { typed, setTyped, showAll, setShowAll } = useKeptChoices(withParks.length === 0)
  const searched = useDeferredValue(typed)
  const searching = searched.trim() !== ''
  // A search covers all regions, because most people look for their own suburb, with parks or without.
  const onlyWithParks = !showAll && withParks.length > 0 && !searching
  const groups = useMemo(
    () => groupRegions(onlyWithParks ? withParks : regions, searched),
    [onlyWithParks, withParks, regions, searched],
  )
  const count = groups.reduce((sum, group) => sum + group.regions.length, 0)
  const letters = new Set(groups.map(({ letter }) => letter))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={T.searchRegions}
          aria-label={T.searchRegions}
          autoComplete="off"
          maxLength={QUERY_MAX_LENGTH}
          className="w-full sm:w-80"
        />
        <Checkbox
          checked={onlyWithParks}
          disabled={withParks.length === 0 || searching}
          onChange={(event) => setShowAll(!event.target.checked)}
          className="max-w-full flex-initial!"
        >
          {T.onlyWithParks}
        </Checkbox>
      </div>
      <nav
        aria-label={T.jump}
        className="sticky top-header z-10 -mx-4 border-b border-line bg-page px-4 py-1 xl:-mx-8 xl:px-8 md:top-[calc(var(--spacing-below-header)-1.1rem)]"
      >
        {/* One line that scrolls: more lines would cover the list on small screens. */}
        <ul className="-mx-1 grid auto-cols-[minmax(44px,1fr)] grid-flow-col overflow-x-auto">
          {LETTERS.map((letter) => (
            <li key={letter}>
              <button
                type="button"
                disabled={!letters.has(letter)}
                className="min-h-11 w-full rounded-small font-semibold text-leaf not-disabled:hover:bg-leaf-wash disabled:font-normal disabled:text-line-strong [.more-contrast_&]:disabled:line-through"
                onClick={() => jumpTo(letter)}
              >
                {letter}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <output className="block text-muted">
        {searching
          ? count === 0
            ? T.noMatches
            : `${T.resultsFor(searched.trim())}: ${count.toLocaleString('en-AU')}`
          : onlyWithParks
            ? T.regionCountOf(count, regions.length, STATE_NAMES[state])
            : T.regionCount(count, STATE_NAMES[state])}
      </output>
      <Sections groups={groups} state={state} />
    </>
  )
})

/** CSS variables with the number of rows in one, two and three columns. */
const rowsOf = (count: number) =>
  Object.fromEntries(
    [1, 2, 3].map((columns) => [`--rows-${columns}`, Math.ceil(count / columns)]),
  ) as CSSProperties

/** The URL path of a region's page, as the router writes it. */
const addressOf = (state: StateCode, slug: string) =>
  `/state/${state.toLowerCase()}/${encodeURIComponent(slug)}`

/**
 * Event handlers that pass clicks on plain links inside an element to the router. Thousands of `Link`
 * components would each subscribe to the router, which takes about a second on a phone.
 */
function useDelegatedLinks(state: StateCode) {
  const router = useRouter()
  const target = (event: SyntheticEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null) return null
    return {
      to: '/state/$state/$city',
      params: { state: state.toLowerCase(), city: decodeURIComponent(link.pathname.split('/').at(-1)!) },
    } as const
  }
  const preload = (event: SyntheticEvent) => {
    const to = target(event)
    // A failed preload is ignored: following the link loads the route again.
    if (to) router.preloadRoute(to).catch(() => undefined)
  }
  return {
    onPointerOver: preload,
    onFocus: preload,
    onClick(event: MouseEvent) {
      const to = target(event)
      if (to === null || event.defaultPrevented || event.button !== 0 || opensElsewhere(event)) return
      event.preventDefault()
      void router.navigate(to)
    },
  }
}

/** Memoised: when the counts arrive after the names, most regions do not change. */
const Region = memo(function Region({
  state,
  slug,
  name,
  parks,
}: {
  state: StateCode
  slug: string
  name: string
  parks: number
}) {
  return (
    <li className="border-b border-line">
      {/* With the keyboard, it must not scroll to a place behind the letters. */}
      <a
        href={addressOf(state, slug)}
        className="flex min-h-13 scroll-mt-14 flex-wrap items-center justify-between gap-x-3 px-1 text-ink no-underline hover:bg-leaf-wash"
      >
        <span className="font-medium">{name}</span>
        {parks > 0 && (
          <span className="text-s whitespace-nowrap text-muted">{PARK_TEXTS.list.count(parks)}</span>
        )}
      </a>
    </li>
  )
})

/**
 * One letter of the list. The browser skips the layout of sections outside the viewport. A section whose
 * links are not `rendered` yet reserves the space for them.
 */
const RegionSection = memo(function RegionSection({
  group: { letter, regions },
  state,
  rendered,
}: {
  group: RegionGroup
  state: StateCode
  rendered: boolean
}) {
  return (
    <section
      aria-labelledby={`letter-${letter}`}
      aria-busy={!rendered}
      style={rowsOf(regions.length)}
      className="[content-visibility:auto] [contain-intrinsic-size:auto_calc(3rem+var(--rows)*(3.25rem+1px))] aria-busy:min-h-[calc(3rem+var(--rows)*(3.25rem+1px))]
        [--rows:var(--rows-1)] sm:[--rows:var(--rows-2)] lg:[--rows:var(--rows-3)]"
    >
      <h2 id={`letter-${letter}`} tabIndex={-1} className="scroll-mt-28 pt-2 text-xl text-ochre">
        {letter}
      </h2>
      <ul className={LIST}>
        {rendered &&
          regions.map(({ slug, name, parks }) => (
            <Region key={slug} state={state} slug={slug} name={name} parks={parks ?? 0} />
          ))}
      </ul>
    </section>
  )
})

/** A component of its own, so that each new section does not re-render the controls above. */
const Sections = memo(function Sections({
  groups,
  state,
}: {
  groups: readonly RegionGroup[]
  state: StateCode
}) {
  const rendered = useIncrementalCount(groups.length)
  const links = useDelegatedLinks(state)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- handles events of the links inside
    <div className="stack gap-4" {...links}>
      {groups.map((group, index) => (
        <RegionSection key={group.letter} group={group} state={state} rendered={index < rendered} />
      ))}
    </div>
  )
})

export default function Regions() {
  const code = readState(useParams({ from: '/state/$state' }).state)
  const name = code === undefined ? undefined : STATE_NAMES[code]
  useTitle(name === undefined ? T.noSuchState : T.regionsTitle(name))
  if (code === undefined || name === undefined) return <NoSuchState />
  return (
    <div className="wrap stack gap-4 pt-3 pb-10">
      <Breadcrumb steps={[...STATES_STEPS, { key: 'state', step: name }]} />
      <PageTitle>{T.regionsTitle(name)}</PageTitle>
      <RegionList key={code} state={code} />
    </div>
  )
}

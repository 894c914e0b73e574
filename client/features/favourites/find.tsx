import { Link, useNavigate, useRouter, useRouterState, useSearch as useAddress } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { QUERY_MAX_LENGTH } from '../../../data/model/constants.ts'
import type { LatLng } from '../../../data/model/point.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'
import { isNearMe, readHomeAddress, roundedPosition, textTarget } from '../../queries/home-address.ts'
import { useNear, usePosition, useSearch } from '../../queries/index.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { LocateIcon } from '../../ui/icons.tsx'
import { ParkCard, ParkCardSkeleton } from '../../parks/park-card.tsx'
import { useSuggestionList } from '../../search-box/suggestion-list.tsx'
import { sentenceOf } from '../../platform/explained-error.ts'
import { toast } from '../../platform/toast.ts'
import { FAVOURITE_TEXTS as T } from './texts.ts'

/** Number of parks shown here; a link leads to all results. */
const SHOWN_COUNT = 4

/** A search by text, or near a position in degrees. */
interface Query {
  /** Makes repeating a search run it again. 0 for the search of a link or of an entry of the history. */
  attempt: number
  text: string | null
  /** Where the person is, if that is known: it also decides between places of the same name. */
  near: LatLng | null
}

function Found({ query }: { query: Query }) {
  const request: SearchRequest = {
    ...(query.text === null ? {} : { query: query.text }),
    ...query.near,
    offset: 0,
    limit: SHOWN_COUNT,
  }
  const read = useSearch(request)
  const heading = useRef<HTMLHeadingElement>(null)
  const { status, total, error, parks, isFetching } = read
  const settled = status !== 'loading' && !isFetching
  /**
   * Whether the result was announced. The same search may be answered again, after an update of the parks. A
   * search of the address is not announced: the user has just opened the page, or come back to it.
   */
  const announced = useRef(query.attempt === 0)
  useEffect(() => {
    if (!settled || announced.current) return
    announced.current = true
    if (status === 'error')
      toast({ title: T.searchFailed, description: sentenceOf(error), look: 'destructive' })
    else if (total === 0) toast({ title: T.noneTitle, description: T.none })
    else heading.current?.focus()
  }, [settled, status, total, error])
  if (status === 'loading')
    return (
      <div aria-busy="true" className="grid gap-4 lg:grid-cols-2">
        <ParkCardSkeleton />
        <ParkCardSkeleton />
      </div>
    )
  if (status === 'error')
    return (
      <p role="alert">
        {T.searchFailed}: {sentenceOf(error)}
      </p>
    )
  if (total === 0) return <p>{T.none}</p>
  return (
    <div className="grid gap-3" aria-busy={isFetching}>
      <h3 ref={heading} tabIndex={-1} className="text-m">
        {T.found(total, query.text)}
      </h3>
      <ul className="grid gap-4 lg:grid-cols-2">
        {parks.map((park) => (
          <li key={park.id} className="min-w-0">
            <ParkCard park={park} />
          </li>
        ))}
      </ul>
      {total > parks.length && (
        <Link
          {...(query.text === null
            ? { to: '/', search: query.near ? roundedPosition(query.near) : {} }
            : textTarget(query.text, query.near))}
          className="textlink inline-flex min-h-tap items-center justify-self-start font-semibold"
        >
          {T.seeAll}
        </Link>
      )}
    </div>
  )
}

/** A search as text, to compare it. */
const searchKey = ({ text, near }: Pick<Query, 'text' | 'near'>) => JSON.stringify([text, near])

/**
 * A search by text, or near the person. Blank text is ignored. The text is kept in the address; the position is kept in
 * the history state, because a link should not say where the person was.
 */
function useParkSearch() {
  const { q } = useAddress({ from: '/favorites' })
  const navigate = useNavigate({ from: '/favorites' })
  const router = useRouter()
  const { locate } = usePosition()
  const here = useNear()
  // Its text and its position change together, unlike those of the screen.
  const { pathname, search, state } = useRouterState({ select: ({ location }) => location })
  const entry = { text: readHomeAddress(search).q ?? null, near: state.near ?? null }
  const opened: Query | null =
    entry.text === null && entry.near === null ? null : { ...entry, attempt: 0, near: entry.near ?? here }
  const [text, setText] = useState(q ?? '')
  const [locating, setLocating] = useState(false)
  const [query, setQuery] = useState(opened)
  const [seen, setSeen] = useState(searchKey(entry))
  if (pathname === '/favorites' && searchKey(entry) !== seen) {
    setSeen(searchKey(entry))
    // Otherwise the search was made here.
    if (query === null || searchKey(query) !== searchKey(entry)) {
      setText(entry.text ?? '')
      setQuery(opened)
    }
  }
  /** A position that arrives after a newer search is ignored. */
  const searchCount = useRef(0)
  const run = (next: Omit<Query, 'attempt'>) => {
    setQuery({ ...next, attempt: ++searchCount.current })
    void navigate({
      search: (before) => ({ ...before, q: next.text ?? undefined }),
      state: { near: next.near },
      replace: true,
      resetScroll: false,
    })
  }
  const searchFor = (typed: string) => {
    const words = typed.trim()
    if (words === '') return
    if (isNearMe(words)) void searchNearMe(words)
    else run({ text: words, near: here })
  }
  /**
   * @param words what to search for near the person; `null` for all parks
   * @param isOpened whether the address that was opened has the words
   */
  async function searchNearMe(words: string | null, isOpened = false) {
    const count = searchCount.current
    setLocating(true)
    const show = isOpened ? (next: Omit<Query, 'attempt'>) => setQuery({ ...next, attempt: 0 }) : run
    const showNear = ({ latitude, longitude }: LatLng) => show({ text: words, near: { latitude, longitude } })
    // The user may have opened another page or searched again meanwhile.
    const isLatest = (search: number, text: string | undefined) =>
      router.latestLocation.pathname === '/favorites' &&
      readHomeAddress(router.latestLocation.search).q === text &&
      searchCount.current === search
    const { ok, position } = await locate((moved) => {
      if (isLatest(isOpened ? count : count + 1, words ?? undefined)) showNear(moved)
    })
    setLocating(false)
    if (!isLatest(count, q)) return
    if (ok) return showNear(position)
    if (words === null || here === null)
      toast({ title: T.locationTitle, description: T.location, look: 'destructive' })
    if (words !== null) show({ text: words, near: here })
  }
  const askForAddress = useEffectEvent((words: string) => {
    if (query?.attempt === 0 && state.near === undefined) void searchNearMe(words, true)
  })
  useEffect(() => {
    if (q !== undefined && isNearMe(q)) askForAddress(q)
  }, [q])

  return { text, setText, query, locating, searchFor, searchNearby: () => void searchNearMe(null) }
}

/** Searches for parks to save. */
export function FindParks() {
  const id = useId()
  const { text, setText, query, locating, searchFor, searchNearby } = useParkSearch()
  const { input, list, close } = useSuggestionList(
    text,
    (label) => {
      setText(label)
      searchFor(label)
    },
    { recent: true },
  )
  return (
    <section aria-labelledby={`${id}-title`} className="mt-10 grid gap-4 border-t border-line pt-6">
      <h2 id={`${id}-title`} className="text-xl">
        {T.findTitle}
      </h2>
      <form
        className="stack gap-3 sm:flex sm:flex-wrap"
        role="search"
        aria-label={T.findTitle}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          close()
          searchFor(text)
        }}
      >
        <div className="relative min-w-0 sm:flex-[1_1_18rem] sm:max-w-xl">
          <TextInput
            {...input}
            type="search"
            enterKeyHint="search"
            aria-label={T.findLabel}
            placeholder={T.findLabel}
            maxLength={QUERY_MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="w-full"
          />
          {list}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={text.trim() === ''} className="flex-1">
            {T.search}
          </Button>
          <Button
            look="outline"
            className="flex-1 sm:whitespace-nowrap"
            aria-busy={locating}
            onClick={searchNearby}
          >
            <LocateIcon size={22} /> {locating ? T.locating : T.nearby}
          </Button>
        </div>
      </form>
      {query && <Found key={query.attempt} query={query} />}
    </section>
  )
}

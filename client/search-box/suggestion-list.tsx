/* oxlint-disable jsx-a11y/click-events-have-key-events -- options are not form controls, and the focused text field handles the keys */
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import type { LatLng } from '../../data/model/point.ts'
import type { Place } from '../../data/model/search.ts'
import { useSearchHistory, useSuggestions, type SearchHistory, type Suggestion } from '../queries/index.ts'
import { ClockIcon, CloseIcon, PawIcon, PinIcon } from '../ui/icons.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { SEARCH_BOX_TEXTS } from './texts.ts'
import { toast } from '../platform/toast.ts'

const T = SEARCH_BOX_TEXTS.suggestions

const MIN_LENGTH = 2
/** Recent searches offered before anything is typed. */
const RECENT_COUNT = 5
/** Recent searches offered that match the typed text. */
const MATCHING_RECENT_COUNT = 2

/** An option of the list: a place, a park, a recent search, or 'Clear recent searches'. */
type Choice = Suggestion | { kind: 'recent'; query: string } | { kind: 'clear' }

function keyOf(choice: Choice): string {
  if (choice.kind === 'park') return `park ${choice.id}`
  if (choice.kind === 'recent') return `recent ${choice.query}`
  return choice.kind === 'clear' ? 'clear' : choice.label
}

const isSame = (one: string, other?: string) => one.toLowerCase() === other?.toLowerCase()

/** Recent searches that start with the text, or the latest ones if there is no text. */
function recentQueries(searches: SearchHistory['searches'], text: string): string[] {
  const typed = text.trim().toLowerCase()
  return searches
    .map(({ query }) => query)
    .filter((query) => query.toLowerCase().startsWith(typed) && !isSame(query, typed))
    .slice(0, typed === '' ? RECENT_COUNT : MATCHING_RECENT_COUNT)
}

/** The suggestions and the recent searches. The first suggestion is what Enter opens, so it stays first. */
function withRecent([first, ...others]: readonly Suggestion[], queries: readonly string[]): Choice[] {
  return [
    ...(first ? [first] : []),
    ...queries
      .filter((query) => !isSame(query, first?.label))
      .map((query) => ({ kind: 'recent', query }) as const),
    ...others.filter(({ kind, label }) => kind === 'park' || !queries.some((query) => isSame(query, label))),
  ]
}

function ChoiceLine({ choice }: { choice: Choice }) {
  if (choice.kind === 'clear')
    return (
      <>
        <CloseIcon size={20} className="shrink-0 text-muted" /> <span className="text-muted">{T.clear}</span>
      </>
    )
  if (choice.kind === 'recent') {
    return (
      <>
        <ClockIcon size={20} className="shrink-0 text-muted" />
        <span className="font-semibold">
          {choice.query} <span className="sr-only">{T.recent}</span>
        </span>
      </>
    )
  }
  const park = choice.kind === 'park'
  return (
    <>
      {park ? (
        <PawIcon size={20} className="shrink-0 text-ochre" />
      ) : (
        <PinIcon size={20} className="shrink-0 text-leaf" />
      )}
      <span className="grid leading-tight">
        <span className="font-semibold">{park ? choice.name : choice.label}</span>
        {park && (
          <span className="text-s text-muted">
            {choice.city} {choice.state}
          </span>
        )}
      </span>
    </>
  )
}

/**
 * Suggestions for a text field, from the data on the device. Nothing is preselected: the arrow keys move,
 * Enter selects, Esc closes the list, and Enter without a selection submits the typed text, which opens what
 * the first suggestion says (data/search/suggestions.ts).
 * @param onPlace called with a selected place, or with the text of a recent search; selecting a park opens it
 * @param placesOnly leaves out parks
 * @param most lists at most this many, so that the form below the list stays in reach
 * @param near decides between places of the same name; by default where the person is
 * @param recent includes recent searches
 */
export function useSuggestionList(
  text: string,
  onPlace: (label: string, place: Place | null) => void,
  {
    placesOnly = false,
    recent = false,
    most,
    near,
  }: {
    placesOnly?: boolean
    recent?: boolean
    most?: number
    near?: LatLng
  } = {},
) {
  const id = useId()
  const navigate = useNavigate()
  const [focused, setFocused] = useState(false)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  /** Closed for any text, such as the chosen place's, until the user types or returns to the field. */
  const [closed, setClosed] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const found = useSuggestions(text.trim().length >= MIN_LENGTH ? text : '', near)
  const { searches, clear } = useSearchHistory({ watch: recent && focused })

  const suggestions = (placesOnly ? found.filter(({ kind }) => kind === 'place') : found).slice(0, most)
  const isOpen = focused && !closed && closedFor !== text
  const choices = isOpen ? withRecent(suggestions, recent ? recentQueries(searches, text) : []) : []
  if (choices.length > 0 && text.trim() === '') choices.push({ kind: 'clear' })
  const index = choices.findIndex((choice) => keyOf(choice) === active)

  const close = () => {
    setClosed(true)
    setActive(null)
  }

  const reopen = () => {
    setClosed(false)
    setClosedFor(null)
  }

  function choose(choice: Choice) {
    close()
    if (choice.kind === 'place') onPlace(choice.label, choice.place)
    else if (choice.kind === 'recent') onPlace(choice.query, null)
    else if (choice.kind === 'park') void navigate({ to: '/park/$id', params: { id: String(choice.id) } })
    else
      clear().then(
        () => toast({ title: T.cleared }),
        (error: unknown) => toast({ title: String(error), look: 'destructive' }),
      )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') reopen()
    if (choices.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One more position than there are choices: the text field itself.
      const next = ((index + 1 + step + choices.length + 1) % (choices.length + 1)) - 1
      setActive(next < 0 ? null : keyOf(choices[next]!))
      event.preventDefault()
    } else if (event.key === 'Enter' && index >= 0) {
      event.preventDefault()
      choose(choices[index]!)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setClosedFor(text)
      setActive(null)
    }
  }

  return {
    input: {
      onKeyDown,
      onFocus: () => {
        setFocused(true)
        reopen()
      },
      // A click on the focused field reopens the list.
      onClick: reopen,
      onInput: () => setClosed(false),
      onBlur: () => setFocused(false),
      // The browser's own suggestions would cover the list.
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-controls': choices.length > 0 ? id : undefined,
      'aria-activedescendant': index >= 0 ? `${id}-${index}` : undefined,
    },
    /** Closes the list until the field is focused or clicked again. */
    close,
    list: (
      <>
        <StatusLine text={choices.length > 0 ? T.count(choices.length) : ''} passing />
        {choices.length > 0 && (
          <div
            id={id}
            role="listbox"
            aria-label={T.label}
            tabIndex={-1}
            className="absolute inset-x-0 top-full z-40 mt-1 max-h-[min(24rem,60dvh)] min-w-[min(16rem,60vw)] overflow-y-auto rounded-control border border-line bg-surface py-1 text-m shadow-lifted"
          >
            {choices.map((choice, position) => (
              <div
                key={keyOf(choice)}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === index}
                tabIndex={-1}
                className="flex min-h-tap cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-leaf-wash aria-selected:bg-leaf-wash"
                // Keeps the focus in the field, so that the list is still open at the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(choice)}
              >
                <ChoiceLine choice={choice} />
              </div>
            ))}
          </div>
        )}
      </>
    ),
  }
}

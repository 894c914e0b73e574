/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- suggestions are no form control, and the field that keeps the focus reads the keys */
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import type { Place } from '../../data/model/search.ts'
import { useSearchHistory, useSuggestions, type Suggestion } from '../queries/index.ts'
import { ClockIcon, CloseIcon, PawIcon, PinIcon } from './icons.tsx'
import { StatusLine } from './status-line.tsx'
import { TEXTS } from './texts.ts'
import { toast } from './toast-queue.ts'

const SHORTEST = 2
/** Searches of the person's own that are offered: before anything is typed, and beside what fits the text. */
const RECENT = 5
const RECENT_FITTING = 2

/** What can be chosen: a place or a park, a search of the person's own, or that those are forgotten. */
type Choice = Suggestion | { kind: 'recent'; query: string } | { kind: 'clear' }

function keyOf(choice: Choice): string {
  if (choice.kind === 'park') return `park ${choice.id}`
  if (choice.kind === 'recent') return `recent ${choice.query}`
  return choice.kind === 'clear' ? 'clear' : choice.label
}

/** A dialog stays open while Esc puts the suggestions of a field in it away. Radix hears the key before the field does. */
export function escapeToSuggestions(event: Event) {
  if (document.activeElement?.matches('[aria-autocomplete=list][aria-controls]')) event.preventDefault()
}

/** The person's own searches that begin as the text does; all of the latest ones before there is any text. */
function useRecent(text: string, watch: boolean): Choice[] {
  const { searches } = useSearchHistory({ watch })
  if (!watch) return []
  const typed = text.trim().toLowerCase()
  const fitting = searches.filter(
    ({ query }) => query.toLowerCase().startsWith(typed) && query.toLowerCase() !== typed,
  )
  const recent: Choice[] = fitting
    .slice(0, typed === '' ? RECENT : RECENT_FITTING)
    .map(({ query }) => ({ kind: 'recent', query }))
  return typed === '' && recent.length > 0 ? [...recent, { kind: 'clear' }] : recent
}

function ChoiceLine({ choice }: { choice: Choice }) {
  if (choice.kind === 'clear')
    return (
      <>
        <CloseIcon size={20} className="shrink-0 text-muted" />{' '}
        <span className="text-muted">{TEXTS.suggestions.clear}</span>
      </>
    )
  if (choice.kind === 'recent') {
    return (
      <>
        <ClockIcon size={20} className="shrink-0 text-muted" />
        <span className="font-semibold">
          {choice.query} <span className="sr-only">{TEXTS.suggestions.recent}</span>
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
 * What the text of a search box may become, from the device. Nothing is chosen until a person chooses it: arrows move, Enter takes,
 * Esc puts the list away, and Enter without a choice searches for what was typed.
 * @param onPlace what to do with a place chosen, or with the words of an earlier search; a park chosen is opened
 * @param placesOnly offers no parks
 * @param recent offers searches of the person's own, too
 */
export function useSuggestionList(
  text: string,
  onPlace: (label: string, place: Place | null) => void,
  { placesOnly = false, recent = false }: { placesOnly?: boolean; recent?: boolean } = {},
) {
  const id = useId()
  const navigate = useNavigate()
  const [focused, setFocused] = useState(false)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const wanted = text.trim().length >= SHORTEST ? text : ''
  const found = useSuggestions(wanted)
  const fitting = placesOnly ? found.filter(({ kind }) => kind === 'place') : found
  const own = useRecent(text, recent && focused)
  const { clear } = useSearchHistory({ watch: false })
  const named = new Set(own.map((choice) => (choice.kind === 'recent' ? choice.query.toLowerCase() : '')))
  const suggestions: Choice[] =
    focused && closedFor !== text
      ? [
          ...own,
          ...(wanted === ''
            ? []
            : fitting.filter((found) => !(found.kind === 'place' && named.has(found.label.toLowerCase())))),
        ]
      : []
  const index = suggestions.findIndex((suggestion) => keyOf(suggestion) === active)

  const close = () => {
    setClosedFor('')
    setActive(null)
  }

  function choose(suggestion: Choice) {
    close()
    if (suggestion.kind === 'place') onPlace(suggestion.label, suggestion.place)
    else if (suggestion.kind === 'recent') onPlace(suggestion.query, null)
    else if (suggestion.kind === 'park')
      void navigate({ to: '/park/$id', params: { id: String(suggestion.id) } })
    else {
      clear().then(
        () => toast({ title: TEXTS.suggestions.cleared }),
        (error: unknown) => toast({ title: String(error), look: 'destructive' }),
      )
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' && closedFor !== null) setClosedFor(null)
    if (suggestions.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One place more than there are suggestions: the text itself.
      const next = ((index + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1
      setActive(next < 0 ? null : keyOf(suggestions[next]!))
      event.preventDefault()
    } else if (event.key === 'Enter' && index >= 0) {
      event.preventDefault()
      choose(suggestions[index]!)
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
        setClosedFor(null)
      },
      // Whoever taps the field again wants to see the list.
      onClick: () => setClosedFor(null),
      onBlur: () => setFocused(false),
      'aria-autocomplete': 'list' as const,
      ...(suggestions.length > 0 ? { 'aria-controls': id } : {}),
      ...(index >= 0 ? { 'aria-activedescendant': `${id}-${index}` } : {}),
    },
    /** Puts the list away until the field is turned to again. */
    close,
    list: (
      <>
        <StatusLine
          text={suggestions.length > 0 ? TEXTS.suggestions.count(suggestions.length) : ''}
          passing
        />
        {suggestions.length > 0 && (
          <div
            id={id}
            role="listbox"
            aria-label={TEXTS.suggestions.label}
            tabIndex={-1}
            className="absolute inset-x-0 top-full z-40 mt-1 max-h-[min(24rem,60dvh)] min-w-64 overflow-y-auto rounded-control border border-line bg-surface py-1 text-m shadow-lifted"
          >
            {suggestions.map((suggestion, position) => (
              <div
                key={keyOf(suggestion)}
                id={`${id}-${position}`}
                role="option"
                aria-selected={position === index}
                tabIndex={-1}
                className="flex min-h-tap cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-leaf-wash aria-selected:bg-leaf-wash"
                // The field keeps the focus, so that the list is still there when the finger lifts.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                <ChoiceLine choice={suggestion} />
              </div>
            ))}
          </div>
        )}
      </>
    ),
  }
}

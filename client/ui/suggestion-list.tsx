/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- suggestions are no form control, and the field that keeps the focus reads the keys */
import { useNavigate } from '@tanstack/react-router'
import { useId, useState, type KeyboardEvent } from 'react'
import { useSuggestions, type Suggestion } from '../queries/index.ts'
import { PawIcon, PinIcon } from './icons.tsx'
import { StatusLine } from './status-line.tsx'
import { TEXTS } from './texts.ts'

const SHORTEST = 2
const keyOf = (suggestion: Suggestion) => (suggestion.kind === 'park' ? `park ${suggestion.id}` : suggestion.label)

/**
 * What the text of a search box may become, from the device. Nothing is chosen until a person chooses it: arrows move, Enter takes,
 * Esc puts the list away, and Enter without a choice searches for what was typed.
 * @param onPlace what to do with a place chosen; a park chosen is opened
 * @param placesOnly offers no parks
 */
export function useSuggestionList(text: string, onPlace: (label: string) => void, { placesOnly = false }: { placesOnly?: boolean } = {}) {
  const id = useId()
  const navigate = useNavigate()
  const [focused, setFocused] = useState(false)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const wanted = text.trim().length >= SHORTEST ? text : ''
  const found = useSuggestions(wanted)
  const fitting = placesOnly ? found.filter(({ kind }) => kind === 'place') : found
  const suggestions = focused && wanted !== '' && closedFor !== text ? fitting : []
  const index = suggestions.findIndex((suggestion) => keyOf(suggestion) === active)

  function choose(suggestion: Suggestion) {
    setActive(null)
    if (suggestion.kind === 'place') onPlace(suggestion.label)
    else void navigate({ to: '/park/$id', params: { id: String(suggestion.id) } })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (suggestions.length === 0 || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // One place more than there are suggestions: the text itself.
      const next = (index + 1 + step + suggestions.length + 1) % (suggestions.length + 1) - 1
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
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
      'aria-autocomplete': 'list' as const,
      ...(suggestions.length > 0 ? { 'aria-controls': id } : {}),
      ...(index >= 0 ? { 'aria-activedescendant': `${id}-${index}` } : {}),
    },
    list: (
      <>
        <StatusLine text={suggestions.length > 0 ? TEXTS.suggestions.count(suggestions.length) : ''} passing />
        {suggestions.length > 0 && (
          <div
            id={id} role="listbox" aria-label={TEXTS.suggestions.label} tabIndex={-1}
            className="absolute inset-x-0 top-full z-40 mt-1 max-h-[min(24rem,60dvh)] min-w-64 overflow-y-auto rounded-control border border-line bg-surface py-1 text-m shadow-lifted"
          >
            {suggestions.map((suggestion, position) => (
              <div
                key={keyOf(suggestion)} id={`${id}-${position}`} role="option" aria-selected={position === index} tabIndex={-1}
                className="flex min-h-tap cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-leaf-wash aria-selected:bg-leaf-wash"
                // The field keeps the focus, so that the list is still there when the finger lifts.
                onPointerDown={(event) => event.preventDefault()} onClick={() => choose(suggestion)}
              >
                {suggestion.kind === 'park' ? <PawIcon size={20} className="shrink-0 text-ochre" /> : <PinIcon size={20} className="shrink-0 text-leaf" />}
                <span className="grid leading-tight">
                  <span className="font-semibold">{suggestion.kind === 'park' ? suggestion.name : suggestion.label}</span>
                  {suggestion.kind === 'park' && <span className="text-s text-muted">{suggestion.city} {suggestion.state}</span>}
                </span>
              </div>
            ))}
          </div>
        )}
      </>
    ),
  }
}

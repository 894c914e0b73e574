import type { SearchAnswer } from '../../data/model/search.ts'
import type { Place } from '../../data/model/search.ts'
import type { Suggestion } from '../../data/search/index.ts'
import type { SearchEngine } from '../../data/search/index.ts'
import type { TypedQuery } from './understanding-corpus.ts'

/** The identifier of a place in {@link TypedQuery.means}. */
const placeId = ({ kind, name, state }: Place) => (kind === 'postcode' ? name : `${state} ${name}`)

/**
 * What a search opens: the park that comes first if the text is about a park's name, otherwise the place that
 * the text was read as.
 */
export const openedBy = (
  { place, parkName }: SearchAnswer['understood'],
  firstPark: number | undefined,
): string | undefined =>
  place && !parkName ? placeId(place) : firstPark === undefined ? undefined : `park ${firstPark}`

/** What a suggestion opens. */
const openedBySuggestion = (suggestion: Suggestion | undefined): string | undefined =>
  suggestion && (suggestion.kind === 'park' ? `park ${suggestion.id}` : placeId(suggestion.place))

/** What Enter opens on the device, and the first suggestion. */
export function onDevice(
  engine: SearchEngine,
  { text, near }: TypedQuery,
): { opened: string | undefined; suggested: string | undefined } {
  const { hits, understood } = engine.search({ query: text, ...near, limit: 1 })
  const [first] = engine.suggest(text, near ? { near } : {})
  return { opened: openedBy(understood, hits[0]?.id), suggested: openedBySuggestion(first) }
}

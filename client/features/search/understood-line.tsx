import { Link } from '@tanstack/react-router'
import type { Place, Understood } from '../../../data/model/search.ts'
import type { HomeAddress } from '../../queries/home-address.ts'
import { formatPlace } from './place-name.ts'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { SEARCH_TEXTS } from './texts.ts'

interface ResultsTitleFacts {
  total: number
  understood: Understood | null
  query: string | undefined
  /** What distances are measured from if the search names no place. */
  origin: 'person' | 'sydney' | 'area' | null
  /** Whether a distance filter is set. Only then are all counted parks near. */
  limited: boolean
}

/** "14 parks near Chermside QLD 4032": the number of results and how the search was understood. */
export function resultsTitle({ total, understood, query, origin, limited }: ResultsTitleFacts): string {
  const count = PARK_TEXTS.list.count(total)
  const place = understood?.place
  if (place)
    return place.kind === 'state'
      ? SEARCH_TEXTS.results.inPlace(count, formatPlace(place))
      : SEARCH_TEXTS.results.near(count, formatPlace(place))
  if (query) return SEARCH_TEXTS.results.matching(count, query)
  if (origin === 'person')
    return limited ? SEARCH_TEXTS.results.nearYou(count) : SEARCH_TEXTS.results.nearestFirst(count)
  if (origin === 'area') return SEARCH_TEXTS.results.nearArea(count)
  if (origin === 'sydney')
    return limited ? SEARCH_TEXTS.results.nearSydney(count) : SEARCH_TEXTS.results.nearestToSydney(count)
  return SEARCH_TEXTS.results.all(count)
}

/** A search text that means exactly this place. */
function queryFor(place: Place): string {
  return place.kind === 'state' ? place.state : formatPlace(place)
}

interface UnderstoodLineProps {
  understood: Understood
  address: HomeAddress
}

/** Says if the spelling was corrected, and links to the other places the text could mean. */
export function UnderstoodLine({ understood, address }: UnderstoodLineProps) {
  const { place, others, corrected } = understood
  if (!place || (!corrected && others.length === 0)) return null
  return (
    <div className="mb-4 grid gap-2">
      {corrected && <p>{SEARCH_TEXTS.results.corrected(formatPlace(place))}</p>}
      {others.length > 0 && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-muted">{SEARCH_TEXTS.results.alsoMeans(place.name)}</span>
          <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 max-md:w-screen md:mx-0 md:flex-wrap md:px-0">
            {others.slice(0, 6).map((other) => (
              <li key={`${other.kind} ${formatPlace(other)}`}>
                <Link
                  to="/"
                  search={{ ...address, q: queryFor(other), page: undefined }}
                  resetScroll={false}
                  className="inline-flex min-h-11 items-center whitespace-nowrap rounded-full border-control border-line-strong bg-surface px-4 font-semibold no-underline hover:bg-leaf-wash"
                >
                  {formatPlace(other)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

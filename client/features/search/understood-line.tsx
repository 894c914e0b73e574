import { Link } from '@tanstack/react-router'
import { METRES_PER_MILE } from '../../../data/model/constants.ts'
import { MIN_NEARBY_PARKS, NEARBY_METRES, type Place, type Understood } from '../../../data/model/search.ts'
import type { DistanceUnit } from '../../../data/model/directions.ts'
import { milesOf } from '../../../data/model/park.ts'
import type { HomeAddress } from '../../queries/home-address.ts'
import type { SearchRead } from '../../queries/index.ts'
import { focusResults } from './focus-results.ts'
import { placeLabel } from '../../../data/places/label.ts'
import { distanceWords } from '../../parks/distance.ts'
import { PARK_TEXTS } from '../../parks/texts.ts'
import { SEARCH_TEXTS } from './texts.ts'

/**
 * What distances are measured from if the search names no place. `person`: the position of the person; `area`: an area of
 * the map is searched.
 */
export type ResultsOrigin = 'person' | 'sydney' | 'area' | null

const T = SEARCH_TEXTS.results

/** "21 parks for “fence”": parks near a place that match further words. */
const withWords = (parks: string, words: string | undefined) =>
  words === undefined ? parks : T.matching(parks, words)

/** "14 parks near Chermside QLD 4032". Only with a filter for the distance are all of them near. */
function placeTitle(
  { otherWords, near }: Understood,
  place: Place,
  { total, distance, unit }: { total: number; distance: number | undefined; unit: DistanceUnit },
): string {
  const counted = (parks: number) => withWords(PARK_TEXTS.list.count(parks), otherWords)
  const name = placeLabel(place)
  const isState = place.kind === 'state'
  const at = isState ? T.inPlace : T.near
  if (!isState && distance !== undefined && distance * METRES_PER_MILE > NEARBY_METRES)
    return T.within(counted(total), PARK_TEXTS.filters.within(distance, unit).toLowerCase(), name)
  if (!near) return at(counted(total), name)
  const { count, nextMetres, isFiltered } = near
  if (count >= MIN_NEARBY_PARKS) return T.elsewhere(at(counted(count), name), total - count)
  const next = distanceWords(milesOf(nextMetres), unit)
  if (count > 0) return T.nextAway(at(counted(count), name), next)
  const none = isFiltered && otherWords === undefined ? T.noneMatching : withWords(T.none, otherWords)
  return T.nearestAway(at(none, name), next)
}

/** The number of results and how the search was understood. */
export function resultsTitle(
  { total, understood, source }: Pick<SearchRead, 'total' | 'understood' | 'source'>,
  { q: query, distance, sort }: Pick<HomeAddress, 'q' | 'distance' | 'sort'>,
  origin: ResultsOrigin,
  unit: DistanceUnit,
): string {
  // How many parks there are in a place is not known.
  if (source === 'samples') return T.samples(total)
  const place = understood?.place
  if (place && !understood.parkName) return placeTitle(understood, place, { total, distance, unit })
  const count = PARK_TEXTS.list.count(total)
  if (origin === 'area') return T.inArea(count)
  // Without the words for a time, which limit no results.
  const words = understood?.otherWords ?? query
  if (words) return T.matching(count, words)
  // In another order, the first are not the nearest.
  if (sort && !distance) return T.all(count)
  if (origin === 'person') return distance ? T.nearYou(count) : T.nearestFirst(count)
  if (origin === 'sydney') return distance ? T.nearSydney(count) : T.nearestToSydney(count)
  return T.all(count)
}

/** The title of the page for a search: "Parks near Bondi NSW 2026". `undefined` without a search. */
export function searchTitle(
  understood: Understood | null,
  query: string | undefined,
  origin: ResultsOrigin,
): string | undefined {
  const place = understood?.place
  if (place && !understood.parkName)
    return (place.kind === 'state' ? T.inPlace : T.near)(
      withWords(T.heading, understood.otherWords),
      placeLabel(place),
    )
  if (origin === 'area') return SEARCH_TEXTS.titles.inArea
  const words = understood?.otherWords ?? query
  if (words) return T.matching(T.heading, words)
  return origin === 'person' ? SEARCH_TEXTS.titles.nearYou : undefined
}

/** A search text that means exactly this place. */
function queryFor(place: Place): string {
  return place.kind === 'state' ? place.state : placeLabel(place)
}

interface UnderstoodLineProps {
  understood: Understood
  address: HomeAddress
}

/** Says if the spelling was corrected, and links to the other places the text could mean. */
export function UnderstoodLine({ understood, address }: UnderstoodLineProps) {
  const { place, parkName, others, corrected } = understood
  if (!corrected && others.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {corrected && <p>{T.corrected(place && !parkName ? placeLabel(place) : T.similar)}</p>}
      {others.length > 0 && (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-muted">{T.alsoMeans}</span>
          <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 max-md:w-screen md:mx-0 md:flex-wrap md:px-0">
            {others.map((other) => (
              <li key={`${other.kind} ${placeLabel(other)}`}>
                <Link
                  to="/"
                  search={{ ...address, q: queryFor(other), page: undefined }}
                  resetScroll={false}
                  onClick={focusResults}
                  className="inline-flex min-h-11 items-center whitespace-nowrap rounded-full border-control border-line-strong bg-surface px-4 font-semibold no-underline hover:bg-leaf-wash"
                >
                  {placeLabel(other)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { buildEngine, buildGazetteer } from '../../../data/search/index.ts'
import type { DirectoryPark } from '../../../data/model/park.ts'
import type { Place, SearchAnswer } from '../../../data/model/search.ts'
import type { SearchRequest } from '../../../data/model/search-request.ts'

export const gazetteer = buildGazetteer(localities(), councils())
/** The engine with the parks of the seed. */
export const engine = buildEngine(seedParks(), () => gazetteer)

/** A place in words: 'suburb Bondi NSW 2026'. */
export const label = (place: Place | null) =>
  place ? [place.kind, place.name, place.state, place.postcode ?? '-'].join(' ') : 'nothing'

/** The answer to a text, with its place in words and its parks. */
export const ask = (
  query: string,
  request: SearchRequest = {},
): SearchAnswer & { place: string; parks: DirectoryPark[] } => {
  const answer = engine.search({ query, ...request })
  return {
    ...answer,
    place: label(answer.understood.place),
    parks: answer.hits.map((hit) => engine.park(hit.id)!),
  }
}

/** What a text finds and how it is understood, to compare it with another text. */
export function answerTo(query: string): Pick<ReturnType<typeof ask>, 'hits' | 'place' | 'understood'> {
  const { hits, place, understood } = ask(query)
  return { hits, place, understood }
}

/** Names of those places that a search for the name and the state does not find. */
export const notFoundByName = (places: readonly { name: string; state: string }[]) =>
  places
    .filter(({ name, state }) => ask(`${name} ${state}`, { limit: 1 }).understood.place?.name !== name)
    .map(({ name }) => name)

export const SYDNEY = { latitude: -33.8688, longitude: 151.2093 }
export const MELBOURNE = { latitude: -37.8136, longitude: 144.9631 }
export const LAUNCESTON = { latitude: -41.4332, longitude: 147.1441 }
export const HOBART = { latitude: -42.8821, longitude: 147.3272 }

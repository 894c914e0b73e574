import type { CouncilArea } from '../model/council.ts'
import type { Locality } from '../model/locality.ts'
import type { LatLng } from '../model/point.ts'
import type { Place } from '../model/search.ts'
import type { StateCode } from '../model/state.ts'
import { placeLabel } from '../places/label.ts'
import { regionsOf } from '../places/regions.ts'
import type { Region } from '../places/regions.ts'
import { citySlug } from '../places/slug.ts'
import { nameKey } from '../places/text.ts'
import { isConnectingWord, isStopWord } from './stop-words.ts'
import { buildNameIndex } from './name-index.ts'
import { createNearest, nearestOf } from './nearest-locality.ts'
import type { QueryContext, GazetteerPlace, ParkCount } from './place.ts'
import { readingsOf } from './exact-readings.ts'
import { similarReadings } from './similar-readings.ts'
import { unfinishedReading } from './unfinished-reading.ts'
import type { Reading } from './reading.ts'
import { FARTHEST_METRES } from './sphere.ts'
import { typedWords } from './typed-words.ts'
import type { TypedWords } from './typed-words.ts'
import { compareNames, heaviest, sortByWeight } from './weight.ts'

/** A position farther than this from every locality belongs to none. Metres. */
const NEAREST_LOCALITY_METRES = 100_000
/** Parks are counted to choose between at most this many places. */
const MAX_COUNTED_PLACES = 20

/** How a text was read as a place. */
export interface PlaceReading {
  place: Place | null
  /** Other places that the text could mean, likeliest first. */
  others: Place[]
  /**
   * Whether the place is a guess: a typo, a name that is not finished or in another state, or words that are
   * neither part of the place nor an address in it.
   */
  guessed: boolean
}

export interface Gazetteer {
  /**
   * Reads a text as a place, for geocoding: the likeliest place, and the other places it could mean. Ignores
   * words that are not part of the place ("12 Smith St, Collingwood" is Collingwood).
   */
  readPlaces(text: string, near?: LatLng, parkCount?: ParkCount): PlaceReading
  /** The locality whose centre is nearest; `undefined` when none is within 100 km. */
  nearest(latitude: number, longitude: number): Locality | undefined
  /** The regions of a state, sorted by name, see {@link Region}. */
  regions(state: StateCode): Region[]
  /** The postcodes of a city or suburb, ascending; empty if the state has no such place. */
  postcodesOf(state: StateCode, cityName: string): string[]
  /** All ways to read the words as a place plus remaining words, likeliest first. */
  readings(words: readonly string[]): Reading[]
  /** The same for words with typos. */
  similarReadings(words: readonly string[]): Reading[]
  /**
   * The text as the beginning of a place's name, alone or after a street: 'marri', 'richmond v', '12 Smith St
   * Fitz'.
   */
  unfinishedReading(typed: TypedWords): Reading | undefined
  /** The candidates of a reading, sorted by likelihood. */
  likeliest(candidates: readonly GazetteerPlace[], context: QueryContext): GazetteerPlace[]
  /** The likeliest candidate of an unfinished reading, and the others of the same name. */
  likeliestName(candidates: readonly GazetteerPlace[], context: QueryContext): GazetteerPlace[]
  /** Whether a search for the place's label finds this place and not another one with that name. */
  isFoundByLabel(place: Place, context: QueryContext): boolean
  /** The localities with that name in the state. */
  localitiesOf(state: StateCode, cityName: string): readonly Locality[]
  /**
   * The locality a park belongs to: the nearest of those with its suburb's name in its state, or else the
   * nearest of all.
   */
  localityOfPark(park: {
    city: string
    state: StateCode
    latitude: number
    longitude: number
  }): Locality | undefined
  /** The code of the council area that a region is or has the name of; `undefined` if there is none. */
  councilCode(region: Place): string | undefined
  /** A postcode as a place. */
  postcode(code: string): GazetteerPlace | undefined
  /** Postcodes that begin with `digits`, ascending. */
  postcodesBeginningWith(digits: string): string[]
}

function likeliest(
  candidates: readonly GazetteerPlace[],
  { near, state, parkCount }: QueryContext,
): GazetteerPlace[] {
  const inState = state === undefined ? [] : candidates.filter((candidate) => candidate.place.state === state)
  const possible = inState.length > 0 ? inState : candidates
  if (possible.length === 1) return [...possible]
  // Counting parks is slow, so it only decides between few places.
  const parks = possible.length <= MAX_COUNTED_PLACES && parkCount ? parkCount : () => 0
  return sortByWeight(
    possible,
    near,
    (a, b) => a.place.name.length - b.place.name.length || parks(b) - parks(a) || compareNames(a, b),
  )
}

function likeliestName(candidates: readonly GazetteerPlace[], context: QueryContext): GazetteerPlace[] {
  const inState = candidates.filter(({ place }) => place.state === context.state)
  const { place } = heaviest(inState.length > 0 ? inState : candidates, context.near)
  return likeliest(
    candidates.filter((other) => other.place.name === place.name),
    context,
  )
}

/**
 * Builds the gazetteer. Built once, because places do not change when parks do. Results do not depend on the
 * order of the rows.
 */
export function buildGazetteer(localities: readonly Locality[], councils: readonly CouncilArea[]): Gazetteer {
  const names = buildNameIndex(localities, councils)
  const nearestTo = createNearest(localities)

  const localitiesOf = (state: StateCode, cityName: string): readonly Locality[] =>
    (names.byKey.get(nameKey(cityName)) ?? []).flatMap(({ place, localities: rows }) =>
      place.kind === 'locality' && place.state === state ? rows : [],
    )

  const stateRegions = new Map<StateCode, Region[]>()
  function regions(state: StateCode): Region[] {
    let known = stateRegions.get(state)
    if (!known) {
      known = regionsOf(localities, state)
      stateRegions.set(state, known)
    }
    return known
  }

  return {
    readPlaces(text, near, parkCount) {
      const typed = typedWords(text.trim())
      const { words } = typed
      const [exact] = readingsOf(words, names)
      /** Whether the text is a place or an address in it, besides words that are ignored. */
      const isPlace = (isIgnored: (word: string) => boolean) =>
        exact !== undefined && (exact.address || exact.rest.every((at) => isIgnored(words[at]!)))
      const unfinished = isPlace(isStopWord) ? undefined : unfinishedReading(typed, names)
      const reading = unfinished ?? exact ?? similarReadings(words, names)[0]
      const sort = unfinished ? likeliestName : likeliest
      const [place, ...others] = reading ? sort(reading.candidates, { near, parkCount }) : []
      return {
        place: place?.place ?? null,
        others: others.map((other) => other.place),
        guessed: place !== undefined && !(exact?.fit === 'exact' && isPlace(isConnectingWord)),
      }
    },
    nearest: (latitude, longitude) => nearestTo({ latitude, longitude }, NEAREST_LOCALITY_METRES),
    regions,
    postcodesOf(state, cityName) {
      const slug = citySlug(cityName)
      return [...(regions(state).find((region) => region.slug === slug)?.postcodes ?? [])]
    },
    readings: (words) => readingsOf(words, names),
    similarReadings: (words) => similarReadings(words, names),
    unfinishedReading: (typed) => unfinishedReading(typed, names),
    likeliest,
    likeliestName,
    isFoundByLabel(place, context) {
      const { words } = typedWords(placeLabel(place))
      const reading = readingsOf(words, names).find(({ fit, rest }) => fit === 'exact' && rest.length === 0)
      const found = reading && likeliest(reading.candidates, context)[0]!.place
      return (
        found?.kind === place.kind &&
        found.name === place.name &&
        found.latitude === place.latitude &&
        found.longitude === place.longitude
      )
    },
    localitiesOf,
    localityOfPark: (park) =>
      nearestOf(localitiesOf(park.state, park.city), park) ?? nearestTo(park, FARTHEST_METRES),
    councilCode: ({ name, state }) => names.councilCodes.get(`${state} ${name}`),
    postcode: names.postcode,
    postcodesBeginningWith: names.postcodesBeginningWith,
  }
}

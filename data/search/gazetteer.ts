import type { Locality } from '../model/locality.ts'
import type { Place } from '../model/search.ts'
import { CAPITALS, STATE_CODES, STATE_NAMES } from '../model/state.ts'
import type { StateCode } from '../model/state.ts'
import { placeLabel } from '../places/label.ts'
import { regionsOf } from '../places/regions.ts'
import type { Region } from '../places/regions.ts'
import { citySlug } from '../places/slug.ts'
import { lowerBound } from './lower-bound.ts'
import type { QueryContext, GazetteerPlace, ParkCount } from './place.ts'
import { readingsOf, similarReadings, unfinishedReading } from './reading.ts'
import type { Reading } from './reading.ts'
import { buildSphere, FARTHEST_METRES, originAt, sphereOrder } from './sphere.ts'
import type { Sphere } from './sphere.ts'
import { isStopWord, nameKey, wordsOf } from '../places/text.ts'
import { typedWords } from './typed-words.ts'
import type { TypedWords } from './typed-words.ts'
import { compareNames, heaviest, sortByWeight } from './weight.ts'
import { centreOf, wholeMetresBetween } from '../model/point.ts'
import type { LatLng } from '../model/point.ts'

/** Words that people put before or after a suburb's name, in either order. Short spellings. */
const DIRECTIONS: ReadonlySet<string> = new Set(['nth', 'sth', 'east', 'west', 'upper', 'lower'])

/** Words that people write as "Pt" at the beginning of a name. */
const ABBREVIATED_TO_PT = new Set(['point', 'port'])

/**
 * Keys of the other ways to write a name: "Fitzroy North" is also "North Fitzroy", "Port Melbourne" is also "Pt
 * Melbourne". None for most names.
 */
function otherKeysOf(name: string): string[] {
  const words = wordsOf(name)
  if (words.length < 2) return []
  const [first, last] = [words[0]!, words.at(-1)!]
  const keys: string[] = []
  if (DIRECTIONS.has(last)) keys.push(last + words.slice(0, -1).join(''))
  else if (DIRECTIONS.has(first)) keys.push(words.slice(1).join('') + first)
  if (ABBREVIATED_TO_PT.has(first)) keys.push(`pt${words.slice(1).join('')}`)
  return keys
}

/** A position farther than this from every locality belongs to none. Metres. */
const NEAREST_LOCALITY_METRES = 100_000
/**
 * Localities with the same name in the same state count as one place with several postcodes if they are
 * closer than this. Metres.
 */
const SAME_PLACE_METRES = 20_000

/** Parks are counted to choose between at most this many places. */
const MAX_COUNTED_PLACES = 20

const CAPITAL_NAMES: ReadonlySet<string> = new Set(Object.values(CAPITALS))

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
  /** A postcode as a place. */
  postcode(code: string): GazetteerPlace | undefined
  /** Postcodes that begin with `digits`, ascending. */
  postcodesBeginningWith(digits: string): string[]
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const compareLocalities = (a: Locality, b: Locality) =>
  compareText(a.postcode, b.postcode) ||
  compareText(a.state, b.state) ||
  compareText(a.name, b.name) ||
  a.latitude - b.latitude ||
  a.longitude - b.longitude
const postcodesIn = (rows: readonly Locality[]) =>
  rows.length === 1 ? [rows[0]!.postcode] : [...new Set(rows.map((row) => row.postcode))].sort()

const largestPopulation = (rows: readonly Locality[]) =>
  rows.reduce((most, { population }) => Math.max(most, population), 0)

/** The state most of the localities are in. */
function mainState(rows: readonly Locality[]): StateCode {
  const counts = new Map<StateCode, number>()
  for (const row of rows) counts.set(row.state, (counts.get(row.state) ?? 0) + 1)
  return STATE_CODES.reduce((most, state) =>
    (counts.get(state) ?? 0) > (counts.get(most) ?? 0) ? state : most,
  )
}

function localityPlace(rows: readonly Locality[]): GazetteerPlace {
  const { name, state } = rows[0]!
  const postcodes = postcodesIn(rows)
  const centre = rows.length === 1 ? rows[0]! : centreOf(rows)
  return {
    place: {
      kind: 'locality',
      name,
      state,
      postcode: postcodes.length === 1 ? postcodes[0]! : null,
      latitude: centre.latitude,
      longitude: centre.longitude,
    },
    postcodes,
    capital: CAPITALS[state] === name,
    population: largestPopulation(rows),
    localities: rows,
  }
}

/**
 * Statistical regions end at the border of their state. The source assigns them by postcode, so that Albury NSW is in
 * "Wodonga - Alpine" of Victoria: localities in other states are left out.
 */
function regionPlace(name: string, assigned: readonly Locality[]): GazetteerPlace {
  const state = mainState(assigned)
  const rows = assigned.filter((row) => row.state === state)
  return {
    place: { kind: 'region', name, state, postcode: null, ...centreOf(rows) },
    postcodes: postcodesIn(rows),
    capital: false,
    population: 0,
    localities: rows,
  }
}

/** Splits localities of the same name and state into groups that are too far apart to be one place. */
function splitByDistance(rows: readonly Locality[]): Locality[][] {
  const parts: Locality[][] = []
  for (const row of [...rows].sort(compareLocalities)) {
    const near = parts.filter((part) =>
      part.some((other) => wholeMetresBetween(row, other) <= SAME_PLACE_METRES),
    )
    for (const part of near) parts.splice(parts.indexOf(part), 1)
    parts.push([...near.flat(), row])
  }
  return parts.map((part) => part.sort(compareLocalities))
}

/** Not part of a region's name: "Campbelltown NSW" is the town. */
const STATES_IN_BRACKETS = STATE_CODES.map((code) => `(${code})`)

/**
 * The names people use for a region: "Sydney - Inner West" is also the Inner West, "Campbelltown (NSW)" is
 * Campbelltown, "Cocos (Keeling) Islands" are also the Cocos Islands.
 */
function regionNames(name: string): string[] {
  const plain = name.replace(/(?<!\s)\s*\([^()]*\)/, '')
  const [first, ...rest] = plain.split(' - ')
  const tail = rest.join(' - ')
  const names = CAPITAL_NAMES.has(first!) && tail.includes(' ') ? [plain, tail] : [plain]
  return plain === name || STATES_IN_BRACKETS.some((state) => name.includes(state)) ? names : [...names, name]
}

/**
 * Builds the gazetteer. Built once, because places do not change when parks do. Results do not depend on the
 * order of the rows.
 */
export function buildGazetteer(localities: readonly Locality[]): Gazetteer {
  const byName = new Map<string, Locality[]>()
  const byPostcode = new Map<string, Locality[]>()
  const byRegion = new Map<string, Locality[]>()
  const add = (map: Map<string, Locality[]>, key: string, row: Locality) => {
    const rows = map.get(key)
    if (rows) rows.push(row)
    else map.set(key, [row])
  }
  for (const row of localities) {
    add(byName, `${row.state} ${row.name}`, row)
    add(byPostcode, row.postcode, row)
    add(byRegion, row.region, row)
    if (row.region4 !== row.region) add(byRegion, row.region4, row)
  }

  const byKey = new Map<string, GazetteerPlace[]>()
  const addName = (key: string, place: GazetteerPlace) => {
    const known = byKey.get(key)
    if (!known) byKey.set(key, [place])
    else if (!known.includes(place)) known.push(place)
  }
  for (const rows of byName.values()) {
    const key = nameKey(rows[0]!.name)
    if (rows.length === 1) addName(key, localityPlace(rows))
    else for (const part of splitByDistance(rows)) addName(key, localityPlace(part))
  }
  const states: ReadonlySet<string> = new Set(Object.values(STATE_NAMES))
  for (const [region, assigned] of byRegion) {
    if (region === '' || states.has(region)) continue
    const place = regionPlace(region, assigned)
    const rows = place.localities
    for (const commonName of regionNames(region)) {
      const key = nameKey(commonName)
      // If a region has the same name as one of its towns, the name means the town.
      if (
        byKey
          .get(key)
          ?.some((other) => other.place.kind === 'locality' && rows.includes(other.localities[0]!))
      )
        continue
      addName(key, place)
    }
  }

  // Other names never take precedence over an official name.
  const byOtherKey = new Map<string, GazetteerPlace[]>()
  for (const rows of byName.values()) {
    const { name } = rows[0]!
    for (const otherKey of otherKeysOf(name)) {
      if (byKey.has(otherKey)) continue
      const places = byKey.get(nameKey(name))!.filter(({ place }) => place.name === name)
      const known = byOtherKey.get(otherKey)
      if (!known) byOtherKey.set(otherKey, places)
      else for (const place of places) if (!known.includes(place)) known.push(place)
    }
  }

  const statePlaces = new Map<StateCode, GazetteerPlace>()
  for (const state of STATE_CODES) {
    const rows = localities.filter((row) => row.state === state)
    if (rows.length === 0) continue
    const place: Place = { kind: 'state', name: STATE_NAMES[state], state, postcode: null, ...centreOf(rows) }
    statePlaces.set(state, {
      place,
      postcodes: [],
      capital: false,
      population: largestPopulation(rows),
      localities: rows,
    })
  }

  const postcodePlaces = new Map<string, GazetteerPlace>()
  function postcode(code: string): GazetteerPlace | undefined {
    let known = postcodePlaces.get(code)
    const rows = byPostcode.get(code)
    if (known === undefined && rows) {
      known = {
        place: { kind: 'postcode', name: code, state: mainState(rows), postcode: code, ...centreOf(rows) },
        postcodes: [code],
        capital: false,
        population: largestPopulation(rows),
        localities: rows,
      }
      postcodePlaces.set(code, known)
    }
    return known
  }

  let sphere: { rows: Locality[]; index: Sphere } | undefined
  function nearestTo(latitude: number, longitude: number, within: number): Locality | undefined {
    if (sphere === undefined) {
      const rows = Array.from(
        sphereOrder(localities, (a, b) => compareLocalities(localities[a]!, localities[b]!)),
        (row) => localities[row]!,
      )
      sphere = { rows, index: buildSphere(rows) }
    }
    const from = originAt({ latitude, longitude })
    const { rows, index } = sphere
    for (let metres = 4_000; ; metres *= 4) {
      let best: Locality | undefined
      let least = Infinity
      index.forEachWithin(from, Math.min(metres, within), null, (row, distance) => {
        if (distance < least || (distance === least && best && compareLocalities(rows[row]!, best) < 0)) {
          best = rows[row]
          least = distance
        }
      })
      if (best || metres >= within) return best
    }
  }

  const localitiesOf = (state: StateCode, cityName: string): readonly Locality[] =>
    (byKey.get(nameKey(cityName)) ?? []).flatMap(({ place, localities: rows }) =>
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

  let sortedKeys: string[] | undefined
  let sortedOtherKeys: string[] | undefined
  let sortedPostcodes: string[] | undefined
  function withPrefix(sorted: readonly string[], start: string): string[] {
    const first = lowerBound(sorted, start)
    let end = first
    while (end < sorted.length && sorted[end]!.startsWith(start)) end++
    return sorted.slice(first, end)
  }

  let keysByLength: string[][] | undefined
  function keysOfLength(length: number): readonly string[] {
    if (!keysByLength) {
      keysByLength = []
      for (const key of byKey.keys()) (keysByLength[key.length] ??= []).push(key)
    }
    return keysByLength[length] ?? []
  }
  function beginningWith(key: string): GazetteerPlace[] {
    sortedKeys ??= [...byKey.keys()].sort()
    const found = withPrefix(sortedKeys, key).flatMap((found) => byKey.get(found)!)
    if (found.length > 0) return found
    sortedOtherKeys ??= [...byOtherKey.keys()].sort()
    return withPrefix(sortedOtherKeys, key).flatMap((found) => byOtherKey.get(found)!)
  }
  const names = { byKey, byOtherKey, states: statePlaces, postcode, keysOfLength, beginningWith }

  function likeliest(
    candidates: readonly GazetteerPlace[],
    { near, state, parkCount }: QueryContext,
  ): GazetteerPlace[] {
    const inState =
      state === undefined ? [] : candidates.filter((candidate) => candidate.place.state === state)
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

  return {
    readPlaces(text, near, parkCount) {
      const typed = typedWords(text.trim())
      const { words } = typed
      const [exact] = readingsOf(words, names)
      const isWhole = exact?.rest.every((at) => isStopWord(words[at]!)) || exact?.address
      const unfinished = isWhole ? undefined : unfinishedReading(typed, names)
      const reading = unfinished ?? exact ?? similarReadings(words, names)[0]
      const sort = unfinished ? likeliestName : likeliest
      const [place, ...others] = reading ? sort(reading.candidates, { near, parkCount }) : []
      return {
        place: place?.place ?? null,
        others: others.map((other) => other.place),
        guessed: place !== undefined && !(isWhole && exact?.fit === 'exact'),
      }
    },
    nearest: (latitude, longitude) => nearestTo(latitude, longitude, NEAREST_LOCALITY_METRES),
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
    localityOfPark(park) {
      let best: Locality | undefined
      let least = Infinity
      for (const row of localitiesOf(park.state, park.city)) {
        const metres = wholeMetresBetween(park, row)
        if (metres < least || (metres === least && best && compareLocalities(row, best) < 0)) {
          best = row
          least = metres
        }
      }
      return best ?? nearestTo(park.latitude, park.longitude, FARTHEST_METRES)
    },
    postcode,
    postcodesBeginningWith(digits) {
      sortedPostcodes ??= [...byPostcode.keys()].sort()
      return withPrefix(sortedPostcodes, digits)
    },
  }
}

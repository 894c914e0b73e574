import { councilTitle } from '../model/council.ts'
import type { CouncilArea } from '../model/council.ts'
import type { Locality } from '../model/locality.ts'
import { wholeMetresBetween } from '../model/point.ts'
import { centreOf } from '../geo/centre.ts'
import type { Place } from '../model/search.ts'
import { STATE_CODES, STATE_NAMES } from '../model/state.ts'
import { CAPITALS } from '../geo/towns.ts'
import type { StateCode } from '../model/state.ts'
import { nameKey, wordsOf } from '../places/text.ts'
import { COMMON_NAMES } from './common-names.ts'
import { lowerBound } from './lower-bound.ts'
import { compareLocalities } from './nearest-locality.ts'
import type { GazetteerPlace } from './place.ts'

/** The index in which names are looked up. */
export interface NameIndex {
  readonly byKey: ReadonlyMap<string, readonly GazetteerPlace[]>
  /** Keys that are not the official name of these places, such as "northfitzroy" for Fitzroy North. */
  readonly byOtherKey: ReadonlyMap<string, readonly GazetteerPlace[]>
  readonly states: ReadonlyMap<StateCode, GazetteerPlace>
  /** The codes of council areas by state and name, and by state and title: 'VIC Monash', 'VIC Monash council'. */
  readonly councilCodes: ReadonlyMap<string, string>
  postcode(code: string): GazetteerPlace | undefined
  keysOfLength(length: number): readonly string[]
  /** Places whose key begins with `key`, sorted by key; by other keys only if there are none. */
  beginningWith(key: string): GazetteerPlace[]
  /** Postcodes that begin with `digits`, ascending. */
  postcodesBeginningWith(digits: string): string[]
}

/** Words that people put before or after a suburb's name, in either order. Short spellings. */
export const DIRECTIONS: ReadonlySet<string> = new Set(['nth', 'sth', 'east', 'west', 'upper', 'lower'])

/** Words that people write as "Pt" at the beginning of a name. */
const ABBREVIATED_TO_PT = new Set(['point', 'port'])

/** What people call cities, also in the names of their suburbs: "Port Melb". */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['melbourne', 'melb'],
  ['sydney', 'syd'],
  ['brisbane', 'bris'],
  ['fremantle', 'freo'],
])

/**
 * Keys of the other ways to write a name: "Fitzroy North" is also "North Fitzroy", "Port Melbourne" is also "Pt
 * Melbourne", and Fremantle is also "Freo". None for most names.
 */
function otherKeysOf(name: string): string[] {
  const words = wordsOf(name)
  const keys: string[] = []
  const city = words.findIndex((word) => SHORT_NAMES.has(word))
  if (city !== -1) keys.push(words.with(city, SHORT_NAMES.get(words[city]!)!).join(''))
  if (words.length < 2) return keys
  const [first, last] = [words[0]!, words.at(-1)!]
  if (DIRECTIONS.has(last)) keys.push(last + words.slice(0, -1).join(''))
  else if (DIRECTIONS.has(first)) keys.push(words.slice(1).join('') + first)
  if (ABBREVIATED_TO_PT.has(first)) keys.push(`pt${words.slice(1).join('')}`)
  return keys
}

/**
 * Localities with the same name in the same state count as one place with several postcodes if they are
 * closer than this. Metres.
 */
const SAME_PLACE_METRES = 20_000

const CAPITAL_NAMES: ReadonlySet<string> = new Set(Object.values(CAPITALS))

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
 * @param wider the localities of the larger region that it is a part of: a small region may have been assigned more of
 *   the neighbouring state than of its own
 */
function regionPlace(
  name: string,
  assigned: readonly Locality[],
  wider: readonly Locality[],
): GazetteerPlace {
  const widerState = mainState(wider)
  const state = assigned.some((row) => row.state === widerState) ? widerState : mainState(assigned)
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
 * The names people use for a region: "Sydney - Inner West" is also the Inner West and Inner West Sydney, "Campbelltown (NSW)" is
 * Campbelltown, "Cocos (Keeling) Islands" are also the Cocos Islands.
 */
function regionNames(name: string): string[] {
  const plain = name.replace(/(?<!\s)\s*\([^()]*\)/, '')
  const [first, ...rest] = plain.split(' - ')
  const tail = rest.join(' - ')
  const names = CAPITAL_NAMES.has(first!) && tail.includes(' ') ? [plain, tail, `${tail} ${first}`] : [plain]
  return plain === name || STATES_IN_BRACKETS.some((state) => name.includes(state)) ? names : [...names, name]
}

/** Localities by name and state, by postcode, and by region. */
function groupLocalities(localities: readonly Locality[]) {
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
  return { byName, byPostcode, byRegion }
}

type Grouped<Row> = ReadonlyMap<string, readonly Row[]>

/** Suburbs, towns and regions by the key of their name. */
function officialNames(
  byName: Grouped<Locality>,
  byRegion: Grouped<Locality>,
): Map<string, GazetteerPlace[]> {
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
    const place = regionPlace(region, assigned, byRegion.get(assigned[0]!.region4)!)
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
  return byKey
}

/**
 * Adds council areas as regions under their titles, "Logan council", and under the name itself if it has several words
 * or is that of a place elsewhere, but not in the state. Other names are beginnings of titles, so that "Byron" is still
 * Byron Bay. Areas without a council are no places.
 * @returns their codes, see {@link NameIndex.councilCodes}
 */
function addCouncils(councils: readonly CouncilArea[], byKey: Map<string, GazetteerPlace[]>) {
  const codes = new Map<string, string>()
  for (const { code, name, state, centre } of councils) {
    const title = councilTitle({ name })
    if (state === null || !centre || title === name) continue
    const council: GazetteerPlace = {
      place: { kind: 'region', name: title, state, postcode: null, ...centre },
      postcodes: [],
      capital: false,
      population: 0,
      localities: [],
    }
    codes.set(`${state} ${title}`, code).set(`${state} ${name}`, code)
    const add = (key: string) => byKey.set(key, [...(byKey.get(key) ?? []), council])
    add(nameKey(title))
    // "The Hills council" is also the "Hills council".
    if (name.startsWith('The ')) add(nameKey(title.slice(4)))
    const key = nameKey(name)
    const known = byKey.get(key)
    if (known ? known.every(({ place }) => place.state !== state) : name.includes(' ')) add(key)
  }
  return codes
}

/** Suburbs and towns by the keys of other ways to write their name, which never take precedence over an official name. */
function otherNames(
  byName: Grouped<Locality>,
  byKey: Grouped<GazetteerPlace>,
): Map<string, GazetteerPlace[]> {
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
  return byOtherKey
}

/** Adds {@link COMMON_NAMES}. One that is also an official name means either place. */
function addCommonNames(
  byKey: Grouped<GazetteerPlace>,
  byOtherKey: Map<string, GazetteerPlace[]>,
  states: ReadonlyMap<StateCode, GazetteerPlace>,
): void {
  for (const [commonName, state, name] of COMMON_NAMES) {
    const place =
      name === STATE_NAMES[state]
        ? states.get(state)
        : byKey.get(nameKey(name))?.find(({ place }) => place.state === state && place.name === name)
    if (!place) continue
    const key = nameKey(commonName)
    byOtherKey.set(key, [...(byOtherKey.get(key) ?? []), place])
  }
}

/** The states and territories that have localities. */
function statePlaces(localities: readonly Locality[]): Map<StateCode, GazetteerPlace> {
  const places = new Map<StateCode, GazetteerPlace>()
  for (const state of STATE_CODES) {
    const rows = localities.filter((row) => row.state === state)
    if (rows.length === 0) continue
    const place: Place = { kind: 'state', name: STATE_NAMES[state], state, postcode: null, ...centreOf(rows) }
    places.set(state, {
      place,
      postcodes: [],
      capital: false,
      population: largestPopulation(rows),
      localities: rows,
    })
  }
  return places
}

/** The part of a sorted list that begins with `start`. */
function withPrefix(sorted: readonly string[], start: string): string[] {
  const first = lowerBound(sorted, start)
  let end = first
  while (end < sorted.length && sorted[end]!.startsWith(start)) end++
  return sorted.slice(first, end)
}

export function buildNameIndex(localities: readonly Locality[], councils: readonly CouncilArea[]): NameIndex {
  const { byName, byPostcode, byRegion } = groupLocalities(localities)
  const byKey = officialNames(byName, byRegion)
  const councilCodes = addCouncils(councils, byKey)
  const byOtherKey = otherNames(byName, byKey)
  const states = statePlaces(localities)
  addCommonNames(byKey, byOtherKey, states)

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

  let sortedKeys: string[] | undefined
  let sortedOtherKeys: string[] | undefined
  let sortedPostcodes: string[] | undefined
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

  return {
    byKey,
    byOtherKey,
    states,
    councilCodes,
    postcode,
    keysOfLength,
    beginningWith,
    postcodesBeginningWith(digits) {
      sortedPostcodes ??= [...byPostcode.keys()].sort()
      return withPrefix(sortedPostcodes, digits)
    },
  }
}

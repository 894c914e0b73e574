import type { FeatureId } from '../../data/model/feature.ts'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark, DogAccess, LocationAccuracy } from '../../data/model/park.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { PositionSource, Source } from '../../data/model/source.ts'
import { FLORA, FAUNA, KINDS, LANDFORMS, STREET_TYPES, SURNAMES } from './scale-words.ts'

/**
 * A generator of uniform numbers from 0 to 1; the same seed gives the same numbers (mulberry32, public
 * domain, by Tommy Ettinger).
 */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Weighted choice by cumulative sums: `pick(roll)` for a roll from 0 to 1. */
function weighted<T>(choices: readonly (readonly [value: T, weight: number])[]): (roll: number) => T {
  const totals = new Float64Array(choices.length)
  let total = 0
  for (const [position, [, weight]] of choices.entries()) {
    total += weight
    totals[position] = total
  }
  return (roll) => {
    const wanted = roll * total
    let low = 0
    let high = choices.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (totals[middle]! > wanted) high = middle
      else low = middle + 1
    }
    return choices[low]![0]
  }
}

/** Words with natural frequencies: the n-th is about 1/n as frequent as the first (Zipf's law, flattened). */
const zipf = (words: readonly string[]) =>
  weighted(words.map((word, rank) => [word, 1 / (rank + 8)] as const))

const surname = zipf(SURNAMES)
const flora = zipf(FLORA)
const fauna = zipf(FAUNA)
const landform = zipf(LANDFORMS)
const kind = weighted(KINDS)
const streetType = weighted(STREET_TYPES)

// Frequencies as in the seed, given as counts there; rare values of the hours are merged into the listed
// ones.
const access = weighted<DogAccess>([
  ['off_leash', 820],
  ['dogs_allowed', 331],
  ['fenced_dog_park', 111],
  ['on_leash', 97],
  ['off_leash_timed', 62],
  ['dog_park', 50],
])
const leashHours = weighted<string | null>([
  [null, 669],
  ['All year', 14],
  ['Off-leash 5pm-10am', 12],
  ['Off-leash at all times', 8],
  ['Off-leash in daylight hours', 8],
  ['All times', 6],
  ['No dogs 9am-7pm 1 Dec-28 Feb and Easter; off-leash at other times', 6],
  ['Except during community activities', 5],
  ['Not in playground area', 4],
  ['Off-leash at all times except during organised sport', 4],
  ['On leash sunrise-9am only', 4],
  ['Except during organised games', 3],
  ['Off-leash 4.30pm-8.30am', 3],
  ['Off-leash before 10am and after 4pm', 3],
  ['No dogs 10am-6pm 1 Nov-31 Mar', 3],
  ['Off-leash trial when not in use by sport or schools', 10],
  ['On leash during sport', 7],
  ['Off-leash at all times; no dogs from Scarness Jetty to Robert Street', 4],
])
const openingHours = weighted<string | null>([
  [null, 1427],
  ['Sunrise-sunset', 11],
  ['Daylight hours', 11],
  ['24 hours', 10],
  ['24/7', 6],
  ['Open sunrise to 10pm', 1],
])
const asOf = weighted<string | null>([
  [null, 490],
  ['2017', 320],
  ['2012', 117],
  ['2020', 102],
  ['2023', 81],
  ['2021', 67],
  ['2022', 52],
  ['2024', 51],
  ['2018', 38],
  ['2019', 32],
  ['2025', 29],
  ['c.2020', 14],
])
const accuracyOf = weighted<LocationAccuracy>([
  ['suburb', 877],
  ['exact', 550],
  ['near', 62],
])
/** How often a feature that is not implied by the access is present, of 1,471 parks. */
const EXTRAS: readonly (readonly [FeatureId, number])[] = [
  ['council', 480],
  ['beach', 198],
  ['water', 70],
  ['shade', 28],
  ['parking', 58],
  ['toilets', 33],
  ['waste-bins', 53],
  ['walk', 14],
  ['bbq', 20],
  ['seating', 62],
  ['bags', 50],
  ['safe', 18],
  ['fenced', 40],
]
const WORDS = [
  'Agility area',
  'Shelter',
  'Playground',
  'Oval',
  'Separate small dog area',
  'Drinking fountain',
  'Dog water bowl',
  'Picnic area',
  'Cafe',
  'Swimming',
  'Dog walking',
  'Bushland',
]
const SEED_PARK_COUNT = 1471

/**
 * Metropolitan regions have most of the parks, like most of the population. Named as the SA4 regions of the
 * ABS.
 */
const METROPOLITAN =
  /^(?:Sydney|Melbourne|Brisbane|Adelaide|Perth|Hobart|Darwin|Australian Capital Territory|Gold Coast|Ipswich|Logan|Moreton Bay)/
const REGIONAL_CITIES =
  /^(?:Newcastle|Central Coast|Illawarra|Geelong|Sunshine Coast|Ballarat|Bendigo|Cairns|Townsville|Toowoomba|Launceston)/

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Plausible parks at real localities, for tests and benchmarks: the same `count` and `seed` give the same
 * parks, with ids from 1, sorted by state, postcode, city and name like the seed. Names, features, hours and
 * kinds of access are distributed as in the real list, and two thirds of the parks are in metropolitan
 * regions.
 */
export function scaleSet(count: number, seed: number, localities: readonly Locality[]): DirectoryPark[] {
  const random = mulberry32(seed)
  const pickLocality = weighted(
    localities.map(
      (row) =>
        [row, METROPOLITAN.test(row.region4) ? 10 : REGIONAL_CITIES.test(row.region4) ? 4 : 1] as const,
    ),
  )
  const sources = new Map<string, Source>()
  const order = new Map(
    localities
      .toSorted(
        (a, b) => compare(a.state, b.state) || compare(a.postcode, b.postcode) || compare(a.name, b.name),
      )
      .map((row, rank) => [row, rank] as const),
  )
  const rows = Array.from({ length: count }, () => {
    const locality = pickLocality(random())
    const source = sourceOf(locality, sources, random)
    return { rank: order.get(locality)!, park: parkIn(locality, random, source) }
  })
  rows.sort((a, b) => a.rank - b.rank || compare(a.park.name, b.park.name))
  return rows.map(({ park }, position) => {
    park.id = position + 1
    return park
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The parks of a region mostly have one source, because a council publishes one list. */
function sourceOf({ region, state }: Locality, sources: Map<string, Source>, random: () => number): Source {
  const key = `${state} ${region}`
  const known = sources.get(key)
  if (known) return known
  const site = region.toLowerCase().replace(/[^a-z]/g, '') || 'territory'
  const source: Source =
    random() < 0.5
      ? {
          publisher: `${areaOf(region)} council`,
          title: 'dog off-leash areas',
          year: null,
        }
      : {
          publisher: `${site}news.com.au`,
          title: 'where dogs may run',
          page: `https://${site}news.com.au`,
          year: null,
        }
  sources.set(key, source)
  return source
}

/** Shortens a region: 'Ryde - Hunters Hill' to 'Ryde'. */
function areaOf(region: string): string {
  const end = region.search(/ - | \(/)
  return end === -1 ? region : region.slice(0, end)
}

function nameOf({ name }: Locality, random: () => number): string {
  const roll = random()
  const what = kind(random())
  if (roll < 0.24) return `${surname(random())} ${what}`
  if (roll < 0.44) return `${surname(random())} ${streetType(random())} ${what}`
  if (roll < 0.58) return `${flora(random())} ${what}`
  if (roll < 0.66) return `${flora(random())} ${streetType(random())} ${what}`
  if (roll < 0.74) return `${fauna(random())} ${landform(random())} ${what}`
  if (roll < 0.88) return name.endsWith(what) ? name : `${name} ${what}`
  return `${surname(random())} ${surname(random())} ${random() < 0.6 ? 'Memorial ' : ''}${what}`
}

/** Three quarters of the better positions are OpenStreetMap's, each with its own page. */
function positionSource(random: () => number): PositionSource {
  if (random() < 0.25)
    return { publisher: 'State of Victoria', title: 'VICNAMES', date: '2024-11-15', licence: 'CC BY 4.0' }
  const title = random() < 0.7 ? 'centre of the park' : 'innermost point of the park'
  const id = Math.floor(20_000_000 + random() * 1_200_000_000)
  const page = `https://www.openstreetmap.org/way/${id}`
  return { publisher: 'OpenStreetMap', title, page, date: '2026-06-11', licence: 'ODbL 1.0' }
}

/** A code for each region, which is about as large as a council area. */
function councilOf({ region, state }: Locality): string {
  let hash = 0
  for (const letter of `${state} ${region}`) hash = (hash * 31 + letter.codePointAt(0)!) % 90_000
  return String(10_000 + hash)
}

function addressOf(random: () => number): string {
  const roll = random()
  if (roll < 0.39) return ''
  const street = `${surname(random())} ${streetType(random())}`
  if (roll < 0.79) return street
  if (roll < 0.91) return `${1 + Math.floor(random() * 240)} ${street}`
  return `Corner ${street} and ${flora(random())} ${streetType(random())}`
}

function featuresFor(kindOfAccess: DogAccess, random: () => number): FeatureId[] {
  const present = new Set<FeatureId>()
  if (kindOfAccess === 'on_leash') present.add('on-leash')
  else if (kindOfAccess !== 'dogs_allowed') present.add('off-leash')
  if (kindOfAccess === 'fenced_dog_park') present.add('fenced')
  for (const [id, times] of EXTRAS) if (random() < times / SEED_PARK_COUNT) present.add(id)
  return FEATURE_IDS.filter((id) => present.has(id))
}

/**
 * Sizes as in the seed: mostly a few thousand square metres, rarely many hectares. Two in five parks with a
 * description have no size.
 */
function descriptionOf(random: () => number): Pick<DirectoryPark, 'size' | 'description'> {
  const words =
    random() < 0.24
      ? Array.from(
          { length: 1 + Math.floor(random() * 3) },
          () => WORDS[Math.floor(random() * WORDS.length)]!,
        )
      : []
  const sentence = words.length === 0 ? null : `${capitalised([...new Set(words)].join('; ').toLowerCase())}.`
  if (random() >= 0.18) return { size: null, description: sentence }
  const squareMetres = Math.round(10 ** (2.4 + (random() + random()) * 1.33))
  return {
    size: squareMetres < 10_000 ? 'Medium' : squareMetres <= 50_000 ? 'Large' : 'Extra Large',
    description: [sentence, `Area: ${String(squareMetres).replace(/\B(?=(?:\d{3})+$)/g, ',')} m².`]
      .filter((text) => text !== null)
      .join(' '),
  }
}

/** A park without its final id, which is assigned after sorting. */
function parkIn(locality: Locality, random: () => number, source: Source): DirectoryPark {
  const kindOfAccess = access(random())
  const accuracy = accuracyOf(random())
  const isExact = accuracy !== 'suburb'
  const facts = asOf(random())
  // Exact positions are within about two kilometres of the centre, denser towards it.
  const [bearing, reach] = [random() * 2 * Math.PI, isExact ? random() * 0.02 : 0]
  const area = areaOf(locality.region)
  return {
    id: 1,
    name: nameOf(locality, random),
    address: addressOf(random),
    city: locality.name,
    area: area === locality.name ? '' : area,
    state: locality.state,
    postcode: locality.postcode,
    latitude: roundCoordinate(locality.latitude + Math.cos(bearing) * reach),
    longitude: roundCoordinate(locality.longitude + Math.sin(bearing) * reach),
    accuracy,
    position: isExact && random() < 0.66 ? positionSource(random) : null,
    council: councilOf(locality),
    access: kindOfAccess,
    features: featuresFor(kindOfAccess, random),
    lacks:
      kindOfAccess === 'on_leash'
        ? ['off-leash']
        : kindOfAccess === 'off_leash' && random() < 0.014
          ? ['fenced']
          : [],
    ...descriptionOf(random),
    openingHours: openingHours(random()),
    leashHours: leashHours(random()),
    rating: null,
    imageUrl: null,
    phone: null,
    sources: [{ ...source, year: facts }],
    asOf: facts,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
}

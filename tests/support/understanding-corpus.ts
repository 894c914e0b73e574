import type { Locality } from '../../data/model/locality.ts'
import type { DirectoryPark } from '../../data/model/park.ts'
import { wholeMetresBetween } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { CAPITALS } from '../../data/geo/towns.ts'
import { nameKey } from '../../data/places/text.ts'
import { canBeginName } from '../../data/search/stop-words.ts'
import { mulberry32 } from './scale-set.ts'

/**
 * A typed text and what the person means by it. Several parks or places are accepted where the text does not
 * distinguish them.
 */
export interface TypedQuery {
  kind: QueryKind
  text: string
  /** Where the person is, or the park they want directions to. */
  near?: LatLng
  /** Accepted answers: 'VIC Fitzroy', '3065' for a postcode, 'park 12'. */
  means: readonly string[]
  /**
   * Whether the text says enough to know what is meant: at least five letters, or a state or postcode with
   * it.
   */
  telling: boolean
}

export const QUERY_KINDS = [
  'well known',
  'prefix of a place',
  'one typo',
  'postcode',
  'suburb with state',
  'street with suburb',
  'street with suburb and state',
  'name in several states',
  'name near the person',
  'park',
  'park with suburb',
  'park with one typo',
] as const
type QueryKind = (typeof QUERY_KINDS)[number]

/**
 * Texts with their usual meaning, written by hand from general knowledge and not from the directory: suburbs
 * and towns that are known beyond their city, as typed on a phone.
 */
const WELL_KNOWN: Readonly<Record<string, string | readonly string[]>> = {
  marri: 'NSW Marrickville',
  hawth: 'VIC Hawthorn',
  leich: 'NSW Leichhardt',
  parra: 'NSW Parramatta',
  subi: 'WA Subiaco',
  fitzroy: 'VIC Fitzroy',
  ashfield: 'NSW Ashfield',
  manly: 'NSW Manly',
  richmond: 'VIC Richmond',
  brunsw: 'VIC Brunswick',
  newtow: 'NSW Newtown',
  'st kil': 'VIC St Kilda',
  'saint kilda': 'VIC St Kilda',
  bondi: 'NSW Bondi',
  surry: 'NSW Surry Hills',
  'surrey hills': 'VIC Surrey Hills',
  fremant: 'WA Fremantle',
  glenelg: 'SA Glenelg',
  geelo: 'VIC Geelong',
  ballarat: 'VIC Ballarat',
  bendigo: 'VIC Bendigo',
  launc: 'TAS Launceston',
  townsv: 'QLD Townsville',
  toowo: 'QLD Toowoomba',
  cairns: 'QLD Cairns',
  'alice spr': 'NT Alice Springs',
  katoomb: 'NSW Katoomba',
  byron: 'NSW Byron Bay',
  'coffs har': 'NSW Coffs Harbour',
  wagga: 'NSW Wagga Wagga',
  dubbo: 'NSW Dubbo',
  mildura: 'VIC Mildura',
  shepp: 'VIC Shepparton',
  bunbu: 'WA Bunbury',
  geraldt: 'WA Geraldton',
  kalgoor: 'WA Kalgoorlie',
  'mount gam': 'SA Mount Gambier',
  'mt isa': 'QLD Mount Isa',
  // The town, or the region around it.
  noosa: ['QLD Noosa Heads', 'QLD Noosa'],
  carlton: 'VIC Carlton',
  collingw: 'VIC Collingwood',
  'south yarra': 'VIC South Yarra',
  prahran: 'VIC Prahran',
  footscr: 'VIC Footscray',
  northco: 'VIC Northcote',
  presto: 'VIC Preston',
  chatsw: 'NSW Chatswood',
  hornsb: 'NSW Hornsby',
  penrith: 'NSW Penrith',
  liverpo: 'NSW Liverpool',
  blackto: 'NSW Blacktown',
  cronul: 'NSW Cronulla',
  mosman: 'NSW Mosman',
  newcast: 'NSW Newcastle',
  wollong: 'NSW Wollongong',
  chermsi: 'QLD Chermside',
  toowong: 'QLD Toowong',
  southpo: 'QLD Southport',
  hobart: 'TAS Hobart',
  melb: 'VIC Melbourne',
  sydn: 'NSW Sydney',
  bris: 'QLD Brisbane',
  perth: 'WA Perth',
  adel: 'SA Adelaide',
  darwi: 'NT Darwin',
  canberr: 'ACT Canberra',
}

const STREETS = ['Smith St', 'High Street', 'Station Rd', 'George St', 'Beach Road', 'Church St', 'Park Ave']
const MIN_LETTERS = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** A person is near a place within this distance, and far from one beyond the other. Metres. */
const NEAR_METRES = 15_000
const FAR_METRES = 150_000

const letters = (text: string) => text.replace(/[^a-z]/gi, '').length

/** Localities of one name in one state. */
interface Town {
  name: string
  state: Locality['state']
  key: string
  rows: readonly Locality[]
  population: number
}

/**
 * The corpus: what people type when they look for a place or a park, by these rules. The same seed gives the
 * same texts.
 *
 * - A prefix of 3 to 6 letters of a place of 1,000 people or more means the place with the most people that
 *   begins with it; places whose populations are the same step are all accepted. Prefixes that are a name
 *   themselves, or words such as "the", are left out.
 * - A text with one letter left out, doubled, replaced or swapped with the next (never the first) means the
 *   place it was made from. Left out if it is another name, or the beginning of one.
 * - A name that several states have means the one with the most people; for a person near one of the others
 *   (within 15 km, the largest at least 150 km away), that one. Capitals are meant wherever the person is.
 * - A park is meant by its name if no other park and no place has that name, also with such a letter in one word of five
 *   letters or more.
 */
export function understandingCorpus(
  localities: readonly Locality[],
  parks: readonly DirectoryPark[],
  seed = 2026,
): TypedQuery[] {
  const random = mulberry32(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const some = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from]
    const taken: T[] = []
    while (taken.length < count && left.length > 0)
      taken.push(...left.splice(Math.floor(random() * left.length), 1))
    return taken
  }
  const towns: Town[] = [
    ...Map.groupBy(localities, ({ state, name }) => `${state} ${nameKey(name)}`).values(),
  ].map((rows) => ({
    name: rows[0]!.name,
    state: rows[0]!.state,
    key: nameKey(rows[0]!.name),
    rows,
    population: Math.max(...rows.map((row) => row.population)),
  }))
  const byKey = Map.groupBy(towns, ({ key }) => key)
  const keys = [...byKey.keys()].sort()
  const idOf = ({ state, name }: Town) => `${state} ${name}`
  const largest = (of: readonly Town[]): Town[] => {
    const capital = of.filter(({ name, state }) => CAPITALS[state] === name)
    if (capital.length > 0) return capital
    const most = Math.max(...of.map(({ population }) => population))
    return of.filter(({ population }) => population === most)
  }
  const beginningWith = (key: string) =>
    keys.filter((one) => one.startsWith(key)).flatMap((one) => byKey.get(one)!)
  const typed = (text: string) => text.toLowerCase()
  const queries: TypedQuery[] = []
  const add = (kind: QueryKind, text: string, means: readonly string[], rest: Partial<TypedQuery> = {}) =>
    queries.push({ kind, text, means, telling: letters(text) >= MIN_LETTERS, ...rest })

  for (const [text, means] of Object.entries(WELL_KNOWN)) add('well known', text, [means].flat())

  const populated = towns.filter(({ population }) => population >= 1_000)
  const seen = new Set<string>()
  for (const town of some(populated, 220)) {
    for (const length of [3, 4, 5, 6]) {
      const text = typed(town.name).slice(0, length).trim()
      if (text.length < length || seen.has(text) || byKey.has(nameKey(text)) || !canBeginName(text)) continue
      seen.add(text)
      add(
        'prefix of a place',
        text,
        largest(towns.filter(({ name }) => typed(name).startsWith(text))).map(idOf),
      )
    }
  }

  const mistyped = (text: string): string => {
    const at = 1 + Math.floor(random() * (text.length - 2))
    const [before, letter, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)]
    return pick([
      before + after,
      before + letter + letter + after,
      before + pick([...LETTERS]) + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ])
  }
  const longer = populated.filter(({ key }) => key.length >= 6)
  for (const town of some(longer, 320)) {
    const text = mistyped(typed(town.name))
    if (nameKey(text) === town.key || beginningWith(nameKey(text)).length > 0) continue
    add('one typo', text, largest(byKey.get(town.key)!).map(idOf))
  }

  for (const { postcode } of some(localities, 120)) add('postcode', postcode, [postcode], { telling: true })

  for (const town of some(towns, 250)) {
    add(
      'suburb with state',
      pick([`${town.name} ${town.state}`, `${typed(town.name)}, ${typed(town.state)}`]),
      [idOf(town)],
      { telling: true },
    )
  }
  for (const town of some(populated, 160)) {
    const street = `${1 + Math.floor(random() * 120)} ${pick(STREETS)}`
    add('street with suburb', `${street} ${town.name}`, largest(byKey.get(town.key)!).map(idOf))
    add('street with suburb and state', `${street}, ${town.name} ${town.state}`, [idOf(town)], {
      telling: true,
    })
  }

  const shared = [...byKey.values()].filter(
    (of) => of.length > 1 && largest(of).length === 1 && largest(of)[0]!.population >= 1_000,
  )
  for (const of of some(shared, 220)) add('name in several states', typed(of[0]!.name), largest(of).map(idOf))
  for (const of of some(shared, 220)) {
    const [most] = largest(of)
    const other = of.find(
      (town) =>
        town !== most && most!.rows.every((row) => wholeMetresBetween(row, town.rows[0]!) > FAR_METRES),
    )
    if (!other || CAPITALS[most!.state] === most!.name) continue
    const { latitude, longitude } = other.rows[0]!
    const near = { latitude: latitude + (random() - 0.5) / 6, longitude: longitude + (random() - 0.5) / 6 }
    if (wholeMetresBetween(near, other.rows[0]!) > NEAR_METRES) continue
    add('name near the person', other.name, [idOf(other)], { near })
  }

  const parksByKey = Map.groupBy(parks, ({ name }) => nameKey(name))
  const unique = parks.filter(
    ({ name }) => parksByKey.get(nameKey(name))!.length === 1 && !byKey.has(nameKey(name)),
  )
  for (const { id, name } of some(unique, 200)) add('park', typed(name), [`park ${id}`])
  for (const { name, city, state } of some(parks, 120)) {
    const same = parks.filter(
      (park) => nameKey(park.name) === nameKey(name) && park.city === city && park.state === state,
    )
    add(
      'park with suburb',
      `${name} ${city} ${state}`,
      same.map(({ id }) => `park ${id}`),
      { telling: true },
    )
  }
  for (const { id, name } of some(unique, 250)) {
    const words = typed(name).split(' ')
    const at = words.findIndex((word) => /^[a-z]{5,}$/.test(word))
    if (at === -1) continue
    const text = words.with(at, mistyped(words[at]!)).join(' ')
    const key = nameKey(text)
    if (!parksByKey.has(key) && !byKey.has(key)) add('park with one typo', text, [`park ${id}`])
  }
  return queries
}

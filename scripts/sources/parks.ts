/**
 * Generates data/sources/parks.gen.json (the seed) and samples.gen.json (its first ten rows) from the lists
 * in a folder: dog-parks.csv, park-positions.csv and new-dog-parks.csv. The same lists give the same bytes.
 *
 *   node scripts/sources/parks.ts FOLDER
 *   node scripts/sources/parks.ts --without 'ODbL 1.0'   takes the positions and parks under that licence out of
 *                                                        the committed seed, without the lists
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { encodeParks } from '../../data/directory/parks.ts'
import { featureBits, featuresOf } from '../../data/directory/feature-bits.ts'
import { DirectoryPark, DogAccess } from '../../data/model/park.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { localityLookup } from '../../data/import/locality-lookup.ts'
import { localities } from '../../data/sources/localities.ts'
import { isSamePark, mergePair } from '../../data/import/merge.ts'
import type { Row } from '../../data/import/merge.ts'
import { readFacts } from '../../data/import/park-facts.ts'
import { placePark } from '../../data/import/place.ts'
import type { ListedPlace, Place } from '../../data/import/place.ts'
import { councilOfSources } from '../../data/import/sources.ts'
import { distanceMetres, roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { OPENSTREETMAP } from '../../data/model/source.ts'
import { seedParks } from '../../data/sources/parks.ts'
import { councilAreaAt } from '../../server/geo/council-areas.ts'
import { readCsv } from './csv.ts'
import { readAddedParks, readPositions } from './positions.ts'
import type { AddedPark, BetterPosition } from './positions.ts'

/** Fixed creation date of the seed, so that regenerating it gives the same bytes. */
const SEEDED_AT = '2026-01-01T00:00:00.000Z'

/**
 * The sample parks, ids 1 to 10: from four states, with exact positions where available. The first one has
 * water, because its tag says so.
 */
export const SAMPLES: readonly (readonly [name: string, suburb: string])[] = [
  ['Princes Park', 'Carlton North'],
  ['Dendy Park', 'Brighton East'],
  ['Rowland Reserve', 'Bayview'],
  ['Sirius Cove', 'Mosman'],
  ['Acacia Avenue Reserve', 'North Lambton'],
  ['Orleigh Park', 'West End'],
  ['Burnie Brae Park', 'Chermside'],
  ['Sydney Park', 'Alexandria'],
  ['Shelley Dog Park', 'Shelley'],
  ['Hillarys Dog Beach', 'Hillarys'],
]

interface ListedRow extends ListedPlace {
  access: DogAccess
  features: string
  hours: string
  size: string
  source: string
  asOf: string
}

const text = (value: string | undefined) => (value ?? '').replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim()

function readRow(cells: Record<string, string>): ListedRow {
  const accuracy = cells['location_accuracy']
  return {
    name: text(cells['name']),
    // The placeholder of a map service for a road without a name is not an address.
    address: text(cells['address']).replace(/^Unnamed Road$/, ''),
    suburb: text(cells['suburb']),
    city: text(cells['city']),
    state: text(cells['state']) as StateCode,
    postcode: text(cells['postcode']),
    position:
      accuracy === 'exact' || accuracy === 'suburb'
        ? { latitude: Number(cells['latitude']), longitude: Number(cells['longitude']), accuracy }
        : null,
    access: DogAccess.parse(text(cells['dog_access'])),
    features: text(cells['features']),
    hours: text(cells['opening_hours']),
    size: text(cells['size']),
    source: text(cells['source']),
    asOf: text(cells['as_of']),
  }
}

/** A park before it has an id. `order`: the text of its source, by which equal names are ordered. */
interface ListRow extends Row {
  order: string
  better: BetterPosition | undefined
}

export interface Seed {
  parks: DirectoryPark[]
  /** Rows merged into another row of the same park. */
  merged: { name: string; into: string }[]
  leftOut: { name: string; city: string; state: StateCode; reason: string }[]
}

/** A position farther than this from its suburb is not believed. Metres. */
const MAX_METRES_FROM_SUBURB = 15_000
/** A park this much farther from its town than from the nearest place is in that place. Metres. */
const MAX_METRES_FROM_TOWN = 3_000

/**
 * Builds the seed from the lists: every row becomes a park, is merged into one, or is left out with a reason.
 * Ids come from the list of dog parks alone: better positions change no id, and further parks follow at the
 * end.
 * @throws Error for a better position whose name or suburb is not that of its line
 */
export function makeSeed(
  csv: string,
  {
    positions = [],
    added = [],
  }: { positions?: readonly BetterPosition[]; added?: readonly AddedPark[] } = {},
): Seed {
  const listed = readCsv(csv).map(readRow)
  const known = localityLookup(localities())
  const rows: ListRow[] = []
  const late: ListRow[] = []
  const merged: Seed['merged'] = []
  const leftOut: Seed['leftOut'] = []
  const better = new Map(positions.map((position) => [position.line, position]))
  const take = (row: ListedRow, place: Place, position: BetterPosition | undefined, into: ListRow[]) => {
    const park: ListRow = {
      name: row.name,
      address: row.address,
      state: row.state,
      ...place,
      position: null,
      council: null,
      ...readFacts(row),
      rating: null,
      imageUrl: null,
      phone: null,
      createdAt: SEEDED_AT,
      order: row.source,
      better: position,
    }
    const duplicate = rows.findIndex((other) => isSamePark(other, park))
    if (duplicate === -1) into.push(park)
    else {
      const mergedPark = mergePair(rows[duplicate]!, park)
      rows[duplicate] = {
        ...mergedPark,
        features: featuresOf(featureBits(mergedPark.features)),
        lacks: featuresOf(featureBits(mergedPark.lacks)),
        order: rows[duplicate]!.order,
        better: rows[duplicate]!.better ?? position,
      }
      merged.push({ name: row.name, into: mergedPark.name })
    }
  }
  for (const [index, row] of listed.entries()) {
    const position = better.get(index + 2)
    if (position && (position.name !== row.name || position.suburb !== row.suburb))
      throw new Error(
        `line ${index + 2} is ${row.name}, ${row.suburb}, not ${position.name}, ${position.suburb}`,
      )
    const placing = placePark(row, known, listed)
    if ('place' in placing) take(row, placing.place, position, rows)
    else {
      // A row that only its better position places comes after the others, whose ids it must not change.
      const suburb = position && nearestLocality(position, row.state)
      const found = suburb && placePark({ ...row, suburb, position }, known, listed)
      if (found && 'place' in found) take(row, found.place, position, late)
      else leftOut.push({ name: row.name, city: row.city, state: row.state, reason: placing.leftOut })
    }
  }
  for (const park of added) {
    const { name, suburb, state, postcode, latitude, longitude, access, source } = park
    const position = { latitude, longitude, accuracy: 'exact' as const }
    const listing = { name, address: '', suburb, city: '', state, postcode, position }
    const placing = placePark(listing, known, [])
    if ('leftOut' in placing) throw new Error(`${name}: ${placing.leftOut}`)
    const { publisher, title, date, copy } = source
    late.push({
      name,
      address: '',
      state,
      ...placing.place,
      position: source,
      council: null,
      ...readFacts({ access, features: '', hours: '', size: '', source: '', asOf: date ?? '' }),
      sources: [
        {
          publisher,
          ...(title === undefined || publisher === OPENSTREETMAP ? {} : { title }),
          year: date?.slice(0, 4) ?? null,
          ...(copy === undefined ? {} : { copy }),
        },
      ],
      asOf: date?.slice(0, 4) ?? null,
      rating: null,
      imageUrl: null,
      phone: null,
      createdAt: SEEDED_AT,
      order: '',
      better: undefined,
    })
  }
  return { parks: numbered(rows, late).map(withCouncil), merged, leftOut }
}

/** The suburb or town whose centre is nearest to a point. */
function nearestLocality(point: LatLng, state: StateCode): string | undefined {
  const [nearest] = localities()
    .filter((row) => row.state === state)
    .toSorted((a, b) => distanceMetres(a, point) - distanceMetres(b, point))
  return nearest?.name
}

/**
 * The council area of a park: that of its position or, where that is only the centre of the suburb, of the
 * council that published its facts.
 */
const withCouncil = (park: DirectoryPark): DirectoryPark => ({
  ...park,
  council:
    (park.accuracy === 'suburb' ? councilOfSources(park.sources, park.state)?.code : undefined) ??
    councilAreaAt(park),
})

/** The seed without the positions and parks under a licence: they are at the centre of their suburb again. */
export function withoutLicence(parks: readonly DirectoryPark[], licence: string): DirectoryPark[] {
  const known = localityLookup(localities())
  return parks.flatMap((park) => {
    if (park.position?.licence !== licence) return [park]
    // A park that only this source names goes; its id is not used again.
    if (park.sources.every(({ publisher }) => publisher === park.position!.publisher)) return []
    const rows = known.named(park.city, park.state)
    const centre = rows.find(({ postcode }) => postcode === park.postcode) ?? rows[0]!
    return [
      withCouncil({
        ...park,
        latitude: roundCoordinate(centre.latitude),
        longitude: roundCoordinate(centre.longitude),
        accuracy: 'suburb',
        position: null,
      }),
    ]
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Numbers the samples first, then the others by state, postcode, city and name, because similar neighbouring
 * rows compress better, and then the rows that were added later.
 */
function numbered(rows: readonly ListRow[], late: readonly ListRow[]): DirectoryPark[] {
  const samples = SAMPLES.map(([name, suburb]) => {
    const found = rows.find((row) => row.name === name && row.city === suburb)
    if (!found) throw new Error(`the list has no sample park ${name} in ${suburb}`)
    return found
  })
  const ordered = (parks: readonly ListRow[]) =>
    parks.toSorted(
      (a, b) =>
        STATE_CODES.indexOf(a.state) - STATE_CODES.indexOf(b.state) ||
        compare(a.postcode, b.postcode) ||
        compare(a.city, b.city) ||
        compare(a.name, b.name) ||
        compare(a.order, b.order),
    )
  const others = ordered(rows.filter((row) => !samples.includes(row)))
  return [...samples, ...others, ...ordered(late)].map(({ order: _order, better, ...row }, position) =>
    DirectoryPark.parse({ id: position + 1, ...row, ...(better && positionOf(row, better)) }),
  )
}

/**
 * The better position; `undefined` if it is in another council area than that of the council that published
 * the facts, because it is then that of another park of the same name.
 * @throws Error if it contradicts the suburb
 */
function positionOf(row: Row, better: BetterPosition) {
  const { latitude, longitude, accuracy, source } = better
  const centres = localities().filter(({ name, state }) => name === row.city && state === row.state)
  const far = centres.every(
    (centre) => distanceMetres(centre, { latitude, longitude }) > MAX_METRES_FROM_SUBURB,
  )
  if (far) throw new Error(`${row.name}: the position is far from ${row.city}`)
  const council = councilOfSources(row.sources, row.state)
  if (council && councilAreaAt({ latitude, longitude }) !== council.code) return undefined
  const suburb = better.suburb === '' ? suburbOf(row, better) : {}
  return { ...suburb, latitude, longitude, accuracy, position: source }
}

/**
 * The suburb of a park whose row names only a town, at its better position: nothing if the town is no more than
 * {@link MAX_METRES_FROM_TOWN} farther than the nearest place with inhabitants.
 */
function suburbOf({ city, area, state }: Row, point: LatLng): Partial<Row> {
  const places = localities()
    .filter((row) => row.state === state && (row.population > 0 || row.name === city))
    .map((row) => ({ ...row, metres: distanceMetres(row, point) }))
    .toSorted((a, b) => a.metres - b.metres)
  const [nearest] = places
  const town = places.find(({ name }) => name === city)
  if (!nearest || !town || town.metres - nearest.metres <= MAX_METRES_FROM_TOWN) return {}
  return { city: nearest.name, area: area || city, postcode: nearest.postcode }
}

/**
 * The texts of the generated files. The samples, which every visit loads, do not say where copies were read, because no
 * screen shows it.
 */
export function seedFiles({ parks }: Pick<Seed, 'parks'>): { parks: string; samples: string } {
  return {
    parks: `${JSON.stringify(encodeParks(parks))}\n`,
    samples: `[\n${parks
      .slice(0, SAMPLES.length)
      .map((park) => JSON.stringify(park, (key, value: unknown) => (key === 'copy' ? undefined : value)))
      .join(',\n')}\n]\n`,
  }
}

/** Reads the lists of a folder. The second and third may be missing. */
export function readLists(folder: string): Parameters<typeof makeSeed> {
  const list = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : ''
  return [
    list('dog-parks.csv'),
    {
      positions: readPositions(list('park-positions.csv')),
      added: readAddedParks(list('new-dog-parks.csv')),
    },
  ]
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { without: { type: 'string' } },
  })
  const [folder] = positionals
  if (!folder && !values.without)
    throw new Error('usage: node scripts/sources/parks.ts FOLDER [--without LICENCE]')
  const seed = folder ? makeSeed(...readLists(folder)) : { parks: seedParks(), merged: [], leftOut: [] }
  const parks = values.without ? withoutLicence(seed.parks, values.without) : seed.parks
  const files = seedFiles({ parks })
  const target = new URL('../../data/sources/', import.meta.url)
  writeFileSync(new URL('parks.gen.json', target), files.parks)
  writeFileSync(new URL('samples.gen.json', target), files.samples)
  console.log(`${parks.length} parks, ${seed.merged.length} rows merged, ${seed.leftOut.length} left out`)
  for (const { name, into } of seed.merged) console.log(`  merged: ${name} into ${into}`)
  for (const { name, city, state, reason } of seed.leftOut)
    console.log(`  left out: ${name}, ${city}, ${state}: ${reason}`)
}

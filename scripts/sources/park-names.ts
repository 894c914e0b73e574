/**
 * Generates data/sources/park-names.json.br (named parks, reserves and beaches with a point, each with its
 * source and licence) from the list in a folder: `node scripts/sources/park-names.ts FOLDER`. The same list
 * gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { COORDINATE_SCALE } from '../../data/model/point.ts'
import { OPENSTREETMAP } from '../../data/model/source.ts'
import type { PositionSource } from '../../data/model/source.ts'
import { readCsv } from './csv.ts'

const PUBLISHERS: readonly (readonly [begins: string, publisher: string, title: string])[] = [
  ['OSM-', OPENSTREETMAP, 'named parks'],
  ['VICNAMES', 'State of Victoria', 'VICNAMES'],
  ['VIC-SRV', 'Sport and Recreation Victoria', 'facilities list'],
  ['TAS-LIST', 'Tasmanian Government', 'Placenames Tasmania'],
  ['NT-PNR', 'Northern Territory Government', 'place names register'],
  ['QLD-PNG', 'Queensland Government', 'Queensland Place Names Gazetteer'],
  ['NSW-Beachwatch', 'NSW Government', 'Beachwatch sites'],
  ['ACT-CG', 'ACT Government', 'place names'],
  ['ACT-', 'ACT Government', 'public furniture and dog parks'],
]

function sourceOf(source: string, date: string): PositionSource {
  const found = PUBLISHERS.find(([begins]) => source.startsWith(begins))
  if (!found) throw new Error(`unknown source of a named park: ${source}`)
  return {
    publisher: found[1],
    title: found[2],
    // '2026-06-11..13': extracts of several days.
    date: date.split('..')[0]!,
    licence: source.startsWith('OSM-') ? 'ODbL 1.0' : 'CC BY 4.0',
  }
}

/** The text of the generated file: columns, sorted from north to south, latitudes as differences. */
export function parkNamesFile(folder: string): string {
  const list = readCsv(readFileSync(join(folder, 'park-names.csv'), 'utf8')).map((row) => ({
    name: row['name']!.replace(/\s+/g, ' ').trim(),
    latitude: Math.round(Number(row['latitude']) * COORDINATE_SCALE),
    longitude: Math.round(Number(row['longitude']) * COORDINATE_SCALE),
    accuracy: Math.round(Number(row['accuracy_m'])),
    source: JSON.stringify(sourceOf(row['source']!, row['date']!)),
  }))
  const known = list
    .filter(({ name, latitude, longitude }) => name !== '' && Number.isInteger(latitude + longitude))
    .sort(
      (a, b) =>
        b.latitude - a.latitude ||
        a.longitude - b.longitude ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
    )
  const sources = [...new Set(known.map(({ source }) => source))].sort()
  return JSON.stringify({
    sources: sources.map((source) => JSON.parse(source) as PositionSource),
    names: known.map(({ name }) => name),
    latitudes: known.map(({ latitude }, at) => (at === 0 ? latitude : latitude - known[at - 1]!.latitude)),
    longitudes: known.map(({ longitude }) => longitude),
    accuracies: known.map(({ accuracy }) => accuracy),
    sourceOf: known.map(({ source }) => sources.indexOf(source)),
  })
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) throw new Error('usage: node scripts/sources/park-names.ts FOLDER')
  const bytes = Buffer.from(parkNamesFile(folder))
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeFileSync(new URL('../../data/sources/park-names.json.br', import.meta.url), compressed)
  console.log(`${compressed.length} bytes`)
}

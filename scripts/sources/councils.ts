/**
 * Generates data/sources/councils.gen.json (every council area with its centre, council, website and general
 * rules for dogs), council-areas.topojson.br (their borders) and publishers.gen.json (who published what a list
 * names by the address of a copy) from the lists in a folder: `node scripts/sources/councils.ts FOLDER`. The
 * same lists give the same bytes. The centres of the areas follow from the borders that are in the project, so new
 * borders need a second run.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { GeometryObject, Topology } from 'topojson-specification'
import { centreOf } from '../../data/geo/centre.ts'
import { CouncilArea } from '../../data/model/council.ts'
import type { LatLng } from '../../data/model/point.ts'
import { readState } from '../../data/model/state.ts'
import { localities } from '../../data/sources/localities.ts'
import { councilAreaAt } from '../../server/geo/council-areas.ts'
import { readCsv } from './csv.ts'

interface AreaProperties {
  lga_code_2022: string
  lga_name_2022: string
  state_name_2021: string
}
type Areas = Topology<{
  lga_full: {
    type: 'GeometryCollection'
    geometries: (GeometryObject & { properties: AreaProperties })[]
  }
}>

/** What a council's rule can be about if it is not about one place. */
const GENERAL = /^(?:parks and reserves|foreshore|streets and shared paths|designated off-leash areas)$/
/** A rule about several places of a council, which none of them has as its name. */
const SEVERAL_PLACES = /\bbeaches$/

/** 'Bayside (NSW)' → 'Bayside'. */
const withoutState = (name: string) => name.replace(/ \([^)]*\)$/, '')

/** A JSON array with one row per line, so that a change shows as the lines it changes. */
const lines = (rows: readonly unknown[]) => `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`

/** Rounds to a hundredth of a degree, about a kilometre, because devices download the centres. */
const roundedToKilometre = ({ latitude, longitude }: LatLng): LatLng => ({
  latitude: Number(latitude.toFixed(2)),
  longitude: Number(longitude.toFixed(2)),
})

/** The texts of the generated files. The borders are compressed afterwards. */
export function councilFiles(folder: string): { councils: string; areas: string; publishers: string } {
  const list = (name: string) => readCsv(readFileSync(join(folder, name), 'utf8'))
  const topology = JSON.parse(readFileSync(join(folder, 'council-areas.topojson'), 'utf8')) as Areas
  const known = new Map(list('councils.csv').map((row) => [row['lga_code_2022']!, row]))
  const rules = list('council-dog-rules.csv').map((row) => ({
    state: row['state']!,
    council: row['council']!,
    rule: {
      appliesTo: row['applies_to']!,
      onePark: !GENERAL.test(row['applies_to']!) && !SEVERAL_PLACES.test(row['applies_to']!),
      rule: row['rule']!,
      page: row['url']!,
      asOf: row['as_of'] === 'undated' ? null : row['as_of']!,
    },
  }))
  const { geometries } = topology.objects.lga_full
  const localitiesIn = Map.groupBy(localities(), councilAreaAt)
  const councils = geometries
    .map(({ properties }): CouncilArea => {
      const { lga_code_2022: code, lga_name_2022: name, state_name_2021: stateName } = properties
      const row = known.get(code)
      const state = readState(stateName) ?? null
      const shownAs = row?.['council_shown_as'] || withoutState(name)
      const places = localitiesIn.get(code)
      return CouncilArea.parse({
        code,
        name: shownAs,
        state,
        website: row?.['website'] || null,
        rules: rules
          .filter((each) => each.state === state && each.council === shownAs)
          .map(({ rule }) => rule),
        ...(places && { centre: roundedToKilometre(centreOf(places)) }),
      })
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  const unused = rules.filter(
    ({ rule }) =>
      !councils.some((council) => council.rules.some((each) => each === rule || each.rule === rule.rule)),
  )
  if (unused.length > 0) throw new Error(`no council for the rule: ${JSON.stringify(unused[0])}`)
  const areas = {
    ...topology,
    objects: {
      councils: {
        type: 'GeometryCollection',
        geometries: geometries.map(({ properties, ...geometry }) => ({
          ...geometry,
          id: properties.lga_code_2022,
        })),
      },
    },
  }
  return {
    councils: lines(councils),
    areas: JSON.stringify(areas),
    publishers: lines(
      list('publishers.csv').map((row) => ({
        source: row['source'],
        publisher: row['publisher'],
        title: row['note']!.split(',')[0],
      })),
    ),
  }
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) throw new Error('usage: node scripts/sources/councils.ts FOLDER')
  const { councils, areas, publishers } = councilFiles(folder)
  const target = new URL('../../data/sources/', import.meta.url)
  writeFileSync(new URL('councils.gen.json', target), councils)
  const bytes = Buffer.from(areas)
  const compressed = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  writeFileSync(new URL('council-areas.topojson.br', target), compressed)
  writeFileSync(new URL('publishers.gen.json', target), publishers)
  console.log(`${JSON.parse(councils).length} council areas, ${compressed.length} bytes of borders`)
}

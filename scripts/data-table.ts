import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { unpackTexts } from '../data/directory/columns.ts'
import { decodeParks } from '../data/directory/parks.ts'
import type { FirstParkColumns } from '../data/directory/parks.ts'
import { readSources } from '../data/import/sources.ts'
import type { DirectoryPark, LocationAccuracy } from '../data/model/park.ts'
import { LocationAccuracy as Accuracy } from '../data/model/park.ts'
import { OPENSTREETMAP } from '../data/model/source.ts'
import { STATE_CODES } from '../data/model/state.ts'
import type { StateCode } from '../data/model/state.ts'
import { seedParks } from '../data/sources/parks.ts'
import { root } from './root.ts'

/** The seed before it had better positions and councils, in the first format of the directory. */
const FORMER_SEED = path.join(root, 'tests/data/sources/fixtures/seed-of-first-format.json.br')

function formerParks(): DirectoryPark[] {
  const columns = JSON.parse(brotliDecompressSync(readFileSync(FORMER_SEED)).toString()) as FirstParkColumns
  const texts = unpackTexts(columns.source)
  return decodeParks(columns).map((park, row) => ({ ...park, sources: readSources(texts[row]!, park.asOf) }))
}

type SourceKind = 'government' | 'OpenStreetMap' | 'other'

/** Governments before others: a council's list that a newspaper repeats is the council's. */
function sourceKind({ sources }: DirectoryPark): SourceKind {
  const publishers = sources.map(({ publisher }) => publisher)
  if (
    publishers.some((name) =>
      /\b(?:council|councils|Government|City of|Parks Victoria|Authority)\b/i.test(name),
    )
  )
    return 'government'
  return publishers.includes(OPENSTREETMAP) ? 'OpenStreetMap' : 'other'
}

const change = (before: number, after: number) => (before === after ? String(after) : `${before} → ${after}`)

const tableRow = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Tables of the seed's parks, before and after better positions, councils and further parks. */
export function dataTables(): string {
  const [before, after] = [formerParks(), seedParks()]
  const counts = (isCounted: (park: DirectoryPark) => boolean) =>
    change(before.filter(isCounted).length, after.filter(isCounted).length)
  const inState = (state: StateCode | null) => (park: DirectoryPark) => state === null || park.state === state
  const states: readonly (StateCode | null)[] = [...STATE_CODES, null]
  const positions = states.flatMap((state) =>
    Accuracy.options.map((accuracy: LocationAccuracy) => {
      const isHere = (park: DirectoryPark) => inState(state)(park) && park.accuracy === accuracy
      const of = (kind: SourceKind) => counts((park) => isHere(park) && sourceKind(park) === kind)
      const kinds = (['government', 'OpenStreetMap', 'other'] as const).map(of)
      return tableRow(state ?? 'all', accuracy, ...kinds, counts(isHere))
    }),
  )
  const known = states.map((state) => {
    const of = (isKnown: (park: DirectoryPark) => boolean) =>
      counts((park) => inState(state)(park) && isKnown(park))
    return tableRow(
      state ?? 'all',
      of(() => true),
      of(({ openingHours }) => openingHours !== null),
      of(({ leashHours }) => leashHours !== null),
      of(({ council }) => council !== null),
      of(({ asOf }) => asOf !== null),
    )
  })
  return `| state | position | source: a government | OpenStreetMap | newspapers and others | all |
|---|---|---|---|---|---|
${positions.join('\n')}

| state | parks | opening hours known | leash times known | council known | year known |
|---|---|---|---|---|---|
${known.join('\n')}`
}

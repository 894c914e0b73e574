import { statSync } from 'node:fs'
import { readFile as readBytes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ImportKind } from '../data/model/import.ts'
import { ConfigError, readConfig } from '../fastify.config.ts'
import type { Config } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { nominatim, openGeocoder, photon } from '../server/geo/geocoder.ts'
import { namesPrivateNetwork, UpstreamError } from '../server/geo/upstream.ts'
import { readGeoJson } from '../server/import/geojson.ts'
import { findHeaders } from '../server/import/headers.ts'
import { locateParks } from '../server/import/locate.ts'
import { isOverpass, readOverpass, readPbf } from '../server/import/osm.ts'
import { copyPictures } from '../server/import/picture-queue.ts'
import { readFile } from '../server/import/read-file.ts'
import { runImport } from '../server/import/run.ts'
import { UnreadableFile } from '../server/import/table.ts'
import type { Table } from '../server/import/table.ts'
import { createDatabase, databasePath, DatabaseUnavailable, openStore } from '../server/repositories/store.ts'
import type { Store } from '../server/repositories/store.ts'

const USAGE = `Takes lists of parks in, as administrators do on the web, and what is too large or too special for there.

  npm run import -- FILE…                    .csv, .xlsx, .xls, .geojson, .json (GeoJSON or Overpass), .osm.pbf
  npm run import -- FILE --dry-run           says what it would change, and changes nothing
  npm run import -- FILE --source "Who"      who published the list, where its rows do not say
  npm run import -- --locate                 asks the configured geocoder for better positions of parks known only by their suburb
  npm run import -- --locate --limit 200     …of so many of them; the next time goes on from there
`

/** Something the person at the terminal can put right. */
class Refused extends Error {
  override name = 'Refused'
}

/** Public services permit one question a second (https://operations.osmfoundation.org/policies/nominatim/); one's own does not mind. Milliseconds. */
const PACE = { public: 1_100, own: 20 }
const POSITIONS = { nominatim: 'Nominatim', photon: 'Photon' } as const

const WIDTH = 30
/** A bar on a terminal; nothing where the output goes into a file. */
function bar(what: string): (done: number, of: number) => void {
  if (process.stderr.isTTY !== true) return () => undefined
  return (done, of) => {
    const share = of === 0 ? 1 : done / of
    const filled = Math.round(share * WIDTH)
    process.stderr.write(
      `\r${what} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done} of ${of}${done >= of ? '\n' : ''}`,
    )
  }
}

async function readList(path: string): Promise<{ kind: Exclude<ImportKind, 'locate'>; table: Table }> {
  const name = path.toLowerCase()
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Refused(`There is no file ${path}.`)
  if (/\.xlsx?$/.test(name)) return { kind: 'excel', table: findHeaders(await readFile(path, 'excel')) }
  if (name.endsWith('.pbf')) {
    const isTerminal = process.stderr.isTTY === true
    const table = await readPbf(
      path,
      (count) => isTerminal && process.stderr.write(`\rReading… ${count.toLocaleString('en')} objects`),
    )
    if (isTerminal) process.stderr.write('\n')
    return { kind: 'osm', table }
  }
  if (/\.(?:geojson|json)$/.test(name)) {
    const text = await readBytes(path, 'utf8')
    const value = readJson(text)
    return isOverpass(value)
      ? { kind: 'osm', table: readOverpass(value) }
      : { kind: 'geojson', table: readGeoJson(text) }
  }
  if (/\.(?:csv|tsv|txt)$/.test(name)) return { kind: 'csv', table: findHeaders(await readFile(path, 'csv')) }
  throw new Refused(`What ${basename(path)} is cannot be told from its name.\n\n${USAGE}`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile('This is not JSON.')
  }
}

const clock = () => new Date()

async function importFile(
  store: Store,
  path: string,
  { dryRun, source }: { dryRun: boolean; source: string | undefined },
): Promise<void> {
  const { kind, table } = await readList(path)
  const fileName = basename(path)
  if (kind === 'osm' && table.rows.length === 0)
    throw new Refused(`${fileName} has no dog park, and no park of which it is said that dogs may be there.`)
  const request = { kind, fileName, source: source ?? fileName.replace(/\.[^.]+$/, ''), userId: null, dryRun }
  const result = await runImport(store, table, request, clock, bar('Staging'))
  console.log(`${fileName} (${result.readAs}): ${result.message}`)
  if (dryRun) {
    for (const { column, field, feature } of result.mapping)
      console.log(`  ${column} → ${feature ?? field ?? 'left out'}`)
    for (const { row, name, outcome, place, changes, notes } of result.preview.filter(
      ({ outcome }) => outcome !== 'failed',
    )) {
      console.log(
        `  row ${row}: ${outcome} ${name}, ${place}${changes.map(({ field, before, after }) => `; ${field}: ${before || '–'} → ${after || '–'}`).join('')}${notes.length === 0 ? '' : ` (${notes.join(' ')})`}`,
      )
    }
  }
  for (const { row, name, reason } of result.preview.filter(({ outcome }) => outcome === 'failed'))
    console.log(`  row ${row} failed: ${name === '' ? '' : `${name}: `}${reason}`)
  if (result.importId !== null) console.log(`It is import ${result.importId}; administrators can undo it.`)
}

async function copyWaiting(store: Store, { dataDir, version }: Config): Promise<void> {
  const copied = await copyPictures(store, join(dataDir, 'pictures'), `Offlead/${version}`)
  if (copied > 0) console.log(`${copied} pictures copied.`)
}

async function locate(
  store: Store,
  { geo, version }: Config,
  { dryRun, limit }: { dryRun: boolean; limit: number },
): Promise<void> {
  if (!geo.geocoder) throw new Refused('No geocoder is configured: set GEOCODER and GEOCODER_URL.')
  const { kind, url } = geo.geocoder
  const { streets } = openGeocoder(
    () => undefined,
    { photon, nominatim }[kind]({ url, userAgent: `Offlead/${version}` }),
  )
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { waiting, asked, found, importId } = await locateParks(store, {
    service: streets!,
    source: `position: ${POSITIONS[kind]}, © OpenStreetMap contributors, ODbL`,
    pace: namesPrivateNetwork(url) ? PACE.own : PACE.public,
    limit,
    dryRun,
    clock,
    signal: stop.signal,
    onProgress: bar('Asking'),
  })
  if (dryRun) console.log(`${waiting} parks are known only by their suburb and would be asked about.`)
  else
    console.log(
      `Asked about ${asked} of ${waiting} parks; ${found} have a better position now.${importId === null ? '' : ` It is import ${importId}; administrators can undo it.`}`,
    )
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      source: { type: 'string' },
      locate: { type: 'boolean', default: false },
      limit: { type: 'string' },
    },
  })
  if (values.locate === positionals.length > 0) throw new Refused(USAGE)
  if (values.limit !== undefined && !/^[1-9]\d{0,6}$/.test(values.limit))
    throw new Refused('--limit must be a whole number.')
  const config = readConfig()
  const path = databasePath(config.dataDir)
  if (!statSync(path, { throwIfNoEntry: false }))
    throw new Refused(`There is no database at ${path} yet: npm start makes it.`)
  await createDatabase(path)
  const store = openStore(path)
  try {
    if (values.locate)
      await locate(store, config, { dryRun: values['dry-run'], limit: Number(values.limit ?? Infinity) })
    for (const file of positionals)
      await importFile(store, file, { dryRun: values['dry-run'], source: values.source })
    if (!values['dry-run'] && positionals.length > 0) await copyWaiting(store, config)
  } finally {
    await store.close()
  }
}

createForOwnerOnly()
try {
  await run()
} catch (error) {
  const plain =
    error instanceof Refused ||
    error instanceof ConfigError ||
    error instanceof UnreadableFile ||
    error instanceof UpstreamError ||
    error instanceof DatabaseUnavailable ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(plain ? (error as Error).message : error)
  process.exitCode = 1
}

import { statSync } from 'node:fs'
import { readFile as readBytes, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { toCsv } from '../data/export/csv.ts'
import { IMPORT_PREVIEW_ROWS } from '../data/model/import.ts'
import type { ImportKind, ImportPreviewRow } from '../data/model/import.ts'
import { ConfigError, readConfig } from '../fastify.config.ts'
import type { Config } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { nominatim, openGeocoder, photon } from '../server/geo/geocoder.ts'
import { namesPrivateNetwork, UpstreamError } from '../server/geo/upstream.ts'
import { readGeoJson } from '../server/import/geojson.ts'
import { findHeaders } from '../server/import/headers.ts'
import { locateParks } from '../server/import/locate.ts'
import { isOverpass, readOverpass } from '../server/import/osm.ts'
import { readPbf } from '../server/import/osm-extract.ts'
import { copyPictures, withPicturesPaused } from '../server/import/picture-queue.ts'
import { readFile } from '../server/import/read-file.ts'
import { runImport } from '../server/import/run.ts'
import { UnreadableFile } from '../server/import/table.ts'
import type { Table } from '../server/import/table.ts'
import { countOutlines } from '../server/repositories/directory.ts'
import { ImportBusy } from '../server/repositories/import-jobs.ts'
import {
  createDatabase,
  databaseAddress,
  DatabaseUnavailable,
  openStore,
} from '../server/repositories/store.ts'
import type { Store } from '../server/repositories/store.ts'
import { openStorage, storageConfig } from '../server/storage/storage.ts'

const USAGE = `Imports lists of parks, like the admin screen, and files that are too large or too special for it.

  npm run import -- FILE…                    .csv, .xlsx, .xls, .geojson, .json (GeoJSON or Overpass), .osm.pbf
  npm run import -- FILE --dry-run           shows the changes without making them
  npm run import -- FILE --dry-run --changes changes.csv
                                             writes the changes to a table, one per line, to look through them
  npm run import -- FILE --source "Who"      publisher of the list, for rows without a source
  npm run import -- FILE --licence "CC BY 4.0"
                                             licence of the outlines in a council's GeoJSON
  npm run import -- --locate                 looks up parks known only by their suburb with the configured geocoder
  npm run import -- --locate --limit 200     …for up to 200 parks; the next run continues there
`

/** An error that the user can fix, printed without a stack trace. */
class UserError extends Error {
  override name = 'UserError'
}

/**
 * Milliseconds between requests. Public services permit one per second
 * (https://operations.osmfoundation.org/policies/nominatim/); the operator's own service has no limit.
 */
const REQUEST_PAUSE_MS = { public: 1_100, own: 20 }

const BAR_WIDTH = 30
/** A progress bar on a terminal; prints nothing if the output goes to a file. */
function progressBar(what: string): (done: number, of: number) => void {
  if (process.stderr.isTTY !== true) return () => undefined
  return (done, of) => {
    const share = of === 0 ? 1 : done / of
    const filled = Math.round(share * BAR_WIDTH)
    process.stderr.write(
      `\r${what} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done} of ${of}${done >= of ? '\n' : ''}`,
    )
  }
}

async function readList(path: string): Promise<{ kind: Exclude<ImportKind, 'locate'>; table: Table }> {
  const name = path.toLowerCase()
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UserError(`There is no file ${path}.`)
  if (/\.xlsx?$/.test(name)) return { kind: 'excel', table: findHeaders(await readFile(path, 'excel')) }
  if (name.endsWith('.pbf')) {
    const isTerminal = process.stderr.isTTY === true
    const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en')
    const { size } = statSync(path)
    const table = await readPbf(
      path,
      (pass, bytes) =>
        isTerminal &&
        process.stderr.write(`\rReading, pass ${pass} of 3: ${megabytes(bytes)} of ${megabytes(size)} MB   `),
    )
    if (isTerminal) process.stderr.write('\n')
    return { kind: 'osm', table }
  }
  if (/\.(?:geojson|json)$/.test(name)) {
    const text = (await readBytes(path, 'utf8')).replace(/^\uFEFF/, '')
    const value = readJson(text)
    return isOverpass(value)
      ? { kind: 'osm', table: readOverpass(value) }
      : { kind: 'geojson', table: readGeoJson(text) }
  }
  if (/\.(?:csv|tsv|txt)$/.test(name)) return { kind: 'csv', table: findHeaders(await readFile(path, 'csv')) }
  throw new UserError(`The type of ${basename(path)} cannot be determined from its name.\n\n${USAGE}`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFile('This is not JSON.')
  }
}

/** A line for each changed fact, new park and row that failed; sorted in a spreadsheet, it shows what changed. */
const tableOfChanges = (preview: readonly ImportPreviewRow[]) =>
  toCsv(
    ['Row', 'Outcome', 'Park', 'Place', 'Id', 'Fact', 'Before', 'After', 'Notes'],
    preview.flatMap(({ row, outcome, name, place, parkId, changes, notes, reason }) =>
      (changes.length === 0 ? [{ field: '', before: '', after: '' }] : changes).map(
        ({ field, before, after }) => [
          row,
          outcome,
          name,
          place,
          parkId,
          field,
          before,
          after,
          reason ?? notes.join(' '),
        ],
      ),
    ),
  )

const clock = () => new Date()

async function importFile(
  store: Store,
  path: string,
  {
    dryRun,
    source,
    licence,
    changes,
  }: {
    dryRun: boolean
    source: string | undefined
    licence: string | undefined
    changes: string | undefined
  },
): Promise<void> {
  const { kind, table } = await readList(path)
  const fileName = basename(path)
  if (kind === 'osm' && table.rows.length === 0)
    throw new UserError(`${fileName} has no dog parks and no parks tagged as allowing dogs.`)
  const request = {
    kind,
    fileName,
    source: source ?? fileName.replace(/\.[^.]+$/, ''),
    licence,
    userId: null,
    dryRun,
    ...(changes !== undefined && { previewRows: Infinity }),
  }
  const run = () => runImport(store, table, request, clock, progressBar('Staging'))
  const result = await (dryRun ? run() : withPicturesPaused(store, run))
  console.log(`${fileName} (${result.readAs}): ${result.message}`)
  if (changes !== undefined) {
    await writeFile(changes, tableOfChanges(result.preview))
    console.log(`The changes are listed in ${changes}.`)
  } else if (dryRun) {
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
  const failed = result.preview.filter(({ outcome }) => outcome === 'failed')
  for (const { row, name, reason } of failed.slice(0, IMPORT_PREVIEW_ROWS))
    console.log(`  row ${row} failed: ${name === '' ? '' : `${name}: `}${reason}`)
  for (const { row, column, text } of result.notUnderstood)
    console.log(`  row ${row}, ${column}: not understood, shown as published: ${text}`)
  const more = result.notUnderstoodTotal - result.notUnderstood.length
  if (more > 0) console.log(`  and ${more} more texts that were not understood`)
  if (result.importId !== null) console.log(`It is import ${result.importId}; administrators can undo it.`)
  if (!dryRun && table.rows.some(({ outline }) => outline !== undefined)) {
    const { parks, outlines } = await store.read(countOutlines)
    console.log(`${outlines} of ${parks} parks have an outline.`)
  }
}

async function copyQueuedPictures(store: Store, config: Config): Promise<void> {
  const storage = openStorage(storageConfig(config))
  const copied = await copyPictures(store, storage, `Offlead/${config.version}`)
  if (copied > 0) console.log(`${copied} pictures copied.`)
}

async function locate(
  store: Store,
  { geo, version }: Config,
  { dryRun, limit }: { dryRun: boolean; limit: number },
): Promise<void> {
  if (!geo.geocoder) throw new UserError('No geocoder is configured: set GEOCODER and GEOCODER_URL.')
  const { kind, url } = geo.geocoder
  const { streets } = openGeocoder(
    () => undefined,
    { photon, nominatim }[kind]({ url, userAgent: `Offlead/${version}` }),
  )
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { waiting, asked, found, importId } = await locateParks(store, {
    service: streets!,
    source: `position: ${streets!.name}, © OpenStreetMap contributors, ODbL`,
    pace: namesPrivateNetwork(url) ? REQUEST_PAUSE_MS.own : REQUEST_PAUSE_MS.public,
    limit,
    dryRun,
    clock,
    signal: stop.signal,
    onProgress: progressBar('Looking up'),
  })
  if (dryRun) console.log(`${waiting} parks are known only by their suburb and would be looked up.`)
  else
    console.log(
      `Looked up ${asked} of ${waiting} parks; ${found} have a better position now.${importId === null ? '' : ` It is import ${importId}; administrators can undo it.`}`,
    )
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      source: { type: 'string' },
      licence: { type: 'string' },
      changes: { type: 'string' },
      locate: { type: 'boolean', default: false },
      limit: { type: 'string' },
    },
  })
  if (values.locate === positionals.length > 0) throw new UserError(USAGE)
  if (values.changes !== undefined && (positionals.length !== 1 || !values['dry-run']))
    throw new UserError('--changes needs one file and --dry-run.')
  if (values.limit !== undefined && !/^[1-9]\d{0,6}$/.test(values.limit))
    throw new UserError('--limit must be a whole number.')
  const config = readConfig()
  const address = databaseAddress(config)
  if (config.databaseUrl === undefined && !statSync(address, { throwIfNoEntry: false }))
    throw new UserError(`There is no database at ${address} yet: npm start creates it.`)
  await createDatabase(address)
  const store = openStore(address)
  try {
    if (values.locate)
      await locate(store, config, { dryRun: values['dry-run'], limit: Number(values.limit ?? Infinity) })
    for (const file of positionals)
      await importFile(store, file, {
        dryRun: values['dry-run'],
        source: values.source,
        licence: values.licence,
        changes: values.changes,
      })
    if (!values['dry-run'] && positionals.length > 0) await copyQueuedPictures(store, config)
  } finally {
    await store.close()
  }
}

createForOwnerOnly()
try {
  await run()
} catch (error) {
  const isExpected =
    error instanceof UserError ||
    error instanceof ConfigError ||
    error instanceof UnreadableFile ||
    error instanceof UpstreamError ||
    error instanceof DatabaseUnavailable ||
    error instanceof ImportBusy ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}

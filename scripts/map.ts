import { existsSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { shareMap } from '../server/geo/shared-map.ts'
import { streetFiles } from '../server/geo/street-map.ts'
import { buildMap } from './map/build.ts'
import { PbfError } from '../server/import/osm-pbf.ts'
import { createFolder } from '../server/storage/create-folder.ts'
import { openStorage, StorageUnavailable } from '../server/storage/storage.ts'
import { XmlError } from './map/osm-xml.ts'
import { TilemakerError } from './map/tilemaker.ts'

const USAGE = `Builds the street map and the walking graph from OpenStreetMap extracts. The server may keep running: it
uses the new map as soon as it is complete.

  npm run map -- FILE…           .osm.pbf (for example from download.geofabrik.de) or .osm
  npm run map -- --share         copies the map of DATA_DIR to STORAGE_URL again, for the other servers

Several extracts become one map. An interrupted build continues with the steps that were complete. With STORAGE_URL,
the finished map is copied there, and every server uses it within a minute.
`

class UsageError extends Error {
  override name = 'UsageError'
}

/** Milliseconds between lines of progress if the output is not a terminal. */
const LINE_INTERVAL_MS = 10_000

function progressReport(): (step: string, part: number) => void {
  let last = ''
  let lastLine = 0
  return (step, part) => {
    const text = `${String(Math.floor(part * 100)).padStart(3)} %  ${step}`
    if (text === last) return
    if (process.stderr.isTTY === true) process.stderr.write(`\r${text.padEnd(60)}${part === 1 ? '\n' : ''}`)
    else if (Date.now() - lastLine >= LINE_INTERVAL_MS || part === 1) {
      lastLine = Date.now()
      process.stderr.write(`${text}\n`)
    }
    last = text
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 2 : 0)} MB`

async function run(): Promise<string> {
  const { positionals: inputs, values } = parseArgs({
    allowPositionals: true,
    options: { share: { type: 'boolean', default: false } },
  })
  const { dataDir, storage } = readConfig()
  const share = async () => {
    const bytes = await shareMap(openStorage(storage!), dataDir)
    return `${megabytes(bytes)} copied to STORAGE_URL. Every server uses it within a minute or two.`
  }
  if (values.share && inputs.length === 0) {
    if (!storage) throw new UsageError('STORAGE_URL must be set to copy the map to it.')
    if (!existsSync(streetFiles(dataDir).packs)) throw new UsageError(`There is no map in ${dataDir}.`)
    return share()
  }
  if (inputs.length === 0 || values.share) throw new UsageError(USAGE)
  for (const path of inputs) {
    if (!/\.(?:osm|pbf)$/i.test(path))
      throw new UsageError(`${path} is neither .osm.pbf nor .osm.\n\n${USAGE}`)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile())
      throw new UsageError(`There is no file ${path}.`)
  }
  await createFolder(dataDir)
  const files = streetFiles(dataDir)
  const started = Date.now()
  const built = await buildMap({ inputs, dataDir, progress: progressReport() })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const count = (value: number) => Math.round(value).toLocaleString('en')
  return [
    `${files.tiles}: ${count(built.tiles)} tiles, ${megabytes(built.tileBytes)}.`,
    `${files.packs}: ${count(built.packs)} packs for offline areas, ${megabytes(built.packBytes)}, with ${count(built.graph.kilometres)} km to walk on.`,
    `Built in ${seconds} s. A running server uses it now.`,
    ...(storage ? [await share()] : []),
  ].join('\n')
}

createForOwnerOnly()
try {
  console.log(await run())
} catch (error) {
  const isForOperator =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof StorageUnavailable ||
    error instanceof TilemakerError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (error instanceof PbfError || error instanceof XmlError)
    console.error(`An extract cannot be read: it ${error.message}.`)
  else console.error(isForOperator ? (error as Error).message : error)
  process.exitCode = 1
}

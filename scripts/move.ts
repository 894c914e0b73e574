import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { moveFromPostgres, MoveRefused, moveToPostgres } from '../server/repositories/move.ts'
import type { MovedTable } from '../server/repositories/move.ts'
import { databaseName, databasePath, DatabaseUnavailable } from '../server/repositories/store.ts'
import { copyFiles, CopyFailed } from '../server/storage/copy.ts'
import { createFolder } from '../server/storage/create-folder.ts'
import { openStorage, StorageUnavailable } from '../server/storage/storage.ts'

const USAGE = `Copies all rows between the SQLite file of DATA_DIR and an empty PostgreSQL database, and compares them. The servers must be stopped. The old database is not changed. After an interruption, run it again.

  npm run move -- --to postgres://user:password@host:5432/offlead
  npm run move -- --from postgres://user:password@host:5432/offlead

Copies the pictures of parks between DATA_DIR and STORAGE_URL. Nothing is deleted, and the servers may keep running.

  npm run move -- --files to-storage
  npm run move -- --files from-storage
`
const DIRECTIONS = new Set(['to-storage', 'from-storage'])

async function moveFiles(direction: string): Promise<string> {
  const { dataDir, storage } = readConfig()
  if (!storage) throw new MoveRefused('STORAGE_URL must be set to copy files to it or from it.')
  const [local, shared] = [openStorage({ kind: 'folder', path: dataDir }), openStorage(storage)]
  const { files, written, bytes } =
    direction === 'to-storage' ? await copyFiles(local, shared) : await copyFiles(shared, local)
  return `All ${files} pictures (${(bytes / 1_000_000).toFixed(1)} MB) are in ${direction === 'to-storage' ? 'the storage' : dataDir}, ${written} copied now.`
}

async function run(): Promise<string> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, from: { type: 'string' }, files: { type: 'string' } },
  })
  if (values.files !== undefined) {
    if (!DIRECTIONS.has(values.files) || values.to !== undefined || values.from !== undefined)
      throw new MoveRefused(USAGE)
    return moveFiles(values.files)
  }
  const url = values.to ?? values.from
  if ((values.to === undefined) === (values.from === undefined) || !/^postgres(ql)?:\/\/./.test(url!))
    throw new MoveRefused(USAGE)
  const { dataDir } = readConfig()
  const path = databasePath(dataDir)
  let rows = 0
  const report = (table: MovedTable) => {
    rows += table.rows
    console.log(
      `${table.name}: ${table.rows} rows, ${table.written} written now, sha256 ${table.sha256.slice(0, 16)}`,
    )
  }
  if (values.to !== undefined) {
    await moveToPostgres(path, values.to, report)
    return `All ${rows} rows are in ${databaseName(values.to)} and equal. Start the server with DATABASE_URL set to it; ${path} stays as it is.`
  }
  await createFolder(dataDir, 0o700)
  await moveFromPostgres(values.from!, path, report)
  return `All ${rows} rows are in ${path} and equal. Start the server without DATABASE_URL; the PostgreSQL database stays as it is.`
}

createForOwnerOnly()
try {
  console.log(await run())
} catch (error) {
  const plain =
    error instanceof MoveRefused ||
    error instanceof CopyFailed ||
    error instanceof StorageUnavailable ||
    error instanceof ConfigError ||
    error instanceof DatabaseUnavailable ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(plain ? (error as Error).message : error)
  process.exitCode = 1
}

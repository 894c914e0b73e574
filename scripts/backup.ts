import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { BackupRefused, takeBackup } from '../server/backup.ts'
import { NotABackup } from '../server/repositories/backup.ts'
import { openStorage, StorageUnavailable } from '../server/storage/storage.ts'

const USAGE = `Writes everything that cannot be regenerated into one file. The server may keep running.

  npm run backup                 into DATA_DIR/backups, with the date in the name
  npm run backup -- --keep 14    the same, and keeps only the newest 14 backups there
  npm run backup -- <file>       into this file, which must not exist yet
`

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' } } })
  const [to, ...rest] = positionals
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (rest.length > 0 || (keep !== undefined && (to !== undefined || !Number.isInteger(keep) || keep < 1)))
    throw new BackupRefused(USAGE)
  const { dataDir, databaseUrl, storage, version } = readConfig()
  if (databaseUrl !== undefined)
    throw new BackupRefused('With DATABASE_URL, use pg_dump: docs/backup.md describes it.')
  const { path, bytes, deleted } = await takeBackup(dataDir, {
    at: new Date(),
    version,
    storage: storage && openStorage(storage),
    ...(to !== undefined && { to }),
    ...(keep !== undefined && { keep }),
  })
  return [
    `${path}: ${(bytes / 1_000_000).toFixed(1)} MB, checked and on disk.`,
    ...deleted.map((name) => `${name}: deleted.`),
  ].join('\n')
}

createForOwnerOnly()
try {
  console.log(await run())
} catch (error) {
  const plain =
    error instanceof BackupRefused ||
    error instanceof StorageUnavailable ||
    error instanceof ConfigError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (error instanceof NotABackup) console.error(`The database cannot be backed up. ${error.message}`)
  else console.error(plain ? (error as Error).message : error)
  process.exitCode = 1
}

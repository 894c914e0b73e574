import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { BackupRefused, completePostgresRestore, completePromotion, restoreBackup } from '../server/backup.ts'
import type { Restored } from '../server/backup.ts'
import { NotABackup } from '../server/repositories/backup.ts'
import { openStorage, StorageUnavailable } from '../server/storage/storage.ts'

const USAGE = `Replaces the database with a backup. The server must be stopped. The current database is moved to another folder.

  npm run restore -- <file>
  npm run restore -- --restored   with DATABASE_URL: after PostgreSQL's own tools have restored the database
  npm run restore -- --promoted   with DATABASE_URL: after a standby was promoted that may lack the latest changes
`

function report(
  from: string,
  { schema, takenAt, files, setAside, sessions, deletedAccounts }: Restored,
): string {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
  const ids = deletedAccounts.slice(0, 50).join(', ') + (deletedAccounts.length > 50 ? ' …' : '')
  return [
    `The database is now ${from}${takenAt === null ? '' : `, taken ${takenAt}`} (schema ${schema}).`,
    setAside === null ? 'There was no database before.' : `The previous database is in ${setAside}.`,
    files === 0 ? undefined : `${count(files, 'file')} restored.`,
    `${count(sessions, 'session')} ended: everyone must sign in again. ` +
      'Devices then resend the changes of the last 30 days that this database has lost.',
    deletedAccounts.length === 0
      ? undefined
      : `${count(deletedAccounts.length, 'account')} deleted since the backup must be deleted again: ${ids}.`,
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}

createForOwnerOnly()
const [from, ...rest] = process.argv.slice(2)
try {
  const config = readConfig()
  if (from === '--restored' && rest.length === 0 && config.databaseUrl !== undefined) {
    const { sessions } = await completePostgresRestore(config.databaseUrl)
    console.log(
      `The database has new epochs, and ${sessions} sessions ended: everyone must sign in again. Devices then resend the changes of the last 30 days that this database has lost.`,
    )
  } else if (from === '--promoted' && rest.length === 0 && config.databaseUrl !== undefined) {
    await completePromotion(config.databaseUrl)
    console.log(
      'The database has new epochs. Devices resend the changes of the last 30 days that it has lost.',
    )
  } else if (from === undefined || from.startsWith('-') || rest.length > 0) throw new BackupRefused(USAGE)
  else if (config.databaseUrl !== undefined)
    throw new BackupRefused('With DATABASE_URL, use pg_restore: docs/backup.md describes it.')
  else {
    const storage = config.storage && openStorage(config.storage)
    console.log(report(from, await restoreBackup(config.dataDir, { from, at: new Date(), storage })))
  }
} catch (error) {
  if (error instanceof NotABackup) console.error(`${from} cannot be restored. ${error.message}`)
  else {
    const plain =
      error instanceof BackupRefused || error instanceof ConfigError || error instanceof StorageUnavailable
    console.error(plain ? error.message : error)
  }
  process.exitCode = 1
}

import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { BackupRefused, restoreBackup } from '../server/backup.ts'
import type { Restored } from '../server/backup.ts'
import { NotABackup } from '../server/repositories/backup.ts'

const USAGE = `Puts a backup in the database's place. The server must be stopped; the database that is there is set aside.

  npm run restore -- <file>
`

function tell(
  from: string,
  { schema, takenAt, files, setAside, sessions, deletedAccounts }: Restored,
): string {
  return [
    `${from}${takenAt === null ? '' : `, taken ${takenAt},`} is the database now (schema ${schema}).`,
    setAside === null ? 'There was no database before.' : `What was here before is in ${setAside}.`,
    files === 0 ? undefined : `${files} files are put back.`,
    `${sessions} sessions are ended: everybody signs in again. Devices then send again what this database has lost, as far as they made it within 30 days.`,
    deletedAccounts.length === 0
      ? undefined
      : `${deletedAccounts.length} accounts that were deleted since are back, and have to be deleted again: ${deletedAccounts.slice(0, 50).join(', ')}${deletedAccounts.length > 50 ? ' …' : ''}.`,
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}

createForOwnerOnly()
const [from, ...rest] = process.argv.slice(2)
try {
  if (from === undefined || from.startsWith('-') || rest.length > 0) throw new BackupRefused(USAGE)
  console.log(tell(from, await restoreBackup(readConfig().dataDir, { from, at: new Date() })))
} catch (error) {
  if (error instanceof NotABackup) console.error(`${from} cannot be restored. ${error.message}`)
  else console.error(error instanceof BackupRefused || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/root.ts'
import { restoreBackup, takeBackup } from '../../server/backup.ts'
import { createDatabase, databasePath } from '../../server/repositories/store.ts'
import { configIn, seed, startedOn, temporaryFolder, timeUntil } from './harness.ts'

const AT = new Date('2026-11-21T03:04:05Z')
const octal = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The path, and if it is a folder, those in it. `except`: the name of what is left out of the folder. */
const pathsIn = (path: string, except?: string): string[] =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? [
        path,
        ...readdirSync(path)
          .filter((name) => name !== except)
          .flatMap((name) => pathsIn(join(path, name))),
      ]
    : [path]

/**
 * Paths in a folder that the group or others can read, write or enter. A file that has gone meanwhile is left
 * out: a server renames a file when it is written.
 */
const accessibleToOthers = (folder: string, except?: string): string[] =>
  pathsIn(folder, except).flatMap((path) => {
    const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
    return mode & 0o077 ? [`${path} ${mode.toString(8)}`] : []
  })

/** The usual umask of a shell, whatever the tests run with. */
function withUsualUmask(): void {
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
}

/** Runs a script of the product to its end, with a usual umask. */
async function run(script: string, dataDir: string, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect([script, code]).toEqual([script, 0])
}

test('the database and its folder are created for their user only', async () => {
  withUsualUmask()
  const dataDir = join(temporaryFolder(), 'data')
  await createDatabase(databasePath(dataDir))
  expect([octal(dataDir), octal(databasePath(dataDir))]).toEqual(['700', '600'])
})

test('a start repairs a folder and a database that others could read', async () => {
  withUsualUmask()
  const config = configIn(temporaryFolder())
  const path = await seed(config)
  const backups = join(config.dataDir, 'backups')
  const aside = join(config.dataDir, 'before-restore-2026')
  for (const folder of [backups, aside]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'offlead.db'), '')
    chmodSync(folder, 0o755)
  }
  chmodSync(config.dataDir, 0o755)
  chmodSync(path, 0o644)
  await startedOn(config)
  for (const folder of [config.dataDir, backups, aside])
    expect([folder, octal(folder)]).toEqual([folder, '700'])
  for (const file of [path, join(backups, 'offlead.db'), join(aside, 'offlead.db')])
    expect([file, octal(file)]).toEqual([file, '600'])
})

test('a backup and a restore leave nothing that others can read', async () => {
  withUsualUmask()
  const config = configIn(temporaryFolder())
  const path = await seed(config)
  const { path: backup } = await takeBackup(config.dataDir, { at: AT, version: '1.2.3' })
  expect(octal(backup)).toBe('600')
  chmodSync(path, 0o644)
  const { setAside } = await restoreBackup(config.dataDir, { from: backup, at: AT })
  expect([octal(path), octal(setAside!), octal(join(setAside!, 'offlead.db'))]).toEqual(['600', '700', '600'])
  // On a machine that has no database yet.
  const other = join(temporaryFolder(), 'data')
  await restoreBackup(other, { from: backup, at: AT })
  expect(accessibleToOthers(other)).toEqual([])
})

test('the commands and the server create files for their user only', async () => {
  withUsualUmask()
  const dataDir = join(temporaryFolder(), 'data')
  await run('seed.ts', dataDir)
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  // The parts of the directory are compressed and kept in files once the server has started.
  await timeUntil(async () =>
    readdirSync(dataDir, { recursive: true }).some((name) => String(name).endsWith('.gz')),
  )
  await run('backup.ts', dataDir)
  // Copies of the client, which everybody can fetch, keep the permissions of the build.
  expect(accessibleToOthers(dataDir, 'builds')).toEqual([])
})

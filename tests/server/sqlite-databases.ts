import { constants, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { createDatabase, openStore } from '../../server/repositories/store.ts'
import { seedDirectory } from '../../server/repositories/directory.ts'
import { LOCALITIES, PARKS } from './parks.ts'

type Content = 'empty' | 'seeded'

/** Databases that those of the tests are copied from, because creating the tables takes 25 ms. */
const templates = new Map<Content, Promise<string>>()

async function makeTemplate(content: Content): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'offlead-template-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'template.db')
  await createDatabase(path)
  if (content === 'seeded') {
    const store = openStore(path)
    await store.write((db) => seedDirectory(db, { parks: PARKS, localities: LOCALITIES, epoch: 'epoch1' }))
    await store.close()
  }
  return path
}

/**
 * Creates SQLite's database file with empty tables or the seeded directory.
 * @throws Error if it exists
 */
export async function createSqlite(path: string, content: Content): Promise<void> {
  const template = templates.get(content) ?? makeTemplate(content)
  templates.set(content, template)
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(await template, path, constants.COPYFILE_EXCL)
  // Random in each new database.
  const database = new Database(path)
  database.exec('update sync_epochs set epoch = lower(hex(randomblob(16)))')
  database.close()
}

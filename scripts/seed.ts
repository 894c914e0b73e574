import { randomBytes } from 'node:crypto'
import { localities } from '../data/sources/localities.ts'
import { seedParks } from '../data/sources/parks.ts'
import { ConfigError, readConfig } from '../fastify.config.ts'
import { createForOwnerOnly } from '../server/data-folder.ts'
import { updateFromSeed } from '../server/import/seed-update.ts'
import { seedDirectory, updateLocalities } from '../server/repositories/directory.ts'
import { createDatabase, databaseAddress, databaseName, openStore } from '../server/repositories/store.ts'

/** Exit code if the database is unavailable (EX_TEMPFAIL of sysexits.h); the server can start anyway. */
const TEMPORARY_FAILURE = 75

// Creates the database or migrates its schema, and adds the parks and the gazetteer if there is no directory
// yet. In a directory of an earlier version, it fills in populations, better positions, councils and
// corrections. Running it again changes nothing; it never deletes data.
async function seed(address: string): Promise<{ added: boolean; updated: number }> {
  await createDatabase(address)
  const store = openStore(address)
  try {
    return await store.write(async (db) => {
      const parks = seedParks()
      const epoch = randomBytes(9).toString('base64url')
      const added = await seedDirectory(db, { parks, localities: localities(), epoch })
      if (!added) await updateLocalities(db, localities())
      return { added, updated: added ? 0 : await updateFromSeed(db, parks, new Date()) }
    })
  } finally {
    await store.close()
  }
}

createForOwnerOnly()
try {
  const address = databaseAddress(readConfig())
  const path = databaseName(address)
  try {
    const { added, updated } = await seed(address)
    console.log(added ? `${path}: the directory was added.` : `${path}: already contains a directory.`)
    if (updated > 0)
      console.log(`${updated} parks are new or corrected, or have better positions or councils.`)
  } catch (error) {
    console.error(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = TEMPORARY_FAILURE
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

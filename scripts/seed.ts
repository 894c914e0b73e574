import { randomBytes } from 'node:crypto'
import { localities } from '../data/sources/localities.ts'
import { seedParks } from '../data/sources/parks.ts'
import { readConfig } from '../fastify.config.ts'
import { seedDirectory } from '../server/repositories/directory.ts'
import { createDatabase, databasePath, openStore } from '../server/repositories/store.ts'

// The explicit step that makes the database where there is none, brings its schema up to date where there is one, and puts the parks and
// the gazetteer in where there is no directory yet. Running it again changes nothing; it never takes anything away.
const path = databasePath(readConfig().dataDir)
await createDatabase(path)
const store = openStore(path)
const seeded = await store.write((db) =>
  seedDirectory(db, { parks: seedParks(), localities: localities(), epoch: randomBytes(9).toString('base64url') }),
)
await store.close()
console.log(seeded ? `${path}: the directory is put in.` : `${path}: there already, left as it is.`)

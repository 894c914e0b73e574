import { runImport } from '../../../server/import/run.ts'
import { openStore } from '../../../server/repositories/store.ts'
import { listOf } from './kill-import.ts'

// Imports a list into a database and prints the number of staged rows; a test kills it on the way.
const [, , path, rows, at] = process.argv
const store = openStore(path!)
const request = { kind: 'csv' as const, fileName: 'list.csv', source: 'list', userId: null, dryRun: false }
const result = await runImport(
  store,
  listOf(Number(rows)),
  request,
  () => new Date(Number(at)),
  (done) => process.stdout.write(`${done}\n`),
)
await store.close()
process.stdout.write(`ended ${result.created}\n`)

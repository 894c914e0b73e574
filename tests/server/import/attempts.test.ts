import { expect, test } from 'vitest'
import { beginJob, latestJobs } from '../../../server/repositories/import-jobs.ts'
import { openedStore, startedServer, timeUntil } from '../harness.ts'
import { openDatabase } from '../sql.ts'

test.each([
  [9, 'done', '', '2020-01-01T00:00:00.000Z'],
  [10, 'failed', '', '2020-01-01T00:00:00.000Z'],
  [1, 'done', ', also if the clock was set back', '9999-12-31T00:00:00.000Z'],
])(
  'an import during which %s servers have stopped is %s after the next one has taken it over%s',
  async (attempt, state, _, until) => {
    const { path } = await startedServer()
    const store = openedStore(path)
    const request = { kind: 'csv', fileName: 'list.csv', source: 'list', userId: null, dryRun: false }
    const file = Buffer.from('name,suburb,state\nRosella Run,Carlton North,VIC\n')
    await store.write((db) => beginJob(db, { request, file, server: 'gone' }, 60_000, new Date()))
    const database = openDatabase(path)
    database.exec(`update import_jobs set attempt = ${attempt}, until = '${until}'`)
    database.close()
    const job = async () => (await store.read((db) => latestJobs(db, 1)))[0]!
    await timeUntil(async () => (await job()).state !== 'running')
    expect(await job()).toMatchObject({ state })
  },
)

import { councils } from '../../data/sources/councils.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../client/store/database.ts'
import { loadDirectory } from '../../client/store/directory.ts'
import { syncDirectory } from '../../client/store/directory-sync.ts'
import { buildEngine, buildGazetteer } from '../../data/search/index.ts'
import { openSharedProcesses } from '../server/harness.ts'
import { importingServer } from '../server/import/forms.ts'
import { waitFor } from '../support/wait-for.ts'

test('an import reaches a device as a small delta and is found offline, and undoing the import removes it there', async () => {
  const server = await importingServer({ openJobs: openSharedProcesses })
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const requested: { url: string; bytes: number }[] = []
  const network = async (url: string, init?: RequestInit) => {
    const answer = await fetch(origin + url, init)
    requested.push({ url, bytes: (await answer.clone().arrayBuffer()).byteLength })
    return answer
  }
  const database = createDatabase(() => undefined, 'offlead', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  const sync = () =>
    syncDirectory({
      database,
      fetch: network,
      now: () => 1,
      exclusively: (work) => work(),
      freeSpace: async () => undefined,
    })
  const found = async (text: string) => {
    const { parks, localities } = (await loadDirectory(database))!
    const gazetteer = buildGazetteer(localities(), councils())
    const engine = buildEngine(parks, () => gazetteer)
    return engine.search({ query: text }).hits.map(({ id }) => engine.park(id)!.name)
  }
  await sync()
  expect(await found('Rosella Run')).not.toContain('Rosella Run')

  const { importId } = await server.take(
    'Park Name,Suburb,State,Lat,Long\nRosella Run,Carlton North,VIC,-37.7851,144.9721\nGalah Green,Carlton North,VIC,-37.79,144.97\n',
  )
  requested.length = 0
  await waitFor(async () => expect((await sync()).kind).toBe('changes'))
  expect(requested.filter(({ url }) => url.includes('/parts/'))).toEqual([])
  expect(requested.find(({ url }) => url.includes('/changes'))!.bytes).toBeLessThan(3_000)
  expect(await found('Rosella Run')).toEqual(['Rosella Run'])

  await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
  await waitFor(async () => expect((await sync()).kind).toBe('changes'))
  expect(await found('Rosella Run')).not.toContain('Rosella Run')
})

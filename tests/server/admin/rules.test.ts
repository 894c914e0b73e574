import { expect, test } from 'vitest'
import * as z from 'zod'
import { UnpublishedCouncil, UnpublishedPark } from '../../../data/model/import.ts'
import { openedStore } from '../harness.ts'
import { onPostgres } from '../postgres-databases.ts'
import type { Store } from '../../../server/repositories/store.ts'
import { runImport } from '../../../server/import/run.ts'
import { importingServer, listOf } from '../import/forms.ts'

const LIST = `Name,Suburb,State,Postcode,Latitude,Longitude,Access
Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,
Galah Green,Carlton North,VIC,3054,-37.7900,144.9650,
Lorikeet Lawn,Carlton North,VIC,3054,-37.7800,144.9800,
100%_Park,Hobart,TAS,7000,-42.8806,147.3250,
`

async function serverWithUnknownRules() {
  const server = await importingServer()
  expect(await server.take(LIST)).toMatchObject({ created: 4, unpublished: 4 })
  const read = async (query = '') => {
    const answer = await server.boss.get(`/api/admin/unpublished-parks${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return z.array(UnpublishedPark).parse(answer.json())
  }
  const set = (body: { ids: number[]; access: string; noDogs?: boolean }) =>
    server.boss.send('POST', '/api/admin/unpublished-parks', body)
  return {
    ...server,
    read,
    set,
    names: async (query?: string) => (await read(query)).map(({ name }) => name),
  }
}

test('parks with an unknown rule are found by words and by council', async () => {
  const { boss, names } = await serverWithUnknownRules()
  expect(await names('?q=galah+3054')).toEqual(['Galah Green'])
  expect(await names('?q=%25_')).toEqual(['100%_Park'])
  expect(await names('?q=cockatoo')).toEqual([])
  const councils = z
    .array(UnpublishedCouncil)
    .parse((await boss.get('/api/admin/unpublished-parks/councils')).json())
  expect(councils.reduce((sum, { parks }) => sum + parks, 0)).toBe(4)
  const hobart = councils.find(({ name }) => /hobart/i.test(name))!
  expect(await names(`?council=${hobart.code}`)).toEqual(['100%_Park'])
})

test.skipIf(onPostgres)(
  'times that a list gives instead of a rule are shown, and published with the rule',
  async () => {
    const { take, read, set, find } = await serverWithUnknownRules()
    const times = 'Before 9am and after 4pm'
    await take(listOf({ Access: times }))
    const [park] = await read('?q=rosella')
    expect(park).toMatchObject({ leashHours: times })
    await set({ ids: [park!.id], access: 'off_leash_timed' })
    expect(await find('Rosella Run')).toMatchObject([{ dogAccess: 'off_leash_timed', leashHours: times }])
  },
)

test.skipIf(onPostgres)('words about a rule that are no times are not taken for leash hours', async () => {
  const { take, read } = await serverWithUnknownRules()
  await take(listOf({ Access: 'Ask the ranger' }))
  expect(await read('?q=rosella')).toMatchObject([{ leashHours: null }])
})

test('a park has the notes of the last import that changed it and is not undone', async () => {
  const { take, boss } = await importingServer()
  const notes = async () =>
    z
      .array(UnpublishedPark)
      .parse((await boss.get('/api/admin/unpublished-parks')).json())
      .map((park) => park.notes)
  await take(listOf({ Access: 'Ask the ranger' }))
  const note = '“Ask the ranger” is not a known rule for dogs.'
  expect(await notes()).toEqual([[note]])
  const { importId } = await take(listOf({ Access: '', Phone: '03 9387 1234' }))
  expect(await notes()).toEqual([[]])
  expect((await boss.send('POST', `/api/admin/imports/${importId}/undo`)).statusCode).toBe(200)
  expect(await notes()).toEqual([[note]])
})

test.skipIf(onPostgres)(
  'times that a list gives instead of a rule restrict the rule of a public park',
  async () => {
    const { take, read, set, find } = await serverWithUnknownRules()
    const [park] = await read('?q=rosella')
    await set({ ids: [park!.id], access: 'off_leash' })
    const times = 'No dogs 9am-5pm'
    await take(listOf({ Access: times, Year: '2027' }))
    expect(await find('Rosella Run')).toMatchObject([{ dogAccess: 'off_leash', leashHours: times }])
  },
)

test('one rule is set for several parks at once, which publishes them', async () => {
  const { read, set, find, names } = await serverWithUnknownRules()
  const [rosella, galah] = await read()
  const answer = await set({ ids: [rosella!.id, galah!.id, rosella!.id], access: 'on_leash' })
  expect(answer.json()).toEqual({ ids: [rosella!.id, galah!.id] })
  expect(await names()).toEqual(['Lorikeet Lawn', '100%_Park'])
  expect(await find('Rosella Run')).toHaveLength(1)
  expect(await find('Galah Green')).toHaveLength(1)
  // The other administrator, who still has the list open, changes nothing.
  expect((await set({ ids: [rosella!.id], access: 'off_leash' })).json()).toEqual({ ids: [] })
  expect((await set({ ids: [], access: 'off_leash' })).statusCode).toBe(400)
})

test('a park without dogs leaves the list, is not public, and does not return with the next import', async () => {
  const { read, set, find, names, take, boss, path } = await serverWithUnknownRules()
  const [rosella, galah] = await read()
  expect((await set({ ids: [rosella!.id], access: 'no_dogs' })).json()).toEqual({ ids: [rosella!.id] })
  expect(await names()).toEqual(['Galah Green', 'Lorikeet Lawn', '100%_Park'])
  expect(await names('?noDogs=true')).toEqual(['Rosella Run'])
  expect(await find('Rosella Run')).toEqual([])
  expect(await take(LIST)).toMatchObject({ created: 0, unchanged: 4 })
  expect(await names('?q=Rosella')).toEqual([])
  // A list without rules is assumed to be of parks that allow dogs: that is less than an administrator knows.
  const toilets = LIST.replaceAll('Access', 'Toilets').replaceAll(/,$/gm, ',Yes')
  expect(await take(toilets)).toMatchObject({ updated: 4, unpublished: 1 })
  expect(await find('Rosella Run')).toEqual([])
  expect(await find('Galah Green')).toHaveLength(1)
  expect(await names('?noDogs=true')).toEqual(['Rosella Run'])
  // The other administrator, who still has the list of unknown rules open, changes nothing.
  expect((await set({ ids: [rosella!.id], access: 'off_leash' })).json()).toEqual({ ids: [] })
  expect(await find('Rosella Run')).toEqual([])
  // A mistake is corrected from the list of parks without dogs.
  await set({ ids: [rosella!.id], access: 'off_leash', noDogs: true })
  expect(await find('Rosella Run')).toHaveLength(1)
  await set({ ids: [galah!.id], access: 'no_dogs' })
  await boss.send('POST', `/api/admin/unpublished-parks/${galah!.id}`, { access: 'on_leash' })
  const marked = await openedStore(path).read((db) =>
    db.selectFrom('parks').select('id').where('noDogs', '=', 1).execute(),
  )
  expect(marked).toEqual([])
})

test.skipIf(onPostgres)(
  'a rule removes off-leash hours that it does not allow, and keeps those for certain times',
  async () => {
    const { read, set, find, take } = await serverWithUnknownRules()
    const timed = LIST.replace('Access', 'Access,Off-leash times').replaceAll(/,$/gm, ',See sign,before 9am')
    expect(await take(timed)).toMatchObject({ updated: 4, unpublished: 4 })
    const [rosella, galah] = await read()
    await set({ ids: [rosella!.id], access: 'on_leash' })
    await set({ ids: [galah!.id], access: 'off_leash_timed' })
    expect(await find('Rosella Run')).toMatchObject([{ leashHours: null }])
    expect(await find('Galah Green')).toMatchObject([{ leashHours: 'before 9am' }])
  },
)

const NOW = () => new Date('2026-11-21T04:00:00.000Z')

test.skipIf(onPostgres).each([
  ['on_leash', [{ dogAccess: 'on_leash', asOf: '2026-11-21' }]],
  ['no_dogs', []],
])(
  'the rule %s of an administrator does not give way to a list that may be older',
  async (access, expected) => {
    const { take, boss, find } = await importingServer({ clock: NOW })
    const { preview } = await take(listOf({ Access: 'See sign', Year: '2018' }))
    await boss.send('POST', '/api/admin/unpublished-parks', { ids: [preview[0]!.parkId!], access })
    for (const Year of ['2019', '2026', '']) {
      await take(listOf({ Access: 'off leash', Year }))
      expect(await find('Rosella Run'), `the list of ${Year}`).toMatchObject(expected)
    }
  },
)

test('an administrator can say that dogs are not allowed while an import is running', async () => {
  const server = await importingServer()
  const { preview } = await server.take(listOf({ Access: 'See sign' }))
  const ids = [preview[0]!.parkId!]
  const store = openedStore(server.path)
  let isSaid = false
  const whileImporting: Store = {
    ...store,
    async write(work, order) {
      // The rows are staged, and published by the only write that is not part of a sequence.
      if (order === undefined && !isSaid) {
        isSaid = true
        await server.boss.send('POST', '/api/admin/unpublished-parks', { ids, access: 'no_dogs' })
      }
      return store.write(work, order)
    },
  }
  const [header, row] = listOf({ Toilets: 'Yes' }).trim().split('\n')
  await runImport(
    whileImporting,
    { header: header!.split(','), rows: [{ row: 2, cells: row!.split(',') }], readAs: '' } as never,
    { kind: 'csv', fileName: 'toilets.csv', source: 'Toilets', userId: null, dryRun: false },
    () => new Date(),
  )
  expect(isSaid).toBe(true)
  const parks = await store.read((db) =>
    db.selectFrom('parks').select(['access', 'noDogs']).where('id', 'in', ids).execute(),
  )
  expect(parks).toEqual([{ access: null, noDogs: 1 }])
})

test('the route for one park does not publish a park without dogs', async () => {
  const { take, boss, find } = await importingServer()
  await take(`Name,Suburb,State,Postcode,Latitude,Longitude,Access
Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,
`)
  const [{ id }] = (await boss.get('/api/admin/unpublished-parks')).json() as [{ id: number }]
  await boss.send('POST', '/api/admin/unpublished-parks', { ids: [id], access: 'no_dogs' })
  const answer = await boss.send('POST', `/api/admin/unpublished-parks/${id}`, { access: 'off_leash' })
  expect(answer.statusCode, answer.body).toBe(404)
  expect(await find('Rosella Run')).toEqual([])
})

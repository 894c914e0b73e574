import { expect, test } from 'vitest'
import type { AdminLogEntry } from '../../../data/model/admin-log.ts'
import type { AgedPark, CouncilFreshness } from '../../../data/model/freshness.ts'
import type { Park } from '../../../data/model/park.ts'
import { councils } from '../../../data/sources/councils.ts'
import { PARKS, startedServer } from '../harness.ts'
import { importingServer, listOf } from '../import/forms.ts'
import { administrator } from './administrator.ts'

/** The morning of 22 November in Queensland. */
const NOW = new Date('2026-11-21T22:00:00.000Z')

async function started() {
  const running = await startedServer({}, () => NOW)
  return { ...running, boss: await administrator(running.app, running.path) }
}
const json = async <T>(reply: Promise<{ json(): unknown }>) => (await reply).json() as T
const year = (asOf: string | null) => (asOf === null ? 0 : Number(/\d{4}/.exec(asOf)![0]))

test('the council areas are listed with the age of their facts, all parks counted once', async () => {
  const { boss } = await started()
  const areas = await json<CouncilFreshness[]>(boss.get('/api/admin/freshness'))
  expect(areas.reduce((sum, { parks }) => sum + parks, 0)).toBe(PARKS.length)
  // A council area with dated and undated parks.
  const mixed = [...Map.groupBy(PARKS, ({ council }) => council!)].find(
    ([, parks]) => parks.some(({ asOf }) => asOf === null) && parks.some(({ asOf }) => asOf !== null),
  )!
  const [code, parks] = mixed
  expect(areas.find((area) => area.code === code)).toEqual({
    code,
    name: councils().find((council) => council.code === code)!.name,
    state: parks[0]!.state,
    parks: parks.length,
    undated: parks.filter(({ asOf }) => asOf === null).length,
    oldest: Math.min(...parks.flatMap(({ asOf }) => (asOf === null ? [] : [year(asOf)]))),
  })
})

test('the parks without a date come first, then the oldest, each with the page to look at', async () => {
  const { boss } = await started()
  const reply = await boss.get('/api/admin/freshness/parks?limit=500')
  const parks = reply.json() as AgedPark[]
  expect(reply.headers['x-total-count']).toBe(String(PARKS.length))
  const years = parks.map(({ asOf }) => year(asOf))
  expect(years).toEqual(years.toSorted((a, b) => a - b))
  expect(years[0]).toBe(0)
  const woollahra = parks.find(({ publishers }) => publishers === 'Woollahra council')!
  expect(woollahra).toMatchObject({ council: 'Woollahra', page: 'https://www.woollahra.nsw.gov.au' })
})

test('the parks of one council are listed on their own', async () => {
  const { boss } = await started()
  const parks = await json<AgedPark[]>(boss.get('/api/admin/freshness/parks?council=17200&limit=500'))
  expect(parks.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    PARKS.filter(({ council }) => council === '17200').map(({ id }) => id),
  )
  expect((await boss.get('/api/admin/freshness/parks?council=x')).statusCode).toBe(400)
})

test('a park that was checked has the day in its own time zone, is the newest, and is in the log', async () => {
  const { boss } = await started()
  const [oldest] = await json<AgedPark[]>(boss.get('/api/admin/freshness/parks?limit=1'))
  const before = await json<Park>(boss.get(`/api/parks/${oldest!.id}`))
  expect((await boss.send('POST', `/api/admin/freshness/parks/${oldest!.id}`)).json()).toEqual({
    id: oldest!.id,
  })
  expect(await json<Park>(boss.get(`/api/parks/${oldest!.id}`))).toEqual({ ...before, asOf: '2026-11-22' })
  const parks = await json<AgedPark[]>(boss.get('/api/admin/freshness/parks?limit=500'))
  expect(parks.at(-1)!.id).toBe(oldest!.id)
  expect(await json<AdminLogEntry[]>(boss.get('/api/admin/log'))).toMatchObject([
    { act: 'park-checked', subject: `park ${oldest!.id}`, username: 'boss' },
  ])
  expect((await boss.send('POST', '/api/admin/freshness/parks/99999')).statusCode).toBe(404)
})

test('the day of a check stays when the list of that year is imported again', async () => {
  const { take, boss, park } = await importingServer({ clock: () => NOW })
  const list = listOf({ Access: 'off leash', Year: '2026' })
  const id = (await take(list)).preview[0]!.parkId!
  await boss.send('POST', `/api/admin/freshness/parks/${id}`)
  expect(await take(list)).toMatchObject({ unchanged: 1 })
  expect(await park(id)).toMatchObject({ asOf: '2026-11-22' })
})

test.each([
  ['on leash', 'off leash'],
  ['off leash', 'on leash'],
])('what was checked (%s) and a list of that year (%s) give the stricter rule', async (checked, listed) => {
  const { take, boss, park } = await importingServer({ clock: () => NOW })
  const id = (await take(listOf({ Access: checked, Year: '2025' }))).preview[0]!.parkId!
  await boss.send('POST', `/api/admin/freshness/parks/${id}`)
  await take(listOf({ Access: listed, Year: '2026', Phone: '03 9999 9999' }))
  expect(await park(id)).toMatchObject({
    dogAccess: 'on_leash',
    features: expect.not.stringContaining('off-leash'),
    phone: '03 9999 9999',
    asOf: '2026-11-22',
  })
})

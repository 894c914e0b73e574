import { expect, test } from 'vitest'
import { NamedPark } from '../../../data/model/placed-point.ts'
import { localities } from '../../../data/sources/localities.ts'
import { configIn, seed, startedOn, startedServer, temporaryFolder } from '../harness.ts'

test('named parks near a suburb are suggested with their source, the best name first', async () => {
  const { app } = await startedServer()
  const ask = async (query: Record<string, string>) => app.inject({ url: '/api/named-parks', query })
  const listed = async (query: Record<string, string>) =>
    ((await ask(query)).json() as unknown[]).map((row) => NamedPark.parse(row))
  const suburb = localities().find(({ name, state }) => name === 'Marrickville' && state === 'NSW')!
  const [first, ...others] = await listed({ name: 'the wicks park', suburb: 'Marrickville', state: 'nsw' })
  expect(first).toMatchObject({
    name: 'Wicks Park',
    suburb: 'Marrickville',
    publisher: 'OpenStreetMap',
    licence: 'ODbL 1.0',
  })
  expect(Math.abs(first!.latitude - suburb.latitude)).toBeLessThan(0.06)
  expect(others.length).toBeLessThan(4)
  // The beginning of the last word is enough; words that every park has are not.
  expect((await listed({ name: 'wick', suburb: 'Marrickville', state: 'NSW' }))[0]).toEqual(first)
  expect(await listed({ name: 'dog park', suburb: 'Marrickville', state: 'NSW' })).toEqual([])
  expect(await listed({ name: 'Wicks Park', suburb: 'Atlantis', state: 'NSW' })).toEqual([])
  expect(await listed({ name: 'Wicks Park', suburb: 'Marrickville' })).toEqual([])
  expect((await ask({ name: 'x'.repeat(201), suburb: 'Marrickville', state: 'NSW' })).statusCode).toBe(400)
})

test('named parks are looked for near the suburb with the postcode, if a state has several of that name', async () => {
  const clairs = localities().filter(({ name, state }) => name === 'St Clair' && state === 'NSW')
  expect(clairs.map(({ postcode }) => postcode)).toEqual(['2330', '2759'])
  const config = configIn(temporaryFolder())
  await seed(config, { localities: clairs })
  const { app } = await startedOn(config)
  const namesNear = async (postcode: string) => {
    const query = { name: 'RAAF Memorial', suburb: 'St Clair', state: 'NSW', postcode }
    return (await app.inject({ url: '/api/named-parks', query })).json<NamedPark[]>().map(({ name }) => name)
  }
  expect(await namesNear('2759')).toEqual(['RAAF Memorial Park'])
  expect(await namesNear('2330')).toEqual([])
  expect(await namesNear('9999')).toEqual(await namesNear(''))
})

import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { IMPORT_MAX_BYTES } from '../../../data/model/import.ts'
import { DirectoryManifest } from '../../../data/model/directory.ts'
import type { DirectoryPark, Park } from '../../../data/model/park.ts'
import { publishersText } from '../../../data/model/source.ts'
import { publicPark, publishChange } from '../../../server/repositories/directory.ts'
import { savePictures } from '../../../server/repositories/pictures.ts'
import { member } from '../accounts/visitors.ts'
import { openedStore, openSharedProcesses, PARKS } from '../harness.ts'
import { waitFor } from '../../support/wait-for.ts'
import { form, importingServer, listOf } from './forms.ts'
import { onPostgres } from '../postgres-databases.ts'
import { openDatabase } from '../sql.ts'

const LIST = `Park Name,Suburb,State,Postcode,Latitude,Longitude,Off Leash Y/N,Toilets,Asset ID
Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,Y,N,A1
Galah Green,Carlton North,VIC,3054,,,N,Yes,A2
Nowhere Oval,,,,,,,,A3
`
const seqOf = async ({ app }: Awaited<ReturnType<typeof importingServer>>) =>
  DirectoryManifest.parse((await app.inject('/api/directory?format=2')).json()).seq

describe('an import', () => {
  test('shows in a dry run what it would change, without changing it', async () => {
    const server = await importingServer()
    const result = await server.take(LIST, { dryRun: true })
    expect(result).toMatchObject({
      imported: 2,
      total: 3,
      failed: 1,
      created: 2,
      updated: 0,
      dryRun: true,
      importId: null,
      failuresUrl: null,
      message: 'Would import 2 parks out of 3 entries: 2 new, 1 invalid.',
      readAs: 'UTF-8, separated by commas',
    })
    expect(
      result.mapping.map(({ column, field, feature, example }) => [column, field, feature, example]),
    ).toEqual([
      ['Park Name', 'name', null, 'Rosella Run'],
      ['Suburb', 'suburb', null, 'Carlton North'],
      ['State', 'state', null, 'VIC'],
      ['Postcode', 'postcode', null, '3054'],
      ['Latitude', 'latitude', null, '-37.7851'],
      ['Longitude', 'longitude', null, '144.9721'],
      ['Off Leash Y/N', 'feature', 'off-leash', 'Y'],
      ['Toilets', 'feature', 'toilets', 'N'],
      ['Asset ID', 'sourceId', null, 'A1'],
    ])
    expect(
      result.preview.map(({ row, name, outcome, place, notes, reason }) => ({
        row,
        name,
        outcome,
        place,
        notes,
        reason,
      })),
    ).toEqual([
      {
        row: 2,
        name: 'Rosella Run',
        outcome: 'new',
        place: 'Carlton North VIC 3054',
        notes: [],
        reason: null,
      },
      {
        row: 3,
        name: 'Galah Green',
        outcome: 'new',
        place: 'Carlton North VIC 3054',
        notes: ['Position filled from the suburb, approximate.'],
        reason: null,
      },
      {
        row: 4,
        name: 'Nowhere Oval',
        outcome: 'failed',
        place: '',
        notes: [],
        reason: 'It has neither coordinates nor a suburb with its state.',
      },
    ])
    expect([
      await seqOf(server),
      (await server.app.inject('/api/parks')).json().length,
      (await server.boss.get('/api/admin/imports')).json(),
    ]).toEqual([1, PARKS.length, []])
  })

  test('lists opening hours that were not understood, and never uses them for the leash', async () => {
    const server = await importingServer()
    const texts = [
      'Daily 6am-8pm except Christmas Day',
      'Sunrise to sunset except public holidays',
      'whenever the ranger is here',
      'Open 6am; closes at dusk',
    ]
    const list = `Name,Suburb,State,Dogs,Opening hours,Off-leash times\n${texts
      .map(
        (text, at) =>
          `Park ${at + 1},Carlton North,VIC,off leash timed,${text},${at === 0 ? 'ask at the gate' : ''}`,
      )
      .join('\n')}\n`
    for (const dryRun of [true, false]) {
      const result = await server.take(list, { dryRun })
      expect(result).toMatchObject({
        created: 4,
        failed: 0,
        notUnderstood: [
          { row: 2, column: 'Off-leash times', text: 'ask at the gate' },
          { row: 4, column: 'Opening hours', text: 'whenever the ranger is here' },
        ],
        notUnderstoodTotal: 2,
      })
    }
    for (const [at, text] of texts.entries()) {
      const [park] = await server.find(`Park ${at + 1}`)
      expect(await server.park(park!.id)).toMatchObject({
        openingHours: text,
        leashHours: at === 0 ? 'ask at the gate' : null,
      })
    }
  })

  test('replies as the specification says, and its parks are available immediately with their source', async () => {
    const server = await importingServer()
    const answer = (await server.post(LIST, { source: 'Shire of Offlead' })).json()
    expect(answer).toMatchObject({
      imported: 2,
      total: 3,
      failed: 1,
      message: 'Imported 2 parks out of 3 entries: 2 new, 1 invalid.',
    })
    expect(await server.find('Rosella Run')).toEqual([
      expect.objectContaining({
        id: PARKS.length + 1,
        city: 'Carlton North',
        state: 'VIC',
        postal_code: '3054',
        latitude: '-37.7851',
        longitude: '144.9721',
        locationAccuracy: 'exact',
        dogAccess: 'off_leash',
        features: 'off-leash',
        absentFeatures: 'toilets',
        source: 'Shire of Offlead',
        asOf: null,
      }),
    ])
    expect(await server.find('Galah Green')).toEqual([
      expect.objectContaining({
        locationAccuracy: 'suburb',
        dogAccess: 'dogs_allowed',
        features: 'toilets',
        absentFeatures: 'off-leash',
      }),
    ])
    expect((await server.app.inject('/api/search?query=rosella')).json()).toMatchObject([
      { name: 'Rosella Run' },
    ])
  })

  test.skipIf(onPostgres)('names the added parks by their ids', async () => {
    const server = await importingServer()
    const { preview } = await server.take(LIST)
    const idOf = async (name: string) => (await server.find(name))[0]!.id
    // Galah Green has no known rule for dogs and is not public.
    expect(preview.map(({ name, parkId }) => [name, parkId])).toEqual([
      ['Rosella Run', await idOf('Rosella Run')],
      ['Galah Green', (await idOf('Rosella Run')) + 1],
      ['Nowhere Oval', null],
    ])
  })

  test('of the same file a second time changes no park and creates no version', async () => {
    const server = await importingServer()
    await server.take(LIST)
    const [before, seq] = [(await server.app.inject('/api/parks')).json(), await seqOf(server)]
    expect(await server.take(LIST)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      imported: 2,
      message: 'Imported 2 parks out of 3 entries: 2 unchanged, 1 invalid.',
    })
    expect([(await server.app.inject('/api/parks')).json(), await seqOf(server)]).toEqual([before, seq])
  })

  test('updates a known park by its number, also under a new name, or by its name within 150 m', async () => {
    const server = await importingServer()
    await server.take(LIST)
    const { id } = (await server.find('Rosella Run'))[0]!
    const renamed = await server.take(
      'name,suburb,state,lat,long,asset id,bbq\nRosella Reserve East,Carlton North,VIC,-37.7853,144.9722,A1,yes\n',
      { source: 'parks' },
    )
    expect(renamed).toMatchObject({ created: 0, updated: 1 })
    expect(renamed.preview[0]!.changes.map(({ field }) => field)).toEqual(['Name', 'Position', 'Features'])
    expect(await server.park(id)).toMatchObject({
      name: 'Rosella Reserve East',
      features: 'off-leash,bbq',
      dogAccess: 'off_leash',
    })
    // 100 m to the north, then 1 km.
    expect(
      await server.take(
        'name,suburb,state,lat,long,seats\nROSELLA RESERVE EAST,Carlton North,VIC,-37.7844,144.9722,yes\n',
      ),
    ).toMatchObject({ created: 0, updated: 1 })
    expect(await server.park(id)).toMatchObject({
      name: 'Rosella Reserve East',
      features: 'off-leash,bbq,seating',
      latitude: '-37.7844',
    })
    expect(
      await server.take(
        'name,suburb,state,lat,long\nRosella Reserve East,Carlton North,VIC,-37.7754,144.9722\n',
      ),
    ).toMatchObject({ created: 1, updated: 0 })
  })

  test.skipIf(onPostgres)('merges two rows of one park', async () => {
    const server = await importingServer()
    const result = await server.take(
      'name,suburb,state,lat,long,bbq,bins\nRosella Run,Carlton North,VIC,-37.7851,144.9721,yes,\nRosella Run,Carlton North,VIC,-37.7852,144.9721,,yes\n',
    )
    expect(result).toMatchObject({ imported: 2, created: 1, merged: 1 })
    expect(await server.find('Rosella Run')).toEqual([
      expect.objectContaining({ features: 'waste-bins,bbq' }),
    ])
  })

  test('gives a number that two different parks of the list have to the last one', async () => {
    const server = await importingServer()
    const list =
      'name,suburb,state,lat,long,asset id\nRosella Run,Carlton North,VIC,-37.7851,144.9721,A1\nGalah Green,Carlton North,VIC,-37.7991,144.9921,A1\n'
    expect(await server.take(list)).toMatchObject({ imported: 2, created: 2 })
    const [galah] = await server.find('Galah Green')
    const database = openDatabase(server.path)
    const rows = database.prepare("select sourceId, parkId from park_sources where sourceId = 'A1'").all()
    database.close()
    expect(rows).toEqual([{ sourceId: 'A1', parkId: galah!.id }])
  })

  test('gives a number back to its park when the import that gave it to another one is undone', async () => {
    const server = await importingServer()
    const list = (name: string, lat: number) =>
      `name,suburb,state,lat,long,asset id\n${name},Carlton North,VIC,${lat},144.9721,A1\n`
    await server.take(list('Rosella Run', -37.7851))
    const { importId } = await server.take(list('Galah Green', -37.7991))
    await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
    expect(await server.take(list('Rosella Reserve East', -37.7852))).toMatchObject({
      created: 0,
      updated: 1,
    })
  })

  test.each([
    ['changed', 'on leash'],
    ['listed', 'off leash'],
  ])('forgets the numbers that an undone import gave to parks that it only %s', async (_, access) => {
    const server = await importingServer()
    const list = (name: string, lat: number, id: string, access: string) =>
      `name,suburb,state,lat,long,dogs,asset id\n${name},Carlton North,VIC,${lat},144.9721,${access},${id}\n`
    const rosella = (id: string, access: string) => list('Rosella Run', -37.7851, id, access)
    await server.take(rosella('A1', 'off leash'))
    await server.take(rosella('A1', 'off leash'))
    // A list in which only the column of the numbers was sorted.
    const { importId } = await server.take(rosella('A2', access))
    await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
    const galah = list('Galah Green', -37.7891, 'A2', 'on leash')
    expect(await server.take(galah)).toMatchObject({ created: 1, updated: 0 })
    expect(await server.take(list('Rosella Reserve East', -37.7852, 'A1', 'off leash'))).toMatchObject({
      created: 0,
      updated: 1,
    })
  })

  test.each([
    ['added', 'Galah Green,Carlton North,VIC,-37.7991,144.9921,off leash'],
    ['changed', 'Rosella Run,Carlton North,VIC,-37.7851,144.9721,on leash'],
    ['listed', 'Rosella Run,Carlton North,VIC,-37.7851,144.9721,off leash'],
  ])(
    'forgets the numbers that further rows of an undone import gave to a park that it %s',
    async (_, park) => {
      const server = await importingServer()
      const list = (...rows: string[]) =>
        `asset id,name,suburb,state,lat,long,dogs\n${rows.map((row) => `${row}\n`).join('')}`
      await server.take(list('A1,Rosella Run,Carlton North,VIC,-37.7851,144.9721,off leash'))
      const { importId } = await server.take(list(`A2,${park}`, `A3,${park}`))
      const numbers = () => {
        const database = openDatabase(server.path)
        const rows = database.prepare('select "sourceId" from park_sources order by "sourceId"').all()
        database.close()
        return (rows as { sourceId: string }[]).map(({ sourceId }) => sourceId)
      }
      expect(numbers()).toEqual(['A1', 'A2', 'A3'])
      await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
      expect(numbers()).toEqual(['A1'])
    },
  )

  test('moves a number back that an undone import gave to another park that it changed', async () => {
    const server = await importingServer()
    const list = (...rows: string[]) =>
      `asset id,name,suburb,state,lat,long,dogs\n${rows.map((row) => `${row}\n`).join('')}`
    const rosella = 'Rosella Run,Carlton North,VIC,-37.7851,144.9721,off leash'
    await server.take(list(`A1,${rosella}`, ',Galah Green,Carlton North,VIC,-37.7991,144.9921,off leash'))
    const { importId } = await server.take(
      list('A1,Galah Green,Carlton North,VIC,-37.7991,144.9921,on leash'),
    )
    await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
    expect(
      await server.take(list('A1,Rosella Reserve East,Carlton North,VIC,-37.7852,144.9721,off leash')),
    ).toMatchObject({ created: 0, updated: 1 })
  })

  test('remembers the numbers of rows that change nothing, and of all rows about one park', async () => {
    const server = await importingServer()
    const list = (...rows: string[]) =>
      `asset id,name,suburb,state,lat,long\n${rows.map((row) => `${row}\n`).join('')}`
    const beta = 'Carlton North,VIC,-37.7891,144.9721'
    const gamma = 'Carlton North,VIC,-37.7791,144.9721'
    await server.take(list(`,Beta Reserve,${beta}`))
    const numbered = list(
      `7,Beta Reserve,${beta}`,
      `8,BETA RESERVE,${beta}`,
      `8,Beta Res,${beta}`,
      `9,Gamma Oval,${gamma}`,
      `10,Gamma Oval,${gamma}`,
    )
    expect(await server.take(numbered)).toMatchObject({ created: 1, updated: 0, unchanged: 1, merged: 3 })
    for (const row of [
      `7,Beta Memorial Reserve,${beta}`,
      `8,Beta Gardens,${beta}`,
      `9,Gamma Memorial Oval,${gamma}`,
      `10,Gamma Fields,${gamma}`,
    ])
      expect(await server.take(list(row)), row).toMatchObject({ created: 0, updated: 1 })
  })

  test.skipIf(onPostgres)(
    'cuts a long description between characters, and keeps what follows it',
    async () => {
      const server = await importingServer()
      const link = '. Website: https://park.example/'
      const text = 'x'.repeat(4_999 - link.length)
      await server.take(
        `name,suburb,state,description,website,dogs\nRosella Run,Carlton North,VIC,${text}🐕,https://park.example/,off leash\n`,
      )
      const [rosella] = await server.find('Rosella Run')
      expect((await server.park(rosella!.id)).description).toBe(`${text}\uFFFD${link}`)
    },
  )

  test('never replaces known facts by older ones, empty cells or approximate positions', async () => {
    const server = await importingServer()
    await server.take(
      'name,suburb,state,lat,long,phone,as of\nRosella Run,Carlton North,VIC,-37.7851,144.9721,03 9999 0000,2024\n',
    )
    await server.take(
      'name,suburb,state,phone,description,as of\nRosella Run,Carlton North,VIC,03 1111 1111,Grass.,2015\n',
      { source: 'older' },
    )
    expect(await server.find('Rosella Run')).toEqual([
      expect.objectContaining({
        phone: '03 9999 0000',
        description: 'Grass.',
        asOf: '2024',
        latitude: '-37.7851',
        locationAccuracy: 'exact',
        source: 'parks; older',
      }),
    ])
  })

  test('does not publish parks without a dog rule until one is set', async () => {
    const server = await importingServer()
    const seq = await seqOf(server)
    expect(
      await server.take(
        'name,suburb,state,dog access\nRosella Run,Carlton North,VIC,\nGalah Green,Carlton North,VIC,\n',
      ),
    ).toMatchObject({ created: 2, unpublished: 2 })
    expect([await server.find('Rosella Run'), await seqOf(server)]).toEqual([[], seq])
    const waiting = await server.boss.get('/api/admin/unpublished-parks?limit=1')
    expect([waiting.headers['x-total-count'], waiting.json()]).toEqual([
      '2',
      [
        expect.objectContaining({
          name: 'Rosella Run',
          city: 'Carlton North',
          state: 'VIC',
          source: 'parks',
        }),
      ],
    ])
    const [{ id }] = waiting.json() as [{ id: number }]
    expect(
      (
        await server.boss.send('POST', `/api/admin/unpublished-parks/${id}`, { access: 'fenced_dog_park' })
      ).json(),
    ).toEqual({ id })
    expect(await server.park(id)).toMatchObject({
      name: 'Rosella Run',
      dogAccess: 'fenced_dog_park',
      features: 'off-leash,fenced',
    })
    expect(
      (await server.boss.send('POST', `/api/admin/unpublished-parks/${id}`, { access: 'on_leash' }))
        .statusCode,
    ).toBe(404)
    // A list with a rule publishes it, too.
    expect(
      await server.take('name,suburb,state,dog access\nGalah Green,Carlton North,VIC,on leash\n'),
    ).toMatchObject({ updated: 1, unpublished: 0 })
    expect(await server.find('Galah Green')).toEqual([expect.objectContaining({ dogAccess: 'on_leash' })])
    // A rule that is not understood leaves it public with the known one.
    const list = 'name,suburb,state,dog access,toilets\nGalah Green,Carlton North,VIC,ask the ranger,yes\n'
    expect((await server.take(list)).preview).toMatchObject([
      {
        name: 'Galah Green',
        notes: [
          '“ask the ranger” is not a known rule for dogs.',
          'Position filled from the suburb, approximate.',
        ],
      },
    ])
    expect((await server.boss.get('/api/admin/log')).json()[2]).toMatchObject({
      act: 'rule-said',
      subject: `park ${id}`,
      details: 'Rosella Run: fenced dog park.',
      username: server.boss.username,
    })
  })

  test('takes out a park where dogs are not allowed according to the list, which can be undone', async () => {
    const server = await importingServer()
    const header = 'id,name,suburb,state,lat,long'
    const rosella = '1,Rosella Run,Carlton North,VIC,-37.7851,144.9721'
    await server.take(`${header},dogs\n${rosella},off leash\n`)
    const [park] = await server.find('Rosella Run')
    const list = `${header},dogs\n${rosella},No dogs\n2,Galah Green,Carlton North,VIC,-37.7991,144.9721,No dogs\n`
    const { importId, preview, ...figures } = await server.take(list)
    expect(figures).toMatchObject({ updated: 1, failed: 1, unpublished: 1 })
    expect(preview).toMatchObject([
      {
        name: 'Rosella Run',
        changes: [
          { field: 'Dog rules', before: 'off leash', after: 'no dogs' },
          { field: 'Features', before: 'off-leash', after: '' },
        ],
        notes: ['The list says that dogs are not allowed there.'],
      },
      { name: 'Galah Green', reason: 'Dogs are not allowed there.' },
    ])
    expect(await server.find('Rosella Run')).toEqual([])
    expect((await server.app.inject('/api/directory/changes?cursor=epoch1.2')).json()).toMatchObject({
      removed: [{ id: park!.id, successor: null }],
    })
    expect((await server.boss.get('/api/admin/unpublished-parks?noDogs=true')).json()).toMatchObject([
      { name: 'Rosella Run' },
    ])
    // Neither the same list nor one without rules changes that.
    const again = await server.take(list)
    expect(again).toMatchObject({ updated: 0, unchanged: 1, failed: 1 })
    const toilets = await server.take(`${header},toilets\n${rosella},yes\n`)
    expect(toilets).toMatchObject({ updated: 1, unpublished: 1 })
    for (const id of [toilets.importId, again.importId, importId])
      expect((await server.boss.send('POST', `/api/admin/imports/${id}/undo`)).statusCode).toBe(200)
    expect(await server.find('Rosella Run')).toEqual([park])
    const database = openDatabase(server.path)
    expect(database.prepare('select count(*) from parks where noDogs = 1').pluck().get()).toBe(0)
    database.close()
  })

  test('records that dogs are not allowed in a park whose rule was unknown, also in a new one, and undoes it', async () => {
    const server = await importingServer()
    const list = (...rules: string[]) =>
      `id,name,suburb,state,lat,long,dogs\n${rules.map((rule, at) => `${at + 1},Galah Green,Carlton North,VIC,-37.7991,144.9721,${rule}\n`).join('')}`
    const forbidden = async () =>
      (await server.boss.get('/api/admin/unpublished-parks?noDogs=true')).json() as { name: string }[]
    await server.take(list(''))
    const { importId, preview } = await server.take(list('No dogs'))
    expect(preview[0]!.changes).toEqual([{ field: 'Dog rules', before: 'unknown', after: 'no dogs' }])
    expect(await forbidden()).toMatchObject([{ name: 'Galah Green' }])
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).statusCode).toBe(200)
    expect(await forbidden()).toEqual([])

    await server.take(
      list('', 'No dogs').replaceAll('Galah Green', 'Kelpie Flat').replaceAll('.7991', '.7851'),
    )
    expect(await forbidden()).toMatchObject([{ name: 'Kelpie Flat' }])
  })

  test.skipIf(onPostgres)('names the rows in which a list states different rules for a park', async () => {
    const server = await importingServer()
    const row = (rule: string) => `Galah Green,Carlton North,VIC,-37.7991,144.9721,${rule}\n`
    const header = 'name,suburb,state,lat,long,dogs\n'
    const allowed = await server.take(`${header}${row('On leash')}${row('Off leash')}`)
    expect(allowed).toMatchObject({ created: 1, merged: 1 })
    expect(allowed.preview[0]).toMatchObject({
      notes: ['The list states different rules for dogs in rows 2, 3: published as “dogs allowed”.'],
    })
    const partly = await server.take(`${header}${row('No dogs')}${row('Off leash')}`)
    expect(partly.preview[0]!.notes).toContain(
      'The list states different rules for dogs in rows 2, 3: not public.',
    )
    expect(await server.find('Galah Green')).toEqual([])
  })

  test('reports every failed row with the reason and its cells, without formulas', async () => {
    const server = await importingServer()
    const { failuresUrl } = await server.take(
      'name,suburb,state\n"=HYPERLINK(""http://x"",""y"")",Atlantis,NSW\n@x,Bondi,ZZ\n,Bondi,NSW\n',
    )
    const report = await server.boss.get(failuresUrl!)
    expect(report.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="import-1-failed-rows\.csv"$/),
      'cache-control': 'no-store',
    })
    expect(report.body).toBe(
      '\uFEFFRow,Reason,name,suburb,state\r\n2,The gazetteer has no Atlantis in NSW.,"\'=HYPERLINK(""http://x"",""y"")",Atlantis,NSW\r\n3,“ZZ” is not a state or territory.,\'@x,Bondi,ZZ\r\n4,It has no name.,,Bondi,NSW\r\n',
    )
    expect((await server.boss.get('/api/admin/imports/99/failures')).statusCode).toBe(404)
  })

  test.skipIf(onPostgres)('reads the report of failed rows again, once they are corrected', async () => {
    const server = await importingServer()
    const description = 'Shady. '.repeat(500).trim()
    const { failuresUrl } = await server.take(
      `name,suburb,state,latitude,longitude,phone,description\nRosella Run,Carlton North,VI,-37.7851,144.9721,+61 3 9555 1234,${description}\n`,
    )
    const report = await server.boss.get(failuresUrl!)
    const { imported, preview } = await server.take(report.body.replace(',VI,', ',VIC,'))
    expect(imported).toBe(1)
    expect(preview[0]!.notes).toEqual([])
    expect(await server.park(preview[0]!.parkId!)).toMatchObject({
      latitude: '-37.7851',
      longitude: '144.9721',
      phone: '+61 3 9555 1234',
      description,
    })
  })

  test.skipIf(onPostgres)(
    'refuses a row with more cells than the header, until its cells are joined',
    async () => {
      const server = await importingServer()
      const { failed, failuresUrl } = await server.take(
        'name,suburb,state,dogs,off-leash times,fenced\nRosella Run,Carlton North,VIC,Off leash,6am-9am, 5pm-8pm,No\n',
      )
      expect(failed).toBe(1)
      const { body } = await server.boss.get(failuresUrl!)
      const REASON = 'The row has more cells than the header, so its values may be under the wrong columns.'
      expect(body).toContain(`"${REASON}"`)
      expect((await server.take(body)).preview).toMatchObject([{ outcome: 'failed', reason: REASON }])
      const corrected = body.replace('6am-9am," 5pm-8pm"', '"6am-9am, 5pm-8pm"')
      const { preview } = await server.take(corrected)
      expect(await server.park(preview[0]!.parkId!)).toMatchObject({ leashHours: '6am-9am, 5pm-8pm' })
    },
  )

  test.skipIf(onPostgres)('keeps formulas, HTML and scripts as text wherever they are shown', async () => {
    const server = await importingServer()
    const evil = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
    await server.take(
      `name,suburb,state,description,source,hours\n"${evil}",Carlton North,VIC,"${evil}","${evil}","${evil}"\n`,
    )
    const [{ id }] = (await server.app.inject('/api/search?query=onerror')).json() as [{ id: number }]
    writeFileSync(
      join(server.config.clientDir, 'index.html'),
      '<!doctype html><html><head><title>Offlead</title></head><body></body></html>',
    )
    const page = await server.app.inject({ url: `/park/${id}`, headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/<img|<script>alert/)
    expect((await server.park(id)).name).toBe(evil)
  })

  test.skipIf(onPostgres)('keeps Unicode line separators inside a cell', async () => {
    const server = await importingServer({ openJobs: openSharedProcesses })
    const list = `Park Name,Suburb,State,Postcode,Latitude,Longitude,Dogs,Description\nWattle\u2028 Run,Chermside,QLD,4032,-27.3861,153.0295,Off leash,"First\u2029second\u0085third"\n`
    expect(await server.take(list)).toMatchObject({ imported: 1, failed: 0 })
    expect(await server.find('Wattle Run')).toHaveLength(1)
  })

  test.skipIf(onPostgres).each(['xlsx', 'xls'] as const)('reads an .%s workbook', async (type) => {
    const server = await importingServer({ openJobs: openSharedProcesses })
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Parks of the shire'],
        [],
        ['PARK NAME', 'SUBURB', 'STATE', 'LAT', 'LONG'],
        ['Rosella Run', 'Carlton North', 'VIC', -37.7851, 144.9721],
      ]),
      'Parks',
    )
    const result = await server.take(write(book, { type: 'buffer', bookType: type }) as Buffer, {
      type: 'excel',
      name: `parks.${type}`,
    })
    expect(result).toMatchObject({ imported: 1, failed: 0, readAs: `Sheet “Parks”, .${type}` })
    expect(await server.find('Rosella Run')).toHaveLength(1)
  })
})

describe('undoing an import', () => {
  test('takes its picture away, also after a later import had another one', async () => {
    const server = await importingServer()
    const listWith = (picture: string) => listOf({ Access: 'off leash', Image: picture })
    const parkId = (await server.take(listWith(''))).preview[0]!.parkId!
    const store = openedStore(server.path)
    const importWithPicture = async (name: string) => {
      const url = `https://pictures.invalid/${name}.jpg`
      const { importId } = await server.take(listWith(url))
      await store.write(async (db) => {
        await db.updateTable('park_pictures').set({ state: 'waiting' }).where('parkId', '=', parkId).execute()
        await savePictures(db, [{ parkId, url, file: `${name}.webp`, reason: null, again: false }])
      })
      return importId
    }
    const imageUrl = async () => ((await server.park(parkId)) as Park).imageUrl
    const first = await importWithPicture('first')
    const second = await importWithPicture('second')
    await server.boss.send('POST', `/api/admin/imports/${second}/undo`)
    expect(await imageUrl()).toBe('/api/pictures/first.webp')
    await server.boss.send('POST', `/api/admin/imports/${first}/undo`)
    expect(await imageUrl()).toBeNull()
  })

  test('reverts the whole import: new parks are removed, changed ones are as before', async () => {
    const server = await importingServer()
    const before = (await server.app.inject('/api/parks')).json()
    const known = PARKS[0]!
    const { importId } = await server.take(
      `name,suburb,state,lat,long,phone\nRosella Run,Carlton North,VIC,-37.7851,144.9721,\n"${known.name}",${known.city},${known.state},${known.latitude},${known.longitude},02 9999 0000\n`,
    )
    expect(await server.park(1)).toMatchObject({ phone: '02 9999 0000' })
    const { id } = (await server.find('Rosella Run'))[0]!
    const undone = await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
    expect(undone.json()).toEqual({
      id: importId,
      removed: 1,
      restored: 1,
      kept: 0,
      message: '1 park removed, 1 park restored.',
    })
    expect((await server.app.inject('/api/parks')).json()).toEqual(before)
    expect((await server.boss.get('/api/admin/imports')).json()).toMatchObject([
      { id: importId, undoneAt: expect.any(String), undoneBy: server.boss.username },
    ])
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).statusCode).toBe(409)
    expect((await server.boss.send('POST', '/api/admin/imports/77/undo')).statusCode).toBe(404)
    // An id is never reused, and a device that has the park is told that it is removed.
    await server.take(LIST)
    expect((await server.find('Rosella Run'))[0]!.id).toBeGreaterThan(id)
    expect((await server.app.inject('/api/directory/changes?cursor=epoch1.2')).json()).toMatchObject({
      kind: 'changes',
      removed: [{ id, successor: null }],
    })
  })

  test.each([
    ['changed', LIST.replace('-37.7851', '-37.7852')],
    ['only lists', LIST],
  ])('is refused until a later import that %s the same parks is undone', async (_, list) => {
    const server = await importingServer()
    const first = await server.take(LIST)
    const found = await server.find('Rosella Run')
    const second = await server.take(list, { name: 'corrected.csv' })
    const refused = await server.boss.send('POST', `/api/admin/imports/${first.importId}/undo`)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'undo-first',
        message: `A later import has the same parks: undo import ${second.importId} (corrected.csv) first.`,
      },
    ])
    const undo = async (importId: number | null) =>
      (await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).json() as object
    await undo(second.importId)
    expect(await server.find('Rosella Run')).toEqual(found)
    expect(await undo(first.importId)).toMatchObject({ removed: 2 })
    expect((await server.app.inject('/api/parks')).json()).toHaveLength(PARKS.length)
  })

  test('that changed nothing publishes no park again', async () => {
    const server = await importingServer()
    await server.take(LIST)
    const seq = await seqOf(server)
    const { importId, unchanged } = await server.take(LIST)
    expect(unchanged).toBe(2)
    expect(await seqOf(server)).toBe(seq)
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).json()).toMatchObject({
      removed: 0,
      restored: 0,
      kept: 0,
    })
    expect(await seqOf(server)).toBe(seq)
  })

  test('keeps changes made by hand since', async () => {
    const server = await importingServer()
    const known = PARKS[0]!
    const row = `"${known.name}",${known.city},${known.state},${known.latitude},${known.longitude}`
    const { importId } = await server.take(`name,suburb,state,lat,long,phone,rating\n${row},02 9999 0000,4\n`)
    const now = await server.park(1)
    const store = openedStore(server.path)
    await store.write((db) =>
      publishChange(
        db,
        {
          upserts: [
            {
              ...known,
              phone: '02 1234 5678',
              rating: Number(now.rating),
              sources: [...known.sources, ...now.sources.slice(known.sources.length)],
              asOf: now.asOf,
            },
          ],
        },
        new Date(),
      ),
    )
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).json()).toMatchObject({
      restored: 0,
      kept: 1,
      message: '0 parks removed, 1 park restored. Later changes to 1 park were kept.',
    })
    expect(await server.park(1)).toMatchObject({
      phone: '02 1234 5678',
      rating: known.rating === null ? null : String(known.rating),
      source: publishersText(known.sources),
    })
  })

  test('keeps what an administrator has found out about dogs since', async () => {
    const server = await importingServer()
    const list = (...rules: string[]) =>
      `Name,Suburb,State,Lat,Long,Dogs\n${rules.map((rule) => `Rosella Run,Carlton North,VIC,-37.7851,144.9721,${rule}\n`).join('')}`
    await server.take(list('off leash'))
    const [park] = await server.find('Rosella Run')
    const { importId } = await server.take(list('off leash', 'Dogs prohibited'))
    const found = await server.boss.send('POST', '/api/admin/unpublished-parks', {
      ids: [park!.id],
      access: 'no_dogs',
    })
    expect(found.statusCode).toBe(200)
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).json()).toMatchObject({
      restored: 0,
      kept: 1,
    })
    expect(await server.find('Rosella Run')).toEqual([])
    expect((await server.boss.get('/api/admin/unpublished-parks?noDogs=true')).json()).toMatchObject([
      { name: 'Rosella Run' },
    ])
  })

  test.each<[string, string, string[], Partial<DirectoryPark>, Partial<Park>]>([
    [
      'the rule, features and leash hours',
      'Suburb,State,Lat,Long,Dogs,Phone',
      [
        'Carlton North,VIC,-37.7851,144.9721,on leash,02 1111 1111',
        'Carlton North,VIC,-37.7851,144.9721,off leash,02 2222 2222',
      ],
      { features: ['off-leash', 'toilets'] },
      { dogAccess: 'off_leash', features: 'off-leash,toilets', absentFeatures: null },
    ],
    [
      'the place',
      'Suburb,State,Lat,Long,Dogs,Phone',
      [
        'Carlton North,VIC,,,on leash,02 1111 1111',
        'Carlton North,VIC,-37.7851,144.9721,on leash,02 2222 2222',
      ],
      { latitude: -37.7862 },
      { latitude: '-37.7862', longitude: '144.9721', locationAccuracy: 'exact' },
    ],
  ])('keeps or restores together %s', async (_, header, rows, edit, expected) => {
    const server = await importingServer()
    const [first, second] = rows.map((row) => `Name,${header}\nRosella Run,${row}\n`)
    await server.take(first!)
    const { importId } = await server.take(second!)
    const { id } = (await server.find('Rosella Run'))[0]!
    const store = openedStore(server.path)
    const park = (await store.read((db) => publicPark(db, id)))!
    await store.write((db) => publishChange(db, { upserts: [{ ...park, ...edit }] }, new Date()))
    expect((await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)).json()).toMatchObject({
      restored: 0,
      kept: 1,
    })
    // The other facts are as before the import.
    expect(await server.park(id)).toMatchObject({ ...expected, phone: '02 1111 1111' })
  })
})

describe('an upload', () => {
  test.skipIf(onPostgres).each([
    ['a CSV under another name', { name: 'parks.txt' }, 'csvFile', 'Please select a CSV file (.csv)'],
    [
      'a workbook under another name',
      { type: 'excel', name: 'parks.csv' },
      'excelFile',
      'Please select an Excel file (.xlsx or .xls)',
    ],
    [
      'text under the name of a workbook',
      { type: 'excel' },
      'excelFile',
      'This is not an Excel workbook. It is text: choose CSV and give it a name that ends in .csv.',
    ],
  ] as const)('of %s is refused', async (_, sent, field, message) => {
    const server = await importingServer()
    const answer = await server.post(LIST, sent)
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', field, message }])
  })

  test.skipIf(onPostgres)('must have the fields of the form', async () => {
    const { boss } = await importingServer()
    const send = async (parts: Parameters<typeof form>[0]) => {
      const answer = await boss.send('POST', '/api/admin/import-parks', undefined, form(parts))
      return [answer.statusCode, answer.json().message]
    }
    const file = { name: 'parks.csv', content: LIST }
    expect(await send([['fileType', 'csv']])).toEqual([400, 'Please select a file first'])
    expect(await send([['csvFile', file]])).toEqual([400, 'fileType must be one of csv, excel.'])
    expect(
      await send([
        ['csvFile', file],
        ['fileType', 'pdf'],
      ]),
    ).toEqual([400, 'fileType must be one of csv, excel.'])
    expect(
      await send([
        ['excelFile', file],
        ['fileType', 'csv'],
      ]),
    ).toEqual([400, 'Please select a file first: it is expected in csvFile.'])
    expect(
      await send([
        ['csvFile', file],
        ['fileType', 'csv'],
        ['isAdmin', 'true'],
      ]),
    ).toEqual([400, 'There is no field called isAdmin here.'])
    expect(
      await send([
        ['csvFile', file],
        ['csvFile', file],
        ['fileType', 'csv'],
      ]),
    ).toEqual([400, 'The form could not be read.'])
    expect(
      await send([
        ['fileType', 'csv'],
        ['dryRun', 'true'],
        ['csvFile', file],
      ]),
    ).toEqual([200, expect.stringMatching(/^Would import/)])
    expect((await boss.send('POST', '/api/admin/import-parks', { fileType: 'csv' })).statusCode).toBe(400)
  })

  test.skipIf(onPostgres)('of more than 10 MB is aborted while it arrives', async () => {
    const server = await importingServer({ openJobs: openSharedProcesses })
    const answer = await server.post(Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a'))
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { code: 'too-large', message: 'File size should be less than 10MB' },
    ])
    const most = await server.post(
      Buffer.concat([Buffer.from(LIST), Buffer.alloc(IMPORT_MAX_BYTES - LIST.length, '\n')]),
    )
    expect([most.statusCode, most.json().imported]).toEqual([200, 2])
  })

  test.skipIf(onPostgres)('works over a real connection in several pieces', async () => {
    const server = await importingServer({ openJobs: openSharedProcesses })
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { payload, headers } = form([
      ['csvFile', { name: 'parks.csv', content: LIST + '\n'.repeat(200_000) }],
      ['fileType', 'csv'],
      ['dryRun', 'true'],
    ])
    const cookie = [...server.boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    async function* pieces() {
      for (let at = 0; at < payload.length; at += 50_000) {
        yield payload.subarray(at, at + 50_000)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const answer = await fetch(`${origin}/api/admin/import-parks`, {
      method: 'POST',
      headers: { ...headers, cookie, origin },
      body: pieces() as never,
      duplex: 'half',
    } as RequestInit)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ imported: 2, failed: 1 }),
    ])
  })

  test.skipIf(onPostgres)('that breaks off imports nothing and leaves no file', async () => {
    const server = await importingServer()
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { payload, headers } = form([
      ['fileType', 'csv'],
      ['csvFile', { name: 'parks.csv', content: LIST + '\n'.repeat(200_000) }],
    ])
    const cookie = [...server.boss.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const client = new AbortController()
    async function* beginning() {
      yield payload.subarray(0, 100_000)
      await new Promise(() => undefined)
    }
    const answer = fetch(`${origin}/api/admin/import-parks`, {
      method: 'POST',
      headers: { ...headers, cookie, origin },
      body: beginning() as never,
      duplex: 'half',
      signal: client.signal,
    } as RequestInit)
    const folder = join(server.config.dataDir, 'uploads')
    /** Bytes of each file that has arrived so far. */
    const sizes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    await waitFor(() => expect(sizes()[0]).toBeGreaterThan(LIST.length))
    client.abort()
    await expect(answer).rejects.toThrow('aborted')
    await waitFor(() => expect(sizes()).toEqual([]))
    // One import runs at a time, so this one would be refused or come after that of the upload.
    await server.take(LIST, { name: 'complete.csv' })
    for (const list of ['imports', 'import-jobs'])
      expect((await server.boss.get(`/api/admin/${list}`)).json()).toMatchObject([
        { fileName: 'complete.csv' },
      ])
  })

  test.skipIf(onPostgres)(
    'is accepted again when the folder for files can be written again, and after it was deleted',
    async () => {
      const server = await importingServer()
      const folder = join(server.config.dataDir, 'uploads')
      writeFileSync(folder, '')
      expect((await server.post(LIST, { dryRun: true })).json()).toMatchObject({
        code: 'database-unavailable',
      })
      rmSync(folder)
      expect((await server.post(LIST, { dryRun: true })).statusCode).toBe(200)
      rmSync(folder, { recursive: true })
      expect((await server.post(LIST, { dryRun: true })).statusCode).toBe(200)
    },
  )

  test.skipIf(onPostgres)('is accepted only from administrators and our own pages', async () => {
    const { app } = await importingServer()
    const { payload, headers } = form([
      ['csvFile', { name: 'parks.csv', content: LIST }],
      ['fileType', 'csv'],
    ])
    const rex = await member(app)
    expect(
      (await rex.send('POST', '/api/admin/import-parks', undefined, { payload, headers })).statusCode,
    ).toBe(403)
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/api/admin/import-parks',
          payload,
          headers: { ...headers, 'sec-fetch-site': 'cross-site' },
        })
      ).statusCode,
    ).toBe(403)
    // No other route accepts forms.
    expect((await rex.send('POST', '/api/sync', undefined, { payload, headers })).statusCode).toBe(415)
  })
})

test('the remains of a killed import are not visible and are deleted by the next one', async () => {
  const server = await importingServer()
  const database = openDatabase(server.path)
  database.exec(`insert into imports (kind, fileName, state, header, total, failed, created, updated, unchanged, merged, unpublished, createdAt)
    values ('csv', 'old.csv', 'staging', '[]', 1, 0, 1, 0, 0, 0, 0, '2020-01-01T00:00:00.000Z')`)
  expect((await server.boss.get('/api/admin/imports')).json()).toEqual([])
  await server.take(LIST)
  expect(database.prepare('select fileName, state from imports').all()).toEqual([
    { fileName: 'parks.csv', state: 'done' },
  ])
  database.close()
})

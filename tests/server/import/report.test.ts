import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { ImportPreviewRow } from '../../../data/model/import.ts'
import { importingServer } from './forms.ts'

const HEADER = 'Name,Suburb,State,Postcode,Latitude,Longitude,Access,ID,Description\n'
const ROSELLA = 'Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,Off leash,A1,Grass\n'
const FIRST = `${HEADER}${ROSELLA}Galah Green,Carlton North,VIC,3054,-37.7900,144.9650,Off leash,A2,Trees\n`
const SECOND = `${HEADER}${ROSELLA}${ROSELLA}Galah Green,Carlton North,VIC,3054,-37.7900,144.9650,Off leash,A2,=1+1
Lorikeet Lawn,Carlton North,VIC,3054,-37.7800,144.9800,Off leash,A3,New
Nowhere Oval,,,,,,Off leash,A4,
`
const Rows = z.array(ImportPreviewRow)

async function serverWithReports() {
  const server = await importingServer()
  await server.take(FIRST)
  const read = async (path: string) => {
    const answer = await server.boss.get(`/api/admin/import-reports/${path}`)
    return { answer, rows: answer.statusCode === 200 ? Rows.parse(answer.json()) : [] }
  }
  return { ...server, read }
}

describe('the report of an import', () => {
  test('has every row of the file with its outcome, for a dry run too', async () => {
    const server = await serverWithReports()
    for (const dryRun of [true, false]) {
      const { reportId } = await server.take(SECOND, { dryRun })
      const { rows, answer } = await server.read(String(reportId))
      expect(rows.map(({ row, name, outcome }) => [row, name, outcome])).toEqual([
        [2, 'Rosella Run', 'unchanged'],
        [3, 'Rosella Run', 'merged'],
        [4, 'Galah Green', 'updated'],
        [5, 'Lorikeet Lawn', 'new'],
        [6, 'Nowhere Oval', 'failed'],
      ])
      expect(answer.headers['x-total-count']).toBe('5')
    }
  })

  test('is filtered by outcome and read page by page', async () => {
    const server = await serverWithReports()
    const { reportId } = await server.take(SECOND)
    const changed = await server.read(`${reportId}?outcome=updated`)
    expect(changed.rows.map(({ changes }) => changes)).toEqual([
      [{ field: 'Description', before: 'Trees', after: '=1+1' }],
    ])
    expect(changed.answer.headers['x-total-count']).toBe('1')
    const page = await server.read(`${reportId}?offset=2&limit=2`)
    expect(page.rows.map(({ row }) => row)).toEqual([4, 5])
    expect((await server.read('999')).answer.statusCode).toBe(404)
  })

  test('has the id of a park that the import created', async () => {
    const server = await serverWithReports()
    const result = await server.take(SECOND)
    const [park] = await server.find('Lorikeet Lawn')
    const { rows } = await server.read(`${result.reportId}?outcome=new`)
    expect(rows.map(({ parkId }) => parkId)).toEqual([park!.id])
    expect(result.preview.find(({ outcome }) => outcome === 'new')!.parkId).toBe(park!.id)
  })

  test('is downloaded as CSV with values before and after, safe from formulas', async () => {
    const server = await serverWithReports()
    const { reportId } = await server.take(SECOND)
    const file = await server.boss.get(`/api/admin/import-reports/${reportId}/file?outcome=updated`)
    const [park] = await server.find('Galah Green')
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="import-report-${reportId}-changed.csv"`,
    )
    expect(file.body).toBe(
      `\uFEFFRow,Outcome,Park,Place,Park ID,Field,Before,After,Reason,Notes\r\n4,Changed,Galah Green,Carlton North VIC 3054,${park!.id},Description,Trees,'=1+1,,\r\n`,
    )
  })
})

describe('columns assigned by hand', () => {
  const LIST = 'Colour,Where,Area\nRosella Run,Carlton North,VIC\n'
  const COLUMNS = [
    { at: 0, field: 'name', feature: null },
    { at: 1, field: 'suburb', feature: null },
    { at: 2, field: 'state', feature: null },
  ] as const

  test('replace what the headers suggest', async () => {
    const server = await importingServer()
    const suggested = await server.take(LIST, { dryRun: true })
    expect(suggested.failed).toBe(1)
    expect(suggested.mapping.map(({ column }) => column)).toEqual(['Colour', 'Where', 'Area'])
    expect((await server.post(LIST)).statusCode).toBe(400)
    const assigned = await server.take(LIST, { columns: COLUMNS })
    expect(assigned).toMatchObject({ created: 1, failed: 0 })
    expect(await server.find('Rosella Run')).toHaveLength(1)
  })

  test('take a field away from the column that had it', async () => {
    const server = await importingServer()
    const { mapping, created } = await server.take(
      'Name,Title,Suburb,State\nA,Rosella Run,Carlton North,VIC\n',
      { columns: [{ at: 1, field: 'name', feature: null }] },
    )
    expect(mapping.map(({ field }) => field)).toEqual([null, 'name', 'suburb', 'state'])
    expect(created).toBe(1)
    expect(await server.find('Rosella Run')).toHaveLength(1)
  })

  test('that are not a valid list are refused', async () => {
    const server = await importingServer()
    const columns = [{ at: 0, field: 'colour', feature: null }] as unknown as typeof COLUMNS
    expect((await server.post(LIST, { columns })).statusCode).toBe(400)
  })
})

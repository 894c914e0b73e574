import { describe, expect, test } from 'vitest'
import { importingServer } from '../import/forms.ts'
import { phone } from './administrator.ts'

describe('a park that was removed after a report', () => {
  const PARKS_OF_LIST = [
    'Rosella Run,Carlton North,VIC,3054,-37.7851,144.9721,off leash',
    'Galah Green,Carlton North,VIC,3054,-37.7900,144.9650,off leash',
  ]
  const HEADER = 'Name,Suburb,State,Postcode,Latitude,Longitude,Access'
  const NUMBERED = `${HEADER},ID\n${PARKS_OF_LIST.map((row, at) => `${row},R${at}`).join('\n')}\n`
  const REASONS = [
    'It was removed from the directory as park 151. If it is there again, submit it as a new park.',
    'It was merged into park 7 as park 152.',
  ]

  /** A server whose first import's parks were both removed, the second one with a successor. */
  async function startedWithoutThem() {
    const server = await importingServer()
    const { importId } = await server.take(NUMBERED)
    const device = phone(server.app)
    for (const [at, successor] of [null, 7].entries()) {
      await device.send('report', { subject: 'park', subjectId: 151 + at, reason: 'gone', message: '' })
      const reply = await server.boss.send('POST', `/api/admin/reports/${at + 1}/accept`, {
        act: 'remove',
        successor,
      })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    return { ...server, importId: importId!, device }
  }

  test.each([
    ['with the same numbers', NUMBERED],
    ['with other numbers', NUMBERED.replaceAll(',R', ',X')],
    ['without numbers', `${HEADER}\n${PARKS_OF_LIST.join('\n')}\n`],
    [
      'with the same numbers and other names',
      NUMBERED.replace('Rosella', 'Lory').replace('Galah', 'Corella'),
    ],
  ])('is not added again by its list %s, which is told why', async (_, list) => {
    const server = await startedWithoutThem()
    for (const dryRun of [true, false]) {
      const result = await server.take(list, { dryRun })
      expect(result).toMatchObject({ created: 0, updated: 0, failed: 2 })
      expect(result.preview.map(({ reason }) => reason)).toEqual(REASONS)
    }
    expect((await server.park(151)).code).toBe('park-not-found')
  })

  test('does not keep another park out that now has its number in the list', async () => {
    const server = await startedWithoutThem()
    const [rosella, galah] = PARKS_OF_LIST
    // 300 m from Rosella Run.
    const lory = rosella!.replace('Rosella Run', 'Lory Lane').replace(/-37\.(\d{2})\d*/, '-37.$180')
    const list = `${HEADER},ID\n${lory},R0\n${rosella},R1\n${galah},R2\n`
    const result = await server.take(list)
    expect(result).toMatchObject({ created: 1, failed: 2 })
    expect(result.preview.map(({ name, reason }) => [name, reason])).toEqual([
      ['Lory Lane', null],
      ['Rosella Run', REASONS[0]],
      ['Galah Green', REASONS[1]],
    ])
  })

  test('is added again by a submission, and then updated by its list', async () => {
    const server = await startedWithoutThem()
    await server.device.send('submission', {
      parkName: 'Rosella Run',
      address: '1 Rathdowne St',
      suburb: 'Carlton North',
      postcode: '3054',
      state: 'VIC',
      features: ['off-leash'],
    })
    const { draft } = (await server.boss.get('/api/admin/submissions/1')).json()
    await server.boss.send('POST', '/api/admin/submissions/1/accept', draft)
    expect(await server.take(NUMBERED)).toMatchObject({ created: 0, updated: 1, failed: 1 })
  })

  test('is refused also after its first import was undone', async () => {
    const server = await startedWithoutThem()
    await server.take(`${HEADER}\nCorella Common,Carlton North,VIC,3054,-37.7950,144.9650,off leash\n`)
    for (const id of [server.importId + 1, server.importId])
      expect((await server.boss.send('POST', `/api/admin/imports/${id}/undo`)).statusCode).toBe(200)
    const result = await server.take(
      `${NUMBERED}Corella Common,Carlton North,VIC,3054,-37.7950,144.9650,off leash,R3\n`,
    )
    expect(result).toMatchObject({ created: 1, failed: 2 })
  })
})

import { describe, expect, test } from 'vitest'
import { importingServer, listOf } from '../import/forms.ts'
import { phone } from './administrator.ts'

const NOW = () => new Date('2026-11-21T04:00:00.000Z')

test('undoing an import brings back a park that was merged into one of its parks', async () => {
  let now = NOW().getTime()
  const server = await importingServer({ clock: () => new Date((now += 1_000)) })
  const before = (await server.app.inject('/api/parks')).json()
  const { importId, preview } = await server.take(listOf({ Access: 'off leash', Year: '2026' }))
  const id = preview[0]!.parkId!
  const device = phone(server.app)
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'gone', message: '' })
  await server.boss.send('POST', '/api/admin/reports/1/accept', { act: 'remove', successor: id })
  const { seq } = (await server.app.inject('/api/directory')).json() as { seq: number }
  const undone = await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
  expect(undone.json()).toMatchObject({ removed: 1, restored: 1 })
  expect((await server.app.inject('/api/parks')).json()).toEqual(before)
  expect((await server.app.inject(`/api/directory/changes?cursor=epoch1.${seq}`)).json()).toMatchObject({
    kind: 'changes',
    removed: [{ id, successor: null }],
  })
})

test('undoing an import restores a park that it has changed and that was merged into one of its parks', async () => {
  let now = NOW().getTime()
  const server = await importingServer({ clock: () => new Date((now += 1_000)) })
  const id = (await server.take(listOf({ Access: 'on leash' }))).preview[0]!.parkId!
  const { importId, preview } = await server.take(
    `${listOf({ Access: 'off leash' })}Rosella Run North,Carlton North,VIC,3054,-37.7811,144.9721,off leash\n`,
  )
  const successor = preview.find(({ outcome }) => outcome === 'new')!.parkId!
  const device = phone(server.app)
  await device.send('report', { subject: 'park', subjectId: id, reason: 'gone', message: '' })
  await server.boss.send('POST', '/api/admin/reports/1/accept', { act: 'remove', successor })
  const undone = await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
  expect(undone.json()).toMatchObject({ removed: 1, restored: 1, kept: 0 })
  expect(await server.park(id)).toMatchObject({ dogAccess: 'on_leash', features: 'on-leash' })
})

test.each(['the same list', 'another list'])(
  'undoing imports brings back a park that was merged into one of theirs, and that one into one of %s',
  async (which) => {
    let now = NOW().getTime()
    const server = await importingServer({ clock: () => new Date((now += 1_000)) })
    const before = (await server.app.inject('/api/parks')).json()
    const [first, second] = [
      listOf({ Access: 'off leash' }),
      'Rosella Run North,Carlton North,VIC,3054,-37.7811,144.9721,off leash\n',
    ]
    const header = first.slice(0, first.indexOf('\n') + 1)
    const lists = which === 'the same list' ? [first + second] : [first, header + second]
    const importIds: number[] = []
    const parkIds: number[] = []
    for (const list of lists) {
      const { importId, preview } = await server.take(list)
      importIds.push(importId!)
      parkIds.push(...preview.map(({ parkId }) => parkId!))
    }
    const device = phone(server.app)
    for (const [at, subjectId] of [7, parkIds[0]!].entries()) {
      await device.send('report', { subject: 'park', subjectId, reason: 'gone', message: '' })
      const successor = parkIds[at]!
      await server.boss.send('POST', `/api/admin/reports/${at + 1}/accept`, { act: 'remove', successor })
    }
    for (const id of importIds) await server.boss.send('POST', `/api/admin/imports/${id}/undo`)
    expect((await server.app.inject('/api/parks')).json()).toEqual(before)
  },
)

test('undoing an import keeps the date of what was corrected since', async () => {
  const server = await importingServer({ clock: NOW })
  const id = (await server.take(listOf({ Access: 'off leash', Year: '2018' }))).preview[0]!.parkId!
  const { importId } = await server.take(listOf({ Access: 'off leash', Year: '2026', Phone: '03 9999 9999' }))
  const device = phone(server.app)
  await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
  await server.boss.send('POST', '/api/admin/reports/1/accept', {
    act: 'edit',
    changes: { access: 'on_leash' },
  })
  await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
  await server.take(listOf({ Access: 'off leash', Year: '2019' }))
  expect(await server.park(id)).toMatchObject({ dogAccess: 'on_leash', asOf: '2026' })
})

test('an undated list that is imported again does not end a stricter correction', async () => {
  const server = await importingServer({ clock: NOW })
  const list = listOf({ Access: 'off leash' })
  const id = (await server.take(list)).preview[0]!.parkId!
  const device = phone(server.app)
  await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
  await server.boss.send('POST', '/api/admin/reports/1/accept', {
    act: 'edit',
    changes: { access: 'on_leash' },
  })
  expect(await server.take(list)).toMatchObject({ unchanged: 1 })
  expect(await server.park(id)).toMatchObject({ dogAccess: 'on_leash', asOf: '2026' })
})

const OLD_FACTS = {
  Access: 'off leash timed',
  'Leash hours': 'Off-leash before 9am',
  'Opening hours': '6am-9pm',
  Phone: '03 9999 9999',
}
const CORRECTION = {
  name: 'Rosella Reserve',
  latitude: -37.7862,
  longitude: 144.9735,
  leashHours: 'Off-leash before 7am',
  openingHours: '7am-7pm',
  phone: '03 8888 8888',
}

test.each(['', '2025', '2026'])(
  'a list of the year “%s” that is imported again leaves what was corrected since',
  async (year) => {
    const server = await importingServer({ clock: NOW })
    const list = listOf({ ...OLD_FACTS, Year: year, 'Source id': '7' })
    const id = (await server.take(list)).preview[0]!.parkId!
    const device = phone(server.app)
    await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
    await server.boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: CORRECTION })
    const corrected = await server.park(id)
    expect(corrected).toMatchObject({
      ...CORRECTION,
      latitude: String(CORRECTION.latitude),
      longitude: String(CORRECTION.longitude),
    })
    expect(await server.take(list)).toMatchObject({ unchanged: 1 })
    expect(await server.park(id)).toEqual(corrected)
  },
)

test.each(['', '2026'])(
  'a list of the year “%s” fills the gaps of a corrected park, and a stricter rule counts',
  async (year) => {
    const server = await importingServer({ clock: NOW })
    const numbered = { Year: year, 'Source id': '7' }
    const id = (await server.take(listOf({ ...OLD_FACTS, ...numbered }))).preview[0]!.parkId!
    const device = phone(server.app)
    await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
    await server.boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: CORRECTION })
    await server.take(listOf({ Access: 'on leash', Size: '2 ha', Phone: '03 7777 7777', ...numbered }))
    expect(await server.park(id)).toMatchObject({
      dogAccess: 'on_leash',
      leashHours: null,
      features: 'on-leash',
      absentFeatures: 'off-leash',
      size: 'Large',
      phone: CORRECTION.phone,
    })
  },
)

test('a list of a later year replaces what was corrected', async () => {
  let now = NOW()
  const server = await importingServer({ clock: () => now })
  const id = (await server.take(listOf({ ...OLD_FACTS, Year: '2025' }))).preview[0]!.parkId!
  const device = phone(server.app)
  await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
  await server.boss.send('POST', '/api/admin/reports/1/accept', {
    act: 'edit',
    changes: { phone: CORRECTION.phone, leashHours: CORRECTION.leashHours },
  })
  now = new Date('2027-02-01T04:00:00.000Z')
  await server.take(listOf({ ...OLD_FACTS, Year: '2027' }))
  expect(await server.park(id)).toMatchObject({
    leashHours: OLD_FACTS['Leash hours'],
    phone: OLD_FACTS.Phone,
    asOf: '2027',
  })
})

describe('a list without numbers', () => {
  const LATER = new Date('2027-02-01T04:00:00.000Z')
  const MOVED = { latitude: -37.7802, longitude: 144.9735 }
  const RENAMED = { name: 'Lorikeet Green' }
  const imported = async (year: string) => {
    let now = NOW()
    const server = await importingServer({ clock: () => now })
    const list = listOf({ ...OLD_FACTS, Year: year })
    const id = (await server.take(list)).preview[0]!.parkId!
    let reports = 0
    const accept = async (decision: object) => {
      const device = phone(server.app)
      await device.send('report', { subject: 'park', subjectId: id, reason: 'rule-changed', message: '' })
      reports += 1
      const answer = await server.boss.send('POST', `/api/admin/reports/${reports}/accept`, decision)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      now = new Date(now.getTime() + 1_000)
    }
    return { server, list, id, accept, wait: () => (now = LATER) }
  }

  test.each([
    ['renamed', [RENAMED]],
    ['moved by 560 m', [MOVED]],
    ['renamed and moved', [{ ...RENAMED, ...MOVED }]],
    ['renamed, and then moved', [RENAMED, MOVED]],
  ] as const)('finds a park that was %s, and leaves it as it is', async (_, corrections) => {
    const { server, list, id, accept } = await imported('2026')
    for (const changes of corrections) await accept({ act: 'edit', changes })
    const corrected = await server.park(id)
    expect(await server.take(list)).toMatchObject({ created: 0, unchanged: 1 })
    expect(await server.park(id)).toEqual(corrected)
  })

  test('of a later year finds a park that was renamed, and leaves its name', async () => {
    const { server, id, accept, wait } = await imported('2026')
    await accept({ act: 'edit', changes: RENAMED })
    wait()
    const later = listOf({ ...OLD_FACTS, Year: '2027', Phone: '03 7777 7777' })
    expect(await server.take(later)).toMatchObject({ created: 0, updated: 1 })
    expect(await server.park(id)).toMatchObject({ ...RENAMED, phone: '03 7777 7777' })
  })

  test('does not add a park again that was renamed and then removed', async () => {
    const { server, list, id, accept } = await imported('2026')
    await accept({ act: 'edit', changes: RENAMED })
    await accept({ act: 'remove', successor: null })
    const { created, failuresUrl } = await server.take(list)
    expect(created).toBe(0)
    const failures = await server.boss.get(failuresUrl!)
    expect(failures.body).toContain(`removed from the directory as park ${id}`)
  })

  const NUMBERED = { ...OLD_FACTS, 'Source id': '7' }

  test.each([
    ['renamed', (list: string) => list.replace('Rosella Run', RENAMED.name)],
    ['moved by 560 m', (list: string) => list.replace('-37.7851,144.9721', '-37.7802,144.9735')],
  ])('finds a park that a list with numbers has %s, and gives it no second one', async (_, change) => {
    const server = await importingServer({ clock: NOW })
    await server.take(listOf({ ...NUMBERED, Year: '2025' }))
    const replacing = await server.take(change(listOf({ ...NUMBERED, Year: '2026' })))
    expect(replacing).toMatchObject({ created: 0, updated: 1 })
    expect(await server.take(listOf({ ...OLD_FACTS, Year: '2025' }))).toMatchObject({
      created: 0,
      unchanged: 1,
    })
  })

  test('does not find a park by a name that an undone import gave it', async () => {
    const server = await importingServer({ clock: NOW })
    await server.take(listOf({ ...NUMBERED, Year: '2025' }))
    const renaming = listOf({ ...NUMBERED, Year: '2026' }).replace('Rosella Run', RENAMED.name)
    const { importId } = await server.take(renaming)
    await server.boss.send('POST', `/api/admin/imports/${importId}/undo`)
    const renamed = listOf({ ...OLD_FACTS, Year: '2026' }).replace('Rosella Run', RENAMED.name)
    expect(await server.take(renamed)).toMatchObject({ created: 1 })
    expect(await server.take(listOf({ ...OLD_FACTS, Year: '2025' }))).toMatchObject({
      created: 0,
      unchanged: 1,
    })
  })

  test('adds another park with the former name elsewhere', async () => {
    const { server, list, accept } = await imported('2026')
    await accept({ act: 'edit', changes: RENAMED })
    expect(await server.take(list.replace('-37.7851,144.9721', '-37.7901,144.9802'))).toMatchObject({
      created: 1,
    })
  })
})

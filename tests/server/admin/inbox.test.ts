import { expect, onTestFinished, test } from 'vitest'
import { decodeParks, ParkColumns } from '../../../data/directory/parks.ts'
import { DirectoryChanges } from '../../../data/model/directory.ts'
import type { FeatureId } from '../../../data/model/feature.ts'
import type { ParkFacts, ReportDetails, SubmissionDetails } from '../../../data/model/inbox.ts'
import type { Outline } from '../../../data/model/outline.ts'
import type { Park } from '../../../data/model/park.ts'
import { CORRECTED } from '../../../data/model/source.ts'
import type { ParkSubmission } from '../../../data/model/submission.ts'
import type { Config } from '../../../fastify.config.ts'
import { namedParksNear } from '../../../server/geo/named-parks.ts'
import { parkOutline, publishChange } from '../../../server/repositories/directory.ts'
import { member } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { sendJson, service } from '../geo/fake-service.ts'
import { openedStore, PARKS, startedServer } from '../harness.ts'
import { administrator, phone } from './administrator.ts'

const NOW = new Date('2026-11-21T04:00:00.000Z')

async function startInbox(change: Partial<Config> = {}) {
  const running = await startedServer(change, () => NOW)
  return { ...running, boss: await administrator(running.app, running.path), device: phone(running.app) }
}

const SUBMISSION: ParkSubmission = {
  parkName: 'Wattle Paddock',
  address: '1 Kuran St',
  suburb: 'chermside',
  postcode: '4000',
  state: 'QLD',
  description: 'A paddock with a creek.',
  website: 'https://example.org/wattle',
  openingHours: 'Dawn to Dusk',
  features: ['off-leash', 'fenced', 'water'],
}

/** What the form sends for an unchanged draft. */
const factsOf = ({ draft }: SubmissionDetails): ParkFacts => ({
  ...draft,
  latitude: draft.latitude!,
  longitude: draft.longitude!,
  access: draft.access!,
})

const json = async <T>(answer: Promise<{ json(): unknown }>) => (await answer).json() as T
const park = async (visitor: Visitor, id: number) => visitor.get(`/api/parks/${id}`)
const deltaSince = async (boss: Visitor, seq: number) => {
  const changes = DirectoryChanges.parse(
    await json(boss.get(`/api/directory/changes?cursor=epoch1.${seq}&format=2`)),
  )
  if (changes.kind !== 'changes') throw new Error('no delta')
  return {
    seq: changes.seq,
    upserts: decodeParks(ParkColumns.parse(changes.upserts)),
    removed: changes.removed,
  }
}
const acts = async (boss: Visitor) =>
  (
    await json<{ act: string; subject: string; details: string; username: string }[]>(
      boss.get('/api/admin/log'),
    )
  ).map(({ act, subject, details, username }) => [act, subject, details, username])

test('a submission is completed from the gazetteer and becomes a park that devices get as a delta', async () => {
  const { boss, device } = await startInbox()
  expect(await device.send('submission', SUBMISSION)).toMatchObject({ status: 'applied', id: 1 })
  expect(await json(boss.get('/api/admin/inbox'))).toEqual({ submissions: 1, reports: 0, messages: 0 })
  expect(await json(boss.get('/api/admin/submissions?status=new'))).toMatchObject([
    { id: 1, status: 'new', parkName: 'Wattle Paddock', username: null, parkId: null },
  ])

  const detail = await json<SubmissionDetails>(boss.get('/api/admin/submissions/1'))
  expect(detail.draft).toMatchObject({
    name: 'Wattle Paddock',
    city: 'Chermside',
    postcode: '4032',
    state: 'QLD',
    accuracy: 'suburb',
    access: 'fenced_dog_park',
    features: ['off-leash', 'fenced', 'water'],
    openingHours: 'Dawn to Dusk',
    description: 'A paddock with a creek.\n\nhttps://example.org/wattle',
  })
  expect(detail.draft.latitude).toBeCloseTo(-27.38, 1)
  expect(detail.notes).toEqual([
    'Chermside has the postcode 4032, not 4000.',
    'Position filled from Chermside QLD 4032, approximate.',
  ])

  const answer = await boss.send('POST', '/api/admin/submissions/1/accept', { ...factsOf(detail), phone: '' })
  expect(answer.statusCode).toBe(200)
  const { parkId } = answer.json() as { parkId: number }
  expect((await park(boss, parkId)).json()).toMatchObject({
    name: 'Wattle Paddock',
    city: 'Chermside',
    source: 'Submitted by a visitor',
    asOf: '2026',
    dogAccess: 'fenced_dog_park',
    phone: null,
    features: 'off-leash,fenced,water',
  })
  expect(await deltaSince(boss, 1)).toMatchObject({
    seq: 2,
    upserts: [{ id: parkId, name: 'Wattle Paddock' }],
    removed: [],
  })
  expect(await json(boss.get('/api/admin/submissions'))).toMatchObject([
    { id: 1, status: 'accepted', decidedBy: 'boss', decidedAt: NOW.toISOString(), parkId },
  ])
  expect(await acts(boss)).toEqual([
    ['submission-accepted', 'submission 1', `Wattle Paddock, Chermside QLD, is park ${parkId}.`, 'boss'],
  ])

  const again = await boss.send('POST', '/api/admin/submissions/1/accept', factsOf(detail))
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { code: 'taken', message: 'This was already accepted.' },
  ])
  expect((await deltaSince(boss, 2)).upserts).toEqual([])
})

test('an existing park of a similar name is shown next to the submission', async () => {
  const { boss, device } = await startInbox()
  const known = await json<Park>(park(boss, 7))
  await device.send('submission', {
    ...SUBMISSION,
    parkName: `${known.name.split(' ')[0]} off leash area`,
    suburb: known.city,
    postcode: known.postal_code,
  })
  expect(await json(boss.get('/api/admin/submissions/1'))).toMatchObject({
    alike: [{ id: 7, name: known.name, place: `${known.city} QLD ${known.postal_code}` }],
  })
})

/** A park of the list of named parks. */
const NAMED = namedParksNear({ latitude: -33.911, longitude: 151.155 }, 'Wicks', 1)[0]!
const pointAt = ({ name, latitude, longitude, accuracy }: typeof NAMED) => ({
  name,
  latitude,
  longitude,
  accuracy,
  method: 'named-park' as const,
})

test("a submission's point is the position of the draft, with its distance from the suburb", async () => {
  const { boss, device } = await startInbox()
  await device.send('submission', SUBMISSION)
  const plain = await json<SubmissionDetails>(boss.get('/api/admin/submissions/1'))
  const point = {
    latitude: plain.draft.latitude! + 0.01,
    longitude: plain.draft.longitude!,
    accuracy: 12,
    method: 'map' as const,
  }
  await device.send('submission', { ...SUBMISSION, point })
  const detail = await json<SubmissionDetails>(boss.get('/api/admin/submissions/2'))
  expect(detail.submission.point).toEqual(point)
  expect(detail.draft).toMatchObject({ latitude: point.latitude, accuracy: 'exact' })
  expect(detail.notes).toContain(
    "The sender's position is used: placed on the map, accurate to about 12 m, 1112 m from the centre of the suburb.",
  )
  await device.send('submission', { ...SUBMISSION, point: { ...point, method: 'device', accuracy: 2_500 } })
  expect(await json(boss.get('/api/admin/submissions/3'))).toMatchObject({ draft: { accuracy: 'suburb' } })
  for (const bad of [
    { accuracy: 1e9 },
    { latitude: 48 },
    { method: 'guess' as 'map' },
    { name: 'x'.repeat(201) },
  ])
    expect(await device.send('submission', { ...SUBMISSION, point: { ...point, ...bad } })).toMatchObject({
      status: 'refused',
    })
})

test('a park placed by a named park keeps the source and licence of that position', async () => {
  const { boss, device } = await startInbox()
  await device.send('submission', {
    ...SUBMISSION,
    suburb: 'Marrickville',
    state: 'NSW',
    point: pointAt(NAMED),
  })
  const detail = await json<SubmissionDetails>(boss.get('/api/admin/submissions/1'))
  const answer = await boss.send('POST', '/api/admin/submissions/1/accept', factsOf(detail))
  const { parkId } = answer.json() as { parkId: number }
  const position = { publisher: 'OpenStreetMap', licence: 'ODbL 1.0', date: expect.any(String) }
  expect((await park(boss, parkId)).json()).toMatchObject({ latitude: String(NAMED.latitude), position })

  await device.send('report', {
    subject: 'park',
    subjectId: 7,
    reason: 'wrong-place',
    message: '',
    point: pointAt(NAMED),
  })
  expect(await json(boss.get('/api/admin/reports/1'))).toMatchObject({ report: { point: pointAt(NAMED) } })
  const { latitude, longitude } = NAMED
  await boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: { latitude, longitude } })
  expect((await park(boss, 7)).json()).toMatchObject({ latitude: String(latitude), position })

  // Moved by the administrator, it is no longer the position of the named park.
  await device.send('report', {
    subject: 'park',
    subjectId: 8,
    reason: 'wrong-place',
    message: '',
    point: pointAt(NAMED),
  })
  await boss.send('POST', '/api/admin/reports/2/accept', {
    act: 'edit',
    changes: { latitude: latitude + 0.001, longitude },
  })
  expect((await park(boss, 8)).json()).toMatchObject({ position: null })
})

test('an address is looked up near its suburb and in its street, and its position keeps its source and licence', async () => {
  const place = (lat: string, lon: string, display_name: string) => ({
    lat,
    lon,
    display_name: `${display_name}, Australia`,
    category: 'building',
    addresstype: 'building',
  })
  const otherState = place('-33.9112', '151.1553', '1, Kuran Street, Marrickville, New South Wales')
  const otherStreet = place('-27.3811', '153.0311', '1, Hamilton Road, Chermside, Queensland')
  const right = place('-27.386123', '153.03', '1, Kuran Street, Chermside, Queensland')
  let found: object[] | null = []
  const { url } = await service((_request, response) => sendJson(response, found, found ? 200 : 500))
  const { boss, device } = await startInbox({ geo: { geocoder: { kind: 'nominatim', url: new URL(url) } } })
  let id = 0
  const draftOf = async (answer: object[] | null, change: Partial<ParkSubmission> = {}) => {
    found = answer
    id += 1
    await device.send('submission', { ...SUBMISSION, ...change })
    return json<SubmissionDetails>(boss.get(`/api/admin/submissions/${id}`))
  }
  const accept = async (facts: ParkFacts) => {
    const reply = await boss.send('POST', `/api/admin/submissions/${id}/accept`, facts)
    expect(reply.statusCode, reply.body).toBe(200)
    return json<Park>(park(boss, (reply.json() as { parkId: number }).parkId))
  }
  const position = {
    publisher: 'OpenStreetMap',
    title: 'Nominatim',
    date: '2026-11-21',
    licence: 'ODbL 1.0',
  }

  const none = await draftOf([otherState, otherStreet])
  expect(none.draft.accuracy).toBe('suburb')
  expect(none.notes).toContain('Position filled from Chermside QLD 4032, approximate.')
  expect(await accept(factsOf(none))).toMatchObject({ locationAccuracy: 'suburb', position: null })
  expect((await draftOf([right], { suburb: 'Atlantis' })).draft.latitude).toBeNull()

  const exact = await draftOf([otherState, otherStreet, right])
  expect(exact.draft).toMatchObject({ latitude: -27.38612, longitude: 153.03, accuracy: 'exact' })
  expect(exact.notes).toContain(
    'Position found for 1, Kuran Street, Chermside, Queensland. Check it on the map.',
  )
  expect(await accept(factsOf(exact))).toMatchObject({ locationAccuracy: 'exact', position })
  expect((await draftOf([otherStreet], { address: '7 Hamilton Rd' })).draft.accuracy).toBe('exact')

  // Moved by the administrator, it is no longer the position of the address.
  const moved = factsOf(await draftOf([right]))
  expect(await accept({ ...moved, latitude: -27.3871 })).toMatchObject({ position: null })

  // If the service fails now, the position may be from it.
  const unanswered = factsOf(await draftOf([right]))
  found = null
  expect(await accept(unanswered)).toMatchObject({ position })
})

test('an unknown suburb or a missing dog rule must be filled in by the administrator', async () => {
  const { boss, device } = await startInbox()
  await device.send('submission', { ...SUBMISSION, suburb: 'Atlantis', features: ['shade'] })
  const detail = await json<SubmissionDetails>(boss.get('/api/admin/submissions/1'))
  expect(detail.draft).toMatchObject({ city: 'Atlantis', latitude: null, longitude: null, access: null })
  expect(detail.notes).toEqual(['The gazetteer has no Atlantis in QLD.', 'No rule for dogs is given.'])
  const bad = await boss.send('POST', '/api/admin/submissions/1/accept', detail.draft)
  expect(bad.statusCode).toBe(400)
  for (const [field, value, message] of [
    ['access', 'sometimes', 'Choose the dog rules'],
    ['postcode', '40', 'A postcode has four digits'],
    ['name', '  ', 'A park needs a name'],
  ] as const) {
    const answer = await boss.send('POST', '/api/admin/submissions/1/accept', {
      ...factsOf(detail),
      latitude: -27.4,
      longitude: 153,
      access: 'on_leash',
      [field]: value,
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { field, message }])
  }
  const abroad = await boss.send('POST', '/api/admin/submissions/1/accept', {
    ...factsOf(detail),
    access: 'on_leash',
    latitude: 48.8,
    longitude: 2.3,
  })
  expect(abroad.json()).toMatchObject({
    code: 'invalid-input',
    field: 'latitude',
    message: 'This place is not in Australia',
  })
  expect(await json(boss.get('/api/admin/inbox'))).toMatchObject({ submissions: 1 })
})

test('a rejected item changes no park and records the reason', async () => {
  const { boss, device } = await startInbox()
  await device.send('submission', SUBMISSION)
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'other', message: 'I do not like it' })
  await device.send('contact', {
    name: 'Kim',
    email: 'kim@example.com',
    subject: 'Buy',
    message: 'cheap pills',
  })
  for (const kind of ['submissions', 'reports', 'messages']) {
    const answer = await boss.send('POST', `/api/admin/${kind}/1/reject`, { note: 'Not for us.' })
    expect([kind, answer.statusCode]).toEqual([kind, 200])
    expect(await json(boss.get(`/api/admin/${kind}?status=rejected`))).toMatchObject([
      { id: 1, note: 'Not for us.', decidedBy: 'boss' },
    ])
    expect((await boss.send('POST', `/api/admin/${kind}/1/reject`, {})).json()).toMatchObject({
      code: 'taken',
    })
    expect((await boss.send('POST', `/api/admin/${kind}/99/reject`, {})).json()).toMatchObject({
      code: 'not-found',
    })
  }
  expect((await deltaSince(boss, 1)).seq).toBe(1)
  expect(await json(boss.get('/api/admin/inbox'))).toEqual({ submissions: 0, reports: 0, messages: 0 })
  expect((await acts(boss)).map(([act]) => act)).toEqual([
    'message-closed',
    'report-rejected',
    'submission-rejected',
  ])
})

test('a message can be closed with a note', async () => {
  const { boss, device } = await startInbox()
  await device.send('contact', {
    name: 'Kim',
    email: 'kim@example.com',
    subject: 'Gate',
    message: 'The gate is open.',
  })
  expect(await json(boss.get('/api/admin/messages/1'))).toMatchObject({ subject: 'Gate', status: 'new' })
  expect(
    (await boss.send('POST', '/api/admin/messages/1/accept', { note: 'Told the council.' })).statusCode,
  ).toBe(200)
  expect(await json(boss.get('/api/admin/messages/1'))).toMatchObject({
    status: 'accepted',
    note: 'Told the council.',
  })
  expect(await acts(boss)).toEqual([['message-closed', 'message 1', 'Gate', 'boss']])
})

test('an accepted report changes the park and its year for every device', async () => {
  const { boss, device } = await startInbox()
  const before = await json<Park>(park(boss, 7))
  await device.send('report', {
    subject: 'park',
    subjectId: 7,
    reason: 'rule-changed',
    message: 'On leash since winter.',
  })
  const detail = await json<ReportDetails>(boss.get('/api/admin/reports/1'))
  expect(detail).toMatchObject({
    report: { reason: 'rule-changed', parkName: before.name },
    park: { id: 7, name: before.name, access: 'off_leash' },
    review: null,
  })
  const answer = await boss.send('POST', '/api/admin/reports/1/accept', {
    act: 'edit',
    changes: { access: 'on_leash', features: ['on-leash'] },
  })
  expect(answer.statusCode).toBe(200)
  expect(await json<Park>(park(boss, 7))).toEqual({
    ...before,
    dogAccess: 'on_leash',
    features: 'on-leash',
    absentFeatures: 'off-leash',
    asOf: '2026',
    source: `${before.source}; Corrected after a visitor’s report`,
    sources: [...before.sources, { publisher: 'Corrected after a visitor’s report', year: '2026' }],
  })
  expect(await deltaSince(boss, 1)).toMatchObject({ seq: 2, upserts: [{ id: 7, access: 'on_leash' }] })
  expect(await acts(boss)).toEqual([
    ['report-accepted', 'report 1', 'Park 7: rule for dogs, features.', 'boss'],
  ])
  // The source is extended only once.
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'wrong-place', message: '' })
  await boss.send('POST', '/api/admin/reports/2/accept', {
    act: 'edit',
    changes: { latitude: -27.4, longitude: 153.04, accuracy: 'exact' },
  })
  expect(await json<Park>(park(boss, 7))).toMatchObject({
    latitude: '-27.4',
    source: `${before.source}; Corrected after a visitor’s report`,
  })
})

test('an accepted report that is older than the last check does not set the date of the facts back', async () => {
  const { boss, device } = await startInbox()
  await device.send('report', { subject: 'park', subjectId: 8, reason: 'other', message: 'A new phone.' })
  await boss.send('POST', '/api/admin/freshness/parks/8')
  expect(await json<Park>(park(boss, 8))).toMatchObject({ asOf: '2026-11-21' })
  await boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: { phone: '02 9999 9999' } })
  const { asOf, sources } = await json<Park>(park(boss, 8))
  expect(asOf).toBe('2026-11-21')
  expect(sources).toContainEqual({ publisher: 'Corrected after a visitor’s report', year: '2026' })
})

test.each([
  ['off_leash', 'off-leash', null],
  ['off_leash_timed', 'off-leash', null],
  ['fenced_dog_park', 'off-leash,fenced', null],
  ['dog_park', 'off-leash', null],
  ['dogs_allowed', null, null],
  ['on_leash', 'on-leash', 'off-leash'],
])(
  'a park accepted with the rule %s has the features that follow from it, and the filters find it',
  async (access, features, absent) => {
    const { boss, device } = await startInbox()
    await device.send('submission', { ...SUBMISSION, features: [] })
    const detail = await json<SubmissionDetails>(boss.get('/api/admin/submissions/1'))
    const answer = await boss.send('POST', '/api/admin/submissions/1/accept', {
      ...factsOf(detail),
      access,
      features: [],
    })
    const { parkId } = answer.json() as { parkId: number }
    expect((await park(boss, parkId)).json()).toMatchObject({ features, absentFeatures: absent })
    for (const feature of features?.split(',') ?? []) {
      const found = await json<Park[]>(boss.get(`/api/search?query=Wattle+Paddock&features=${feature}`))
      expect(found.map(({ id }) => id)).toContain(parkId)
    }

    await device.send('report', { subject: 'park', subjectId: parkId, reason: 'rule-changed', message: '' })
    await boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: { access: 'on_leash' } })
    expect((await park(boss, parkId)).json()).toMatchObject({
      // A fence is gone with the rule that named it.
      features: 'on-leash',
      absentFeatures: 'off-leash',
    })
  },
)

const TIMED_HOURS = 'Off-leash before 9am and after 5pm'

test.each<[string, Partial<ParkFacts>, string | null]>([
  ['a rule that the leash hours would exceed', { access: 'on_leash' }, null],
  ['a rule that the leash hours can only restrict', { access: 'off_leash' }, TIMED_HOURS],
  [
    'a rule and leash hours',
    { access: 'on_leash', leashHours: 'Off-leash before 7am' },
    'Off-leash before 7am',
  ],
  ['the same rule', { access: 'off_leash_timed' }, TIMED_HOURS],
  ['another fact', { phone: '02 9999 9999' }, TIMED_HOURS],
])('after a report with %s is accepted, only leash hours that fit remain', async (_, changes, leashHours) => {
  const { boss, device, path } = await startInbox()
  const timed = { ...PARKS[6]!, access: 'off_leash_timed' as const, leashHours: TIMED_HOURS }
  await openedStore(path).write((db) => publishChange(db, { upserts: [timed] }, NOW))
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'rule-changed', message: '' })
  const reply = await boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes })
  expect(reply.statusCode).toBe(200)
  expect(await json<Park>(park(boss, 7))).toMatchObject({ leashHours })
})

test("a person's reports of one park for different reasons are all in the inbox", async () => {
  const { boss, app } = await startInbox()
  const rex = phone(app, await member(app))
  for (const [reason, message] of [
    ['rule-changed', 'On leash since winter'],
    ['wrong-place', 'It is behind the school'],
    ['other', 'The gate is broken'],
    ['other', 'There are no bins any more'],
    ['wrong-place', 'It is behind the church'],
  ] as const)
    await rex.send('report', { subject: 'park', subjectId: 7, reason, message })
  const received = await json<{ message: string }[]>(boss.get('/api/admin/reports'))
  expect(received.map(({ message }) => message)).toEqual([
    'It is behind the church',
    'There are no bins any more',
    'The gate is broken',
    'On leash since winter',
  ])
})

test("a person's second report is a new one with its own date, so a decision on the first one gets 404", async () => {
  let now = new Date('2025-12-31T04:00:00.000Z')
  const { app, path } = await startedServer({}, () => now)
  const boss = await administrator(app, path)
  const rex = phone(app, await member(app))
  const report = { subject: 'park', subjectId: 7 } as const
  await rex.send('report', { ...report, reason: 'rule-changed', message: 'Nice park lol' })
  now = new Date('2026-01-01T04:00:00.000Z')
  await rex.send('report', { ...report, reason: 'rule-changed', message: 'On leash since winter' })
  for (const [decision, body] of [
    ['reject', {}],
    ['accept', { act: 'edit', changes: {} }],
  ] as const) {
    const reply = await boss.send('POST', `/api/admin/reports/1/${decision}`, body)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      404,
      { message: expect.stringContaining('replaced by its sender') },
    ])
  }
  expect(await json(boss.get('/api/admin/reports'))).toMatchObject([
    { id: 2, status: 'new', message: 'On leash since winter', createdAt: now.toISOString() },
  ])
  await boss.send('POST', '/api/admin/reports/2/accept', { act: 'edit', changes: { access: 'on_leash' } })
  expect(await json<Park>(park(boss, 7))).toMatchObject({ dogAccess: 'on_leash', asOf: '2026' })
})

test('a removed park leaves a tombstone, with its successor if there is one', async () => {
  const { boss, device } = await startInbox()
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'gone', message: '' })
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'gone', message: 'Houses now.' })
  expect(
    (await boss.send('POST', '/api/admin/reports/1/accept', { act: 'remove', successor: 99_999 })).json(),
  ).toMatchObject({ code: 'park-not-found' })
  expect(
    (await boss.send('POST', '/api/admin/reports/1/accept', { act: 'remove', successor: 7 })).json(),
  ).toMatchObject({ code: 'park-not-found' })
  // A refused decision leaves the report open.
  expect(await json(boss.get('/api/admin/inbox'))).toMatchObject({ reports: 2 })
  expect(
    (await boss.send('POST', '/api/admin/reports/1/accept', { act: 'remove', successor: 8 })).statusCode,
  ).toBe(200)
  expect((await park(boss, 7)).statusCode).toBe(404)
  expect(await deltaSince(boss, 1)).toMatchObject({ upserts: [], removed: [{ id: 7, successor: 8 }] })
  // The other report of the same park can still be opened, and only be rejected.
  expect(await json(boss.get('/api/admin/reports/2'))).toMatchObject({
    park: null,
    report: { parkName: expect.any(String) },
  })
  expect(
    (await boss.send('POST', '/api/admin/reports/2/accept', { act: 'remove', successor: null })).json(),
  ).toMatchObject({ code: 'park-not-found' })
  expect((await boss.send('POST', '/api/admin/reports/2/reject', {})).statusCode).toBe(200)
})

test('an accepted report of a review marks the review as moderated', async () => {
  const { app, boss, device, path } = await startInbox()
  const rex = await member(app)
  const { id: reviewId } = (
    await rex.send('POST', '/api/parks/7/reviews', { rating: 1, comment: 'rude words' })
  ).json() as { id: number }
  const store = openedStore(path)
  onTestFinished(() => store.close())
  await device.send('report', { subject: 'review', subjectId: reviewId, message: 'Rude' })
  expect(await json(boss.get('/api/admin/reports/1'))).toMatchObject({
    park: null,
    review: { id: reviewId, comment: 'rude words', reportCount: 1 },
  })
  expect(
    (await boss.send('POST', '/api/admin/reports/1/accept', { act: 'edit', changes: {} })).json(),
  ).toMatchObject({ code: 'invalid-input', field: 'act' })
  expect((await boss.send('POST', '/api/admin/reports/1/accept', { act: 'moderate' })).statusCode).toBe(200)
  expect(await json(boss.get('/api/parks/7/reviews'))).toMatchObject([{ id: reviewId, isModerated: true }])
})

test('a report needs a reason or a message', async () => {
  const { boss, device } = await startInbox()
  expect(
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'other', message: ' ' }),
  ).toMatchObject({ status: 'refused', message: 'Please say what is wrong' })
  expect(await device.send('report', { subject: 'park', subjectId: 7, message: '' })).toMatchObject({
    status: 'refused',
  })
  expect(
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'gone', message: '' }),
  ).toMatchObject({ status: 'applied' })
  expect(
    await device.send('report', { subject: 'park', subjectId: 7, message: 'an older app' }),
  ).toMatchObject({ status: 'applied' })
  expect((await boss.get('/api/admin/reports')).json()).toMatchObject([
    { message: 'an older app' },
    { reason: 'gone', message: '' },
  ])
  expect((await boss.get('/api/admin/reports?status=new&limit=1')).headers['x-total-count']).toBe('2')
})

test('a park that is moved away from its outline loses it, and one that is moved to its edge keeps it', async () => {
  const { boss, device, path } = await startInbox()
  const store = openedStore(path)
  const { latitude, longitude } = PARKS[6]!
  const side = 0.001
  const corners: [number, number][] = [
    [longitude - side, latitude - side],
    [longitude + side, latitude - side],
    [longitude + side, latitude + side],
    [longitude - side, latitude + side],
    [longitude - side, latitude - side],
  ]
  const outline: Outline = {
    geometry: { type: 'MultiPolygon', coordinates: [[corners]] },
    squareMetres: 40_000,
    source: { publisher: 'OpenStreetMap', date: '2026', licence: 'ODbL 1.0' },
  }
  await store.write((db) => publishChange(db, { upserts: [{ ...PARKS[6]!, outline }] }, NOW))
  const moveTo = async (id: number, change: object) => {
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'wrong-place', message: `${id}` })
    const reply = await boss.send('POST', `/api/admin/reports/${id}/accept`, { act: 'edit', changes: change })
    expect(reply.statusCode).toBe(200)
    return store.read((db) => parkOutline(db, 7))
  }
  // 0.002 degrees are 222 m, 111 m from the edge.
  expect(await moveTo(1, { latitude: latitude + 2 * side, longitude })).toEqual(outline)
  expect(await moveTo(2, { name: 'Renamed' })).toEqual(outline)
  expect(await moveTo(3, { latitude: latitude + 5 * side, longitude })).toBeNull()
})

test('a feature of the old rule stays if the administrator says that the park still has it', async () => {
  const { boss, device } = await startInbox()
  const accept = async (changes: Partial<ParkFacts>) => {
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'rule-changed', message: '' })
    const [report] = await json<{ id: number }[]>(boss.get('/api/admin/reports?status=new'))
    await boss.send('POST', `/api/admin/reports/${report!.id}/accept`, { act: 'edit', changes })
    return json<Park>(park(boss, 7))
  }
  await accept({ access: 'fenced_dog_park', features: ['off-leash', 'fenced'] })
  expect(await accept({ access: 'on_leash', features: ['on-leash', 'fenced', 'water'] })).toMatchObject({
    features: 'on-leash,fenced,water',
    absentFeatures: 'off-leash',
  })
  const found = await json<Park[]>(boss.get('/api/search?features=off-leash'))
  expect(found.map(({ id }) => id)).not.toContain(7)
  // An off-leash part of the park.
  await accept({ access: 'off_leash' })
  expect(await accept({ access: 'on_leash', features: ['on-leash', 'off-leash'] })).toMatchObject({
    features: 'on-leash,off-leash',
  })
})

test('an edit of the features leaves those that were changed while its form was open', async () => {
  const { boss, device } = await startInbox()
  const accept = async (changes: Partial<ParkFacts>, featuresBefore: FeatureId[]) => {
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'rule-changed', message: '' })
    const [report] = await json<{ id: number }[]>(boss.get('/api/admin/reports?status=new'))
    const acceptance = { act: 'edit', changes, featuresBefore }
    const reply = await boss.send('POST', `/api/admin/reports/${report!.id}/accept`, acceptance)
    expect(reply.statusCode).toBe(200)
    return (await json<Park>(park(boss, 7))).features
  }
  const before: FeatureId[] = ['off-leash']
  expect(await accept({ features: ['off-leash', 'water'] }, before)).toBe('off-leash,water')
  expect(await accept({ features: ['off-leash', 'shade'] }, before)).toBe('off-leash,water,shade')
  expect(await accept({ features: ['off-leash'] }, ['off-leash', 'water'])).toBe('off-leash,shade')
  // Of the old rule, only what is still ticked stays.
  const fenced = { access: 'fenced_dog_park', features: ['off-leash', 'fenced'] } as const
  expect(await accept({ ...fenced, features: [...fenced.features] }, before)).toBe('off-leash,fenced,shade')
  expect(await accept({ access: 'dog_park', features: ['off-leash', 'fenced'] }, [...fenced.features])).toBe(
    'off-leash,fenced,shade',
  )
  expect(await accept({ access: 'on_leash', features: ['on-leash'] }, [...fenced.features])).toBe(
    'on-leash,shade',
  )
})

test('leash hours that were written beside a rule that has changed since permit no more than the new one', async () => {
  const { boss, device } = await startInbox()
  const accept = async (acceptance: object) => {
    await device.send('report', { subject: 'park', subjectId: 7, reason: 'rule-changed', message: '' })
    const [report] = await json<{ id: number }[]>(boss.get('/api/admin/reports?status=new'))
    const reply = await boss.send('POST', `/api/admin/reports/${report!.id}/accept`, {
      act: 'edit',
      ...acceptance,
    })
    expect(reply.statusCode).toBe(200)
    const { dogAccess, leashHours } = await json<Park>(park(boss, 7))
    return [dogAccess, leashHours]
  }
  const longer = { changes: { leashHours: 'Off-leash before 10am' }, accessBefore: 'off_leash_timed' }
  await accept({ changes: { access: 'off_leash_timed', leashHours: 'Off-leash before 9am' } })
  expect(await accept(longer)).toEqual(['off_leash_timed', 'Off-leash before 10am'])
  await accept({ changes: { access: 'on_leash', leashHours: 'No dogs in summer' } })
  expect(await accept(longer)).toEqual(['on_leash', 'No dogs in summer'])
  const banned = { changes: { leashHours: 'No dogs in winter' }, accessBefore: 'off_leash_timed' }
  expect(await accept(banned)).toEqual(['on_leash', 'No dogs in winter'])
  expect(await accept({ ...longer, accessBefore: 'on_leash' })).toEqual(['on_leash', 'Off-leash before 10am'])
})

test('an older report that is accepted later does not set the year of the correction back', async () => {
  const { boss, device, path } = await startInbox()
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'other', message: 'It has a phone.' })
  await device.send('report', { subject: 'park', subjectId: 7, reason: 'other', message: 'It has water.' })
  await openedStore(path).write((db) =>
    db
      .updateTable('reports')
      .set({ createdAt: '2025-03-01T00:00:00.000Z' })
      .where('message', '=', 'It has water.')
      .execute(),
  )
  const reports = await json<{ id: number; message: string }[]>(boss.get('/api/admin/reports?status=new'))
  const accept = (message: string, changes: object) =>
    boss.send(
      'POST',
      `/api/admin/reports/${reports.find((report) => report.message === message)!.id}/accept`,
      {
        act: 'edit',
        changes,
      },
    )
  await accept('It has a phone.', { phone: '07 9999 9999' })
  const { sources } = await json<Park>(park(boss, 7))
  const correction = sources.find(({ publisher }) => publisher === CORRECTED)!
  await accept('It has water.', { features: ['off-leash', 'water'] })
  const after = await json<Park>(park(boss, 7))
  expect(after).toMatchObject({ phone: '07 9999 9999', features: 'off-leash,water' })
  expect(after.sources).toContainEqual(correction)
})

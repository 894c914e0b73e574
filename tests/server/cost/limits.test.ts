import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pushOver } from '../../../client/store/drain.ts'
import { listOutbox, send } from '../../../client/store/outbox.ts'
import { signIn } from '../../../client/store/person.ts'
import { newId } from '../../../client/store/stream.ts'
import * as limits from '../../../data/model/limits.ts'
import { PROTOCOL } from '../../../data/sync/envelope.ts'
import type { SyncReply } from '../../../data/sync/envelope.ts'
import { SUBMISSION_RATES, OPEN_RATE, SEARCH_RATES } from '../../../server/sync/allowances.ts'
import { Device } from '../../sync/device.ts'
import { member, visitor } from '../accounts/visitors.ts'
import type { Visitor } from '../accounts/visitors.ts'
import { startedServer } from '../harness.ts'
import { openDatabase } from '../sql.ts'
import type { TestDatabase } from '../sql.ts'

type Member = Awaited<ReturnType<typeof member>>
interface TestOperation {
  kind: string
  args: object
  baseRev?: string[]
}

async function startWithDatabase(rateLimit = false) {
  const running = await startedServer({ rateLimit })
  const database = openDatabase(running.path)
  onTestFinished(() => void database.close())
  const count = (table: string, where = 'true') =>
    database.prepare(`select count(*) from ${table} where ${where}`).pluck().get() as number
  return { ...running, database, count }
}

/** A device that sends operations in batches. */
function device(person: Visitor & Partial<Pick<Member, 'account'>>, protocol = PROTOCOL) {
  const deviceId = newId()
  const userId = person.account?.id ?? 0
  let sent = 0
  return async (operations: readonly TestOperation[]) => {
    const answer = await person.send('POST', '/api/sync', {
      protocol,
      deviceId,
      userId,
      acknowledged: sent,
      cursor: null,
      operations: operations.map(({ baseRev = [], ...operation }, position) => ({
        opId: newId(),
        deviceId,
        seq: sent + position + 1,
        userId,
        ...operation,
        baseRev,
      })),
    })
    if (answer.statusCode === 200) sent += operations.length
    return {
      status: answer.statusCode,
      ...(answer.json() as SyncReply & { code?: string; message?: string }),
    }
  }
}
const outcomesOf = ({ outcomes }: SyncReply) =>
  outcomes.map((outcome) => (outcome.status === 'refused' ? outcome.code : outcome.status))
const times = <T>(count: number, make: (position: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

/** The start of a statement that inserts many rows at once: those of `numbers`, from 0. */
const withNumbers = (count: number) =>
  `with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})`

const contact = {
  kind: 'contact',
  args: { name: 'Ann', email: 'ann@example.com', subject: 'Hi', message: 'Hello' },
}
const report = (subjectId: number, message = 'The tap is gone') => ({
  kind: 'report',
  args: { subject: 'park', subjectId, message },
})
const searchEvent = {
  kind: 'search-event',
  args: { term: 'x', features: [], resultCount: 0, latitude: null, longitude: null, at: 0 },
}

test('a second review of a park by the same person replaces the first, with its votes', async () => {
  const { app, count } = await startWithDatabase()
  const [ada, bo] = [await member(app), await member(app)]
  const sendBatch = device(ada)
  const review = (rating: number, comment: string) => ({
    kind: 'review',
    args: { parkId: 3, rating, comment },
  })
  const first = await sendBatch([review(2, 'Muddy')])
  const { id } = first.outcomes[0] as { id: number }
  await bo.send('POST', `/api/reviews/${id}/helpful`, { isHelpful: true })
  const second = await sendBatch(times(40, (at) => review(5, `Dry again ${at}`)))
  expect(second.outcomes.map((outcome) => (outcome as { id: number }).id)).toEqual(times(40, () => id))
  expect((await bo.send('POST', '/api/parks/3/reviews', { rating: 3, comment: 'Fine' })).statusCode).toBe(201)
  const answer = await visitor(app).get('/api/parks/3/reviews?limit=1&offset=1')
  expect(answer.headers['x-total-count']).toBe('2')
  expect(answer.json()).toMatchObject([{ id, rating: 5, comment: 'Dry again 39', helpful: 1 }])
  expect(count('park_reviews')).toBe(2)
  expect(count('user_analytics', 'reviewsWritten = 1')).toBe(2)
})

test('visits are returned in pages with their total number', async () => {
  const { app } = await startWithDatabase()
  const ada = await member(app)
  const sendBatch = device(ada)
  for (const _ of [1, 2, 3]) await sendBatch(times(50, (at) => ({ kind: 'visit', args: { parkId: 1 + at } })))
  const answer = await ada.get('/api/user/visits')
  expect([answer.headers['x-total-count'], (answer.json() as unknown[]).length]).toEqual(['150', 50])
  expect((await ada.get('/api/user/visits?limit=100&offset=100')).json()).toHaveLength(50)
  expect((await ada.get('/api/user/visits?limit=101')).json()).toMatchObject({ field: 'limit' })
})

test('a report counts once per user, and a second one replaces the first', async () => {
  const { app, count, database } = await startWithDatabase()
  const [ada, bo, cy] = [await member(app), await member(app), await member(app)]
  const { id } = (await cy.send('POST', '/api/parks/3/reviews', { rating: 1, comment: 'rude' })).json() as {
    id: number
  }
  const of = (message: string) => ({ kind: 'report', args: { subject: 'review', subjectId: id, message } })
  await device(ada)(times(30, (at) => of(`Rude ${at}`)))
  await device(bo)([of('Rude')])
  for (const _ of [1, 2]) await device(visitor(app))([of('Rude')])
  expect((await ada.get('/api/parks/3/reviews')).json()).toMatchObject([{ reportCount: 3 }])
  expect(count('reports', `userId = ${ada.account.id}`)).toBe(1)
  expect(database.prepare('select message from reports where userId = ?').pluck().get(ada.account.id)).toBe(
    'Rude 29',
  )
  // A decided report is kept, and the review may be reported again.
  database.exec(`update reports set status = 'rejected'`)
  await device(ada)([of('Rude again')])
  expect(count('reports', `userId = ${ada.account.id}`)).toBe(2)
  expect((await ada.get('/api/parks/3/reviews')).json()).toMatchObject([{ reportCount: 3 }])
})

test.each(Object.entries(SUBMISSION_RATES))(
  '%s operations are limited per hour, also within one batch',
  async (kind, rate) => {
    const { app } = await startWithDatabase(true)
    const makeOperation = (at: number): TestOperation =>
      kind === 'contact'
        ? contact
        : kind === 'report'
          ? report(1 + at)
          : {
              kind,
              args: {
                parkName: 'Quarry',
                address: '1 Road',
                suburb: 'Town',
                postcode: '3068',
                state: 'VIC',
                features: [],
              },
            }
    for (const person of [visitor(app), await member(app)]) {
      const sendBatch = device(person)
      expect(await sendBatch(times(rate.hour + 1, makeOperation))).toMatchObject({
        status: 413,
        code: 'too-large',
      })
      expect((await sendBatch(times(rate.hour, makeOperation))).status).toBe(200)
      expect(await sendBatch([makeOperation(99)])).toMatchObject({
        status: 429,
        code: 'too-many-requests',
        field: 'kind',
      })
    }
  },
)

test.each(['account', 'network'] as const)(
  'searches of one %s over its limit get the same reply and are not stored',
  async (whose) => {
    const { app, count } = await startWithDatabase(true)
    const sendBatch = device(whose === 'account' ? await member(app) : visitor(app))
    // One of the batches crosses the limit.
    for (let sent = 0; sent < SEARCH_RATES[whose].hour + 100; sent += 40)
      expect(new Set(outcomesOf(await sendBatch(times(40, () => searchEvent))))).toEqual(new Set(['applied']))
    expect(count('search_analytics')).toBe(SEARCH_RATES[whose].hour)
  },
)

test('operations without an account are limited per hour, whatever their kind', async () => {
  const { app, count } = await startWithDatabase(true)
  const nothing = { kind: 'nothing', args: {} }
  const sendBatch = device(visitor(app))
  const statuses = new Set<number>()
  for (let sent = 0; sent < OPEN_RATE.hour; sent += 50)
    statuses.add((await sendBatch(times(50, () => nothing))).status)
  expect([...statuses]).toEqual([200])
  expect(await sendBatch([nothing])).toMatchObject({ status: 429 })
  // A submission is over the same limit, not over one of its own.
  expect(await sendBatch([contact])).not.toHaveProperty('field')
  // The limit includes other devices of the same network; an account has its own limits.
  expect(await device(visitor(app))([nothing])).toMatchObject({ status: 429 })
  expect((await device(await member(app))([nothing])).status).toBe(200)
  expect(count('sync_outcomes')).toBe(OPEN_RATE.hour + 1)
})

const FULL: readonly [string, (database: TestDatabase, userId: number) => void, TestOperation][] = [
  [
    'visits',
    (database, userId) =>
      database.exec(`insert into account_usage values (${userId}, ${limits.VISITS_MAX}, 0)`),
    { kind: 'visit', args: { parkId: 1 } },
  ],
  [
    'notes of visits',
    (database, userId) =>
      database.exec(`insert into account_usage values (${userId}, 1, ${limits.VISIT_NOTES_MAX})`),
    { kind: 'visit', args: { parkId: 1, notes: 'x' } },
  ],
  [
    'reviews',
    (database, userId) =>
      database.exec(`${withNumbers(limits.REVIEWS_MAX)}
          insert into parks (id, name, address, latitude, longitude)
          select 10000 + n, 'A', 'B', '-33', '151' from numbers;
        ${withNumbers(limits.REVIEWS_MAX)}
          insert into park_reviews (parkId, userId, rating) select 10000 + n, ${userId}, 4 from numbers`),
    { kind: 'review', args: { parkId: 1, rating: 4, comment: 'Fine' } },
  ],
  [
    'saves of one park',
    (database, userId) =>
      database.exec(`${withNumbers(limits.SAVES_OF_PARK_MAX)}
        insert into favourite_adds (userId, parkId, addId, undone) select ${userId}, 1, 'save ' || n, 0 from numbers`),
    { kind: 'favourite', args: { parkId: 1, saved: true } },
  ],
  [
    'saves of all parks',
    (database, userId) =>
      database.exec(`${withNumbers(limits.SAVES_MAX)}
        insert into favourite_adds (userId, parkId, addId, undone)
        select ${userId}, 2 + n % 140, 'save ' || n, 0 from numbers`),
    { kind: 'favourite', args: { parkId: 1, saved: true } },
  ],
  [
    'messages',
    (database, userId) =>
      database.exec(`${withNumbers(limits.MESSAGES_MAX)}
        insert into contact_messages (userId, name, email, subject, message, createdAt)
        select ${userId}, '', '', '', '', '' from numbers`),
    contact,
  ],
  [
    'reports',
    (database, userId) =>
      database.exec(`${withNumbers(limits.REPORTS_MAX)}
        insert into reports (userId, subject, subjectId, message, createdAt)
        select ${userId}, 'park', 1000 + n, '', '' from numbers`),
    report(1),
  ],
]

test.each(FULL)(
  'an account with the maximum of %s refuses one more permanently, with the reason',
  async (_case, fill, one) => {
    const { app, database } = await startWithDatabase()
    const ada = await member(app)
    fill(database, ada.account.id)
    const sendBatch = device(ada)
    const rows = () =>
      JSON.stringify(
        ['park_visits', 'park_reviews', 'favourite_adds', 'contact_messages', 'reports'].map((table) =>
          database.prepare(`select count(*) from ${table}`).pluck().get(),
        ),
      )
    const before = rows()
    expect(outcomesOf(await sendBatch([one, { kind: 'nothing', args: {} }]))).toEqual([
      'limit-reached',
      'applied',
    ])
    expect(rows()).toBe(before)
    // A client with the previous protocol gets a code that it knows.
    expect(outcomesOf(await device(ada, 2)([one]))).toEqual(['not-allowed'])
    // On the device the operation is refused with the reason.
    if (one.kind === 'favourite') return
    const phone = new Device()
    await signIn(phone.database, ada.account.id)
    await send(phone.database, one.kind as 'visit', one.args as { parkId: number })
    let requests = 0
    const push = pushOver(async (url, init) => {
      requests += 1
      const answer = await ada.send('POST', url, JSON.parse(String(init?.body)) as object)
      return new Response(answer.body, { status: answer.statusCode })
    })
    expect(await phone.drain(push)).toBe('done')
    expect(await phone.drain(push)).toBe('done')
    // The second request only asks for changes.
    expect(requests).toBe(2)
    expect(await listOutbox(phone.database)).toMatchObject([
      { kind: one.kind, state: 'refused', reason: expect.stringMatching(/An account can|no room/) },
    ])
    phone.database.close()
  },
)

test('addresses of one IPv6 /56 count as one, and each IPv4 address as its own', async () => {
  const { app } = await startWithDatabase(true)
  const from = (remoteAddress: string) => device(visitor(app, { remoteAddress }))
  const messages = times(SUBMISSION_RATES.contact!.hour, () => contact)
  expect((await from('2001:db8:1:2a00::1')(messages)).status).toBe(200)
  expect((await from('2001:db8:1:2aff::9')([contact])).status).toBe(429)
  expect((await from('2001:db8:1:2b00::1')([contact])).status).toBe(200)
  expect((await from('192.0.2.7')([contact])).status).toBe(200)
})

test('the same limits reply 409 to a client without an outbox', async () => {
  const { app, database } = await startWithDatabase()
  const ada = await member(app)
  FULL[0]![1](database, ada.account.id)
  FULL[4]![1](database, ada.account.id)
  const answers = [
    await ada.send('POST', '/api/user/visits', { parkId: 1 }),
    await ada.send('POST', '/api/favorites', { parkId: 1 }),
    await ada.send('POST', '/api/favorites/sync', { parks: [{ id: 1 }] }),
  ]
  for (const answer of answers)
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'limit-reached' }])
})

test('removed saves, clearings, outcomes and devices are kept up to their maximum', async () => {
  const { app, count, database } = await startWithDatabase()
  const ada = await member(app)
  const { id } = ada.account
  const sendBatch = device(ada)
  database.exec(`${withNumbers(limits.REMOVALS_KEPT)}
      insert into favourite_adds (userId, parkId, addId, undone, revision)
      select ${id}, 1, 'save ' || n, 1, n from numbers;
    ${withNumbers(limits.CLEARINGS_KEPT)}
      insert into history_clearings (userId, clearId, inForce, revision)
      select ${id}, 'clearing ' || n, 0, n from numbers;
    insert into sync_people values (${id}, 20000)`)
  const names = times(100, newId)
  expect(
    outcomesOf(
      await sendBatch([
        { kind: 'favourite', args: { parkId: 1, saved: false }, baseRev: names },
        { kind: 'history-clear', args: {}, baseRev: names },
      ]),
    ),
  ).toEqual(['applied', 'applied'])
  expect(count('favourite_adds')).toBe(limits.REMOVALS_KEPT)
  expect(count('history_clearings')).toBe(limits.CLEARINGS_KEPT)
  // The latest are kept.
  expect(count('favourite_adds', `addId in (${names.map((name) => `'${name}'`).join()})`)).toBe(100)
  expect(count('history_clearings', 'inForce = 1')).toBe(1)
  expect(count('history_clearings', `clearId in (${names.map((name) => `'${name}'`).join()})`)).toBe(100)

  const [{ deviceId }] = database.prepare('select deviceId from sync_devices').all() as [{ deviceId: string }]
  // The number is checked every thousand operations, so with the next ones.
  const [outcomes, lastSeq] = [limits.OUTCOMES_KEPT + 990, limits.OUTCOMES_KEPT + 992]
  database.exec(`${withNumbers(outcomes)}
      insert into sync_outcomes
      select '${deviceId}', 3 + n, 'operation ' || n, '{"status":"applied"}', '2026-01-01' from numbers;
    update sync_devices set lastSeq = ${lastSeq}`)
  const later = await ada.send('POST', '/api/sync', {
    protocol: PROTOCOL,
    deviceId,
    userId: id,
    acknowledged: 0,
    cursor: null,
    operations: times(50, (at) => ({
      opId: newId(),
      deviceId,
      seq: lastSeq + 1 + at,
      userId: id,
      kind: 'nothing',
      args: {},
      baseRev: [],
    })),
  })
  expect(later.statusCode).toBe(200)
  expect(count('sync_outcomes')).toBe(limits.OUTCOMES_KEPT)
  for (const _ of times(limits.DEVICES_KEPT + 5, () => 0)) await device(ada)([{ kind: 'nothing', args: {} }])
  expect(count('sync_devices', `userId = ${id}`)).toBeLessThanOrEqual(limits.DEVICES_KEPT + 1)
})

test('a change with a NUL character, queued by an earlier version of the app, is refused permanently', async () => {
  const { app, count } = await startWithDatabase()
  const ada = await member(app)
  const sendBatch = device(ada, 2)
  const outcome = await sendBatch([
    { kind: 'review', args: { parkId: 1, rating: 4, comment: 'Shade\0 and water' } },
  ])
  expect(outcome.outcomes).toMatchObject([
    {
      status: 'refused',
      code: 'invalid-operation',
      message: 'Please remove characters that cannot be shown',
    },
  ])
  expect(count('park_reviews')).toBe(0)
  const patched = await ada.send('PATCH', '/api/profile', { fullName: 'A\0da' })
  expect([patched.statusCode, patched.json()]).toMatchObject([
    400,
    { code: 'invalid-input', field: 'fullName' },
  ])
  expect((await ada.get('/api/search?query=a%00b')).json()).toMatchObject({
    code: 'invalid-input',
    field: 'query',
    message: 'Please remove characters that cannot be shown',
  })
})

test('the reason of a refusal repeats at most a sentence of the request', async () => {
  const { app, database } = await startWithDatabase()
  const unknownFields = Object.fromEntries(times(20_000, (at) => [`unknown ${at}`, 1]))
  const { outcomes } = await device(visitor(app))([{ kind: 'nothing', args: {}, ...unknownFields }])
  expect(outcomes).toMatchObject([{ status: 'refused', code: 'invalid-operation' }])
  expect(database.prepare('select max(length(outcome)) from sync_outcomes').pluck().get()).toBeLessThan(500)
  const answer = await visitor(app).send('POST', '/api/login', { ['x'.repeat(50_000)]: 1 })
  expect(answer.body.length).toBeLessThan(500)
})

test('docs/limits.md names every limit with its value', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'docs', 'limits.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  for (const [name, figure] of Object.entries(limits))
    expect([
      name,
      rows.some((row) => row.includes(`\`${name}\``) && row.includes(figure.toLocaleString('en'))),
    ]).toEqual([name, true])
  for (const [what, { hour, day }] of Object.entries({
    ...SUBMISSION_RATES,
    'of an account': SEARCH_RATES.account,
    'of a network': SEARCH_RATES.network,
    operations: OPEN_RATE,
  }))
    expect([
      what,
      rows.some(
        (row) =>
          row.includes(what) &&
          row.includes(hour.toLocaleString('en')) &&
          row.includes(day.toLocaleString('en')),
      ),
    ]).toEqual([what, true])
})

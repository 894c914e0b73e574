import { describe, expect, test } from 'vitest'
import { PROTOCOL } from '../../data/sync/envelope.ts'
import { newId } from '../../client/store/stream.ts'
import type { AccessRule } from '../../server/auth/access.ts'
import { addIdentity } from '../../server/repositories/identities.ts'
import { administrator, phone } from './admin/administrator.ts'
import { openedStore, PARKS, startedServer } from './harness.ts'
import type { Running } from './harness.ts'
import { form } from './import/forms.ts'
import { CLIENT_ID, CLIENT_SECRET, hostileProvider, PUBLIC_URL } from './accounts/openid-provider.ts'
import { member, PASSWORD, visitor } from './accounts/visitors.ts'
import type { Visitor } from './accounts/visitors.ts'

// Tests every route in the server's own table. A new route that changes something fails here until it has an
// entry.

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** A word in all private data of the owner, to find it in responses. */
const CANARY = 'zanzibar'
const PARK = PARKS[0]!.id

type Verb = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A user with personal data of every kind. */
interface Owner extends Visitor {
  account: { id: number; username: string; email: string }
  dogId: number
  reviewId: number
  /** Another device of theirs, signed in. */
  phone: Visitor
  phoneId: string
}

/** A valid call of a route. */
interface Entry {
  /** The parameters of the path, for data of the owner. */
  names?: (owner: Owner) => Record<string, string | number>
  body?: (owner: Owner) => object
  /** Why the route changes no data of the owner, or where it is tested instead. */
  skipReason?: string
}

const own = { currentPassword: PASSWORD }
const PLACE = { latitude: -33.9, longitude: 151.2 }
const FACTS = {
  name: 'A park',
  address: '',
  city: 'Bondi',
  state: 'NSW',
  postcode: '2026',
  ...PLACE,
  accuracy: 'exact',
  access: 'off_leash',
  features: [],
  size: null,
  openingHours: null,
  leashHours: null,
  phone: null,
  description: null,
}
const first = () => ({ id: 1 })
const note = () => ({ note: 'Seen.' })

const ENTRIES: Readonly<Record<string, Entry>> = {
  'POST /api/register': {
    body: () => ({ email: `${newId()}@example.com`, password: PASSWORD }),
    skipReason: 'creates another account',
  },
  'POST /api/login': {
    body: ({ account }) => ({ username: account.email, password: PASSWORD }),
    skipReason: 'needs the password',
  },
  'POST /api/logout': {},
  'POST /api/password-reset': {
    body: ({ account }) => ({ email: account.email }),
    skipReason: 'tested in password-reset.test.ts',
  },
  'POST /api/password-reset/complete': {
    body: () => ({ token: 'unknown', newPassword: 'magpie on the oval' }),
    skipReason: 'tested in password-reset.test.ts',
  },
  'POST /api/auth/apple/callback': { skipReason: 'tested in oidc.test.ts' },
  'POST /api/sync': {
    body: ({ account }) => {
      const deviceId = newId()
      const operations = [
        { opId: newId(), deviceId, seq: 1, userId: account.id, kind: 'history-clear', args: {}, baseRev: [] },
      ]
      return { protocol: PROTOCOL, deviceId, userId: account.id, acknowledged: 0, cursor: null, operations }
    },
  },
  'PATCH /api/profile': { body: () => ({ fullName: 'Another Person' }) },
  'POST /api/profile/password': { body: () => ({ ...own, newPassword: 'magpie on the oval' }) },
  'POST /api/profile/delete': { body: () => own },
  'DELETE /api/profile/devices': {},
  'DELETE /api/profile/devices/:id': { names: ({ phoneId }) => ({ id: phoneId }) },
  'POST /api/profile/dogs': { body: () => ({ name: 'Biscuit', breed: 'Kelpie' }) },
  'PUT /api/profile/dogs/:id': {
    names: ({ dogId }) => ({ id: dogId }),
    body: () => ({ name: 'Mine', breed: 'Now' }),
  },
  'DELETE /api/profile/dogs/:id': { names: ({ dogId }) => ({ id: dogId }) },
  'POST /api/profile/providers/:provider': { names: () => ({ provider: 'google' }), body: () => own },
  'DELETE /api/profile/providers/:provider': { names: () => ({ provider: 'google' }) },
  'POST /api/favorites': { body: () => ({ parkId: PARK }) },
  'DELETE /api/favorites/:parkId': { names: () => ({ parkId: PARK }) },
  'POST /api/favorites/sync': {
    body: () => ({ parks: [{ id: PARK, name: 'what the specification sends' }] }),
  },
  'POST /api/user/search-history': { body: () => ({ query: 'Bondi' }) },
  'DELETE /api/user/search-history': {},
  'POST /api/parks/:id/reviews': {
    names: () => ({ id: PARK }),
    body: () => ({ rating: 1, comment: 'Not for us.' }),
  },
  'POST /api/reviews/:id/helpful': {
    names: ({ reviewId }) => ({ id: reviewId }),
    body: () => ({ isHelpful: false }),
  },
  'POST /api/user/visits': { body: () => ({ parkId: PARK, duration: 20 }) },

  'POST /api/admin/import-parks': {},
  'POST /api/admin/imports/:id/undo': { names: first },
  'POST /api/admin/unpublished-parks': { body: () => ({ ids: [1], access: 'off_leash' }) },
  'POST /api/admin/unpublished-parks/:id': { names: first, body: () => ({ access: 'off_leash' }) },
  'POST /api/admin/freshness/parks/:id': { names: first },
  'POST /api/admin/submissions/:id/accept': { names: first, body: () => FACTS },
  'POST /api/admin/reports/:id/accept': { names: first, body: () => ({ act: 'remove', successor: null }) },
  'POST /api/admin/messages/:id/accept': { names: first, body: note },
  'POST /api/admin/submissions/:id/reject': { names: first, body: note },
  'POST /api/admin/reports/:id/reject': { names: first, body: note },
  'POST /api/admin/messages/:id/reject': { names: first, body: note },
}

/** Query parameters that routes need. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  '/api/search': { query: CANARY },
  '/api/parks/search': { q: CANARY },
  '/api/parks/nearby': { lat: '-33.9', lng: '151.2' },
  '/api/geocode': { address: 'Bondi' },
  '/api/named-parks': { name: CANARY, suburb: 'Bondi', state: 'NSW' },
  '/api/reverse-geocode': { lat: '-33.9', lng: '151.2' },
  '/api/directory/changes': { cursor: 'epoch1.1' },
  '/api/maps/static': { lat: '-33.9', lng: '151.2' },
  '/api/maps/packs': { cells: '13/7535/4917' },
  '/api/directions': { parkId: String(PARK) },
  '/api/user/search-cache': { query: CANARY },
  '/api/admin/analytics/file': { view: 'users' },
}
const PARAMETERS: Readonly<Record<string, string>> = {
  id: String(PARK),
  state: 'nsw',
  city: 'Bondi',
  file: 'none.json',
  provider: 'google',
  z: '3',
  x: '7',
  y: '4',
}

const key = ({ method, url }: AccessRule) => `${method} ${url}`
const pathOf = (url: string, names: Record<string, string | number> = {}) =>
  url.replaceAll(/:(\w+)/g, (_, name: string) => String(names[name] ?? PARAMETERS[name] ?? name))
const isRoute = ({ url }: AccessRule) => url !== '/api' && url !== '/api/*'
const changing = ({ app }: Running) =>
  app.accessRules.filter((rule) => UNSAFE.has(rule.method) && isRoute(rule))
const reading = ({ app }: Running) => app.accessRules.filter((rule) => rule.method === 'GET' && isRoute(rule))

async function started(): Promise<Running> {
  const { issuer } = await hostileProvider()
  return startedServer({
    publicUrl: PUBLIC_URL,
    providers: { google: { issuer, clientId: CLIENT_ID, secret: CLIENT_SECRET } },
  })
}

/** Creates a user with a row in every table of personal data. */
async function createOwner({ app, path }: Running): Promise<Owner> {
  // The username is public, next to reviews, so it does not contain the word.
  const person = await member(app, {
    username: `kim ${newId()}`,
    email: `${CANARY}-${newId()}@example.com`,
    fullName: `Kim ${CANARY}`,
    address: `1 ${CANARY} St`,
  })
  const id = async (verb: Verb, url: string, body: object) => {
    const answer = await person.send(verb, url, body)
    expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
    return (answer.json() as { id: number }).id
  }
  const dogId = await id('POST', '/api/profile/dogs', { name: `Rex ${CANARY}`, breed: 'Kelpie' })
  // A review is public and names its author, so it does not contain the word either.
  const reviewId = await id('POST', `/api/parks/${PARK}/reviews`, { rating: 4, comment: 'Plenty of shade.' })
  await id('POST', '/api/favorites', { parkId: PARK })
  await id('POST', '/api/user/visits', { parkId: PARK, notes: `Mud at ${CANARY}` })
  await id('POST', '/api/user/search-history', { query: CANARY })
  const device = phone(app, person)
  await device.send('contact', { name: CANARY, email: 'kim@example.com', subject: CANARY, message: CANARY })
  await device.send('report', { subject: 'park', subjectId: PARK, message: CANARY })
  const store = openedStore(path)
  const { account } = person
  const identity = {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    subject: String(account.id),
    email: `${CANARY}@example.com`,
  } as const
  await store.write((db) => addIdentity(db, account.id, identity, new Date()))
  const second = visitor(app)
  await second.send('POST', '/api/login', { username: account.email, password: PASSWORD })
  const devices = (await person.get('/api/profile/devices')).json() as { id: string; current: boolean }[]
  return { ...person, dogId, reviewId, phone: second, phoneId: devices.find(({ current }) => !current)!.id }
}

/** The owner's exported data, without the votes on a review, which other people may give. */
async function exportOf(owner: Owner): Promise<string> {
  const { exportedAt: _, ...all } = (await owner.get('/api/profile/export')).json() as {
    exportedAt: string
    data: { park_reviews: object[] }
  }
  return JSON.stringify({
    ...all,
    data: { ...all.data, park_reviews: all.data.park_reviews.map((review) => ({ ...review, helpful: 0 })) },
  })
}

const call = (by: Visitor, { method, url }: AccessRule, entry: Entry, owner: Owner, query = '') =>
  by.send(method as Verb, `${pathOf(url, entry.names?.(owner))}${query}`, entry.body?.(owner))

test('every route that changes something has an entry in this test', async () => {
  const server = await started()
  const rules = changing(server).map(key)
  expect(rules.filter((rule) => !(rule in ENTRIES))).toEqual([])
  expect(Object.keys(ENTRIES).filter((rule) => !rules.includes(rule))).toEqual([])
})

describe('personal data', () => {
  test('cannot be changed by another person, whatever path and body they send', async () => {
    const server = await started()
    const owner = await createOwner(server)
    const before = await exportOf(owner)
    expect(before).toContain(CANARY)
    for (const rule of changing(server)) {
      const entry = ENTRIES[key(rule)]!
      if (entry.skipReason || rule.access === 'admin') continue
      // New users for each call, because some calls end their own session.
      for (const stranger of [await member(server.app), visitor(server.app)])
        await call(stranger, rule, entry, owner)
      expect([key(rule), await exportOf(owner)]).toEqual([key(rule), before])
      expect([key(rule), (await owner.phone.get('/api/user')).statusCode]).toEqual([key(rule), 200])
    }
  })

  test('is changed by the same calls of its owner', async () => {
    const server = await started()
    for (const rule of changing(server)) {
      const entry = ENTRIES[key(rule)]!
      if (entry.skipReason || rule.access === 'admin') continue
      const owner = await createOwner(server)
      const answer = await call(owner, rule, entry, owner)
      expect([key(rule), answer.statusCode < 300, answer.body]).toEqual([key(rule), true, answer.body])
    }
  })

  test('is in no response to another person', async () => {
    const server = await started()
    const owner = await createOwner(server)
    const stranger = await member(server.app)
    const leaks: string[] = []
    let ownerResponses = ''
    for (const { url, access } of reading(server)) {
      if (access === 'admin') continue
      const query = new URLSearchParams(QUERIES[url]).toString()
      const address = pathOf(url) + (query && `?${query}`)
      for (const browser of [stranger, visitor(server.app)]) {
        const { body } = await browser.get(address)
        // A response may repeat the word from the request.
        if (body.replaceAll(`"${CANARY}"`, '""').includes(CANARY))
          leaks.push(`${address}: ${body.slice(0, 200)}`)
      }
      if (access === 'user') ownerResponses += (await owner.get(address)).body
    }
    expect(leaks).toEqual([])
    for (const part of [
      owner.account.email,
      `Kim ${CANARY}`,
      `Rex ${CANARY}`,
      `Mud at ${CANARY}`,
      `"query":"${CANARY}"`,
    ])
      expect(ownerResponses).toContain(part)
  })
})

describe('a field that no schema names', () => {
  const EXTRA = [
    'isAdmin',
    'id',
    'userId',
    'role',
    'createdAt',
    'password',
    'provider',
    'constructor',
  ] as const

  test('is refused by name in every body and gives no privilege', async () => {
    const server = await started()
    const owner = await createOwner(server)
    const boss = await administrator(server.app, server.path)
    const invalid: string[] = []
    let refused = 0
    for (const rule of changing(server)) {
      const entry = ENTRIES[key(rule)]!
      const body = entry.body?.(owner)
      if (body === undefined) continue
      const by = rule.access === 'admin' ? boss : owner
      for (const name of EXTRA) {
        if (Object.hasOwn(body, name)) continue
        const answer = await by.send(rule.method as Verb, pathOf(rule.url, entry.names?.(owner)), {
          ...body,
          [name]: true,
        })
        expect([key(rule), answer.statusCode, answer.json()]).toEqual([
          key(rule),
          400,
          { code: 'invalid-input', field: name, message: `There is no field called ${name} here.` },
        ])
        refused += 1
      }
      // Without the field, the body is valid. For calls of users another test shows this.
      if (rule.access === 'admin' && (await call(boss, rule, entry, owner)).json().code === 'invalid-input')
        invalid.push(key(rule))
    }
    expect(invalid).toEqual([])
    expect(refused).toBeGreaterThan(100)
    const upload = form([
      ['fileType', 'csv'],
      ['isAdmin', 'true'],
      ['csvFile', { name: 'parks.csv', content: 'Name\nA park' }],
    ])
    expect((await boss.send('POST', '/api/admin/import-parks', undefined, upload)).json()).toMatchObject({
      code: 'invalid-input',
      field: 'isAdmin',
    })
    expect((await owner.get('/api/user')).json()).toMatchObject({ isAdmin: false })
  })

  test('is refused by name in every query', async () => {
    const server = await started()
    const owner = await createOwner(server)
    const boss = await administrator(server.app, server.path)
    const other: string[] = []
    for (const rule of [...reading(server), ...changing(server)]) {
      // Providers may add parameters: tested in oidc.test.ts.
      if (/^\/api\/auth\/\w+\/callback$/.test(rule.url)) continue
      const query = `?${new URLSearchParams({ ...QUERIES[rule.url], isAdmin: 'true' }).toString()}`
      const entry = ENTRIES[key(rule)] ?? {}
      const answer =
        rule.method === 'GET'
          ? await boss.get(pathOf(rule.url) + query)
          : await call(boss, rule, entry, owner, query)
      const problem = (answer.body.startsWith('{') ? answer.json() : {}) as { code?: string; field?: string }
      if (problem.code !== 'invalid-input' || problem.field !== 'isAdmin')
        other.push(`${key(rule)}: ${answer.statusCode} ${answer.body.slice(0, 120)}`)
    }
    expect(other).toEqual([])
  })
})

test('only JSON bodies are accepted, except for an administrator’s upload and Apple’s form', async () => {
  const server = await started()
  const owner = await createOwner(server)
  const boss = await administrator(server.app, server.path)
  const FORMS = new Set(['POST /api/admin/import-parks', 'POST /api/auth/apple/callback'])
  for (const rule of changing(server)) {
    if (FORMS.has(key(rule))) continue
    const entry = ENTRIES[key(rule)]!
    const payload = JSON.stringify(entry.body?.(owner) ?? {})
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/json',
      'application/xml',
    ]) {
      const answer = await boss.send(rule.method as Verb, pathOf(rule.url, entry.names?.(owner)), undefined, {
        payload,
        headers: { 'content-type': type },
      })
      expect([key(rule), type, answer.statusCode]).toEqual([key(rule), type, 415])
    }
  }
})

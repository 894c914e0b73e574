import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardRoutes, ROLES, VERDICTS } from '../../../server/auth/access.ts'
import type { AccessRule, Person, Role } from '../../../server/auth/access.ts'
import { ProblemError } from '../../../server/http/problems.ts'
import { startServer } from '../../../server/start.ts'
import { configIn, createEmpty } from '../harness.ts'
import { FROM_OUR_PAGE } from './visitors.ts'
import { openDatabase } from '../sql.ts'
import type { TestDatabase } from '../sql.ts'

/** Routes that change something without a session, and why they must. */
const CHANGES_WITHOUT_SESSION: Readonly<Record<string, string>> = {
  'POST /api/register': 'there is no account yet',
  'POST /api/login': 'there is no session yet',
  'POST /api/logout': 'harmless without a session',
  'POST /api/password-reset': 'for people who cannot sign in; the e-mail goes to the account only',
  'POST /api/password-reset/complete': 'needs the token of an e-mail',
  'POST /api/auth/apple/callback': 'a form from Apple, tied to the browser by cookie and state',
  'POST /api/sync': 'forms and events without an account; personal data needs its owner’s session',
}

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

let app: FastifyInstance
let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'offlead-access-'))
  const config = configIn(folder)
  const path = await createEmpty(config)
  app = await startServer(config)
  await app.ready()
  database = openDatabase(path)
})
afterAll(async () => {
  database.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A new user with a session for each call, because some routes delete the user or end the session. */
function cookieOf(role: Role): string | undefined {
  if (role === 'anonymous') return undefined
  const id = randomBytes(32).toString('base64url')
  const { lastInsertRowid } = database
    .prepare('insert into users (username, email, isAdmin) values (?, ?, ?)')
    .run(id, `${id}@example.com`, role === 'admin' ? 1 : 0)
  const now = new Date()
  const later = new Date(now.getTime() + 60_000).toISOString()
  database
    .prepare(
      'insert into sessions (idHash, userId, data, createdAt, lastSeen, expiresAt) values (?, ?, ?, ?, ?, ?)',
    )
    .run(
      createHash('sha256').update(id).digest('hex'),
      lastInsertRowid,
      '{"device":"test"}',
      now.toISOString(),
      now.toISOString(),
      later,
    )
  return `offlead-session=${id}`
}

const pathOf = (url: string) => url.replaceAll(/:\w+/g, '1').replaceAll('*', 'nothing')

async function verdictOn({ method, url }: AccessRule, role: Role): Promise<string> {
  const cookie = cookieOf(role)
  const answer = await app.inject({
    method: method as HTTPMethods,
    url: pathOf(url),
    headers: { ...FROM_OUR_PAGE, ...(cookie ? { cookie } : {}) },
    ...(UNSAFE.has(method) ? { payload: {} } : {}),
  } as never)
  const code = answer.body.startsWith('{') ? (answer.json() as { code?: string }).code : undefined
  if (method === 'HEAD') return { 401: 'not-signed-in', 403: 'not-allowed' }[answer.statusCode] ?? 'allowed'
  return code === 'not-signed-in' || code === 'not-allowed' ? code : 'allowed'
}

test('every route of the API allows and refuses each role and method as the access table says', async () => {
  const actual: string[] = []
  const expected: string[] = []
  for (const rule of app.accessRules) {
    for (const role of ROLES) {
      expected.push(`${rule.method} ${rule.url} ${role}: ${VERDICTS[rule.access][role]}`)
      actual.push(`${rule.method} ${rule.url} ${role}: ${await verdictOn(rule, role)}`)
    }
  }
  expect(actual).toEqual(expected)
  console.log(
    `role matrix: ${actual.length} calls (${app.accessRules.length} routes and verbs, ${ROLES.length} roles)`,
  )
})

test('the access table has every operation in the API description', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json() as { paths: Record<string, object> }
  const described = Object.entries(paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const listed = new Set(app.accessRules.map(({ method, url }) => `${method} ${url}`))
  expect(described.length).toBeGreaterThan(40)
  expect(described.filter((route) => !listed.has(route))).toEqual([])
})

test('a route that changes something requires a session, except for a few with a reason', () => {
  const open = app.accessRules
    .filter(
      ({ method, access, url }) =>
        access === 'public' && UNSAFE.has(method) && url !== '/api' && url !== '/api/*',
    )
    .map(({ method, url }) => `${method} ${url}`)
  expect(open.filter((route) => !(route in CHANGES_WITHOUT_SESSION))).toEqual([])
})

test('every route under /api/admin/ is for administrators only', () => {
  const admin = app.accessRules.filter(({ url }) => url.startsWith('/api/admin/'))
  expect(admin.filter(({ access }) => access !== 'admin')).toEqual([])
})

test('a cross-site request that changes something is refused, even with a session', async () => {
  const unsafe = app.accessRules.filter(
    ({ method, url }) => UNSAFE.has(method) && url !== '/api/auth/apple/callback',
  )
  expect(unsafe.length).toBeGreaterThan(10)
  for (const { method, url } of unsafe) {
    const answer = await app.inject({
      method: method as HTTPMethods,
      url: pathOf(url),
      headers: { 'sec-fetch-site': 'cross-site', cookie: cookieOf('admin')! },
      payload: {},
    } as never)
    expect([method, url, answer.statusCode, answer.json().code]).toEqual([method, url, 403, 'cross-site'])
  }
})

test('responses with personal data are not cached', async () => {
  const reading = app.accessRules.filter(({ method, access }) => method === 'GET' && access !== 'public')
  for (const { url } of reading) {
    for (const cookie of [undefined, cookieOf('user')!, cookieOf('admin')!]) {
      const answer = await app.inject({ url: pathOf(url), headers: cookie ? { cookie } : {} })
      expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
    }
  }
})

test('each access level admits exactly its roles', async () => {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ProblemError ? error.statusCode : 500).send(),
  )
  guardRoutes(app)
  const people: Readonly<Record<string, Person>> = {
    user: { id: 1, username: 'rex', isAdmin: false },
    admin: { id: 2, username: 'boss', isAdmin: true },
  }
  await app.register(async (personal) => {
    personal.decorateRequest('session')
    personal.addHook('onRequest', async (request) => {
      request.user = people[String(request.headers.role)] ?? null
    })
    for (const access of ['public', 'user', 'admin'] as const)
      personal.post(`/api/${access}`, { config: { access } }, () => 'done')
  })
  const ask = async (access: string, role: string) =>
    (await app.inject({ method: 'POST', url: `/api/${access}`, headers: { role } })).statusCode
  const statuses = await Promise.all(
    ['public', 'user', 'admin'].map((access) =>
      Promise.all(['anonymous', 'user', 'admin'].map((role) => ask(access, role))),
    ),
  )
  expect(statuses).toEqual([
    [200, 200, 200],
    [401, 200, 200],
    [401, 403, 200],
  ])
})

describe('the server does not start', () => {
  test('with a route that has no access rule', () => {
    const app = fastify()
    guardRoutes(app)
    expect(() => app.get('/api/new', () => 'x')).toThrow(
      'does not say who may call it: set config.access to one of public, user, admin.',
    )
    expect(() => app.get('/page', () => 'x')).not.toThrow()
  })

  test('with a restricted route outside the scope that identifies the user', () => {
    const app = fastify()
    guardRoutes(app)
    expect(() => app.post('/api/new', { config: { access: 'user' } }, () => 'x')).toThrow(
      "is for 'user', but is declared where sessions are not read.",
    )
  })
})

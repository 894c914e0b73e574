import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { list, CONTROL_CHARACTERS } from '../../../data/model/bounded.ts'
import { ARGUMENTS, KINDS, Operation } from '../../../data/sync/operation.ts'
import { maximumOf, partsOf } from '../../support/schema-walk.ts'
import type { SchemaPart } from '../../support/schema-walk.ts'
import { routesOf } from '../../support/routes.ts'

/** Loose objects, and why there is no maximum of their own to what they hold. */
const OPEN: Readonly<Record<string, string>> = {
  'POST /api/sync body.operations[]':
    'read once more by the schema of its kind, which names everything; 1 MiB at most with the whole body',
}
/** Texts in which a NUL character is no mistake: a password may be anything, and both are only compared. */
const ANYTHING = /\.(password|currentPassword|newPassword)$|^POST \/api\/login body\.username$/

const PLACES = ['body', 'querystring', 'params', 'headers'] as const

interface Read {
  name: string
  schema: z.core.$ZodType
}

/** Every schema by which the server reads something from outside. */
async function schemas(): Promise<Read[]> {
  const routes = await routesOf()
  const found = routes.flatMap(({ method, url, schema }) =>
    PLACES.flatMap((place): Read[] => {
      const one = schema?.[place]
      return one === undefined ? [] : [{ name: `${method} ${url} ${place}`, schema: one as z.core.$ZodType }]
    }),
  )
  return [
    ...found,
    ...KINDS.map((kind) => ({ name: `operation ${kind}`, schema: ARGUMENTS[kind] })),
    { name: 'operation', schema: Operation },
  ]
}

const withoutMaximum = ({ path, type, schema }: SchemaPart) =>
  type === 'record' || type === 'unknown' || type === 'any'
    ? !(path in OPEN)
    : !Number.isFinite(maximumOf(schema) ?? Infinity)

test('every list, text, record and number that a route or an operation reads has a maximum', async () => {
  const all = await schemas()
  expect(all.length).toBeGreaterThan(100)
  const parts = all.flatMap(({ name, schema }) => [...partsOf(schema, name)])
  expect(parts.length).toBeGreaterThan(200)
  expect(parts.filter(withoutMaximum).map(({ path, type }) => `${path}: ${type}`)).toEqual([])
})

test('the walk over the schemas finds what has no maximum, wherever it is', () => {
  const unbounded = z.strictObject({
    list: z.optional(z.array(z.enum(['a']))),
    deep: z.nullable(z.array(z.strictObject({ text: z.string() })).check(z.maxLength(3))),
    either: z.union([z.number(), z.literal('x')]),
    whole: z.int(),
    piped: z.pipe(z.string(), z.string().check(z.minLength(1))),
    any: z.looseObject({}),
    named: z.record(z.string().check(z.maxLength(2)), z.boolean()),
    bounded: z.strictObject({
      text: z.string().check(z.maxLength(5)),
      list: list(z.boolean(), 5),
      count: z.int().check(z.lte(9)),
    }),
  })
  expect([...partsOf(unbounded, 'body')].filter(withoutMaximum).map(({ path }) => path)).toEqual([
    'body.list',
    'body.deep[].text',
    'body.either',
    'body.whole',
    'body.piped',
    'body.any',
    'body.named',
  ])
})

test('every list is refused for its length before any of its items is read', async () => {
  const slow: string[] = []
  let lists = 0
  for (const { name, schema } of await schemas()) {
    for (const { path, type, schema: part } of partsOf(schema, name)) {
      if (type !== 'array') continue
      lists += 1
      let read = 0
      const watched = new Proxy(Array(maximumOf(part)! + 1).fill(Symbol('item')), {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) read += 1
          return Reflect.get(target, key, receiver) as unknown
        },
      })
      const { success, error } = z.safeParse(part, watched)
      if (success || read > 0 || error.issues.length > 2) slow.push(`${path}: ${read} items read`)
    }
  }
  expect(lists).toBeGreaterThan(10)
  expect(slow).toEqual([])
})

test('a NUL character is refused in every text', async () => {
  const accepted: string[] = []
  let texts = 0
  let said = 0
  for (const { name, schema } of await schemas()) {
    for (const { path, type, schema: part } of partsOf(schema, name)) {
      if (type !== 'string' || ANYTHING.test(path)) continue
      texts += 1
      for (const text of [
        '\0',
        'a\0b',
        '2026-01-01\0',
        'ab\u0001c',
        'https://example.com/\0',
        'a@example.com\0',
      ]) {
        const { success, error } = z.safeParse(part, text)
        if (success) accepted.push(`${path} takes ${JSON.stringify(text)}`)
        else if (error.issues.some(({ message }) => message === CONTROL_CHARACTERS)) said += 1
      }
    }
  }
  expect(texts).toBeGreaterThan(60)
  expect(said).toBeGreaterThan(100)
  expect(accepted).toEqual([])
})

test('the routes that read a body or a query have a schema for it', async () => {
  const without = (await routesOf())
    .filter(({ schema }) => schema?.querystring === undefined)
    .map(({ method, url }) => `${method} ${url}`)
  // What a provider sends back is read in the handler: server/auth/provider-sign-in.ts.
  expect(without).toEqual([
    'GET /api/auth/google/callback',
    'GET /api/auth/microsoft/callback',
    'POST /api/auth/apple/callback',
  ])
})

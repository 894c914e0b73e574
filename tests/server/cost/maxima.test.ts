import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CONTROL_CHARACTERS, lineText, list } from '../../../data/model/bounded.ts'
import { ARGUMENTS, KINDS, Operation } from '../../../data/sync/operation.ts'
import { largestOf } from '../../support/largest-value.ts'
import { maximumOf, partsOf } from '../../support/schema-walk.ts'
import type { SchemaPart } from '../../support/schema-walk.ts'
import { routesOf } from '../routes.ts'

/** Loose objects, and why their properties need no maximum. */
const LOOSE: Readonly<Record<string, string>> = {
  'POST /api/sync body.operations[]':
    'parsed again by the strict schema of its kind; the whole body is limited to 1 MiB',
}
/** Texts that may contain a NUL character: a password may be any text, and both are only compared. */
const ANY_CHARACTER = /\.(password|currentPassword|newPassword)$|^POST \/api\/login body\.username$/

const PLACES = ['body', 'querystring', 'params', 'headers'] as const

interface NamedSchema {
  name: string
  schema: z.core.$ZodType
}

/** Every schema that the server parses requests with. */
async function schemas(): Promise<NamedSchema[]> {
  const routes = await routesOf()
  const found = routes.flatMap(({ method, url, schema }) =>
    PLACES.flatMap((place): NamedSchema[] => {
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
    ? !(path in LOOSE)
    : !Number.isFinite(maximumOf(schema) ?? Infinity)

test('every list, text, record and number in the schema of a route or operation has a maximum', async () => {
  const all = await schemas()
  expect(all.length).toBeGreaterThan(100)
  const parts = all.flatMap(({ name, schema }) => [...partsOf(schema, name)])
  expect(parts.length).toBeGreaterThan(200)
  expect(parts.filter(withoutMaximum).map(({ path, type }) => `${path}: ${type}`)).toEqual([])
})

test('the walk over a schema finds every part without a maximum', () => {
  const unbounded = z.strictObject({
    list: z.optional(z.array(z.enum(['a']))),
    deep: z.nullable(z.array(z.strictObject({ text: z.string() })).check(z.maxLength(3))),
    either: z.union([z.number(), z.literal('x')]),
    whole: z.int(),
    piped: z.pipe(z.string(), z.string().check(z.minLength(1))),
    transformed: z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',')),
    ),
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
    'body.transformed',
    'body.any',
    'body.named',
  ])
})

test('a list over its maximum is refused before any of its items is read', async () => {
  const wrong: string[] = []
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
      if (success || read > 0 || error.issues.length > 2) wrong.push(`${path}: ${read} items read`)
    }
  }
  expect(lists).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})

test('a NUL character is refused in every text', async () => {
  const accepted: string[] = []
  let texts = 0
  let explained = 0
  for (const { name, schema } of await schemas()) {
    for (const { path, type, schema: part } of partsOf(schema, name)) {
      if (type !== 'string' || ANY_CHARACTER.test(path)) continue
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
        else if (error.issues.some(({ message }) => message === CONTROL_CHARACTERS)) explained += 1
      }
    }
  }
  expect(texts).toBeGreaterThan(60)
  expect(explained).toBeGreaterThan(100)
  expect(accepted).toEqual([])
})

test('every route has a schema for its query, except for the callbacks of providers', async () => {
  const without = (await routesOf())
    .filter(({ schema }) => schema?.querystring === undefined)
    .map(({ method, url }) => `${method} ${url}`)
  // The parameters of providers are checked in the handler, in server/auth/provider-sign-in.ts.
  expect(without).toEqual([
    'GET /api/auth/google/callback',
    'GET /api/auth/microsoft/callback',
    'POST /api/auth/apple/callback',
  ])
})

test('a text is limited in code points, so the largest has four bytes for each', () => {
  const text = lineText(100)
  const largest = largestOf(text) as string
  // It begins with a number in ASCII.
  expect(Buffer.byteLength(largest)).toBeGreaterThan(380)
  expect(text.safeParse(largest).success).toBe(true)
  expect(text.safeParse(`${largest}a`).success).toBe(false)
})

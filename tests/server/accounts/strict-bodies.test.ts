import { expect, test } from 'vitest'
import { startedServer } from '../harness.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  additionalProperties?: unknown
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Bodies that allow more properties than are read, and why. */
const LOOSE_BODIES: Readonly<Record<string, string>> = {
  'post /api/favorites/sync': 'whole parks, as the specification fixes; only their ids are read',
  'post /api/sync':
    'each operation is parsed separately, strictly by its kind, so that an invalid one does not affect the others',
  'post /api/auth/apple/callback': 'a form from Apple; the OpenID library picks the fields of the protocol',
}

/** The paths in a schema where other properties are allowed. */
function looseIn(schema: Schema, at = ''): string[] {
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(([name, child]) => [`${at}.${name}`, child] as const),
    ...(schema.items ? [[`${at}[]`, schema.items] as const] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (child) => [at, child] as const,
    ),
  ].flatMap(([name, child]) => looseIn(child, name))
  return schema.properties && schema.additionalProperties !== false ? [at || 'the body', ...inside] : inside
}

test('no request body allows properties that its schema does not name, except for a few with a reason', async () => {
  const { app } = await startedServer()
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>
  }
  let bodies = 0
  const loose: string[] = []
  for (const [url, operations] of Object.entries(paths)) {
    for (const [method, { requestBody }] of Object.entries(operations)) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        bodies += 1
        const found = looseIn(schema)
        if (found.length > 0 && !(`${method} ${url}` in LOOSE_BODIES))
          loose.push(`${method} ${url}: ${found.join(', ')}`)
      }
    }
  }
  expect(bodies).toBeGreaterThan(10)
  expect(loose).toEqual([])
})

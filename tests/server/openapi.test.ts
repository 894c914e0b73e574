import { expect, test } from 'vitest'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import { ERROR_CODES } from '../../data/model/problem.ts'
import { SearchRequest } from '../../data/model/search.ts'
import { startedServer } from './harness.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { type?: string; maximum?: number; items?: { enum?: string[] } }
}
interface Operation {
  summary?: string
  parameters?: Parameter[]
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

async function documented(): Promise<Document> {
  const { app } = await startedServer()
  return (await app.inject('/api/openapi.json')).json()
}

test('describes every address of the API that there is, and no other', async () => {
  const { openapi, info, paths } = await documented()
  expect(openapi).toMatch(/^3\.1\./)
  expect(info).toMatchObject({ title: 'Offlead', version: '1.2.3' })
  const reading = [
    '/api/directory',
    '/api/directory/changes',
    '/api/directory/parts/{file}',
    '/api/geocode',
    '/api/health',
    '/api/parks',
    '/api/parks/nearby',
    '/api/parks/search',
    '/api/parks/{id}',
    '/api/reverse-geocode',
    '/api/search',
    '/api/states',
    '/api/states/{state}/cities',
    '/api/states/{state}/cities/{city}/postcodes',
  ]
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(reading))
  expect(Object.keys(paths).filter((path) => path.includes('*') || !path.startsWith('/api/'))).toEqual([])
})

test('every operation says what it is, what it takes and what it answers, in valid schemas', async () => {
  const { paths } = await documented()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const named = path.match(/\{(\w+)\}/g)?.map((name) => name.slice(1, -1)) ?? []
      const described =
        operation.parameters
          ?.filter((parameter) => parameter.in === 'path' && parameter.required)
          .map((parameter) => parameter.name) ?? []
      expect([path, method, described]).toEqual([path, method, named])
      expect(operation.summary, `${method} ${path}`).toBeTruthy()
      for (const parameter of operation.parameters ?? [])
        expect([path, parameter.name, Object.keys(parameter.schema).length > 0]).toEqual([
          path,
          parameter.name,
          true,
        ])
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
    }
  }
})

test('the search is described with every parameter of the model, and its limits', async () => {
  const { paths } = await documented()
  const search = paths['/api/search']!.get!
  const parameters = new Map(search.parameters!.map((parameter) => [parameter.name, parameter]))
  expect([...parameters.keys()].toSorted()).toEqual(Object.keys(SearchRequest.shape).toSorted())
  expect(search.parameters!.filter((parameter) => parameter.required)).toEqual([])
  expect(parameters.get('latitude')!.schema).toMatchObject({ type: 'number', minimum: -90, maximum: 90 })
  expect(parameters.get('features')!.schema).toMatchObject({
    type: 'array',
    items: { enum: [...FEATURE_IDS] },
  })
  const problem = search.responses['400']!.content!['application/json']!.schema
  expect(problem).toMatchObject({
    properties: { code: { enum: [...ERROR_CODES] } },
    required: ['code', 'message'],
  })
})

test('holds no reference that leads nowhere', async () => {
  const document = JSON.stringify(await documented())
  expect(document).not.toMatch(/\$ref|PLACEHOLDER|undefined/)
})

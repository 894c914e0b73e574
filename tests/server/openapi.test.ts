import { expect, test } from 'vitest'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import { ERROR_CODES } from '../../data/model/problem.ts'
import { SearchRequest } from '../../data/model/search-request.ts'
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

async function readDocument(): Promise<Document> {
  const { app } = await startedServer()
  return (await app.inject('/api/openapi.json')).json()
}

test('the API description lists the reading routes and no path outside the API', async () => {
  const { openapi, info, paths } = await readDocument()
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

test('every operation has a summary, parameters with schemas, and responses', async () => {
  const { paths } = await readDocument()
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

test('the search is described with every parameter of the model and its limits', async () => {
  const { paths } = await readDocument()
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

test('the API description has no unresolved reference', async () => {
  const document = JSON.stringify(await readDocument())
  expect(document).not.toMatch(/\$ref|PLACEHOLDER|undefined/)
})

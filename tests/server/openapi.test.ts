import { expect, test } from 'vitest'
import { FEATURE_IDS } from '../../data/model/feature.ts'
import { ERROR_CODES } from '../../data/model/problem.ts'
import { formatArea } from '../../data/model/search.ts'
import { SearchRequest } from '../../data/model/search-request.ts'
import { sharedServer } from './harness.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: { type?: string; maximum?: number; pattern?: string; items?: { enum?: string[] } }
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

const shared = sharedServer()

async function readDocument(): Promise<Document> {
  const { app } = shared()
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

test('an area of the map is described as the text that the search takes', async () => {
  const { paths } = await readDocument()
  const parameters = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(
      (operation) => operation.parameters?.map((parameter) => ({ path, ...parameter })) ?? [],
    ),
  )
  expect(parameters.filter(({ schema }) => schema.type === 'object')).toEqual([])
  const { schema } = parameters.find(({ path, name }) => path === '/api/search' && name === 'area')!
  expect(schema).toMatchObject({ type: 'string', pattern: expect.any(String) })
  const { app } = shared()
  for (const [text, status] of [
    [formatArea({ south: -34, west: 151, north: -33.5, east: 152.25 }), 200],
    [formatArea({ south: -1e-7, west: 1e-7, north: 0, east: -1.5e-8 }), 200],
    ['-34,151,-33', 400],
    ['x,151,-33,152', 400],
  ] as const) {
    const answer = await app.inject(`/api/search?${new URLSearchParams({ area: text })}`)
    expect([text, answer.statusCode]).toEqual([text, status])
    expect([text, new RegExp(schema.pattern!).test(text)]).toEqual([text, status === 200])
  }
})

test('every operation is described with the reply to too many requests, if it has a limit', async () => {
  const { paths } = await readDocument()
  const unlimited = Object.entries(paths).filter(
    ([, operations]) => !Object.values(operations).every(({ responses }) => '429' in responses),
  )
  expect(unlimited.map(([path]) => path)).toEqual([
    '/api/directory/parts/{file}',
    '/api/ready',
    '/api/health',
  ])
  expect(paths['/api/search']!.get!.responses['429']).toEqual(paths['/api/login']!.post!.responses['429'])
})

test.each([
  ['/api/parks'],
  ['/api/parks/{id}', '/api/parks/1'],
  ['/api/parks/search', '/api/parks/search?q=park'],
  ['/api/parks/nearby', '/api/parks/nearby?lat=-33.9&lng=151.2'],
  ['/api/search'],
  ['/api/states/{state}/cities', '/api/states/nsw/cities'],
  ['/api/states/{state}/cities/{city}/postcodes', '/api/states/nsw/cities/Bondi/postcodes'],
  ['/api/councils'],
  ['/api/outlines', '/api/outlines?ids=1'],
  ['/api/named-parks', '/api/named-parks?name=oval&suburb=Bondi&state=NSW'],
  ['/api/geocode', '/api/geocode?address=Bondi'],
  ['/api/reverse-geocode', '/api/reverse-geocode?lat=-33.9&lng=151.2'],
  ['/api/directory'],
  ['/api/directory/changes', '/api/directory/changes?cursor=epoch1.1'],
] as const)('%s is described with the reply that nothing has changed', async (path, url: string = path) => {
  const { app } = shared()
  const answer = await app.inject({ url, headers: { 'if-none-match': '*' } })
  const { paths } = (await app.inject('/api/openapi.json')).json() as Document
  expect(answer.statusCode).toBe(304)
  expect(Object.keys(paths[path]!.get!.responses)).toContain('304')
})

test('the API description has no unresolved reference', async () => {
  const document = JSON.stringify(await readDocument())
  expect(document).not.toMatch(/\$ref|PLACEHOLDER|undefined/)
})

import { beforeEach, expect, test } from 'vitest'
import { SCREEN, SCREEN_CACHE } from '../../client/store/names.ts'
import { documentPart } from '../../data/screens/document-parts.ts'
import { FIRST_SCREEN_DATA_ID, type StoredResults } from '../../data/screens/first-screen.ts'
import { withKeptResults } from '../../sw/kept-results.ts'

const KEPT: StoredResults = {
  build: '/assets/index-1.js',
  results: '<section data-results="">Kept $& parks</section>',
  known: { version: '1.7', parks: { parks: [], total: 0, maybe: 0, understood: null } },
}
const skeletons = documentPart('results', '<section data-results="">Skeletons</section>')
const DOCUMENT = `<!doctype html><link rel="app-code" href="/assets/index-1.js"><main>${skeletons}</main>`

/** The part of the browser's cache storage that is used here. */
let kept: string | undefined
let storage: CacheStorage

beforeEach(() => {
  kept = JSON.stringify(KEPT)
  storage = {
    has: async (name: string) => name === SCREEN_CACHE && kept !== undefined,
    open: async () => ({ match: async (key: string) => (key === SCREEN ? new Response(kept) : undefined) }),
  } as unknown as CacheStorage
})

const page = (body = DOCUMENT) =>
  new Response(body, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': '99', etag: 'W/"x"' },
  })
const isOwnCode = (path: string) => path === '/assets/index-1.js'

test('the stored results replace the skeletons, and their data is included', async () => {
  const response = await withKeptResults(page(), isOwnCode, storage)
  const document = await response.text()
  expect(document).not.toContain('Skeletons')
  expect(document).toContain(KEPT.results)
  const [, data] = document.split(`id="${FIRST_SCREEN_DATA_ID}">`)
  expect(JSON.parse(data!.split('</script>')[0]!)).toEqual(KEPT.known)
  expect([...response.headers.keys()]).toEqual(['content-type'])
})

test('without stored results the document is unchanged', async () => {
  kept = undefined
  const built = page()
  expect(await withKeptResults(built, isOwnCode, storage)).toBe(built)
})

test('results of another version of the app are not used', async () => {
  const built = page()
  expect(await withKeptResults(built, () => false, storage)).toBe(built)
  expect(await built.text()).toBe(DOCUMENT)
})

test.each([
  ['stored results that cannot be read', 'no JSON', DOCUMENT],
  ['a document without a place for results', JSON.stringify(KEPT), '<!doctype html><main></main>'],
])('%s leave the document as it was built', async (_what, stored, body) => {
  kept = stored
  const built = page(body)
  expect(await withKeptResults(built, isOwnCode, storage)).toBe(built)
  expect(await built.text()).toBe(body)
})

test('a storage that fails leaves the document as it was built', async () => {
  storage = { has: () => Promise.reject(new Error('no storage')) } as unknown as CacheStorage
  const built = page()
  expect(await withKeptResults(built, isOwnCode, storage)).toBe(built)
})

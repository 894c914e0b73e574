import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, isDatabaseTrouble, isUnreachable, NoAnswerError } from '../../client/api/error.ts'
import { fetchMapOffer } from '../../client/api/maps.ts'
import { fetchPark, fetchParks, searchParams } from '../../client/api/parks.ts'
import { fetchCities, fetchPostcodes } from '../../client/api/places.ts'
import { fetchUser } from '../../client/api/account.ts'
import { read } from '../../client/api/request.ts'
import { write } from '../../client/api/write.ts'
import { readRetryAfter } from '../../client/store/backoff.ts'
import { ServerPaused } from '../../client/store/server-gate.ts'
import { isTransient, retryRead, retryWait, retryWrite } from '../../client/api/retry.ts'
import { toPark } from '../../data/model/to-park.ts'
import { park } from './directory-server.ts'

const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetchMock.mockReset()
})
const respond = (body: BodyInit | null, init?: ResponseInit) =>
  fetchMock.mockImplementation(async () => new Response(body, init))
const errorOf = async () =>
  read('/api/x', z.unknown()).then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )

describe('a response with status 400 or above', () => {
  test.each([
    ['with the status text', 'Bad Gateway', '502: Bad Gateway'],
    [
      'with a sentence if there is no status text, as in HTTP/2',
      '',
      "502: Our server isn't responding. Please try again later.",
    ],
  ])('is an ApiError without the markup of a gateway’s page, but %s', async (_, statusText, message) => {
    respond('<html><h1>502 Bad Gateway</h1>', {
      status: 502,
      statusText,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
    expect((await errorOf()).message).toBe(message)
  })

  test('is an ApiError with the server’s message when the body is a problem object', async () => {
    respond(JSON.stringify({ code: 'invalid-input', message: 'postcode: four digits', field: 'postcode' }), {
      status: 400,
    })
    expect(await errorOf()).toMatchObject({
      name: 'ApiError',
      message: '400: postcode: four digits',
      code: 'invalid-input',
      field: 'postcode',
    })
  })
  test('is an ApiError with the body as its text when the body is not a problem object', async () => {
    respond('upstream is gone\n', { status: 502, statusText: 'Bad Gateway' })
    expect(await errorOf()).toMatchObject({ message: '502: upstream is gone', code: null })
  })
  test('is an ApiError with the status text when the body is empty', async () => {
    respond(null, { status: 503, statusText: 'Service Unavailable' })
    expect(await errorOf()).toMatchObject({ message: '503: Service Unavailable' })
  })
  test('is an ApiError with the raw JSON when the JSON is not a problem object', async () => {
    respond('{"error":"no"}', { status: 500 })
    expect((await errorOf()).message).toBe('500: {"error":"no"}')
  })
})

describe('read requests', () => {
  test('a read sends the session, bypasses caches and asks for JSON', async () => {
    respond('[]')
    await read('/api/x', z.array(z.unknown()))
    const init = fetchMock.mock.calls[0]![1]!
    expect(init).toMatchObject({
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
    })
  })

  test('a 401 for the current user means that no one is signed in and is not an error', async () => {
    respond(JSON.stringify({ code: 'not-signed-in', message: 'Log in first.' }), { status: 401 })
    expect(await fetchUser(new AbortController().signal)).toBeNull()
    expect(fetchMock.mock.calls[0]![0]).toBe('/api/user')
    respond(JSON.stringify({ code: 'internal', message: 'Something went wrong.' }), { status: 500 })
    await expect(fetchUser(new AbortController().signal)).rejects.toThrow('500: Something went wrong.')
  })

  test('a 401 from a gateway does not end the session', async () => {
    respond('<h1>Sign in to this network</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
    await expect(fetchUser(new AbortController().signal)).rejects.toMatchObject({ status: 401, code: null })
  })

  test('a read gives up after 15 seconds', async () => {
    vi.useFakeTimers()
    fetchMock.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)),
        ),
    )
    let settled = false
    const refused = errorOf().finally(() => (settled = true))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toMatchObject({
      name: 'NoAnswerError',
      message: 'The server did not answer in time.',
    })
  })

  test('a caller that aborts gets its own reason back, not a network error', async () => {
    const caller = new AbortController()
    fetchMock.mockImplementation(async (_, init) => {
      caller.abort(new Error('left the page'))
      return init!.signal!.throwIfAborted() as never
    })
    await expect(read('/api/x', z.unknown(), caller.signal)).rejects.toThrow('left the page')
  })

  test.each([
    ['no network', () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))],
    ['the sign-in page of a Wi-Fi network', () => respond('<html>')],
    ['a network that asks for a sign-in first', () => respond('<html>', { status: 511 })],
    ['JSON of the wrong shape', () => respond('{"hello":1}')],
  ])('%s counts as no answer', async (_, arrange) => {
    arrange()
    await expect(read('/api/x', z.array(z.unknown()))).rejects.toThrow(NoAnswerError)
  })
})

test('a write sends the session', async () => {
  respond('{}')
  await write('POST', '/api/x', { one: 1 }, z.unknown())
  expect(fetchMock.mock.calls[0]![1]).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"one":1}',
  })
})

test('a page of a proxy instead of the empty reply to a write counts as no answer', async () => {
  respond(null, { status: 204 })
  expect(await write('POST', '/api/logout', undefined, null)).toBeNull()
  for (const status of [200, 511]) {
    respond('<html>', { status })
    await expect(write('POST', '/api/logout', undefined, null)).rejects.toThrow(NoAnswerError)
  }
})

describe('retries', () => {
  const status = (status: number, retryAfter: number | null = null) =>
    new ApiError({ status, text: '', code: null, field: null, errorType: null, successor: null, retryAfter })

  test.each([408, 429, 500, 502, 503, 504])('status %i is retried', (code) =>
    expect(isTransient(status(code))).toBe(true),
  )
  test.each([400, 401, 403, 404, 409, 413])('status %i is not retried', (code) =>
    expect(isTransient(status(code))).toBe(false),
  )
  test('a missing answer is retried and a programming error is not', () => {
    expect(isTransient(new NoAnswerError('gone'))).toBe(true)
    expect(isTransient(new RangeError('a bug'))).toBe(false)
  })
  test('a read is retried three times and a write twice', () => {
    const error = new NoAnswerError('gone')
    expect([0, 1, 2, 3].map((failures) => retryRead(failures, error))).toEqual([true, true, true, false])
    expect([0, 1, 2].map((failures) => retryWrite(failures, error))).toEqual([true, true, false])
  })
  test('a read without a network is not retried', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(retryRead(0, new NoAnswerError('gone'))).toBe(false)
    vi.stubGlobal('navigator', { onLine: true })
    expect(retryRead(0, new NoAnswerError('gone'))).toBe(true)
    vi.unstubAllGlobals()
  })
  test('retry delays start at 1 s, double and stop at 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((failures) => retryWait(failures, undefined, 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
  })
  test('the retry delays of two pages differ', () => {
    expect(retryWait(1, undefined, 0.25)).toBe(2_500)
    expect(retryWait(1, undefined, 0.75)).toBe(3_500)
    expect(retryWait(4, undefined, 1)).toBe(30_000)
  })
  test('a retry waits for the gate if it opens soon, and not if it opens much later', () => {
    expect(retryWait(0, undefined, 0, 12_000)).toBe(12_000)
    expect(retryWait(0, undefined, 0, 50_000)).toBe(1_000)
    // The gate may let calls through, but not of this kind.
    const refused = new NoAnswerError('later', { cause: new ServerPaused(9_000) })
    expect(retryWait(0, refused, 0)).toBe(9_000)
  })
  test('Retry-After delays a retry, and prevents it when the delay is too long', () => {
    expect(retryWait(0, status(429, 45_000), 0)).toBe(45_000)
    expect(retryWait(2, status(429, 1_000), 0)).toBe(4_000)
    expect(retryRead(0, status(429, 3_600_000))).toBe(false)
  })
  test('Retry-After is read as seconds or as a date', async () => {
    const read = (value: string, now: number, date?: string) =>
      readRetryAfter(new Headers({ 'retry-after': value, ...(date === undefined ? {} : { date }) }), now)
    expect(read('120', 0)).toBe(120_000)
    expect(read('Thu, 01 Jan 1970 00:01:00 GMT', 10_000)).toBe(50_000)
    expect(read('Thu, 01 Jan 1970 00:00:00 GMT', 10_000)).toBe(0)
    expect(read('soon', 0)).toBeNull()
    // A phone whose clock is wrong goes by the server's.
    expect(read('Thu, 01 Jan 1970 00:01:00 GMT', 86_400_000, 'Thu, 01 Jan 1970 00:00:20 GMT')).toBe(40_000)
    respond('', { status: 429, headers: { 'retry-after': '7' } })
    expect((await errorOf()).retryAfter).toBe(7_000)
  })
})

describe('detection of database trouble', () => {
  test('database trouble is detected by the error type', async () => {
    respond(
      JSON.stringify({
        code: 'database-unavailable',
        message: 'later',
        errorType: 'DatabaseConnectionError',
      }),
      { status: 503 },
    )
    expect(isDatabaseTrouble(await errorOf())).toBe(true)
  })
  test.each([
    'connect ECONNREFUSED 10.0.0.1',
    'Connection refused',
    'connection to server at "localhost" (127.0.0.1), port 5432 failed',
    'connect to localhost:5432',
    'lost the database connection',
    'Connection terminated unexpectedly',
    'DatabaseConnectionError',
    'could not connect to server: no route',
  ])('database trouble is detected by the error text: %s', async (text) => {
    respond(text, { status: 500 })
    expect(isDatabaseTrouble(await errorOf())).toBe(true)
  })
  test('an ordinary server error is not database trouble', async () => {
    respond(JSON.stringify({ code: 'internal', message: 'Something went wrong.' }), { status: 500 })
    const error = await errorOf()
    expect(isDatabaseTrouble(error)).toBe(false)
    expect(isUnreachable(error)).toBe(false)
  })
  test.each([502, 503, 504])(
    'status %i from a gateway means that the server is unreachable, and from our own server it does not',
    async (status) => {
      respond('<html>', { status })
      expect(isUnreachable(await errorOf())).toBe(true)
      respond(JSON.stringify({ code: 'busy', message: 'Too many at once.' }), { status })
      expect(isUnreachable(await errorOf())).toBe(false)
    },
  )
})

describe('API addresses and responses', () => {
  test('lists become repeated parameters and absent values are left out', () => {
    const params = searchParams({
      query: 'St Kilda',
      features: ['water', 'shade'],
      postcodes: ['3182', '3183'],
      size: undefined,
      latitude: -37.8,
      unsure: true,
    })
    expect(params.toString()).toBe(
      'query=St+Kilda&features=water&features=shade&postcodes=3182&postcodes=3183&latitude=-37.8&unsure=true',
    )
  })

  test('a request without query and filters goes to the park list and any other to the search', async () => {
    respond('[]')
    await fetchParks({ limit: 5, offset: 10 })
    await fetchParks({ limit: 5, now: 7, open: 'last' })
    await fetchParks({ query: 'x', limit: 5 })
    await fetchParks({ limit: 5, now: 7, open: 'only' })
    await fetchParks({ area: { south: -34, west: 151, north: -33.5, east: 151.5 } })
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
      '/api/search?limit=5&offset=10',
      '/api/parks?limit=5&now=7&open=last',
      '/api/search?query=x&limit=5',
      '/api/search?limit=5&now=7&open=only',
      '/api/search?area=-34%2C151%2C-33.5%2C151.5',
    ])
  })

  test('the total over all pages is returned with the parks', async () => {
    respond(JSON.stringify([toPark(park(3), 1609.344)]), { headers: { 'x-total-count': '42' } })
    expect(await fetchParks({ query: 'x' })).toMatchObject({ total: 42, parks: [{ id: 3, distance: 1 }] })
  })

  test('names in addresses are URL-encoded', async () => {
    respond('[]')
    await fetchCities('NSW')
    await fetchPostcodes('VIC', 'St Kilda/East?')
    expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
      '/api/states/nsw/cities',
      '/api/states/vic/cities/St%20Kilda%2FEast%3F/postcodes',
    ])
  })

  test('a park with an unknown field from a newer server is accepted', async () => {
    respond(JSON.stringify({ ...toPark(park(3)), wagging: true }))
    expect(await fetchPark(3)).toEqual(toPark(park(3)))
  })

  test('unknown fields from a newer server are ignored, also inside others', async () => {
    const base = { url: '/api/maps/base/1/{z}/{x}/{y}', attribution: '', minZoom: 0, maxZoom: 8 }
    const offer = { base, streets: null, tiles: null }
    respond(JSON.stringify({ ...offer, base: { ...base, contours: true }, satellite: null }))
    expect(await fetchMapOffer()).toEqual(offer)
  })

  test('a reply without a needed field is refused, also from a newer server', async () => {
    const base = { url: '/api/maps/base/1/{z}/{x}/{y}', attribution: '', minZoom: 0, maxZoom: 8 }
    respond(JSON.stringify({ base, satellite: null }))
    await expect(fetchMapOffer()).rejects.toThrow('The server’s answer cannot be read.')
  })
})

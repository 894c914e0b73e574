import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, isDatabaseTrouble, isUnreachable, NoAnswerError } from '../../client/api/error.ts'
import { fetchPark, fetchParks, searchParams } from '../../client/api/parks.ts'
import { fetchCities, fetchPostcodes } from '../../client/api/places.ts'
import { fetchUser } from '../../client/account/api.ts'
import { read, write } from '../../client/api/request.ts'
import { readRetryAfter } from '../../client/store/backoff.ts'
import { isPassing, retryRead, retryWait, retryWrite } from '../../client/api/retry.ts'
import { toPark } from '../../data/model/park.ts'
import { park } from './directory-server.ts'

const fetching = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  fetching.mockReset()
})
const answer = (body: BodyInit | null, init?: ResponseInit) =>
  fetching.mockImplementation(async () => new Response(body, init))
const refusal = async () =>
  read('/api/x', z.unknown()).then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )

describe('a status of 400 or more is an error "status: text"', () => {
  test('text is the server’s own sentence where the body is a problem', async () => {
    answer(JSON.stringify({ code: 'invalid-input', message: 'postcode: four digits', field: 'postcode' }), {
      status: 400,
    })
    expect(await refusal()).toMatchObject({
      name: 'ApiError',
      message: '400: postcode: four digits',
      code: 'invalid-input',
      field: 'postcode',
    })
  })
  test('else the body text', async () => {
    answer('upstream is gone\n', { status: 502, statusText: 'Bad Gateway' })
    expect(await refusal()).toMatchObject({ message: '502: upstream is gone', code: null })
  })
  test('else the status text', async () => {
    answer(null, { status: 503, statusText: 'Service Unavailable' })
    expect(await refusal()).toMatchObject({ message: '503: Service Unavailable' })
  })
  test('a body of JSON that is no problem is text like any other', async () => {
    answer('{"error":"no"}', { status: 500 })
    expect((await refusal()).message).toBe('500: {"error":"no"}')
  })
})

describe('reads', () => {
  test('carry the session, go past caches and ask for JSON', async () => {
    answer('[]')
    await read('/api/x', z.array(z.unknown()))
    const init = fetching.mock.calls[0]![1]!
    expect(init).toMatchObject({
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { accept: 'application/json', 'cache-control': 'no-cache' },
    })
  })

  test('nobody signed in is no error: a 401 on the current user is nobody', async () => {
    answer(JSON.stringify({ code: 'not-signed-in', message: 'Log in first.' }), { status: 401 })
    expect(await fetchUser(new AbortController().signal)).toBeNull()
    expect(fetching.mock.calls[0]![0]).toBe('/api/user')
    answer(JSON.stringify({ code: 'internal', message: 'Something went wrong.' }), { status: 500 })
    await expect(fetchUser(new AbortController().signal)).rejects.toThrow('500: Something went wrong.')
  })

  test('give up after 15 seconds', async () => {
    vi.useFakeTimers()
    fetching.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)),
        ),
    )
    let settled = false
    const refused = refusal().finally(() => (settled = true))
    await vi.advanceTimersByTimeAsync(14_999)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toMatchObject({
      name: 'NoAnswerError',
      message: 'The server did not answer in time.',
    })
  })

  test('a caller that has gone away gets its own reason back, not an error of the network', async () => {
    const caller = new AbortController()
    fetching.mockImplementation(async (_, init) => {
      caller.abort(new Error('left the page'))
      return init!.signal!.throwIfAborted() as never
    })
    await expect(read('/api/x', z.unknown(), caller.signal)).rejects.toThrow('left the page')
  })

  test.each([
    ['no network', () => fetching.mockRejectedValue(new TypeError('Failed to fetch'))],
    ['the sign-in page of a Wi-Fi', () => answer('<html>')],
    ['JSON of another kind', () => answer('{"hello":1}')],
  ])('%s is no answer', async (_, arrange) => {
    arrange()
    await expect(read('/api/x', z.array(z.unknown()))).rejects.toThrow(NoAnswerError)
  })
})

test('what changes something carries the session, too', async () => {
  answer('{}')
  await write('POST', '/api/x', { one: 1 }, z.unknown())
  expect(fetching.mock.calls[0]![1]).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"one":1}',
  })
})

describe('which failures are retried, and when (decision 39)', () => {
  const status = (status: number, retryAfter: number | null = null) =>
    new ApiError({ status, text: '', code: null, field: null, errorType: null, retryAfter })

  test.each([408, 429, 500, 502, 503, 504])('%i passes', (code) => expect(isPassing(status(code))).toBe(true))
  test.each([400, 401, 403, 404, 409, 413])('%i does not', (code) =>
    expect(isPassing(status(code))).toBe(false),
  )
  test('no answer passes, an error of the program does not', () => {
    expect(isPassing(new NoAnswerError('gone'))).toBe(true)
    expect(isPassing(new RangeError('a bug'))).toBe(false)
  })
  test('reads are tried three times more, writes twice', () => {
    const error = new NoAnswerError('gone')
    expect([0, 1, 2, 3].map((failures) => retryRead(failures, error))).toEqual([true, true, true, false])
    expect([0, 1, 2].map((failures) => retryWrite(failures, error))).toEqual([true, true, false])
  })
  test('the waits start at 1 s, double and end at 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((failures) => retryWait(failures, undefined, 0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
  })
  test('the waits of two pages differ', () => {
    expect(retryWait(1, undefined, 0.25)).toBe(2_500)
    expect(retryWait(1, undefined, 0.75)).toBe(3_500)
    expect(retryWait(4, undefined, 1)).toBe(30_000)
  })
  test('a try waits for the gate when that opens soon, and not when it opens much later', () => {
    expect(retryWait(0, undefined, 0, 12_000)).toBe(12_000)
    expect(retryWait(0, undefined, 0, 50_000)).toBe(1_000)
  })
  test('a server that says how long to wait is not asked earlier, nor at all when it is too long', () => {
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
    answer('', { status: 429, headers: { 'retry-after': '7' } })
    expect((await refusal()).retryAfter).toBe(7_000)
  })
})

describe('database trouble is recognised', () => {
  test('by the error type', async () => {
    answer(
      JSON.stringify({
        code: 'database-unavailable',
        message: 'later',
        errorType: 'DatabaseConnectionError',
      }),
      { status: 503 },
    )
    expect(isDatabaseTrouble(await refusal())).toBe(true)
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
  ])('by its text: %s', async (text) => {
    answer(text, { status: 500 })
    expect(isDatabaseTrouble(await refusal())).toBe(true)
  })
  test('an ordinary failure is none', async () => {
    answer(JSON.stringify({ code: 'internal', message: 'Something went wrong.' }), { status: 500 })
    const error = await refusal()
    expect(isDatabaseTrouble(error)).toBe(false)
    expect(isUnreachable(error)).toBe(false)
  })
  test.each([502, 503, 504])(
    'a gateway’s %i is a server that cannot be reached, our own server’s is not',
    async (status) => {
      answer('<html>', { status })
      expect(isUnreachable(await refusal())).toBe(true)
      answer(JSON.stringify({ code: 'busy', message: 'Too many at once.' }), { status })
      expect(isUnreachable(await refusal())).toBe(false)
    },
  )
})

describe('addresses and answers of the API', () => {
  test('lists are repeated parameters, what is absent is left out', () => {
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

  test('no query and no filters is the list of parks, anything else a search', async () => {
    answer('[]')
    await fetchParks({ limit: 5, offset: 10 })
    await fetchParks({ query: 'x', limit: 5 })
    expect(fetching.mock.calls.map(([url]) => url)).toEqual([
      '/api/parks?limit=5&offset=10',
      '/api/search?query=x&limit=5',
    ])
  })

  test('the total of all pages comes beside the parks', async () => {
    answer(JSON.stringify([toPark(park(3), 1609.344)]), { headers: { 'x-total-count': '42' } })
    expect(await fetchParks({ query: 'x' })).toMatchObject({ total: 42, parks: [{ id: 3, distance: 1 }] })
  })

  test('names in addresses are encoded', async () => {
    answer('[]')
    await fetchCities('NSW')
    await fetchPostcodes('VIC', 'St Kilda/East?')
    expect(fetching.mock.calls.map(([url]) => url)).toEqual([
      '/api/states/nsw/cities',
      '/api/states/vic/cities/St%20Kilda%2FEast%3F/postcodes',
    ])
  })

  test('a park of a newer server, with a field more, is read', async () => {
    answer(JSON.stringify({ ...toPark(park(3)), wagging: true }))
    expect(await fetchPark(3)).toEqual(toPark(park(3)))
  })
})

import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, NoAnswerError } from '../../client/api/error.ts'
import { ABSENT } from '../../client/queries/device.ts'
import type { Device } from '../../client/queries/device.ts'
import {
  createQueryClient,
  DIRECTORY_KEY,
  followDirectory,
  isLimited,
} from '../../client/queries/query-client.ts'
import { parkQuery, readState, searchQuery } from '../../client/queries/search.ts'
import { readInOrder } from '../../client/queries/sources.ts'
import type { Served } from '../../client/queries/sources.ts'
import type { DirectoryState } from '../../client/search-worker/messages.ts'
import { toPark } from '../../data/model/to-park.ts'
import { park } from './directory-server.ts'
import { serverGate } from '../../client/store/server-gate.ts'

// Query timers run in a browser only, and this test environment counts as a server otherwise.
environmentManager.setIsServer(() => false)

const failure = (over: Partial<ApiError> = {}) =>
  new ApiError({
    status: 500,
    text: 'broken',
    code: 'internal',
    field: null,
    errorType: null,
    successor: null,
    retryAfter: null,
    ...over,
  })
const databaseTrouble = failure({
  status: 503,
  code: 'database-unavailable',
  errorType: 'DatabaseConnectionError',
})
const unreachable = new NoAnswerError('The server cannot be reached.')

describe('the order of sources', () => {
  const requested: string[] = []
  beforeEach(() => void (requested.length = 0))
  const from = (name: string, answer: unknown) => async () => {
    requested.push(name)
    if (answer instanceof Error) throw answer
    return answer as string | typeof ABSENT
  }
  const ask = (deviceFirst: boolean, device: unknown, server: unknown, samples: unknown = 'samples') =>
    readInOrder<string>(
      {
        deviceFirst,
        device: from('device', device),
        server: from('server', server) as () => Promise<string>,
        samples: from('samples', samples),
      },
      { signal: new AbortController().signal, client: new QueryClient(), queryKey: ['any'] },
    )

  test('a device with a directory answers before the server is asked', async () => {
    expect(await ask(true, 'here', 'there')).toEqual({ source: 'device', value: 'here' })
    expect(requested).toEqual(['device'])
  })
  test('a first visit asks the server at once', async () => {
    expect(await ask(false, 'here', 'there')).toEqual({ source: 'server', value: 'there' })
    expect(requested).toEqual(['server'])
  })
  test('a first visit whose server fails asks the device before the samples', async () => {
    expect(await ask(false, 'here', unreachable)).toEqual({ source: 'device', value: 'here' })
    expect(requested).toEqual(['server', 'device'])
  })
  test.each([
    ['no directory', ABSENT],
    ['a worker that failed', new Error('stopped')],
  ])('the server answers when the device has %s', async (_, device) => {
    expect(await ask(true, device, 'there')).toEqual({ source: 'server', value: 'there' })
  })
  describe('a device that does not answer', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const never = new Promise<never>(() => undefined)

    test('leaves the question to the server after five seconds', async () => {
      const answer = ask(true, never, 'there')
      await vi.advanceTimersByTimeAsync(4_900)
      expect(requested).toEqual(['device'])
      await vi.advanceTimersByTimeAsync(200)
      expect(await answer).toEqual({ source: 'server', value: 'there' })
    })
    test('is asked once, and answers late when the server cannot', async () => {
      const late = Promise.withResolvers<string>()
      const answer = ask(true, late.promise, unreachable)
      await vi.advanceTimersByTimeAsync(6_000)
      late.resolve('here')
      expect(await answer).toEqual({ source: 'device', value: 'here' })
      expect(requested).toEqual(['device', 'server'])
    })
    test('is not waited for again when the server cannot answer', async () => {
      const answer = ask(true, never, unreachable)
      await vi.advanceTimersByTimeAsync(11_000)
      expect(await answer).toEqual({ source: 'samples', value: 'samples' })
    })
  })
  test.each([
    ['cannot be reached', unreachable],
    ['has lost its database', databaseTrouble],
    ['is behind a gateway that gave up', failure({ status: 502, code: null })],
  ])('the samples answer when the server %s', async (_, error) =>
    expect(await ask(true, ABSENT, error)).toEqual({ source: 'samples', value: 'samples' }),
  )
  test.each([
    failure(),
    failure({ status: 400, code: 'invalid-input' }),
    failure({ status: 429, code: 'too-many-requests' }),
  ])('a server error other than database trouble is rejected: $message', async (error) => {
    await expect(ask(true, ABSENT, error)).rejects.toBe(error)
    expect(requested).toEqual(['device', 'server'])
  })
  test('the server’s error is rejected when the samples cannot answer', async () => {
    await expect(ask(true, ABSENT, unreachable, ABSENT)).rejects.toBe(unreachable)
  })
})

/** A device whose answers and directory state the test sets. */
function testDevice() {
  const listeners = new Set<() => void>()
  let directory: DirectoryState = { state: 'absent', updatedAt: null, count: null, seq: null, version: null }
  const answers: Record<string, unknown> = {}
  const device: Device = {
    ask: async (kind, ask) => {
      const answer = answers['in' in ask && ask.in === 'samples' ? 'samples' : kind]
      if (answer instanceof Error) throw answer
      return (answer ?? ABSENT) as never
    },
    directory: () => directory,
    hasDirectory: () => directory.state === 'ready',
    hasStopped: () => false,
    restart: async () => undefined,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    device,
    answers,
    setDirectory(next: Partial<DirectoryState>) {
      directory = { ...directory, ...next }
      for (const listener of listeners) listener()
    },
  }
}

const page = (...names: string[]) => ({
  parks: names.map((name, at) => toPark(park(at + 1, { name }))),
  total: names.length,
  maybe: 0,
  understood: null,
})
const namesIn = (data: { value: { parks: { name: string }[] } } | undefined) =>
  data?.value.parks.map(({ name }) => name)

describe('a search on the screen', () => {
  const fetchMock = vi.fn<(url: string) => Promise<Response>>()
  let queryClient = createQueryClient()
  let device = testDevice()
  const stops: (() => void)[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetchMock)
    // No jitter: the pauses are the shortest there are.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    queryClient = createQueryClient()
    queryClient.mount()
    device = testDevice()
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop()
    queryClient.clear()
    queryClient.unmount()
    fetchMock.mockReset()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    // The next test's server is well.
    for (const kind of ['/api/search', '/api/parks'])
      await serverGate.run(kind, async () => undefined, { asked: true })
    await serverGate.wait('any')
  })

  const showSearch = (query = 'semaphore') => {
    const observer = new QueryObserver(queryClient, searchQuery(device.device, { query }))
    stops.push(observer.subscribe(() => undefined))
    return () => observer.getCurrentResult()
  }
  const serverDown = () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const serverUp = (...names: string[]) =>
    fetchMock.mockImplementation(async () => Response.json(page(...names).parks))
  const settle = () => vi.advanceTimersByTimeAsync(0)

  test('shows samples at the first failure, calls the server again when the gate allows it, and then shows its answer', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    const screen = showSearch()
    await settle()
    expect(screen().data).toMatchObject({ source: 'samples' })
    expect(fetchMock).toHaveBeenCalledTimes(1)

    await vi.advanceTimersByTimeAsync(30_000)
    expect(fetchMock).toHaveBeenCalledTimes(4)
    for (let minutes = 1; minutes <= 10; minutes++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(fetchMock.mock.calls.length).toBeGreaterThan(3 + minutes / 2)
      expect(fetchMock.mock.calls.length).toBeLessThanOrEqual(5 + minutes)
    }

    serverUp('Real')
    await vi.advanceTimersByTimeAsync(90_000)
    expect(screen().data?.source).toBe('server')
    expect(namesIn(screen().data)).toEqual(['Real'])
    const after = fetchMock.mock.calls.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetchMock).toHaveBeenCalledTimes(after)
  })

  test('samples on several screens share one series of calls', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    for (const query of ['one', 'two', 'three']) showSearch(query)
    await settle()
    expect(fetchMock).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(fetchMock.mock.calls.length).toBeLessThanOrEqual(8)
    const early = fetchMock.mock.calls.length
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(fetchMock.mock.calls.length).toBeLessThanOrEqual(early + 10)
  })

  test('a tap on “Try again” calls the server at once, even while it is in trouble', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    const observer = new QueryObserver(queryClient, searchQuery(device.device, { query: 'semaphore' }))
    stops.push(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(40_000)
    const before = fetchMock.mock.calls.length
    await observer.refetch()
    expect(fetchMock).toHaveBeenCalledTimes(before)
    readState(observer.getCurrentResult() as UseQueryResult<Served<unknown>>).retry()
    await settle()
    expect(fetchMock).toHaveBeenCalledTimes(before + 1)
    await vi.advanceTimersByTimeAsync(2_000)
  })

  test('retries a server error three times with delays before showing it', async () => {
    fetchMock.mockImplementation(async () =>
      Response.json({ code: 'internal', message: 'Something went wrong.' }, { status: 500 }),
    )
    const screen = showSearch()
    await settle()
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(screen().status).toBe('pending')
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(fetchMock).toHaveBeenCalledTimes(4)
    expect(screen()).toMatchObject({
      status: 'error',
      error: { message: 'Failed to search parks: 500 Something went wrong.' },
    })
  })

  test('keeps the same rows when the directory arrives, without asking the server again', async () => {
    stops.push(followDirectory(queryClient, device.device))
    serverUp('A park')
    const screen = showSearch()
    await settle()
    const before = screen().data!.value.parks
    const shown = new Set<unknown>()
    stops.push(queryClient.getQueryCache().subscribe(() => shown.add(screen().data?.value.parks)))
    device.answers['search'] = page('A park')
    device.setDirectory({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
    expect([...shown]).toEqual([before])
    expect(screen().data!.value.parks).toBe(before)
    expect(fetchMock).toHaveBeenCalledTimes(1)
    const next = showSearch('glenelg')
    await settle()
    expect(next().data?.source).toBe('device')
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  test('replaces samples as soon as the directory is ready', async () => {
    stops.push(followDirectory(queryClient, device.device))
    serverDown()
    device.answers['samples'] = page('Sample')
    const screen = showSearch()
    await settle()
    device.answers['search'] = page('From the device')
    device.setDirectory({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
  })

  test('does not wait for a slow server once the directory is ready', async () => {
    stops.push(followDirectory(queryClient, device.device))
    fetchMock.mockImplementation(() => new Promise(() => undefined))
    const screen = showSearch()
    await settle()
    device.answers['search'] = page('From the device')
    device.setDirectory({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
  })

  test('updates when the directory changes without becoming empty in between', async () => {
    device.setDirectory({ state: 'ready', version: 'first' })
    stops.push(followDirectory(queryClient, device.device))
    device.answers['search'] = page('Old name')
    const screen = showSearch()
    await settle()
    const shown: (string[] | undefined)[] = []
    stops.push(queryClient.getQueryCache().subscribe(() => shown.push(namesIn(screen().data))))
    device.answers['search'] = page('New name')
    device.setDirectory({ version: 'second' })
    await settle()
    expect(namesIn(screen().data)).toEqual(['New name'])
    expect(shown).not.toContain(undefined)
  })

  test('is not repeated when the directory is only confirmed', async () => {
    device.setDirectory({ state: 'ready', version: 'first' })
    stops.push(followDirectory(queryClient, device.device))
    device.answers['search'] = page('A park')
    const screen = showSearch()
    await settle()
    const updates = screen().dataUpdatedAt
    await vi.advanceTimersByTimeAsync(1_000)
    device.setDirectory({ updatedAt: 5 })
    await settle()
    expect(screen().dataUpdatedAt).toBe(updates)
  })

  test('is limited only while samples are on the screen', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    expect(isLimited(queryClient, device.device)).toBe(false)
    showSearch()
    await settle()
    expect(isLimited(queryClient, device.device)).toBe(true)
    for (const stop of stops.splice(0)) stop()
    expect(isLimited(queryClient, device.device)).toBe(false)
  })

  test('is limited on database trouble without a directory, even when no sample answers', async () => {
    fetchMock.mockImplementation(async () =>
      Response.json(
        { code: 'database-unavailable', message: 'later', errorType: 'DatabaseConnectionError' },
        { status: 503 },
      ),
    )
    const observer = new QueryObserver(queryClient, parkQuery(device.device, queryClient, 999))
    stops.push(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(7_000)
    expect(observer.getCurrentResult().status).toBe('error')
    expect(isLimited(queryClient, device.device)).toBe(true)
    device.setDirectory({ state: 'ready' })
    expect(isLimited(queryClient, device.device)).toBe(false)
  })

  describe('a single park', () => {
    const showPark = (id: number) => {
      const observer = new QueryObserver(queryClient, parkQuery(device.device, queryClient, id))
      stops.push(observer.subscribe(() => undefined))
      return () => observer.getCurrentResult()
    }
    const notFound = (body: BodyInit) =>
      fetchMock.mockImplementation(async () => new Response(body, { status: 404 }))

    test('removed from the directory is missing with its successor, without asking the server', async () => {
      device.setDirectory({ state: 'ready' })
      device.answers['park'] = { park: null, gone: true, successor: 12 }
      const screen = showPark(11)
      await settle()
      expect(screen().data).toEqual({ source: 'device', value: { park: null, successor: 12 } })
      expect(fetchMock).not.toHaveBeenCalled()
    })
    test('unknown to the directory is requested from the server, which may be newer', async () => {
      device.setDirectory({ state: 'ready' })
      device.answers['park'] = { park: null, gone: false, successor: null }
      fetchMock.mockImplementation(async () => Response.json(toPark(park(11))))
      const screen = showPark(11)
      await settle()
      expect(screen().data).toMatchObject({ source: 'server', value: { park: { id: 11 } } })
    })
    test('answered with park-not-found is missing at once', async () => {
      notFound(JSON.stringify({ code: 'park-not-found', message: 'No park has this id.' }))
      const screen = showPark(11)
      await settle()
      expect(screen().data).toEqual({ source: 'server', value: { park: null, successor: null } })
    })
    test('merged into another one, as the server says, is missing with its successor', async () => {
      notFound(JSON.stringify({ code: 'park-not-found', message: 'No park has this id.', successor: 12 }))
      const screen = showPark(11)
      await settle()
      expect(screen().data).toEqual({ source: 'server', value: { park: null, successor: 12 } })
    })
    test('answered with a foreign 404 page is an error, not a missing park', async () => {
      notFound('<html>')
      const screen = showPark(11)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(screen()).toMatchObject({ status: 'error', error: { status: 404 } })
    })
    test('seen in a list before the network was lost is shown as in that list', async () => {
      serverUp('Seen in the list')
      showSearch()
      await settle()
      serverDown()
      const screen = showPark(1)
      await settle()
      expect(screen().data).toMatchObject({
        source: 'samples',
        value: { park: { name: 'Seen in the list' } },
      })
    })
  })

  test('is cached for an hour after leaving the screen and then requested again', async () => {
    serverUp('A park')
    showSearch()
    await settle()
    const stopAll = () => {
      for (const stop of stops.splice(0)) stop()
    }
    stopAll()
    await vi.advanceTimersByTimeAsync(3_600_000 - 1)
    const again = showSearch()
    expect(namesIn(again().data)).toEqual(['A park'])
    await settle()
    expect(fetchMock).toHaveBeenCalledTimes(1)
    stopAll()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(showSearch()().data).toBeUndefined()
    await settle()
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  test('is not repeated when the window regains focus', async () => {
    serverUp('A park')
    showSearch()
    await settle()
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(60_000)
    focusManager.setFocused(undefined)
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })

  test('queries outside the directory are not repeated automatically', async () => {
    const queryFn = vi.fn(async () => 'x')
    const observer = new QueryObserver(queryClient, { queryKey: ['user'], queryFn })
    stops.push(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(DIRECTORY_KEY).not.toBe('user')
  })
})

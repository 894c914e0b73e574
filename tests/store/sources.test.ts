import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, NoAnswerError } from '../../client/api/error.ts'
import { ABSENT, createDevice } from '../../client/queries/device.ts'
import type { Device, WorkerPort } from '../../client/queries/device.ts'
import { scheduleSync, SYNC_INTERVAL } from '../../client/queries/directory.ts'
import { inTurn } from '../../client/queries/later.ts'
import {
  createQueryClient,
  DIRECTORY_KEY,
  followDirectory,
  isLimited,
} from '../../client/queries/query-client.ts'
import { parkQuery, readState, searchQuery } from '../../client/queries/search.ts'
import { readInOrder } from '../../client/queries/sources.ts'
import type { Served } from '../../client/queries/sources.ts'
import type { DirectoryState, FromWorker, ToWorker } from '../../client/search-worker/messages.ts'
import { toPark } from '../../data/model/park.ts'
import { park } from './directory-server.ts'
import { serverGate } from '../../client/store/server-gate.ts'
import type { ServerGate } from '../../client/store/server-gate.ts'
import { testGate } from '../support/gate.ts'

// What the browser does by itself, the timers of a query among it, is to happen here too.
environmentManager.setIsServer(() => false)

const failure = (over: Partial<ApiError> = {}) =>
  new ApiError({
    status: 500,
    text: 'broken',
    code: 'internal',
    field: null,
    errorType: null,
    retryAfter: null,
    ...over,
  })
const databaseTrouble = failure({
  status: 503,
  code: 'database-unavailable',
  errorType: 'DatabaseConnectionError',
})
const unreachable = new NoAnswerError('The server cannot be reached.')

describe('the order of sources (decision 3)', () => {
  const asked: string[] = []
  beforeEach(() => void (asked.length = 0))
  const from = (name: string, answer: unknown) => async () => {
    asked.push(name)
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

  test('a device with a directory is never second to the server', async () => {
    expect(await ask(true, 'here', 'there')).toEqual({ source: 'device', value: 'here' })
    expect(asked).toEqual(['device'])
  })
  test('a first visit asks the server at once', async () => {
    expect(await ask(false, 'here', 'there')).toEqual({ source: 'server', value: 'there' })
    expect(asked).toEqual(['server'])
  })
  test('a first visit whose server fails asks the device before the samples', async () => {
    expect(await ask(false, 'here', unreachable)).toEqual({ source: 'device', value: 'here' })
    expect(asked).toEqual(['server', 'device'])
  })
  test.each([
    ['no directory', ABSENT],
    ['a worker that failed', new Error('stopped')],
  ])('%s: the server', async (_, device) => {
    expect(await ask(true, device, 'there')).toEqual({ source: 'server', value: 'there' })
  })
  test.each([
    ['cannot be reached', unreachable],
    ['has lost its database', databaseTrouble],
    ['is behind a gateway that gave up', failure({ status: 502, code: null })],
  ])('a server that %s: the samples', async (_, error) =>
    expect(await ask(true, ABSENT, error)).toEqual({ source: 'samples', value: 'samples' }),
  )
  test.each([
    failure(),
    failure({ status: 400, code: 'invalid-input' }),
    failure({ status: 429, code: 'too-many-requests' }),
  ])('a server error that is no database trouble is an error: $message', async (error) => {
    await expect(ask(true, ABSENT, error)).rejects.toBe(error)
    expect(asked).toEqual(['device', 'server'])
  })
  test('samples that cannot answer leave the server’s error', async () => {
    await expect(ask(true, ABSENT, unreachable, ABSENT)).rejects.toBe(unreachable)
  })
})

/** A device whose answers and directory the test sets. */
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
    likely: () => directory.state === 'ready',
    superseded: () => false,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    device,
    answers,
    become(next: Partial<DirectoryState>) {
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
  const fetching = vi.fn<(url: string) => Promise<Response>>()
  let queryClient = createQueryClient()
  let device = testDevice()
  const stops: (() => void)[] = []

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', fetching)
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
    fetching.mockReset()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
    // The next test's server is well.
    for (const kind of ['/api/search', '/api/parks'])
      await serverGate.run(kind, async () => undefined, { asked: true })
    await serverGate.wait('any')
  })

  const onScreen = (query = 'semaphore') => {
    const observer = new QueryObserver(queryClient, searchQuery(device.device, { query }))
    stops.push(observer.subscribe(() => undefined))
    return () => observer.getCurrentResult()
  }
  const serverDown = () => fetching.mockRejectedValue(new TypeError('Failed to fetch'))
  const serverUp = (...names: string[]) =>
    fetching.mockImplementation(async () => Response.json(page(...names).parks))
  const settle = () => vi.advanceTimersByTimeAsync(0)

  test('samples are there at the first failure, the server is called again when the gate lets it, and its answer heals the screen', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    const screen = onScreen()
    await settle()
    expect(screen().data).toMatchObject({ source: 'samples' })
    expect(fetching).toHaveBeenCalledTimes(1)

    await vi.advanceTimersByTimeAsync(30_000)
    expect(fetching).toHaveBeenCalledTimes(4)
    for (let minutes = 1; minutes <= 10; minutes++) {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(fetching.mock.calls.length).toBeGreaterThan(3 + minutes / 2)
      expect(fetching.mock.calls.length).toBeLessThanOrEqual(5 + minutes)
    }

    serverUp('Real')
    await vi.advanceTimersByTimeAsync(90_000)
    expect(screen().data?.source).toBe('server')
    expect(namesIn(screen().data)).toEqual(['Real'])
    const after = fetching.mock.calls.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(fetching).toHaveBeenCalledTimes(after)
  })

  test('samples on several screens share the calls of one', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    for (const query of ['one', 'two', 'three']) onScreen(query)
    await settle()
    expect(fetching).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(fetching.mock.calls.length).toBeLessThanOrEqual(8)
    const early = fetching.mock.calls.length
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(fetching.mock.calls.length).toBeLessThanOrEqual(early + 10)
  })

  test('a tap on “Try again” asks at once, also a server in trouble', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    const observer = new QueryObserver(queryClient, searchQuery(device.device, { query: 'semaphore' }))
    stops.push(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(40_000)
    const before = fetching.mock.calls.length
    await observer.refetch()
    expect(fetching).toHaveBeenCalledTimes(before)
    readState(observer.getCurrentResult() as UseQueryResult<Served<unknown>>).retry()
    await settle()
    expect(fetching).toHaveBeenCalledTimes(before + 1)
    await vi.advanceTimersByTimeAsync(2_000)
  })

  test('a server error is retried three times with its pauses before it is shown', async () => {
    fetching.mockImplementation(async () =>
      Response.json({ code: 'internal', message: 'Something went wrong.' }, { status: 500 }),
    )
    const screen = onScreen()
    await settle()
    for (const wait of [1_000, 2_000, 4_000]) {
      expect(screen().status).toBe('pending')
      await vi.advanceTimersByTimeAsync(wait)
    }
    expect(fetching).toHaveBeenCalledTimes(4)
    expect(screen()).toMatchObject({
      status: 'error',
      error: { message: 'Failed to search parks: 500 Something went wrong.' },
    })
  })

  test('when the directory arrives, what is on the screen stays, the same rows, and the server is not asked again', async () => {
    stops.push(followDirectory(queryClient, device.device))
    serverUp('A park')
    const screen = onScreen()
    await settle()
    const before = screen().data!.value.parks
    const shown = new Set<unknown>()
    stops.push(queryClient.getQueryCache().subscribe(() => shown.add(screen().data?.value.parks)))
    device.answers['search'] = page('A park')
    device.become({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
    expect([...shown]).toEqual([before])
    expect(screen().data!.value.parks).toBe(before)
    expect(fetching).toHaveBeenCalledTimes(1)
    const next = onScreen('glenelg')
    await settle()
    expect(next().data?.source).toBe('device')
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('samples on the screen give way to the directory as soon as it is there', async () => {
    stops.push(followDirectory(queryClient, device.device))
    serverDown()
    device.answers['samples'] = page('Sample')
    const screen = onScreen()
    await settle()
    device.answers['search'] = page('From the device')
    device.become({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
  })

  test('a slow server is not waited for once the directory is there', async () => {
    stops.push(followDirectory(queryClient, device.device))
    fetching.mockImplementation(() => new Promise(() => undefined))
    const screen = onScreen()
    await settle()
    device.answers['search'] = page('From the device')
    device.become({ state: 'ready', version: 'first' })
    await settle()
    expect(screen().data?.source).toBe('device')
  })

  test('a directory that moves brings the screen up to date without a moment of emptiness', async () => {
    device.become({ state: 'ready', version: 'first' })
    stops.push(followDirectory(queryClient, device.device))
    device.answers['search'] = page('Old name')
    const screen = onScreen()
    await settle()
    const shown: (string[] | undefined)[] = []
    stops.push(queryClient.getQueryCache().subscribe(() => shown.push(namesIn(screen().data))))
    device.answers['search'] = page('New name')
    device.become({ version: 'second' })
    await settle()
    expect(namesIn(screen().data)).toEqual(['New name'])
    expect(shown).not.toContain(undefined)
  })

  test('a directory confirmed anew asks nothing again', async () => {
    device.become({ state: 'ready', version: 'first' })
    stops.push(followDirectory(queryClient, device.device))
    device.answers['search'] = page('A park')
    const screen = onScreen()
    await settle()
    const updates = screen().dataUpdatedAt
    await vi.advanceTimersByTimeAsync(1_000)
    device.become({ updatedAt: 5 })
    await settle()
    expect(screen().dataUpdatedAt).toBe(updates)
  })

  test('limited data is what is on the screen, not what was', async () => {
    serverDown()
    device.answers['samples'] = page('Sample')
    expect(isLimited(queryClient, device.device)).toBe(false)
    onScreen()
    await settle()
    expect(isLimited(queryClient, device.device)).toBe(true)
    for (const stop of stops.splice(0)) stop()
    expect(isLimited(queryClient, device.device)).toBe(false)
  })

  test('database trouble without a directory is limited data even where no sample answers', async () => {
    fetching.mockImplementation(async () =>
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
    device.become({ state: 'ready' })
    expect(isLimited(queryClient, device.device)).toBe(false)
  })

  describe('one park', () => {
    const parkOnScreen = (id: number) => {
      const observer = new QueryObserver(queryClient, parkQuery(device.device, queryClient, id))
      stops.push(observer.subscribe(() => undefined))
      return () => observer.getCurrentResult()
    }
    const notFound = (body: BodyInit) =>
      fetching.mockImplementation(async () => new Response(body, { status: 404 }))

    test('that the directory removed is missing, with its successor, and the server is not asked', async () => {
      device.become({ state: 'ready' })
      device.answers['park'] = { park: null, gone: true, successor: 12 }
      const screen = parkOnScreen(11)
      await settle()
      expect(screen().data).toEqual({ source: 'device', value: { park: null, successor: 12 } })
      expect(fetching).not.toHaveBeenCalled()
    })
    test('that the directory never had may be newer than it: the server is asked', async () => {
      device.become({ state: 'ready' })
      device.answers['park'] = { park: null, gone: false, successor: null }
      fetching.mockImplementation(async () => Response.json(toPark(park(11))))
      const screen = parkOnScreen(11)
      await settle()
      expect(screen().data).toMatchObject({ source: 'server', value: { park: { id: 11 } } })
    })
    test('a real 404 is a missing park, at once', async () => {
      notFound(JSON.stringify({ code: 'park-not-found', message: 'No park has this id.' }))
      const screen = parkOnScreen(11)
      await settle()
      expect(screen().data).toEqual({ source: 'server', value: { park: null, successor: null } })
    })
    test('a 404 page of something else is none', async () => {
      notFound('<html>')
      const screen = parkOnScreen(11)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(screen()).toMatchObject({ status: 'error', error: { status: 404 } })
    })
    test('seen in a list before the network went is shown as it was there', async () => {
      serverUp('Seen in the list')
      onScreen()
      await settle()
      serverDown()
      const screen = parkOnScreen(1)
      await settle()
      expect(screen().data).toMatchObject({
        source: 'samples',
        value: { park: { name: 'Seen in the list' } },
      })
    })
  })

  test('an answer is there again for an hour after it has left the screen, and is asked for anew after that', async () => {
    serverUp('A park')
    onScreen()
    await settle()
    const leave = () => {
      for (const stop of stops.splice(0)) stop()
    }
    leave()
    await vi.advanceTimersByTimeAsync(3_600_000 - 1)
    const again = onScreen()
    expect(namesIn(again().data)).toEqual(['A park'])
    await settle()
    expect(fetching).toHaveBeenCalledTimes(1)
    leave()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(onScreen()().data).toBeUndefined()
    await settle()
    expect(fetching).toHaveBeenCalledTimes(2)
  })

  test('a window that is looked at again asks nothing again', async () => {
    serverUp('A park')
    onScreen()
    await settle()
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(60_000)
    focusManager.setFocused(undefined)
    expect(fetching).toHaveBeenCalledTimes(1)
  })

  test('everything but reads of the directory goes by the rules for reads: nothing is asked again by itself', async () => {
    const queryFn = vi.fn(async () => 'x')
    const observer = new QueryObserver(queryClient, { queryKey: ['user'], queryFn })
    stops.push(observer.subscribe(() => undefined))
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(queryFn).toHaveBeenCalledTimes(1)
    expect(DIRECTORY_KEY).not.toBe('user')
  })
})

describe('the page’s end of the search worker', () => {
  const kept = new Map<string, string>()
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const sent: ToWorker[] = []
  let port: WorkerPort
  const say = (message: FromWorker) => port.onmessage!({ data: message })
  let starts = 0
  const make = (from: () => ReturnType<typeof storage> = storage) =>
    createDevice(() => {
      starts++
      port = { send: (message) => sent.push(message), onmessage: null, onerror: null }
      return port
    }, from)
  beforeEach(() => {
    kept.clear()
    sent.length = 0
    starts = 0
  })
  const suggest = { text: 'sem', near: null, limit: 3 }

  test('answers find their questions, in whatever order they come', async () => {
    const device = make()
    const answers = [device.ask('states', { in: 'directory' }), device.ask('suggest', suggest)]
    say({ type: 'answer', id: sent[1]!.id, answer: 'second' })
    say({ type: 'answer', id: sent[0]!.id, answer: 'first' })
    expect(await Promise.all(answers)).toEqual(['first', 'second'])
  })

  test('a question nobody waits for any more ends with the asker’s reason', async () => {
    const device = make()
    const asker = new AbortController()
    const answer = device.ask('suggest', suggest, asker.signal)
    asker.abort(new Error('typed on'))
    await expect(answer).rejects.toThrow('typed on')
    say({ type: 'answer', id: sent[0]!.id, answer: [] })
  })

  test('a worker that stops ends every question, and the device counts as one that cannot answer', async () => {
    const device = make()
    const answer = device.ask('states', { in: 'directory' })
    say({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    expect(device.likely()).toBe(true)
    port.onerror!(new Error('out of memory'))
    await expect(answer).rejects.toThrow('stopped')
    await expect(device.ask('states', { in: 'directory' })).rejects.toThrow('stopped')
    expect(device.likely()).toBe(false)
  })

  test('a first visit starts the worker with its first question, a later one at once', async () => {
    const first = make()
    expect(starts).toBe(0)
    const answer = first.ask('states', { in: 'directory' })
    expect(starts).toBe(1)
    say({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    say({ type: 'answer', id: sent[0]!.id, answer: [] })
    await answer
    make()
    expect(starts).toBe(2)
  })

  test('a device that had a directory knows so at the next start, before the worker speaks', () => {
    const first = make()
    expect(first.likely()).toBe(false)
    void first.ask('states', { in: 'directory' })
    say({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    const again = make()
    expect(again.likely()).toBe(true)
    expect(again.directory()).toEqual({ state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' })
    say({
      type: 'directory',
      directory: { state: 'absent', updatedAt: null, count: null, seq: null, version: null },
    })
    expect(make().likely()).toBe(false)
  })

  test('storage that throws is a device that knows nothing yet', () => {
    const device = make(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    expect(device.likely()).toBe(false)
    void device.ask('states', { in: 'directory' })
    say({
      type: 'directory',
      directory: { state: 'ready', updatedAt: 1, count: 2, seq: 3, version: 'three' },
    })
    expect(device.likely()).toBe(true)
  })
})

describe('when the directory is brought up to date', () => {
  let online: () => void
  let shown: () => void
  let visible: boolean
  let begin: () => Promise<void>
  const asks = vi.fn<() => Promise<unknown>>()
  const attempt = vi.fn<() => Promise<unknown>>()
  let gate: ServerGate
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    visible = true
    gate = testGate()
    asks.mockReset().mockResolvedValue({ moved: false })
    // As the search worker does.
    attempt.mockReset().mockImplementation(() => gate.run('directory', asks))
    ;({ begin, stop } = scheduleSync({
      device: { ask: attempt as unknown as Device['ask'] },
      gate,
      now: () => Date.now(),
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds)
        return () => clearTimeout(timer)
      },
      visible: () => visible,
      onOnline: (listener) => {
        online = listener
        return () => (online = () => undefined)
      },
      onVisible: (listener) => {
        shown = listener
        return () => (shown = () => undefined)
      },
    }))
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)

  test('not before the first screen is there', async () => {
    online()
    shown()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asks).not.toHaveBeenCalled()
    void begin()
    await settle()
    expect(asks).toHaveBeenCalledTimes(1)
  })

  test('when the network comes back; when the page is looked at again, at most every 15 minutes', async () => {
    void begin()
    await settle()
    online()
    await settle()
    expect(asks).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(SYNC_INTERVAL - 1)
    shown()
    await settle()
    expect(asks).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    shown()
    await settle()
    expect(asks).toHaveBeenCalledTimes(3)
  })

  test('after a failure when the gate lets it, while the page is looked at', async () => {
    asks.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    // The longest pauses there are: 2, 4, 8 and 16 s would leave the first half minute, so the fourth is a minute and more.
    for (const [at, wait] of [2_000, 4_000, 8_000, 76_000, 92_000].entries()) {
      await vi.advanceTimersByTimeAsync(wait)
      expect(asks).toHaveBeenCalledTimes(at + 2)
    }
    visible = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asks).toHaveBeenCalledTimes(6)
    asks.mockResolvedValue({ moved: true })
    visible = true
    shown()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asks).toHaveBeenCalledTimes(7)
  })

  test('no wake brings it forward while the server is in trouble', async () => {
    asks.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    for (let wakes = 0; wakes < 100; wakes++) {
      online()
      shown()
      await settle()
    }
    expect(asks).toHaveBeenCalledTimes(1)
  })

  test('at once when another call has had an answer', async () => {
    asks.mockRejectedValueOnce(new TypeError('no network'))
    void begin()
    await settle()
    await gate.run('sync', async () => 'done', { asked: true })
    await settle()
    expect(asks).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asks).toHaveBeenCalledTimes(2)
  })

  test('never twice at once', async () => {
    asks.mockReturnValue(new Promise(() => undefined))
    void begin()
    await settle()
    online()
    shown()
    await settle()
    expect(asks).toHaveBeenCalledTimes(1)
  })

  test('no more after the page is gone', async () => {
    asks.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    stop()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asks).toHaveBeenCalledTimes(1)
  })
})

describe('what is for later', () => {
  const done: string[] = []
  const deed =
    (name: string, end: () => Promise<unknown> = async () => undefined) =>
    () => {
      done.push(name)
      return end()
    }
  beforeEach(() => void (done.length = 0))
  afterEach(() => void vi.useRealTimers())

  test('is done one after the other, each when the page is idle, whatever becomes of the one before', async () => {
    let end = () => {}
    let idle = () => {}
    const tick = () => new Promise((resolve) => setTimeout(resolve))
    void inTurn(
      () => new Promise((resolve) => (idle = resolve)),
      [
        deed('first', () => new Promise<void>((resolve) => (end = resolve))),
        deed('second', () => Promise.reject(unreachable)),
        deed('third'),
      ],
    )
    await tick()
    expect(done).toEqual([])
    idle()
    await tick()
    idle()
    await tick()
    expect(done).toEqual(['first'])
    end()
    await tick()
    expect(done).toEqual(['first'])
    idle()
    await tick()
    expect(done).toEqual(['first', 'second'])
    idle()
    await tick()
    expect(done).toEqual(['first', 'second', 'third'])
  })

  test('is not held up for more than ten seconds by what does not end', async () => {
    vi.useFakeTimers()
    void inTurn(async () => undefined, [deed('first', () => new Promise(() => undefined)), deed('second')])
    await vi.advanceTimersByTimeAsync(9_999)
    expect(done).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual(['first', 'second'])
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announceGeolocationSuccess } from '../../client/platform/page-events.ts'
import { createLocator, LOCATION_ERRORS, POSITION_KEY } from '../../client/platform/position.ts'
import type { FetchedPosition } from '../../client/platform/position.ts'
import { createPositionStore } from '../../client/queries/position-store.ts'
import { fakeStorage } from '../support/fake-storage.ts'
import { waitFor } from '../support/wait-for.ts'

const HOUR_MS = 3_600_000
let clock: number
let stored: Map<string, string>
let permission: PermissionState | 'unknown'
type Success = PositionCallback
type Failure = PositionErrorCallback
let answerRequest: (success: Success, failure: Failure) => void
const requested = vi.fn<(options: PositionOptions | undefined) => void>()

const storage = () => fakeStorage(stored)
const throwingStorage = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const geolocation = {
  getCurrentPosition(success: Success, failure?: Failure | null, options?: PositionOptions) {
    requested(options)
    answerRequest(success, failure!)
  },
}
const locator = (over: Partial<Parameters<typeof createLocator>[0]> = {}) =>
  createLocator({ geolocation, permission: async () => permission, storage, now: () => clock, ...over })

const succeedAt =
  (latitude: number, longitude: number, accuracy = 20) =>
  (success: Success) =>
    success({ coords: { latitude, longitude, accuracy }, timestamp: 0 } as GeolocationPosition)
const failWith = (code: number) => (_: Success, failure: Failure) =>
  failure({ code } as GeolocationPositionError)
const neverAnswer = () => undefined

const SYDNEY = { latitude: -33.8688, longitude: 151.2093, fallback: true }

beforeEach(() => {
  clock = 1_700_000_000_000
  stored = new Map()
  permission = 'granted'
  answerRequest = succeedAt(-37.8, 144.9)
  requested.mockClear()
})
afterEach(() => vi.useRealTimers())

describe('asking the device for its position', () => {
  test('the position is stored for an hour in the format of the specification', async () => {
    expect(await locator().ask()).toEqual({
      ok: true,
      position: { latitude: -37.8, longitude: 144.9, accuracy: 20, timestamp: clock, fallback: false },
    })
    expect(POSITION_KEY).toBe('offlead:position')
    expect(JSON.parse(stored.get(POSITION_KEY)!)).toEqual({
      coordinates: { latitude: -37.8, longitude: 144.9, accuracy: 20 },
      timestamp: clock,
    })
    clock += HOUR_MS
    expect(locator().cached()).toMatchObject({ latitude: -37.8, fallback: false })
    clock += 1
    expect(locator().cached()).toBeNull()
    expect(stored.size).toBe(0)
  })

  test.each([
    [1, 'You have denied access to your location. Please enable location access in your browser settings.'],
    [2, 'Your location information is unavailable. Please try again.'],
    [3, 'The request to get your location timed out. Please try again.'],
    [0, 'An unknown error occurred while trying to get your location.'],
  ])('error %i gives its text and Sydney as a fallback that is not stored', async (code, message) => {
    answerRequest = failWith(code)
    expect(await locator().ask()).toMatchObject({ ok: false, code, message, position: SYDNEY })
    expect(stored.size).toBe(0)
  })

  test('a browser without geolocation gives an unknown error and Sydney', async () => {
    expect(await locator({ geolocation: undefined }).ask()).toMatchObject({
      ok: false,
      code: 0,
      message: LOCATION_ERRORS[0],
      position: SYDNEY,
    })
  })

  test('the browser gets 15 seconds and may not answer with an old position', async () => {
    await locator().ask()
    expect(requested).toHaveBeenCalledWith({ timeout: 15_000, maximumAge: 0, enableHighAccuracy: false })
  })

  test('a device that never answers times out after 15 seconds', async () => {
    vi.useFakeTimers()
    answerRequest = neverAnswer
    const result = locator().ask()
    await vi.advanceTimersByTimeAsync(14_999)
    const pending = Symbol('pending')
    expect(await Promise.race([result, Promise.resolve(pending)])).toBe(pending)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toMatchObject({ ok: false, code: 3 })
  })

  test('a person may take longer than 15 seconds to answer the permission prompt', async () => {
    vi.useFakeTimers()
    permission = 'prompt'
    let allow: Success = () => undefined
    answerRequest = (success) => void (allow = success)
    const result = locator().ask()
    await vi.advanceTimersByTimeAsync(60_000)
    succeedAt(-35, 149)(allow)
    expect(await result).toMatchObject({ ok: true, position: { latitude: -35 } })
  })
})

describe('the stored position', () => {
  test.each([
    'not json',
    '{}',
    'null',
    '{"coordinates":{"latitude":999,"longitude":0,"accuracy":1},"timestamp":1700000000000}',
  ])('a corrupt entry (%s) is ignored', (text) => {
    stored.set(POSITION_KEY, text)
    expect(locator().cached()).toBeNull()
  })

  test('a position from the future is ignored', async () => {
    await locator().ask()
    clock -= 1
    expect(locator().cached()).toBeNull()
  })

  test('when storage throws on access, the position is requested every time', async () => {
    const without = locator({ storage: throwingStorage })
    expect(without.cached()).toBeNull()
    expect(await without.ask()).toMatchObject({ ok: true })
    expect(without.cached()).toBeNull()
  })
})

describe("'Use my location'", () => {
  const announced: FetchedPosition[] = []
  const store = (over: Parameters<typeof locator>[0] = {}) =>
    createPositionStore(locator(over), (position) => announced.push(position))
  beforeEach(() => void (announced.length = 0))

  test('a cached position is used at once and refreshed in the background', async () => {
    await locator().ask()
    clock += HOUR_MS / 2
    let arrive: Success = () => undefined
    answerRequest = (success) => void (arrive = success)
    const positions = store()

    expect(await positions.locate()).toMatchObject({ ok: true, position: { latitude: -37.8 } })
    expect(positions.current()).toMatchObject({ locating: false, position: { latitude: -37.8 } })
    await waitFor(() => expect(requested).toHaveBeenCalledTimes(2))
    succeedAt(-38.1, 145.2)(arrive)
    await waitFor(() =>
      expect(positions.current().position).toMatchObject({ latitude: -38.1, timestamp: clock }),
    )
    expect(announced.map(({ latitude }) => latitude)).toEqual([-37.8, -38.1])
  })

  test('a failed refresh keeps the cached position and records the reason', async () => {
    await locator().ask()
    answerRequest = failWith(2)
    const positions = store()
    await positions.locate()
    await waitFor(() => expect(requested).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(positions.current().failure).toEqual({ code: 2, message: LOCATION_ERRORS[2] }))
    expect(positions.current().position).toMatchObject({ latitude: -37.8, fallback: false })
    expect(announced).toHaveLength(1)
  })

  test.each([
    ['elsewhere', -38.1, 20, true],
    ['80 m away', -37.80072, 20, false],
    ['150 m away, which is less than the inaccuracy', -37.80135, 400, false],
  ])('a refresh that finds the person %s', async (_, found, accuracy, isMove) => {
    await locator().ask()
    answerRequest = succeedAt(found, 144.9, accuracy)
    const positions = store()
    const onMoved = vi.fn<(position: FetchedPosition) => void>()
    await positions.locate(onMoved)
    expect(onMoved).not.toHaveBeenCalled()
    await waitFor(() => expect(positions.current().position).toMatchObject({ latitude: found }))
    expect(onMoved.mock.calls.map(([{ latitude }]) => latitude)).toEqual(isMove ? [found] : [])
  })

  test('a position in use is forgotten after an hour', async () => {
    const positions = store()
    await positions.locate()
    clock += HOUR_MS
    expect(positions.recent()).toMatchObject({ latitude: -37.8 })
    clock += 1
    expect(positions.recent()).toBeNull()
  })

  test('the Sydney fallback is nowhere a person has been', async () => {
    answerRequest = failWith(1)
    const positions = store()
    await positions.locate()
    expect(positions.recent()).toBeNull()
  })

  test('for the place of something, the device is asked even if a position is cached', async () => {
    await locator().ask()
    const positions = store()
    answerRequest = succeedAt(-38.1, 145.2)
    expect(await positions.locateNow()).toMatchObject({ ok: true, position: { latitude: -38.1 } })
    answerRequest = failWith(2)
    expect(await positions.locateNow()).toMatchObject({ ok: false, code: 2 })
    expect(positions.recent()).toMatchObject({ latitude: -38.1 })
  })

  test('without a cached position the state is locating until one arrives', async () => {
    const positions = store()
    const result = positions.locate()
    expect(positions.current().locating).toBe(true)
    await result
    expect(positions.current()).toMatchObject({ locating: false, position: { latitude: -37.8 } })
  })

  test('the Sydney fallback is announced page-wide with its reason and is not kept across a reload', async () => {
    answerRequest = failWith(1)
    const positions = store()
    await positions.locate()
    expect(announced).toMatchObject([SYDNEY])
    expect(store().current().position).toBeNull()
    expect(positions.current().failure).toEqual({ code: 1, message: LOCATION_ERRORS[1] })
    answerRequest = succeedAt(-37.8, 144.9)
    await positions.locate()
    expect(positions.current().failure).toBeNull()
  })

  test('two buttons tapped at once ask the device once', async () => {
    const positions = store()
    const results = await Promise.all([positions.locate(), positions.locate()])
    expect(requested).toHaveBeenCalledTimes(1)
    expect(results[0]).toEqual(results[1])
  })
})

test('a position is announced with the page-wide event', () => {
  const page = new EventTarget()
  const announced: unknown[] = []
  page.addEventListener('offlead:geolocation-success', (event) =>
    announced.push((event as CustomEvent<unknown>).detail),
  )
  const position = { ...SYDNEY, accuracy: 0, timestamp: 1 }
  announceGeolocationSuccess(position, page)
  expect(announced).toEqual([position])
})

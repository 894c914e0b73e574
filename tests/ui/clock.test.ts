import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasPassed, watchTime } from '../../client/platform/clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['has not passed', MINUTE - 1, false],
  ['has passed', MINUTE, true],
  ['counts as passed if the clock has been set back', -1, true],
])('a minute %s', (_, age, passed) => {
  expect(hasPassed(MINUTE, NOON, NOON + age)).toBe(passed)
})

describe('the clock of a page', () => {
  const page = new EventTarget()
  const window = new EventTarget()
  let times: number[]
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers({ now: NOON + 20_000 })
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
    times = []
    stop = watchTime(MINUTE, (now) => times.push((now - NOON) / MINUTE))
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('gives the time at each full step', () => {
    expect(times).toEqual([0])
    vi.advanceTimersByTime(2 * MINUTE)
    expect(times).toEqual([0, 1, 2])
  })

  test('gives the time at once when the page is shown again after the device slept, and at each step after that', () => {
    for (const [target, type] of [
      [page, 'visibilitychange'],
      [window, 'pageshow'],
    ] as const) {
      times.length = 0
      const asleep = Date.now()
      // Timers stand still while a device sleeps.
      vi.setSystemTime(asleep + 3 * HOUR)
      target.dispatchEvent(new Event(type))
      const woken = Math.floor((asleep + 3 * HOUR - NOON) / MINUTE)
      expect(times, type).toEqual([woken])
      vi.advanceTimersByTime(MINUTE)
      expect(times, type).toEqual([woken, woken + 1])
    }
  })

  test('gives no more times when it is stopped', () => {
    stop()
    vi.advanceTimersByTime(HOUR)
    page.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('pageshow'))
    expect(times).toEqual([0])
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '../../client/queries/device.ts'
import { scheduleSync, SYNC_INTERVAL_MS } from '../../client/queries/directory.ts'
import type { ServerGate } from '../../client/store/server-gate.ts'
import { testGate } from '../support/gate.ts'

describe('the schedule of directory updates', () => {
  let goOnline: () => void
  let becomeVisible: () => void
  let visible: boolean
  let saveData: boolean
  let confirmedAt: number | null
  let hasStopped: boolean
  const restart = vi.fn<() => Promise<void>>()
  let begin: () => Promise<void>
  const ask = vi.fn<() => Promise<unknown>>()
  const attempt = vi.fn<() => Promise<unknown>>()
  let gate: ServerGate
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    visible = true
    saveData = false
    confirmedAt = null
    hasStopped = false
    gate = testGate()
    ask.mockReset().mockResolvedValue({ full: false })
    // As the search worker does.
    attempt.mockReset().mockImplementation(() => gate.run('directory', ask))
    ;({ begin, stop } = scheduleSync({
      device: { ask: attempt as unknown as Device['ask'], hasStopped: () => hasStopped, restart },
      gate,
      now: () => Date.now(),
      after(milliseconds, call) {
        const timer = setTimeout(call, milliseconds)
        return () => clearTimeout(timer)
      },
      visible: () => visible,
      saveData: () => saveData,
      confirmedAt: () => confirmedAt,
      onOnline: (listener) => {
        goOnline = listener
        return () => (goOnline = () => undefined)
      },
      onVisible: (listener) => {
        becomeVisible = listener
        return () => (becomeVisible = () => undefined)
      },
    }))
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)

  test('no update runs before the first screen is shown', async () => {
    goOnline()
    becomeVisible()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).not.toHaveBeenCalled()
    void begin()
    await settle()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('an update runs when the network returns, and at most every 15 minutes when the page becomes visible', async () => {
    void begin()
    await settle()
    goOnline()
    await settle()
    expect(ask).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(SYNC_INTERVAL_MS - 1)
    becomeVisible()
    await settle()
    expect(ask).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    becomeVisible()
    await settle()
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('a failed update is retried when the gate allows it, while the page is visible', async () => {
    ask.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    // The longest pauses there are: 2, 4, 8 and 16 s would leave the first half minute, so the fourth is a
    // minute and more.
    for (const [at, wait] of [2_000, 4_000, 8_000, 76_000, 92_000].entries()) {
      await vi.advanceTimersByTimeAsync(wait)
      expect(ask).toHaveBeenCalledTimes(at + 2)
    }
    visible = false
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(ask).toHaveBeenCalledTimes(6)
    ask.mockResolvedValue({ full: false })
    visible = true
    becomeVisible()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(ask).toHaveBeenCalledTimes(7)
  })

  test('no wake brings an update forward while the server is in trouble', async () => {
    ask.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    for (let wakes = 0; wakes < 100; wakes++) {
      goOnline()
      becomeVisible()
      await settle()
    }
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('an update runs soon after another call was answered', async () => {
    ask.mockRejectedValueOnce(new TypeError('no network'))
    void begin()
    await settle()
    await gate.run('sync', async () => 'done', { asked: true })
    await settle()
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('on a full device, the next update is hours later, or at the next start', async () => {
    ask.mockResolvedValue({ full: true })
    void begin()
    await settle()
    for (let minutes = 10; minutes < 360; minutes += 10) {
      await vi.advanceTimersByTimeAsync(600_000)
      goOnline()
      becomeVisible()
      await gate.run('sync', async () => 'done', { asked: true })
      await settle()
    }
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(600_000)
    becomeVisible()
    await settle()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('an update runs when the page becomes visible after a clock that was ahead was corrected', async () => {
    void begin()
    await settle()
    vi.setSystemTime(Date.now() - 190 * 86_400_000)
    becomeVisible()
    await settle()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['less than six hours ago is not', 5, 0],
    ['six hours ago is', 6, 1],
    ['in the future, by a clock that was ahead, is', -190 * 24, 1],
  ])('in data-saving mode, a directory confirmed %s updated at the start', async (_, hours, updates) => {
    saveData = true
    confirmedAt = Date.now() - hours * 3_600_000
    await begin()
    expect(ask).toHaveBeenCalledTimes(updates)
  })

  test('a search worker whose code does not arrive is started again, as often as the gate allows', async () => {
    hasStopped = true
    const starts: number[] = []
    restart.mockImplementation(async () => {
      starts.push(Date.now())
      throw new Error('The search on this device has stopped.')
    })
    const began = Date.now()
    void begin()
    for (let seconds = 0; seconds < 1_800; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5_000)
      goOnline()
      becomeVisible()
    }
    await settle()
    expect(ask).not.toHaveBeenCalled()
    const later = starts.filter((at) => at >= began + 30_000)
    expect(starts.length - later.length).toBeLessThanOrEqual(4)
    expect(later.length).toBeGreaterThan(4)
    expect(later.length).toBeLessThanOrEqual(30)

    restart.mockImplementation(async () => void (hasStopped = false))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('two updates never run at once', async () => {
    ask.mockReturnValue(new Promise(() => undefined))
    void begin()
    await settle()
    goOnline()
    becomeVisible()
    await settle()
    expect(ask).toHaveBeenCalledTimes(1)
  })

  test('no update runs after the page is closed', async () => {
    ask.mockRejectedValue(new TypeError('no network'))
    void begin()
    await settle()
    stop()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

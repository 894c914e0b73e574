import { expect, test } from 'vitest'
import { figures, OUTAGE, runFleet, TUNNEL } from '../bench/fleet.ts'

const MINUTE = 60_000

test('10,000 devices deliver each change once to a server that returns from an outage with a tenth of its capacity', () => {
  const result = runFleet(OUTAGE)
  const { devices, away, weakFor } = OUTAGE
  expect(result).toMatchObject({ made: devices, arrived: devices, doubled: 0 })
  const seen = figures(OUTAGE, result)
  // A minute after the failure, each device calls at most once a minute, spread over the minute.
  expect(seen.later.mean).toBeLessThan(devices / 60)
  expect(seen.back.max).toBeLessThan((2 * devices) / 60)
  expect(seen.weak.max).toBeLessThan((3 * devices) / 60)
  expect(seen.nearlyAll).not.toBeNull()
  expect(seen.all!).toBeLessThan(weakFor + 6 * MINUTE)
  // After the recovery, the load is as it was before the outage.
  expect(Math.max(...result.calls.slice((away.to + weakFor + 6 * MINUTE) / 1_000))).toBeLessThan(
    2 * seen.before,
  )
}, 60_000)

test('10,000 devices that leave a tunnel together spread their calls over ten seconds', () => {
  const result = runFleet(TUNNEL)
  expect(result).toMatchObject({ made: TUNNEL.devices, arrived: TUNNEL.devices, doubled: 0 })
  const { back, all } = figures(TUNNEL, result)
  expect(back.max).toBeLessThan(1.2 * (TUNNEL.devices / 10))
  expect(all!).toBeLessThan(2 * MINUTE)
  expect(figures(TUNNEL, runFleet({ ...TUNNEL, policy: 'no jitter' })).back.max).toBe(TUNNEL.devices)
}, 60_000)

import { expect, test } from 'vitest'
import { figures, OUTAGE, runFleet, TUNNEL } from '../support/fleet.ts'

const MINUTE = 60_000

test('10,000 devices deliver each change once to a server that returns from an outage with a tenth of its capacity', () => {
  const result = runFleet(OUTAGE)
  const { devices, away, reducedForMs } = OUTAGE
  expect(result).toMatchObject({ changes: devices, arrived: devices, duplicates: 0 })
  const seen = figures(OUTAGE, result)
  // A minute after the failure, each device calls at most once a minute, spread over the minute.
  expect(seen.later.mean).toBeLessThan(devices / 60)
  expect(seen.back.most).toBeLessThan((2 * devices) / 60)
  expect(seen.weak.most).toBeLessThan((3 * devices) / 60)
  expect(seen.nearlyAll).not.toBeNull()
  expect(seen.all!).toBeLessThan(reducedForMs + 6 * MINUTE)
  // After the recovery, the load is as it was before the outage.
  expect(Math.max(...result.calls.slice((away.to + reducedForMs + 6 * MINUTE) / 1_000))).toBeLessThan(
    2 * seen.before,
  )
})

test('10,000 devices that leave a tunnel together spread their calls over ten seconds', () => {
  const result = runFleet(TUNNEL)
  expect(result).toMatchObject({ changes: TUNNEL.devices, arrived: TUNNEL.devices, duplicates: 0 })
  const { back, all } = figures(TUNNEL, result)
  expect(back.most).toBeLessThan(1.2 * (TUNNEL.devices / 10))
  expect(all!).toBeLessThan(2 * MINUTE)
  expect(figures(TUNNEL, runFleet({ ...TUNNEL, policy: 'no jitter' })).back.most).toBe(TUNNEL.devices)
})

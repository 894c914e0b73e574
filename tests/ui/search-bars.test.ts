import { describe, expect, test } from 'vitest'
import { barsOf, MIN_BARS } from '../../client/features/admin/search-bars.ts'

const ALL_TIME = { from: '', to: '' }
const TODAY = '2026-11-22'

describe('the bars of searches over time', () => {
  test('of a product with one day of searches show that day among two weeks', () => {
    const { per, bars } = barsOf([{ day: '2026-11-22', count: 5, empty: 1 }], ALL_TIME, TODAY)
    expect(per).toBe('day')
    expect(bars).toHaveLength(MIN_BARS)
    expect(bars[0]).toEqual({ day: '2026-11-09', count: 0, empty: 0 })
    expect(bars.at(-1)).toEqual({ day: '2026-11-22', count: 5, empty: 1 })
  })

  test('of a chosen range show that range only', () => {
    const range = { from: '2026-11-22', to: '2026-11-22' }
    const { bars } = barsOf([{ day: '2026-11-22', count: 5, empty: 1 }], range, '2026-11-30')
    expect(bars.map(({ day }) => day)).toEqual(['2026-11-22'])
  })

  test('of a longer time start with its first day', () => {
    const days = [
      { day: '2026-10-01', count: 1, empty: 0 },
      { day: '2026-10-31', count: 2, empty: 0 },
    ]
    const { bars } = barsOf(days, ALL_TIME, '2026-10-31')
    expect([bars[0]!.day, bars.at(-1)!.day, bars.length]).toEqual(['2026-10-01', '2026-10-31', 31])
  })

  test('end with today, also after days without searches', () => {
    const days = [{ day: '2026-11-10', count: 3, empty: 0 }]
    for (const from of ['', '2026-11-08']) {
      const { bars } = barsOf(days, { from, to: '' }, TODAY)
      expect(bars.at(-1)).toEqual({ day: TODAY, count: 0, empty: 0 })
      expect(bars).toContainEqual(days[0])
    }
  })

  test('of no searches are none', () => {
    expect(barsOf([], ALL_TIME, TODAY).bars).toEqual([])
  })
})

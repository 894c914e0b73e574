import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IdFilter } from '../../../scripts/map/id-filter.ts'
import { Spill } from '../../../scripts/map/spill.ts'
import { temporaryFolder } from '../harness.ts'

describe('lists in a temporary file', () => {
  test('are read in the order in which they were written, however long they are, and once', () => {
    const path = join(temporaryFolder(), 'lists')
    const spill = new Spill(path)
    const expected = new Map<number, number[]>([
      [7, []],
      [1e9, []],
      [3, []],
    ])
    for (let value = 0; value < 20_000; value++)
      for (const [bucket, list] of expected) {
        if (value % (bucket % 5 || 1) > 0) continue
        spill.push(bucket, value, -value / 3)
        list.push(value, -value / 3)
      }
    expect(spill.buckets()).toEqual([3, 7, 1e9])
    for (const [bucket, list] of expected) {
      expect([...spill.take(bucket)]).toEqual(list)
      expect(spill.take(bucket)).toHaveLength(0)
    }
    spill.close()
    expect(existsSync(path)).toBe(false)
  })
})

describe('a filter of ids', () => {
  test('has each id that was added, and few others, also beyond 2^32', () => {
    const filter = new IdFilter(20_000)
    const ids = Array.from({ length: 20_000 }, (_, at) => at * 600_011 + 1)
    for (const id of ids) filter.add(id)
    expect(ids.every((id) => filter.mayHave(id))).toBe(true)
    expect(Math.max(...ids)).toBeGreaterThan(2 ** 32)
    const others = ids.filter((id) => filter.mayHave(id + 300_000))
    expect(others.length).toBeLessThan(ids.length / 20)
  })

  test('takes at most 64 MB, however large the extract is', () => {
    const before = process.memoryUsage().arrayBuffers
    const filter = new IdFilter(1e12)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(65 * 2 ** 20)
    filter.add(12_345_678_901)
    expect(filter.mayHave(12_345_678_901)).toBe(true)
  })
})

import { expect, test } from 'vitest'
import { pageItems } from '../../client/ui/pagination.ts'

test('the pager shows all pages if there are five or fewer', () => {
  expect(pageItems(1, 1)).toEqual([1])
  expect(pageItems(3, 5)).toEqual([1, 2, 3, 4, 5])
})

test('the pager shows the first, the last, the neighbours and ellipses if there are more than five pages', () => {
  expect(pageItems(1, 9)).toEqual([1, 2, 'gap-after', 9])
  expect(pageItems(2, 9)).toEqual([1, 2, 3, 'gap-after', 9])
  expect(pageItems(5, 9)).toEqual([1, 'gap-before', 4, 5, 6, 'gap-after', 9])
  expect(pageItems(8, 9)).toEqual([1, 'gap-before', 7, 8, 9])
  expect(pageItems(9, 9)).toEqual([1, 'gap-before', 8, 9])
})

test('the pager shows no page twice, and always the current one', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let current = 1; current <= pages; current++) {
      const items = pageItems(current, pages)
      expect(new Set(items).size).toBe(items.length)
      expect(items).toContain(current)
      expect(items).toContain(pages)
    }
  }
})

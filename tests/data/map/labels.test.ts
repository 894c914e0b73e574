import { describe, expect, test } from 'vitest'
import { contains, type Box } from '../../../data/geo/labels.ts'
import { drawFrame } from '../../../data/map/frame.ts'
import { mapRules } from '../../../data/map/rules.ts'
import { breakName, middleOfArea, straightStretches } from '../../../data/map/names.ts'
import { blankPen, frameAround, MARRICKVILLE, mapViews } from './archives.ts'

const views = mapViews()
const rules = mapRules('light', 'sans-serif')

async function labelsIn(zoom: number, free: readonly Box[] = [], shown?: Box) {
  const frame = frameAround(MARRICKVILLE, zoom)
  return { frame, ...(await drawFrame(blankPen(frame).pen as never, frame, views, rules, free, shown)) }
}

const overlap = (one: Box, other: Box) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 0.01 &&
  Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 0.01

describe('names on a map of Marrickville', () => {
  test('are those of suburbs at zoom 13, and of streets and parks at zoom 16', async () => {
    expect([...(await labelsIn(13)).names]).toEqual(expect.arrayContaining(['Enmore', 'Stanmore']))
    expect([...(await labelsIn(16)).names]).toEqual(
      expect.arrayContaining(['Sydenham Road', 'Fitzroy Street', 'Wicks Park']),
    )
  })

  test.each([13, 14, 15, 16, 17, 18, 19])('do not overlap and are not cut off at zoom %d', async (zoom) => {
    const { labels, frame } = await labelsIn(zoom)
    expect(labels.length).toBeGreaterThan(0)
    for (const [at, one] of labels.entries())
      for (const other of labels.slice(at + 1))
        for (const box of one)
          expect(
            other.some((another) => overlap(box, another)),
            JSON.stringify([box, other]),
          ).toBe(false)
    for (const { x, y, width, height } of labels.flat()) {
      expect(x - width / 2).toBeGreaterThanOrEqual(-1)
      expect(y - height / 2).toBeGreaterThanOrEqual(-1)
      expect(x + width / 2).toBeLessThanOrEqual(frame.width + 1)
      expect(y + height / 2).toBeLessThanOrEqual(frame.height + 1)
    }
  })

  test('are inside the part of a picture that is shown', async () => {
    const { width, height } = frameAround(MARRICKVILLE, 16)
    const shown = { x: width / 2, y: height / 2, width: width / 2, height: height / 2 }
    const { labels } = await labelsIn(16, [], shown)
    expect(labels.length).toBeGreaterThan(0)
    // The padding around a name may reach over the edge by a pixel.
    const within = { ...shown, width: shown.width + 2, height: shown.height + 2 }
    for (const box of labels.flat()) expect(contains(within, box), JSON.stringify(box)).toBe(true)
  })

  test('do not cover a pin', async () => {
    const { labels } = await labelsIn(16)
    const pin = labels[0]![0]!
    const moved = await labelsIn(16, [pin])
    expect(moved.labels.flat().filter((box) => overlap(box, pin))).toEqual([])
  })
})

describe('straight stretches of a line', () => {
  test('are as long as wanted, and those in the middle come first', () => {
    const line = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]
    const [first, ...others] = straightStretches(line, 40, 5, 3)
    expect(first).toEqual({ x: 50, y: 0, angle: 0 })
    for (const { x } of others) {
      expect(x).toBeGreaterThanOrEqual(25)
      expect(x).toBeLessThanOrEqual(75)
    }
    expect(straightStretches(line, 95, 5, 3)).toEqual([])
  })

  test('do not go around a corner', () => {
    const corner = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 50 },
    ]
    expect(straightStretches(corner, 60, 0, 3)).toEqual([])
    for (const { x, y } of straightStretches(corner, 40, 0, 3)) expect(x === 50 || y === 0).toBe(true)
  })

  test('may bend by the tolerance', () => {
    const bent = Array.from({ length: 21 }, (_, at) => ({ x: at * 5, y: 2 * Math.sin((at / 20) * Math.PI) }))
    expect(straightStretches(bent, 80, 0, 3).length).toBeGreaterThan(0)
    expect(straightStretches(bent, 80, 0, 0.5)).toEqual([])
  })
})

describe('the middle of an area', () => {
  const ring = (...points: [number, number][]) => [...points, points[0]!].map(([x, y]) => ({ x, y }))

  test('is the centre of a square', () => {
    expect(middleOfArea([ring([0, 0], [80, 0], [80, 80], [0, 80])])).toMatchObject({ x: 40, y: 40 })
  })

  test('is inside a park in the shape of a U, where there is room', () => {
    const { x, y } = middleOfArea([
      ring([0, 0], [20, 0], [20, 60], [80, 60], [80, 0], [100, 0], [100, 100], [0, 100]),
    ])!
    expect(x).toBe(50)
    expect(y).toBeGreaterThan(60)
  })

  test('is not in a hole', () => {
    const { x, width } = middleOfArea([
      ring([0, 0], [100, 0], [100, 40], [0, 40]),
      ring([30, -1], [30, 41], [50, 41], [50, -1]),
    ])!
    expect(x).toBe(75)
    expect(width).toBeLessThanOrEqual(50)
  })
})

test('a long name is broken into two lines of similar length', () => {
  expect(breakName('Wicks Park', 14)).toEqual(['Wicks Park'])
  expect(breakName('Camperdown Memorial Rest Park', 14)).toEqual(['Camperdown', 'Memorial Rest Park'])
  expect(breakName('Woolloomooloowards', 14)).toEqual(['Woolloomooloowards'])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeCell, encodeCell } from '../../../data/routing/cell.ts'
import type { WalkingCell, WalkingEdge, WayKind } from '../../../data/routing/cell.ts'
import { roundCoordinate } from '../../../data/model/point.ts'
import { directionsOnFoot } from '../../../data/routing/directions.ts'
import { joinCells } from '../../../data/routing/network.ts'
import { turnOf } from '../../../data/routing/turns.ts'
import { findWalk } from '../../../data/routing/walk.ts'

/** 0.001 degrees of latitude are 111 m. */
const BLOCK = 10_000
const SOUTH = -339_000_000
const WEST = 1_511_600_000
const STREET_METRES = { northSouth: 111.2, eastWest: 92.3 }

interface Change {
  name?: string
  kind?: WayKind
  noDogs?: boolean
  missing?: boolean
}

/**
 * Streets as a grid of `size` × `size` blocks: rows are named 'Row 0' from the south, columns 'Column 0' from
 * the west. `change` alters the street from one corner to the next.
 */
function grid(
  size: number,
  change: (row: number, column: number, direction: 'east' | 'north') => Change = () => ({}),
  marks: Record<string, { gate?: boolean; closed?: boolean }> = {},
): WalkingCell {
  const count = size + 1
  const vertices = Array.from({ length: count * count }, (_, at) => {
    const [row, column] = [Math.floor(at / count), at % count]
    const { gate = false, closed = false } = marks[`${row},${column}`] ?? {}
    return { latitude: SOUTH + row * BLOCK, longitude: WEST + column * BLOCK, gate, closed }
  })
  const edges: WalkingEdge[] = []
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      for (const direction of ['east', 'north'] as const) {
        const [toRow, toColumn] = direction === 'east' ? [row, column + 1] : [row + 1, column]
        const { missing, ...changed } = change(row, column, direction)
        if (toRow > size || toColumn > size || missing) continue
        edges.push({
          from: row * count + column,
          to: toRow * count + toColumn,
          kind: 'street',
          name: direction === 'east' ? `Row ${row}` : `Column ${column}`,
          noDogs: false,
          metres: direction === 'east' ? STREET_METRES.eastWest : STREET_METRES.northSouth,
          bends: [],
          ...changed,
        })
      }
  return { vertices, edges }
}

const at = (row: number, column: number) => ({
  latitude: (SOUTH + row * BLOCK) / 1e7,
  longitude: (WEST + column * BLOCK) / 1e7,
})
const end = (row: number, column: number) => ({ label: 'x', ...at(row, column), approximate: false })
const walk = (cell: WalkingCell, from: [number, number], to: [number, number]) =>
  findWalk(joinCells([cell]), at(...from), at(...to))

describe('the walking graph of a cell', () => {
  test('is decoded as it was encoded, with lengths to a decimetre and bends to 0.1 m', () => {
    const cell = grid(2, (row) => (row === 1 ? { kind: 'steps', noDogs: true, name: 'Café Lane' } : {}), {
      '1,1': { gate: true, closed: true },
      '2,1': { gate: true },
    })
    const withBends = {
      ...cell,
      edges: cell.edges.map((edge, index) =>
        index === 0
          ? { ...edge, bends: [SOUTH + 1_004, WEST + 2_006, SOUTH - 50, WEST + 5_000], metres: 110.04 }
          : edge,
      ),
    }
    const decoded = decodeCell(encodeCell(withBends))
    expect(decoded.vertices).toEqual(withBends.vertices)
    expect(decoded.edges.map(({ bends: _bends, metres: _metres, ...edge }) => edge)).toEqual(
      withBends.edges.map(({ bends: _bends, metres: _metres, ...edge }) => edge),
    )
    expect(decoded.edges[0]!.metres).toBeCloseTo(110, 1)
    for (const [index, value] of decoded.edges[0]!.bends.entries())
      expect(Math.abs(value - withBends.edges[0]!.bends[index]!)).toBeLessThanOrEqual(5)
  })

  test('is refused if it is cut off or in another format', () => {
    const bytes = encodeCell(grid(2))
    expect(() => decodeCell(bytes.slice(0, 20))).toThrow(RangeError)
    expect(() => decodeCell(Uint8Array.of(9, 0, 0, 0))).toThrow('unknown format 9')
  })
})

describe('a walk', () => {
  test('takes the shortest streets, from and to points between corners', () => {
    const found = findWalk(joinCells([grid(4)]), at(0.5, 0), at(2, 2.5))!
    expect(found.metres).toBeCloseTo(1.5 * STREET_METRES.northSouth + 2.5 * STREET_METRES.eastWest, 0)
  })

  test('is as short as in a graph where every vertex is tried', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }), (lengths) => {
        let index = 0
        const cell = grid(4, () => ({}))
        const edges = cell.edges.map((edge) => ({ ...edge, metres: edge.metres * lengths[index++ % 60]! }))
        const network = joinCells([{ ...cell, edges }])
        const shortest = new Float64Array(network.latitudes.length).fill(Infinity)
        shortest[0] = 0
        for (let round = 0; round < shortest.length; round++)
          for (const { from, to, metres } of network.edges) {
            shortest[to] = Math.min(shortest[to]!, shortest[from]! + metres)
            shortest[from] = Math.min(shortest[from]!, shortest[to]! + metres)
          }
        expect(findWalk(network, at(0, 0), at(4, 4))!.metres).toBeCloseTo(shortest.at(-1)!, 3)
      }),
      { numRuns: 100 },
    )
  })

  test('ends by the shortest way at the point that is nearest to a place off the ways', () => {
    /** Metres from the place. */
    const pointAt = (north: number, east: number): [number, number] => [
      SOUTH + Math.round(north * 89.93),
      WEST + Math.round(east * 108.35),
    ]
    const vertexAt = (north: number, east: number) => {
      const [latitude, longitude] = pointAt(north, east)
      return { latitude, longitude, gate: false, closed: false }
    }
    const edge = (
      from: number,
      to: number,
      name: string,
      metres: number,
      bends: number[] = [],
    ): WalkingEdge => ({
      from,
      to,
      name,
      metres,
      bends,
      kind: 'path',
      noDogs: false,
    })
    const quarter = Array.from({ length: 8 }, (_, at) => ((at + 1) * Math.PI) / 18)
    const network = joinCells([
      {
        vertices: [vertexAt(-300, 800), vertexAt(-300, 0), vertexAt(0, 345), vertexAt(-350, 0)],
        edges: [
          edge(0, 3, 'Straight', 850),
          edge(3, 1, 'Straight', 50),
          edge(0, 2, 'To the circle', 632),
          edge(
            2,
            1,
            'Circle',
            520,
            quarter.flatMap((angle) => pointAt(-305 * Math.sin(angle), 305 * Math.cos(angle))),
          ),
        ],
      },
    ])
    const [latitude, longitude] = pointAt(-300, 800)
    const start = { latitude: latitude / 1e7, longitude: longitude / 1e7 }
    const { parts } = findWalk(network, start, at(0, 0))!
    expect([...new Set(parts.map(({ name }) => name))]).toEqual(['Straight'])
  })

  test('crosses from one cell into the next where they share a vertex', () => {
    const whole = grid(4)
    const half = (isWest: boolean): WalkingCell => {
      const edges = whole.edges.filter(({ from }) => from % 5 < 2 === isWest)
      const used = [...new Set(edges.flatMap(({ from, to }) => [from, to]))]
      return {
        vertices: used.map((vertex) => whole.vertices[vertex]!),
        edges: edges.map((edge) => ({ ...edge, from: used.indexOf(edge.from), to: used.indexOf(edge.to) })),
      }
    }
    const cells = [half(true), half(false)].map((cell) => decodeCell(encodeCell(cell)))
    const parts = findWalk(joinCells(cells), at(1, 0), at(1, 4))!.parts
    expect(parts.map(({ name }) => name)).toEqual(['Row 1', 'Row 1', 'Row 1', 'Row 1'])
  })

  test('keeps vertices apart that are half a metre from each other', () => {
    const vertexAt = (east: number, isClosed = false) => ({
      latitude: SOUTH,
      longitude: WEST + east,
      gate: isClosed,
      closed: isClosed,
    })
    for (let east = 0; east < 1_000; east += 7) {
      const network = joinCells([{ vertices: [vertexAt(east), vertexAt(east + 50, true)], edges: [] }])
      expect(network.closed).toEqual([false, true])
    }
  })

  test('avoids ways without dogs, but takes them if there is no other', () => {
    const forbidden = grid(3, (row, column) => (row === 1 && column === 1 ? { noDogs: true } : {}))
    expect(walk(forbidden, [1, 0], [1, 3])!.parts.some(({ noDogs }) => noDogs)).toBe(false)
    const only = grid(1, (row, _, direction) =>
      direction === 'east' && row === 0 ? { noDogs: true } : { missing: true },
    )
    expect(walk(only, [0, 0], [0, 1])!.parts.map(({ noDogs }) => noDogs)).toEqual([true])
  })

  test('does not go through a closed gate', () => {
    const row = (row: number, _: number, direction: string) => ({ missing: row > 0 || direction === 'north' })
    expect(walk(grid(3, row), [0, 0], [0, 3])!.metres).toBeCloseTo(3 * STREET_METRES.eastWest, 0)
    expect(walk(grid(3, row, { '0,1': { gate: true, closed: true } }), [0, 0], [0, 3])).toBeUndefined()
    expect(walk(grid(3, row, { '0,1': { gate: true } }), [0, 0], [0, 3])!.parts[1]!.gate).toBe(true)
  })

  test.each([
    ['to the way behind it', 0, 1.5],
    ['from the way behind it', 1.5, 0],
    ['between places close to it on both sides', 0.8, 1.2],
  ])('does not go through a closed gate %s', (_, from, to) => {
    const marks = { '0,1': { gate: true, closed: true } }
    const oneStreet = grid(2, (row, _, direction) => ({ missing: row > 0 || direction === 'north' }), marks)
    expect(walk(oneStreet, [0, from], [0, to])).toBeUndefined()
    const around = walk(grid(2, undefined, marks), [0, from], [0, to])!
    expect(around.parts.map(({ gate }) => gate)).not.toContain(true)
    expect(around.metres).toBeGreaterThan(2 * STREET_METRES.northSouth)
  })

  test('may begin or end at a closed gate', () => {
    const cell = grid(2, (row, _, direction) => ({ missing: row > 0 || direction === 'north' }), {
      '0,1': { gate: true, closed: true },
    })
    for (const side of [0, 2])
      for (const [from, to] of [
        [side, 1],
        [1, side],
      ] as const)
        expect(walk(cell, [0, from], [0, to])!.metres).toBeCloseTo(STREET_METRES.eastWest, 0)
  })

  test('does not exist far from every way, or where the ways are not connected', () => {
    expect(findWalk(joinCells([grid(2)]), at(0, 0), at(9, 9))).toBeUndefined()
    expect(
      walk(
        grid(4, (row) => ({ missing: row === 2 })),
        [0, 0],
        [4, 4],
      ),
    ).toBeUndefined()
    expect(findWalk(joinCells([]), at(0, 0), at(1, 1))).toBeUndefined()
  })

  test('along one street is the distance between both points, in either direction', () => {
    const network = joinCells([grid(2)])
    for (const [from, to] of [
      [0.2, 0.7],
      [0.7, 0.2],
    ] as const) {
      const found = findWalk(network, at(0, from), at(0, to))!
      expect(found.metres).toBeCloseTo(0.5 * STREET_METRES.eastWest, 0)
      const { points } = found.parts[0]!
      expect(points[1]!).toBeCloseTo(at(0, from).longitude, 5)
      expect(points.at(-1)!).toBeCloseTo(at(0, to).longitude, 5)
    }
  })
})

describe('directions on foot', () => {
  test('name each street and turn, with distances and times that add up', () => {
    const directions = directionsOnFoot([grid(4)], end(0, 0), end(1, 3), 'km', '© Tests')!
    const texts = directions.steps.map(({ instructions }) => instructions)
    expect([
      ['Head east on Row 0', 'Turn left onto Column 3', 'Arrive at the park'],
      ['Head north on Column 0', 'Turn right onto Row 1', 'Arrive at the park'],
      ['Head east on Row 0', 'Turn left onto Column 1', 'Turn right onto Row 1', 'Arrive at the park'],
      ['Head east on Row 0', 'Turn left onto Column 2', 'Turn right onto Row 1', 'Arrive at the park'],
    ]).toContainEqual(texts)
    expect(directions.metres).toBe(Math.round(STREET_METRES.northSouth + 3 * STREET_METRES.eastWest))
    expect(directions.steps.reduce((sum, { metres }) => sum + metres, 0)).toBeCloseTo(directions.metres, -1)
    expect(directions.seconds).toBe(Math.round(directions.metres / (4.8 / 3.6)))
    expect(directions).toMatchObject({ source: 'device', distance: '390 m', duration: '5 mins' })
    expect(directions.geometry.coordinates.at(-1)).toEqual([at(1, 3).longitude, at(1, 3).latitude])
  })

  test('to a park known only by its suburb end in the suburb, without an arrival', () => {
    const suburb = { ...end(1, 3), approximate: true }
    const { steps } = directionsOnFoot([grid(4)], end(0, 0), suburb, 'km', '')!
    expect(steps.at(-1)!.instructions).toBe('You are in the middle of the suburb. Ask for the park by name')
  })

  test('mention steps, gates and ways without dogs', () => {
    const cell = grid(
      3,
      (row, column, direction) =>
        row > 0 || direction === 'north'
          ? { missing: true }
          : column === 1
            ? { kind: 'steps', name: '' }
            : column === 2
              ? { kind: 'path', name: '', noDogs: true }
              : {},
      { '0,2': { gate: true } },
    )
    const { steps } = directionsOnFoot([cell], end(0, 0), end(0, 3), 'km', '')!
    expect(steps.map(({ instructions }) => instructions)).toEqual([
      'Head east on Row 0',
      'Take the steps',
      'Continue on the path. Go through the gate. Dogs are not allowed on this part.',
      'Arrive at the park',
    ])
  })

  /** Metres to the north and east of the south-west corner. */
  const vertex = (north: number, east: number) => ({
    latitude: SOUTH + Math.round(north * 89.93),
    longitude: WEST + Math.round(east * 108.35),
    gate: false,
    closed: false,
  })
  const place = (north: number, east: number) => {
    const { latitude, longitude } = vertex(north, east)
    return { label: 'x', latitude: latitude / 1e7, longitude: longitude / 1e7, approximate: false }
  }
  const edge = (from: number, to: number, metres: number, kind: WayKind, name = ''): WalkingEdge => ({
    from,
    to,
    metres,
    kind,
    name,
    noDogs: false,
    bends: [],
  })
  const stepsOf = (
    cell: WalkingCell,
    [from, to]: [ReturnType<typeof place>, ReturnType<typeof place>],
  ): [string, number][] =>
    directionsOnFoot([cell], from, to, 'km', '')!.steps.map(({ instructions, metres }) => [
      instructions,
      metres,
    ])

  test('mention a crossing that the walk turns onto', () => {
    const cell = {
      vertices: [
        vertex(0, 0),
        vertex(200, 0),
        vertex(200, 17),
        vertex(400, 17),
        vertex(200, -100),
        vertex(200, 117),
      ],
      edges: [
        edge(0, 1, 200, 'footway'),
        edge(1, 2, 17, 'crossing'),
        edge(2, 3, 200, 'footway'),
        edge(1, 4, 100, 'footway'),
        edge(2, 5, 100, 'footway'),
      ],
    }
    expect(stepsOf(cell, [place(0, 0), place(400, 17)])).toEqual([
      ['Head north on the footpath', 200],
      ['Turn right onto the crossing', 17],
      ['Turn left onto the footpath', 200],
      ['Arrive at the park', 0],
    ])
  })

  test.each(['Agar Steps', 'Row 0'])('mention stairs named %s', (name) => {
    const cell = grid(3, (row, column, direction) =>
      row > 0 || direction === 'north' ? { missing: true } : column === 1 ? { kind: 'steps', name } : {},
    )
    const { steps } = directionsOnFoot([cell], end(0, 0), end(0, 3), 'km', '')!
    expect(steps.map(({ instructions }) => instructions)).toEqual([
      'Head east on Row 0',
      'Take the steps',
      'Continue on Row 0',
      'Arrive at the park',
    ])
  })

  describe('beside the ways of the map', () => {
    const cell = {
      vertices: [vertex(0, 0), vertex(0, 500)],
      edges: [edge(0, 1, 500, 'street', 'Dead End Road')],
    }

    test('say how far it is from the start to the way, and from the way to the park', () => {
      const ends: [ReturnType<typeof place>, ReturnType<typeof place>] = [place(200, 0), place(-100, 500)]
      expect(stepsOf(cell, ends)).toEqual([
        ['Head south to Dead End Road. The map has no path there', 200],
        ['Head east on Dead End Road', 500],
        ['Head south to the park. The map has no path there', 100],
        ['Arrive at the park', 0],
      ])
      expect(directionsOnFoot([cell], ...ends, 'km', '')).toMatchObject({ distance: '800 m', metres: 800 })
    })

    test('lead straight to a park that is reached without a way, with a line on the map', () => {
      const ends: [ReturnType<typeof place>, ReturnType<typeof place>] = [place(350, 510), place(-350, 510)]
      expect(stepsOf(cell, ends)).toEqual([
        ['Head south to the park. The map has no path there', 700],
        ['Arrive at the park', 0],
      ])
      expect(directionsOnFoot([cell], ...ends, 'km', '')!.geometry.coordinates).toEqual(
        ends.map(({ latitude, longitude }) => [roundCoordinate(longitude), roundCoordinate(latitude)]),
      )
    })

    test('do not count what is left to a place that is close, or that is only known by its suburb', () => {
      expect(stepsOf(cell, [place(10, 0), place(-20, 500)]).map(([, metres]) => metres)).toEqual([500, 0])
      const suburb = (north: number, east: number) => ({ ...place(north, east), approximate: true })
      expect(stepsOf(cell, [suburb(200, 0), suburb(-100, 500)]).map(([, metres]) => metres)).toEqual([500, 0])
    })
  })

  test.each([
    [0, 'straight'],
    [-40, 'slight left'],
    [90, 'right'],
    [-140, 'sharp left'],
    [175, 'uturn'],
  ] as const)('call a change of direction by %i degrees "%s"', (degrees, turn) => {
    expect(turnOf(degrees)).toBe(turn)
  })
})

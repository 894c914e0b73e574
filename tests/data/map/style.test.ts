import { describe, expect, test } from 'vitest'
import { isSelected } from '../../../data/map/rules.ts'
import { MAP_LAYERS } from '../../../data/map/schema.ts'
import { MAP_COLOURS, MAP_THEMES } from '../../../data/map/colours.ts'
import { PAINT } from '../../../data/map/paint-styles.ts'
import { LABELS } from '../../../data/map/label-styles.ts'
import { valueAt } from '../../../data/map/style.ts'
import type { MapColour } from '../../../data/map/colours.ts'

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Kinds that are not on the map: a bollard is too small, and names of places come from the built-in map. */
const NOT_DRAWN = new Set(['barrier bollard'])

describe('the style of the map', () => {
  test('draws or names every kind of thing in the schema', () => {
    const missing: string[] = []
    for (const [layer, schema] of Object.entries(MAP_LAYERS)) {
      const kinds: readonly (string | undefined)[] =
        'kind' in schema.shape ? schema.shape.kind.options : [undefined]
      for (const kind of kinds) {
        const feature = { props: kind === undefined ? {} : { kind } }
        const isDrawn = [...PAINT, ...LABELS].some(
          (style) => style.layer === layer && isSelected(style, feature),
        )
        if (!isDrawn && !NOT_DRAWN.has(`${layer} ${kind}`)) missing.push(`${layer} ${kind}`)
      }
    }
    expect(missing).toEqual([])
  })

  test('draws a road in a tunnel and a road above ground by different rules', () => {
    const rulesOf = (props: Record<string, string | boolean>) =>
      PAINT.filter((style) => style.layer === 'road' && isSelected(style, { props }))
    const above = rulesOf({ kind: 'primary' })
    const tunnel = rulesOf({ kind: 'primary', tunnel: true })
    expect(above.length).toBe(2)
    expect(tunnel.length).toBe(2)
    expect(above.filter((style) => tunnel.includes(style))).toEqual([])
  })

  test.each(MAP_THEMES)('has legible names in the theme %s', (theme) => {
    const colours = MAP_COLOURS[theme]
    const wanted = theme.startsWith('contrast') ? 7 : 4.5
    const names: [MapColour, MapColour[]][] = [
      ['name', ['halo', 'streetHalo', 'land', 'street', 'primary', 'motorway']],
      ['quietName', ['halo', 'streetHalo', 'land', 'street']],
      ['parkName', ['halo', 'park', 'dogPark']],
      ['waterName', ['water', 'halo']],
    ]
    for (const [name, grounds] of names)
      for (const ground of grounds)
        expect(contrast(colours[name], colours[ground]), `${name} on ${ground}`).toBeGreaterThan(
          // A name on a coloured road has a halo of its own.
          ['primary', 'motorway'].includes(ground) ? 3 : wanted,
        )
  })

  test.each(['contrast', 'contrast-dark'] as const)(
    'has paths and coasts with contrast in the theme %s',
    (theme) => {
      const { land, park, path, coast, cycleway, boundary, streetEdge } = MAP_COLOURS[theme]
      for (const line of [path, cycleway]) {
        expect(contrast(line, land)).toBeGreaterThan(4.5)
        expect(contrast(line, park)).toBeGreaterThan(4.5)
      }
      for (const line of [coast, boundary, streetEdge]) expect(contrast(line, land)).toBeGreaterThan(4.5)
    },
  )

  test('widths grow with the zoom between two given zooms, and are constant outside', () => {
    const stops = [
      [12, 1],
      [14, 3],
    ] as const
    expect([10, 12, 14, 19].map((zoom) => valueAt(stops, zoom))).toEqual([1, 1, 3, 3])
    expect(valueAt(stops, 13)).toBeGreaterThan(1.5)
    expect(valueAt(stops, 13)).toBeLessThan(2)
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FEATURE_IDS } from '../../data/model/feature.ts'

const css = readFileSync(new URL('../../client/app/styles/tokens.css', import.meta.url), 'utf8')
const [light, dark] = css.split('@media (prefers-color-scheme: dark)') as [string, string]

/** The last value that the token is set to in this part of the style sheet. */
const token = (part: string, name: string) =>
  [...part.matchAll(new RegExp(`${name}: ([^;]+);`, 'g'))].at(-1)?.[1]
const THEMES = {
  light: (name: string) => token(light, name),
  dark: (name: string) => token(dark, name) ?? token(light, name),
}

type Triple = [number, number, number]
const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const rgb = (hex: string) =>
  [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple

/** Björn Ottosson's Oklab (2020), from and to linear sRGB. */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
const mix = (one: string, share: number, other: string): Triple => {
  const [from, to] = [oklab(rgb(one)), oklab(rgb(other))]
  return fromOklab(from.map((value, index) => value * share + to[index]! * (1 - share)) as Triple)
}
const luminance = (color: Triple) => {
  const [r, g, b] = color.map((channel) => Math.min(1, Math.max(0, channel))) as Triple
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG 2.2 contrast ratio. */
const contrast = (one: Triple, other: Triple) => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

describe.each(Object.entries(THEMES))('colours in the %s theme', (_, value) => {
  const color = (name: string) => rgb(value(`--color-${name}`)!)

  test.each(FEATURE_IDS)('the text of the tag %s has a contrast of 4.5:1 or more', (id) => {
    const own = new RegExp(`\\[data-tag='${id}'\\] \\{\\s+--tag: (#[0-9a-f]{6})`).exec(css)?.[1]
    expect(own).toBeDefined()
    const share = (name: string) => parseFloat(value(name)!) / 100
    const text = mix(own!, share('--tag-hue'), value('--color-ink')!)
    const ground = mix(own!, share('--tag-fill'), value('--color-surface')!)
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['ink', 'page', 7],
    ['ink', 'surface', 7],
    ['muted', 'page', 4.5],
    ['muted', 'surface', 4.5],
    ['muted', 'sunken', 4.5],
    ['muted', 'leaf-wash', 4.5],
    ['leaf', 'page', 4.5],
    ['leaf', 'surface', 4.5],
    ['leaf', 'leaf-wash', 4.5],
    ['leaf-deep', 'leaf-wash', 7],
    ['on-leaf', 'leaf', 4.5],
    ['ochre', 'surface', 4.5],
    ['ochre', 'page', 4.5],
    ['on-ochre', 'ochre', 4.5],
    ['ink', 'ochre-wash', 7],
    ['open', 'surface', 4.5],
    ['open', 'leaf-wash', 4.5],
    ['closed', 'surface', 4.5],
    ['closed', 'closed-wash', 4.5],
    ['muted', 'closed-wash', 4.5],
    ['line-strong', 'page', 3],
    ['line-strong', 'surface', 3],
    ['focus', 'page', 3],
    ['focus', 'surface', 3],
  ] as const)('%s on %s has a contrast of %f:1 or more', (text, ground, least) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(least)
  })
})

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('colours with high contrast, %s', (_, side) => {
  const strong = readFileSync(new URL('../../client/app/styles/contrast.css', import.meta.url), 'utf8')
  const color = (name: string) =>
    rgb(new RegExp(`--color-${name}: light-dark\\(([^)]+)\\)`).exec(strong)![1]!.split(', ')[side]!)

  test.each([
    ...['ink', 'muted', 'leaf', 'leaf-deep', 'ochre', 'open', 'closed', 'focus'].flatMap(
      (text) =>
        [
          [text, 'page'],
          [text, 'surface'],
        ] as const,
    ),
    ['muted', 'sunken'],
    ['leaf', 'leaf-wash'],
    ['ink', 'leaf-wash'],
    ['on-leaf', 'leaf'],
    ['on-ochre', 'ochre'],
    ['closed', 'closed-wash'],
    ['line', 'page'],
    ['line-strong', 'surface'],
  ] as const)('%s on %s has a contrast of 10:1 or more', (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(10)
  })
})

test('no two tags share a colour', () => {
  const colors = [...css.matchAll(/--tag: (#[0-9a-f]{6})/g)].map(([, color]) => color)
  expect(new Set(colors).size).toBe(FEATURE_IDS.length)
})

import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { contains, namedPlaces } from '../../../data/geo/labels.ts'
import { metresPerPixel } from '../../../data/geo/mercator.ts'
import { STATIC_MAP_HEIGHT, STATIC_MAP_WIDTH, STATIC_MAP_ZOOM } from '../../../data/model/constants.ts'
import { localities } from '../../../data/sources/localities.ts'
import { PALETTES } from '../../../server/geo/picture/palette.ts'
import { paintSignposts } from '../../../server/geo/picture/labels.ts'
import { CARD_CROP, viewOf, type PictureRequest } from '../../../server/geo/picture/view.ts'

const places = namedPlaces(localities())

const CARD = { width: STATIC_MAP_WIDTH, height: STATIC_MAP_HEIGHT }

/** The boxes of the signposts around a place, without a pin. */
function signpostsAround(
  latitude: number,
  longitude: number,
  size: { width: number; height: number },
  area: Partial<Pick<PictureRequest, 'areaRadius' | 'zoom'>> = {},
) {
  const request: PictureRequest = {
    center: { latitude, longitude },
    zoom: STATIC_MAP_ZOOM,
    ...size,
    scale: 1,
    theme: 'light',
    unit: 'miles',
    areaRadius: null,
    outline: null,
    format: 'png',
    ...area,
  }
  const context = createCanvas(size.width, size.height).getContext('2d')
  return paintSignposts(context, places, viewOf(request), PALETTES.light, new Set(), [])
}

test.each([
  ['Fitzroy', -37.8, 144.98],
  ['Dubbo', -32.25, 148.6],
  ['Bondi', -33.89, 151.27],
])('signposts around %s are inside the part of a picture that cards show', (_, latitude, longitude) => {
  const signposts = signpostsAround(latitude, longitude, CARD)
  expect(signposts.length).toBeGreaterThan(0)
  for (const box of signposts) expect(contains(CARD_CROP, box), JSON.stringify(box)).toBe(true)
})

test('signposts in a picture of another size use all of it', () => {
  const signposts = signpostsAround(-37.8, 144.98, { width: 800, height: 600 })
  expect(signposts.some((box) => !contains({ ...CARD_CROP, x: 400, y: 300 }, box))).toBe(true)
})

test.each([
  ['a card', CARD, 13, 0],
  ['a large picture', { width: 800, height: 600 }, 14, 3],
])('signposts in %s do not cover the circle of an approximate place', (_, size, zoom, atLeast) => {
  const areaRadius = 1_500
  const signposts = signpostsAround(-37.8, 144.98, size, { areaRadius, zoom })
  expect(signposts.length).toBeGreaterThanOrEqual(atLeast)
  const pixels = areaRadius / metresPerPixel(-37.8, zoom)
  for (const { x, y, width, height } of signposts) {
    const across = Math.max(0, Math.abs(x - size.width / 2) - width / 2)
    const along = Math.max(0, Math.abs(y - size.height / 2) - height / 2)
    expect(Math.hypot(across, along)).toBeGreaterThan(pixels)
  }
})

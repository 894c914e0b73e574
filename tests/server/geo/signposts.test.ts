import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { contains, namedPlaces } from '../../../data/geo/labels.ts'
import { STATIC_MAP } from '../../../data/model/constants.ts'
import { localities } from '../../../data/sources/localities.ts'
import { PALETTES } from '../../../server/geo/picture/palette.ts'
import { paintSignposts } from '../../../server/geo/picture/labels.ts'
import { CARD_CROP, viewOf, type PictureRequest } from '../../../server/geo/picture/view.ts'

const places = namedPlaces(localities())

/** The boxes of the signposts around a place, without a pin. */
function signpostsAround(latitude: number, longitude: number, size: { width: number; height: number }) {
  const request: PictureRequest = {
    center: { latitude, longitude },
    zoom: STATIC_MAP.zoom,
    ...size,
    scale: 1,
    theme: 'light',
    unit: 'miles',
    areaRadius: null,
    outline: null,
    format: 'png',
  }
  const context = createCanvas(size.width, size.height).getContext('2d')
  return paintSignposts(context, places, viewOf(request), PALETTES.light, new Set(), [])
}

test.each([
  ['Fitzroy', -37.8, 144.98],
  ['Dubbo', -32.25, 148.6],
  ['Bondi', -33.89, 151.27],
])('signposts around %s are inside the part of a picture that cards show', (_, latitude, longitude) => {
  const signposts = signpostsAround(latitude, longitude, STATIC_MAP)
  expect(signposts.length).toBeGreaterThan(0)
  for (const box of signposts) expect(contains(CARD_CROP, box), JSON.stringify(box)).toBe(true)
})

test('signposts in a picture of another size use all of it', () => {
  const signposts = signpostsAround(-37.8, 144.98, { width: 800, height: 600 })
  expect(signposts.some((box) => !contains({ ...CARD_CROP, x: 400, y: 300 }, box))).toBe(true)
})

import { expect, test } from 'vitest'
import { readShared } from '../../../data/places/shared.ts'

const BONDI = { lat: -33.8915, lng: 151.2767 }

test.each([
  ['geo:-33.8915,151.2767', BONDI],
  ['geo:-33.8915,151.2767;u=35?z=15', BONDI],
  ['geo:0,0?q=-33.8915,151.2767(Bondi Beach)', BONDI],
  ['geo:0,0?q=-33.8915%2C151.2767', BONDI],
  ['geo:0,0?q=Bondi+Beach', { q: 'Bondi Beach' }],
  [
    'https://www.google.com/maps/place/Bondi+Beach/@-33.89,151.27,15z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d-33.8915!4d151.2767',
    BONDI,
  ],
  ['https://www.google.com/maps/@-33.8915,151.2767,15z', BONDI],
  ['https://maps.google.com/?q=-33.8915,151.2767', BONDI],
  ['https://www.google.com/maps/search/?api=1&query=-33.8915%2C151.2767', BONDI],
  ['https://www.google.com/maps/place/Centennial+Park', { q: 'Centennial Park' }],
  ['https://maps.apple.com/?ll=-33.8915,151.2767&q=Bondi', BONDI],
  ['https://maps.apple.com/?address=Bondi%20NSW', { q: 'Bondi NSW' }],
  ['https://www.openstreetmap.org/?mlat=-33.8915&mlon=151.2767#map=16/-33.8/151.2', BONDI],
  ['https://www.openstreetmap.org/#map=16/-33.8915/151.2767', BONDI],
] as const)('the shared link %s gives a search', (url, search) => expect(readShared({ url })).toEqual(search))

test('a text with a map link gives a search for the position in the link', () => {
  expect(
    readShared({ title: 'Bondi Beach', text: 'Look: https://maps.google.com/?q=-33.8915,151.2767 nice' }),
  ).toEqual(BONDI)
})

test('a short link without a position gives a search for the words beside it', () => {
  expect(readShared({ text: 'Rushcutters Bay Park https://maps.app.goo.gl/abc123' })).toEqual({
    q: 'Rushcutters Bay Park',
  })
  expect(readShared({ title: 'Rushcutters Bay Park', url: 'https://maps.app.goo.gl/abc123' })).toEqual({
    q: 'Rushcutters Bay Park',
  })
})

test('two numbers give a search for a position, words a search for words', () => {
  expect(readShared({ text: ' -33.8915, 151.2767 ' })).toEqual(BONDI)
  expect(readShared({ text: 'Fitzroy 3065' })).toEqual({ q: 'Fitzroy 3065' })
  expect(readShared({ text: 'from 1, 2 to 3' })).toEqual({ q: 'from 1, 2 to 3' })
})

test('empty texts and invalid positions give no position', () => {
  for (const shared of [
    {},
    { text: '  ' },
    { url: 'https://maps.app.goo.gl/abc123' },
    { url: 'geo:0,0' },
    { url: 'https://maps.google.com/?q=91,500' },
  ]) {
    expect('lat' in (readShared(shared) ?? {})).toBe(false)
  }
})

test('a very long text is read in seconds', () => {
  for (const text of [
    'geo:' + '1'.repeat(1e6),
    'https://' + '@1.1,'.repeat(1e5),
    '1,'.repeat(1e6),
    `${' '.repeat(1e6)}1`,
  ]) {
    const start = performance.now()
    readShared({ text, url: text, title: text })
    // Generous, for busy machines. If the time grew with the square of the length, it would take minutes.
    expect(performance.now() - start).toBeLessThan(60_000)
  }
})

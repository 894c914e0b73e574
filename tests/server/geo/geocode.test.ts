import { describe, expect, test } from 'vitest'
import type { GeoConfig } from '../../../fastify.config.ts'
import { startedServer } from '../harness.ts'
import { sendJson, service, SERVICE_FAILURES } from './fake-service.ts'

type Kind = NonNullable<GeoConfig['geocoder']>['kind']

async function productWith(kind: Kind, answer: Parameters<typeof service>[0]) {
  const { url, asked } = await service(answer)
  const { app } = await startedServer({ geo: { geocoder: { kind, url: new URL(url) } } })
  return { app, asked, get: (path: string) => app.inject(path) }
}

const photonHouse = (latitude = -33.8915, longitude = 151.2767) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        type: 'house',
        housenumber: '12',
        street: 'Hall Street',
        city: 'Bondi',
        state: 'NSW',
        postcode: '2026',
      },
    },
  ],
})
const nominatimHouse = {
  lat: '-33.8915',
  lon: '151.2767',
  category: 'building',
  addresstype: 'building',
  display_name: '12, Hall Street, Bondi, New South Wales, 2026, Australia',
}
const GEOCODE = '/api/geocode?address=12%20Hall%20St%2C%20Bondi%20NSW%202026'
const REVERSE = '/api/reverse-geocode?lat=-33.8915&lng=151.2767'

describe('with an address service', () => {
  test('Photon finds the house at an address and at a position', async () => {
    const { get, asked } = await productWith('photon', (_, response) => sendJson(response, photonHouse()))
    const house = {
      formatted_address: '12 Hall Street, Bondi NSW 2026, Australia',
      kind: 'address',
      latitude: -33.8915,
      longitude: 151.2767,
      approximate: false,
    }
    const found = await get(GEOCODE)
    expect(found.json()).toEqual({ postcodes: ['2026'], results: [house] })
    expect((await get(REVERSE)).json()).toEqual({ results: [house] })
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['/api', '/reverse'])
    expect(Object.fromEntries(new URL(asked[1]!.path, 'http://x').searchParams)).toMatchObject({
      lat: '-33.8915',
      lon: '151.2767',
    })
  })

  test('Nominatim finds the house at an address and at a position', async () => {
    const { get, asked } = await productWith('nominatim', (request, response) =>
      sendJson(response, request.url!.startsWith('/reverse') ? nominatimHouse : [nominatimHouse]),
    )
    const label = '12, Hall Street, Bondi, New South Wales, 2026, Australia'
    expect((await get(GEOCODE)).json()).toMatchObject({
      postcodes: ['2026'],
      results: [{ formatted_address: label, kind: 'address', approximate: false }],
    })
    expect((await get(REVERSE)).json()).toMatchObject({
      results: [{ formatted_address: label, kind: 'address' }],
    })
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['/search', '/reverse'])
  })

  test('the postcode is that of the place that the service found', async () => {
    const { get } = await productWith('photon', (_, response) => sendJson(response, photonHouse()))
    for (const address of ['12 Hall St Richmond', '12 Hall St VIC 3121', 'Tasmania', 'Xyzzyqua'])
      expect({
        address,
        ...(await get(`/api/geocode?${new URLSearchParams({ address })}`)).json(),
      }).toMatchObject({
        address,
        postcodes: ['2026'],
        results: [{ formatted_address: '12 Hall Street, Bondi NSW 2026, Australia' }],
      })
  })

  test.each([
    ['in its own words, although the nearest suburb has another', ', 2022, Australia', '2022'],
    ['of the nearest suburb, if the service has none', ', Australia', '2026'],
  ])('the postcode is the one %s', async (_, end, postcode) => {
    const display_name = `12, Hall Street, Bondi, New South Wales${end}`
    const { get } = await productWith('nominatim', (_request, response) =>
      sendJson(response, [{ ...nominatimHouse, display_name }]),
    )
    expect((await get(GEOCODE)).json()).toMatchObject({ postcodes: [postcode] })
  })

  test('replies must not be cached', async () => {
    const { app, get } = await productWith('photon', (_, response) => sendJson(response, photonHouse()))
    const { etag } = (await get('/api/parks')).headers
    for (const path of [GEOCODE, REVERSE])
      for (const known of ['', '*', String(etag)]) {
        const { statusCode, headers } = await app.inject({ url: path, headers: { 'if-none-match': known } })
        expect({ path, known, statusCode, keep: headers['cache-control'], etag: headers.etag }).toEqual({
          path,
          known,
          statusCode: 200,
          keep: 'no-store',
          etag: undefined,
        })
      }
  })

  test('the suburb is returned if the service finds nothing, or only places abroad', async () => {
    const bondi = '/api/geocode?address=Bondi%20NSW%202026'
    const nothing = await productWith('photon', (_, response) =>
      sendJson(response, { type: 'FeatureCollection', features: [] }),
    )
    expect((await nothing.get(bondi)).json()).toMatchObject({
      postcodes: ['2026'],
      results: [{ kind: 'locality', name: 'Bondi' }],
    })
    const abroad = await productWith('photon', (_, response) => sendJson(response, photonHouse(53.1, -3.3)))
    expect((await abroad.get(bondi)).json()).toMatchObject({ results: [{ kind: 'locality', name: 'Bondi' }] })
    const nowhere = await productWith('nominatim', (_, response) =>
      sendJson(response, { error: 'Unable to geocode' }),
    )
    expect(
      (await nowhere.get('/api/reverse-geocode?lat=-33.8915&lng=151.2767')).json().results,
    ).toMatchObject([{ kind: 'locality' }])
  })

  for (const { name: problem, failure, answer } of SERVICE_FAILURES) {
    test(`that ${problem}, suburbs are still found, and other addresses are an error in time`, async () => {
      const { get } = await productWith('photon', answer)
      const [near, unknown] = await Promise.all([
        get('/api/geocode?address=Bondi%20NSW%202026'),
        get('/api/geocode?address=Xyzzyqua'),
      ])
      expect(near.json()).toMatchObject({ postcodes: ['2026'] })
      expect({ status: unknown.statusCode, code: unknown.json().code }).toEqual({
        status: failure === 'slow' ? 504 : 502,
        code: 'engine-unavailable',
      })
    })
  }
})

import { describe, expect, test } from 'vitest'
import { Directions } from '../../../data/model/directions.ts'
import type { DirectoryPark } from '../../../data/model/park.ts'
import { buildGazetteer } from '../../../data/search/gazetteer.ts'
import { councils } from '../../../data/sources/councils.ts'
import { localities } from '../../../data/sources/localities.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { nominatim, photon } from '../../../server/geo/geocoder.ts'
import type { AddressService } from '../../../server/geo/geocoder.ts'
import { osrm } from '../../../server/geo/osrm.ts'
import type { Router } from '../../../server/geo/router.ts'
import { valhalla } from '../../../server/geo/valhalla.ts'
import { appWithDirections } from './app-with-directions.ts'
import { serviceTimeoutMs, sendJson, service, SERVICE_FAILURES } from './fake-service.ts'
import { osrmAnswer, valhallaAnswer } from './route-answers.ts'

const gazetteer = buildGazetteer(localities(), councils())
const base = seedParks()[0]!
const EXACT: DirectoryPark = {
  ...base,
  id: 1,
  name: 'Enmore Park',
  city: 'Marrickville',
  state: 'NSW',
  postcode: '2204',
  latitude: -33.9047,
  longitude: 151.1686,
  accuracy: 'exact',
}
const APPROXIMATE: DirectoryPark = {
  ...EXACT,
  id: 2,
  name: "Dog's Own & Co Park #1",
  city: 'Fitzroy',
  state: 'VIC',
  postcode: '3065',
  latitude: -37.799,
  longitude: 144.978,
  accuracy: 'suburb',
}
const ORIGIN = '-33.9110,151.1550'

async function directionsApp({
  router,
  addresses,
  parks = [EXACT, APPROXIMATE],
}: { router?: Router; addresses?: AddressService; parks?: readonly DirectoryPark[] } = {}) {
  const app = await appWithDirections({ gazetteer, router, addresses, parks })
  return {
    ask: (query: Record<string, string>, accept = 'application/json') =>
      app.inject({ url: `/api/directions?${new URLSearchParams(query)}`, headers: { accept } }),
  }
}

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

describe('a browser navigation to /api/directions', () => {
  test('is redirected to Google Maps with park, mode and origin', async () => {
    const { ask } = await directionsApp()
    const answer = await ask({ parkId: '1', mode: 'bicycling', origin: '12 Smith St & Co, Newtown' }, BROWSER)
    expect(answer.statusCode).toBe(302)
    const url = new URL(String(answer.headers.location))
    expect(url.origin + url.pathname).toBe('https://www.google.com/maps/dir/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      api: '1',
      origin: '12 Smith St & Co, Newtown',
      destination: '-33.9047,151.1686',
      travelmode: 'bicycling',
    })
  })

  test('without an origin is redirected without one, so that Google uses the position of the device', async () => {
    const { ask } = await directionsApp()
    const url = new URL(String((await ask({ lat: '-33.9', lng: '151.1' }, BROWSER)).headers.location))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      api: '1',
      destination: '-33.9,151.1',
      travelmode: 'driving',
    })
  })

  test('to a park known only by its suburb uses its name and suburb', async () => {
    const { ask } = await directionsApp()
    const url = new URL(
      String(
        (await ask({ parkId: '2', lat: '-37.799', lng: '144.978', mode: 'walking' }, BROWSER)).headers
          .location,
      ),
    )
    expect(url.searchParams.get('destination')).toBe("Dog's Own & Co Park #1, Fitzroy VIC 3065, Australia")
  })

  test('is never redirected anywhere else', async () => {
    const { ask } = await directionsApp()
    for (const origin of [
      'https://evil.example/',
      '//evil.example',
      '\r\nLocation: https://evil.example',
      '@evil.example',
      '&destination=evil',
    ]) {
      const answer = await ask({ parkId: '1', origin }, BROWSER)
      const url = new URL(String(answer.headers.location))
      expect([url.host, url.searchParams.getAll('destination')]).toEqual([
        'www.google.com',
        ['-33.9047,151.1686'],
      ])
    }
  })

  test('for an unknown park gets an error, not a redirect', async () => {
    const { ask } = await directionsApp()
    expect((await ask({ parkId: '99' }, BROWSER)).statusCode).toBe(404)
  })
})

describe('an invalid request', () => {
  for (const [query, status, code, field] of [
    [{ origin: ORIGIN }, 400, 'invalid-input', 'lat'],
    [{ lat: '-33.9', origin: ORIGIN }, 400, 'invalid-input', 'lng'],
    [{ lat: '91', lng: '151', origin: ORIGIN }, 400, 'invalid-input', 'lat'],
    [{ lat: '51.5', lng: '-0.1', origin: ORIGIN }, 400, 'invalid-input', 'lat'],
    [{ parkId: '1' }, 400, 'invalid-input', 'origin'],
    [{ parkId: '1', origin: '   ' }, 400, 'invalid-input', 'origin'],
    [{ parkId: '1', origin: 'x'.repeat(201) }, 400, 'invalid-input', 'origin'],
    [{ parkId: '1', origin: ORIGIN, mode: 'flying' }, 400, 'invalid-input', 'mode'],
    [{ parkId: '1.5', origin: ORIGIN }, 400, 'invalid-input', 'parkId'],
    [{ parkId: '1', origin: ORIGIN, units: 'furlongs' }, 400, 'invalid-input', 'units'],
    [{ parkId: '1', origin: ORIGIN, callback: 'x' }, 400, 'invalid-input', 'callback'],
    [{ parkId: '99', origin: ORIGIN }, 404, 'park-not-found', undefined],
    [{ parkId: '1', origin: 'Xyzzyqua' }, 404, 'place-not-found', 'origin'],
    [{ parkId: '1', origin: 'Victoria' }, 404, 'place-not-found', 'origin'],
    [{ parkId: '1', origin: 'Queen Victoria Market' }, 404, 'place-not-found', 'origin'],
    [{ parkId: '1', origin: '51.5,-0.1' }, 404, 'place-not-found', 'origin'],
  ] as const) {
    test(`${JSON.stringify(query).slice(0, 70)} gets ${status} ${code}`, async () => {
      const { ask } = await directionsApp()
      const answer = await ask(query)
      expect(answer.statusCode).toBe(status)
      expect(answer.json()).toMatchObject({ code, ...(field && { field }) })
      expect(answer.headers['cache-control']).toBe('no-store')
    })
  }
})

describe('without a routing service', () => {
  test('the reply is a straight line marked as an estimate', async () => {
    const { ask } = await directionsApp()
    const answer = await ask({ parkId: '1', mode: 'walking', origin: ORIGIN, units: 'km' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const directions = Directions.parse(answer.json())
    expect(directions).toMatchObject({
      source: 'estimate',
      mode: 'walking',
      distance: '1.4 km',
      alternatives: [],
      attribution: '',
      origin: { latitude: -33.911, longitude: 151.155, approximate: false },
      destination: { label: 'Enmore Park, Marrickville NSW 2204, Australia', approximate: false },
      geometry: {
        type: 'LineString',
        coordinates: [
          [151.155, -33.911],
          [151.1686, -33.9047],
        ],
      },
    })
    // 1.44 km at 5 and at 3 km/h.
    expect(directions.estimate!.seconds[0]).toBeGreaterThan(16 * 60)
    expect(directions.estimate!.seconds[1]).toBeLessThan(30 * 60)
    expect(directions.duration).toBe('15 to 30 mins')
    expect(directions.estimate!.bearing).toBeGreaterThan(60)
    expect(directions.estimate!.bearing).toBeLessThan(63)
    expect(directions.steps).toHaveLength(1)
    expect(directions.steps[0]!.instructions).toMatch(/^Head north-east: 1\.4 km in a straight line\./)
  })

  test('distances are in miles unless kilometres are requested', async () => {
    const { ask } = await directionsApp()
    expect((await ask({ parkId: '1', origin: ORIGIN })).json().distance).toBe('0.9 mi')
  })

  test('a suburb, a postcode or an address in a suburb is an approximate origin', async () => {
    const { ask } = await directionsApp()
    for (const [origin, label] of [
      ['Newtown NSW', 'Newtown NSW 2042'],
      ['2042', '2042 NSW'],
      ['12 King St, Newtown NSW 2042', 'Newtown NSW 2042'],
    ] as const) {
      const { origin: start } = Directions.parse((await ask({ parkId: '1', origin })).json())
      expect(start).toMatchObject({ label, approximate: true })
    }
  })

  test.each([
    ['Newtown NSW', false],
    ['12 King St, Newtown NSW 2042', false],
    ['Newton NSW', true],
    ['Newt', true],
    ['Central Station Newtown', true],
  ])('a start that is a guess is doubtful: "%s" is %s', async (origin, doubtful) => {
    const { ask } = await directionsApp()
    expect((await ask({ parkId: '1', origin })).json()).toMatchObject({ doubtful })
  })

  test('a park known only by its suburb is marked as approximate', async () => {
    const { ask } = await directionsApp()
    expect((await ask({ parkId: '2', origin: 'Carlton VIC' })).json().destination).toMatchObject({
      approximate: true,
      latitude: -37.799,
    })
  })

  test('an origin in the park is valid', async () => {
    const { ask } = await directionsApp()
    const directions = Directions.parse((await ask({ parkId: '1', origin: '-33.9047,151.1686' })).json())
    expect(directions).toMatchObject({ metres: 0, estimate: { bearing: 0, seconds: [0, 0] } })
  })
})

const open = {
  osrm: (url: string, failure?: string) =>
    osrm({ url, userAgent: 'Offlead/1.2.3', timeout: serviceTimeoutMs(failure) }),
  valhalla: (url: string, failure?: string) =>
    valhalla({ url, userAgent: 'Offlead/1.2.3', timeout: serviceTimeoutMs(failure) }),
}
const QUESTION = { parkId: '1', mode: 'driving', origin: ORIGIN }

describe('with OSRM', () => {
  test('the reply is its route with instructions, and the alternatives', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, osrmAnswer()))
    const { ask } = await directionsApp({ router: open.osrm(url) })
    const directions = Directions.parse((await ask(QUESTION)).json())
    expect(asked[0]!.path).toBe(
      '/route/v1/car/151.155000,-33.911000;151.168600,-33.904700?alternatives=2&steps=true&geometries=geojson&overview=full',
    )
    expect(directions).toMatchObject({
      source: 'osrm',
      distance: '1.2 mi',
      duration: '5 mins',
      metres: 1987,
      seconds: 285,
      summary: 'Addison Road, Enmore Road',
      attribution: '© OpenStreetMap contributors',
      estimate: null,
    })
    expect(directions.steps.map((step) => step.instructions)).toEqual([
      'Set out on Illawarra Road',
      'Turn left onto Addison Road',
      'At the roundabout take the second exit onto Enmore Road',
      'Arrive at the park, on the right',
    ])
    expect(directions.steps[0]).toMatchObject({ distance: '0.4 mi', duration: '2 mins' })
    expect(directions.alternatives.map((route) => route.metres)).toEqual([2411])
  })

  test('walking and cycling routes need a URL with a profile placeholder', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, osrmAnswer()))
    const one = await directionsApp({ router: open.osrm(url) })
    expect((await one.ask({ ...QUESTION, mode: 'walking' })).json().source).toBe('estimate')
    const several = await directionsApp({ router: open.osrm(`${url}/routed-{profile}`) })
    expect((await several.ask({ ...QUESTION, mode: 'Walk' })).json()).toMatchObject({
      source: 'osrm',
      mode: 'walking',
    })
    expect((await several.ask({ ...QUESTION, mode: 'transit' })).json().source).toBe('estimate')
    expect(asked.map(({ path }) => path.split('?')[0]!.split('/').slice(0, 5).join('/'))).toEqual([
      '/routed-foot/route/v1/foot',
    ])
  })

  test('a missing route, or an end far from its streets, is a no-route error', async () => {
    const far = osrmAnswer()
    for (const route of far.routes)
      route.geometry.coordinates = [
        [115.8, -31.9],
        [115.9, -31.95],
      ]
    for (const [answer, status] of [
      [{ code: 'NoRoute', message: 'Impossible route' }, 400],
      [{ code: 'NoSegment' }, 400],
      [far, 200],
    ] as const) {
      const { url } = await service((_, response) => sendJson(response, answer, status))
      const { ask } = await directionsApp({ router: open.osrm(url) })
      const reply = await ask(QUESTION)
      expect({ status: reply.statusCode, code: reply.json().code }).toEqual({ status: 404, code: 'no-route' })
    }
  })

  test('a very long route is simplified to at most 2,000 points', async () => {
    const long = osrmAnswer()
    const [first] = long.routes
    first!.geometry.coordinates = Array.from({ length: 30_000 }, (_, at) => [
      151.155 + (0.0136 * at) / 29_999,
      -33.911 + (0.0063 * at) / 29_999 + Math.sin(at) / 1e3,
    ])
    const { url } = await service((_, response) => sendJson(response, long))
    const { ask } = await directionsApp({ router: open.osrm(url) })
    const { geometry } = Directions.parse((await ask(QUESTION)).json())
    expect(geometry.coordinates.length).toBeLessThanOrEqual(2_000)
    expect([geometry.coordinates[0]![0], geometry.coordinates.at(-1)![0]]).toEqual([151.155, 151.1686])
  })

  test('a route too jagged to be simplified is an error of the service', async () => {
    const jagged = osrmAnswer()
    jagged.routes.splice(1)
    // Each point is nearer to the line than the one before, so that each is a level of recursion.
    jagged.routes[0]!.geometry.coordinates = [
      [151.155, -33.911],
      ...Array.from({ length: 20_000 }, (_, at): [number, number] => [
        151.155 + (at % 2 === 0 ? 1 : -1) / (at + 1),
        -33.911 + at * 1e-9,
      ]),
      [151.1686, -33.9047],
    ]
    const { url } = await service((_, response) => sendJson(response, jagged))
    const { ask } = await directionsApp({ router: open.osrm(url) })
    const reply = await ask(QUESTION)
    expect({ status: reply.statusCode, code: reply.json().code }).toEqual({
      status: 502,
      code: 'engine-unavailable',
    })
  })
})

describe('with Valhalla', () => {
  test('the reply is its route with its own instructions, and the alternatives', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, valhallaAnswer()))
    const { ask } = await directionsApp({ router: open.valhalla(url) })
    const directions = Directions.parse((await ask({ ...QUESTION, mode: 'bicycling' })).json())
    expect(asked[0]!.path).toBe('/route')
    expect(JSON.parse(asked[0]!.body)).toEqual({
      locations: [
        { lat: -33.911, lon: 151.155 },
        { lat: -33.9047, lon: 151.1686 },
      ],
      costing: 'bicycle',
      units: 'kilometers',
      language: 'en-GB',
      alternates: 2,
    })
    expect(directions).toMatchObject({
      source: 'valhalla',
      metres: 1850,
      seconds: 420,
      summary: 'Addison Road',
      mode: 'bicycling',
    })
    expect(directions.geometry.coordinates).toEqual([
      [151.155, -33.911],
      [151.16, -33.908],
      [151.1686, -33.9047],
    ])
    expect(directions.steps.map((step) => step.instructions)).toEqual([
      'Bike north on Illawarra Road.',
      'Turn right onto Addison Road.',
      'You have arrived at your destination.',
    ])
    expect(directions.alternatives).toHaveLength(1)
  })

  test('a transit route that only walks is a no-route error', async () => {
    const { url } = await service((_, response) => sendJson(response, valhallaAnswer()))
    const walked = await (
      await directionsApp({ router: open.valhalla(url) })
    ).ask({ ...QUESTION, mode: 'transit' })
    expect({ status: walked.statusCode, code: walked.json().code }).toEqual({ status: 404, code: 'no-route' })

    const rail = valhallaAnswer()
    rail.trip.legs[0]!.maneuvers[1]!.travel_mode = 'transit'
    const { url: withTrains, asked } = await service((_, response) => sendJson(response, rail))
    const rode = await (
      await directionsApp({ router: open.valhalla(withTrains) })
    ).ask({ ...QUESTION, mode: 'transit' })
    expect(rode.json()).toMatchObject({ source: 'valhalla', mode: 'transit' })
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ costing: 'multimodal' })
  })

  test('a missing route is a no-route error', async () => {
    for (const code of [442, 171, 154]) {
      const { url } = await service((_, response) =>
        sendJson(
          response,
          { error_code: code, error: 'No path could be found for input', status_code: 400 },
          400,
        ),
      )
      const reply = await (await directionsApp({ router: open.valhalla(url) })).ask(QUESTION)
      expect({ status: reply.statusCode, code: reply.json().code }).toEqual({ status: 404, code: 'no-route' })
    }
  })

  test('an invalid polyline is an error of the service', async () => {
    for (const shape of ['', '_', '~~~~~~~~~~~~~~~~', 'gib\u0001rish']) {
      const broken = valhallaAnswer()
      broken.trip.legs[0]!.shape = shape
      const { url } = await service((_, response) => sendJson(response, broken))
      const reply = await (await directionsApp({ router: open.valhalla(url) })).ask(QUESTION)
      expect({ status: reply.statusCode, code: reply.json().code }, shape).toEqual({
        status: 502,
        code: 'engine-unavailable',
      })
    }
  })
})

for (const [name, answer] of [
  ['osrm', osrmAnswer()],
  ['valhalla', valhallaAnswer()],
] as const)
  test(`with ${name}, a route to a park known only by its suburb has no arrival`, async () => {
    // The route of the fake services leads there.
    const park = { ...APPROXIMATE, latitude: EXACT.latitude, longitude: EXACT.longitude }
    const { url } = await service((_, response) => sendJson(response, answer))
    const { ask } = await directionsApp({ router: open[name](url), parks: [park] })
    const directions = Directions.parse((await ask({ ...QUESTION, parkId: '2' })).json())
    const ends = [directions, ...directions.alternatives].map(({ steps }) => steps.at(-1)!.instructions)
    expect(new Set(ends)).toEqual(new Set(['You are in the middle of the suburb. Ask for the park by name']))
  })

for (const name of ['osrm', 'valhalla'] as const) {
  describe(`when ${name}`, () => {
    for (const { name: problem, failure, answer } of SERVICE_FAILURES) {
      test(`${problem}, the reply is an error in time, never an estimate`, async () => {
        const { url } = await service(answer)
        const { ask } = await directionsApp({ router: open[name](url, failure) })
        const reply = await ask(QUESTION)
        expect({ status: reply.statusCode, code: reply.json().code }).toEqual({
          status: failure === 'slow' ? 504 : 502,
          code: 'engine-unavailable',
        })
        expect(reply.headers['cache-control']).toBe('no-store')
        expect(reply.body).not.toContain('127.0.0.1')
      })
    }
  })
}

const photonAnswer = (latitude = -33.8986, longitude = 151.1794) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        osm_id: 1,
        type: 'house',
        housenumber: '12',
        street: 'King Street',
        city: 'Newtown',
        state: 'New South Wales',
        postcode: '2042',
        countrycode: 'AU',
      },
    },
  ],
})
const nominatimAnswer = (change: Record<string, unknown> = {}) => [
  {
    place_id: 1,
    lat: '-33.8986',
    lon: '151.1794',
    category: 'building',
    type: 'yes',
    addresstype: 'building',
    display_name: '12, King Street, Newtown, Sydney, New South Wales, 2042, Australia',
    ...change,
  },
]
const addresses = {
  photon: (url: string, failure?: string) =>
    photon({ url: new URL(url), userAgent: 'Offlead/1.2.3', timeout: serviceTimeoutMs(failure) }),
  nominatim: (url: string, failure?: string) =>
    nominatim({ url: new URL(url), userAgent: 'Offlead/1.2.3', timeout: serviceTimeoutMs(failure) }),
}

describe('with an address service', () => {
  test('Photon finds the house', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, photonAnswer()))
    const { ask } = await directionsApp({ addresses: addresses.photon(url) })
    const { origin } = Directions.parse((await ask({ parkId: '1', origin: '12 King St, Newtown' })).json())
    expect(origin).toEqual({
      label: '12 King Street, Newtown New South Wales 2042',
      latitude: -33.8986,
      longitude: 151.1794,
      approximate: false,
    })
    const query = new URL(asked[0]!.path, url).searchParams
    expect([query.get('q'), query.get('lang')]).toEqual(['12 King St, Newtown', 'en'])
  })

  test('Nominatim finds the house, and marks a suburb as approximate', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, nominatimAnswer()))
    const { ask } = await directionsApp({ addresses: addresses.nominatim(url) })
    const { origin } = Directions.parse((await ask({ parkId: '1', origin: '12 King St, Newtown' })).json())
    expect(origin).toMatchObject({
      label: '12, King Street, Newtown, Sydney, New South Wales, 2042',
      approximate: false,
    })
    expect(new URL(asked[0]!.path, url).searchParams.get('countrycodes')).toBe('au')

    const suburb = await service((_, response) =>
      sendJson(response, nominatimAnswer({ category: 'boundary', addresstype: 'suburb' })),
    )
    const other = await directionsApp({ addresses: addresses.nominatim(suburb.url) })
    expect((await other.ask({ parkId: '1', origin: 'Newtown' })).json().origin.approximate).toBe(true)
  })

  test('places near the park are preferred', async () => {
    const photonService = await service((_, response) => sendJson(response, photonAnswer()))
    const nominatimService = await service((_, response) => sendJson(response, nominatimAnswer()))
    for (const service of [addresses.photon(photonService.url), addresses.nominatim(nominatimService.url)])
      await (await directionsApp({ addresses: service })).ask({ parkId: '1', origin: '120 High Street' })
    const [toPhoton, toNominatim] = [photonService, nominatimService].map(
      ({ url, asked }) => new URL(asked[0]!.path, url).searchParams,
    )
    expect([toPhoton!.get('lat'), toPhoton!.get('lon')]).toEqual(['-33.9047', '151.1686'])
    expect(toNominatim!.get('viewbox')).toBe('150.6686,-34.4047,151.6686,-33.4047')
    expect(toNominatim!.get('bounded')).toBeNull()
  })

  test('its results at other places are offered, and asked about if the first is far away', async () => {
    const high = (latitude: number, longitude: number, city: string) => ({
      ...photonAnswer(latitude, longitude).features[0]!,
      properties: { type: 'street', name: 'High Street', city },
    })
    const { url } = await service((_, response) =>
      sendJson(response, {
        features: [
          high(-32.0569, 115.7439, 'Fremantle'),
          high(-32.0571, 115.7441, 'Fremantle'),
          high(-37.7699, 144.9987, 'Northcote'),
        ],
      }),
    )
    const { ask } = await directionsApp({ addresses: addresses.photon(url) })
    const { doubtful, otherOrigins } = Directions.parse(
      (await ask({ parkId: '2', origin: 'High Street' })).json(),
    )
    expect({ doubtful, others: otherOrigins.map(({ label }) => label) }).toEqual({
      doubtful: true,
      others: ['High Street, Northcote'],
    })
  })

  test('coordinates are not sent to it', async () => {
    const { url, asked } = await service((_, response) => sendJson(response, photonAnswer()))
    const { ask } = await directionsApp({ addresses: addresses.photon(url) })
    expect((await ask({ parkId: '1', origin: ORIGIN })).statusCode).toBe(200)
    expect(asked).toEqual([])
  })

  test('a place of the same name abroad is ignored', async () => {
    const { url } = await service((_, response) => sendJson(response, photonAnswer(53.1, -3.3)))
    const { ask } = await directionsApp({ addresses: addresses.photon(url) })
    expect((await ask({ parkId: '1', origin: 'Newtown NSW' })).json().origin.label).toBe('Newtown NSW 2042')
  })

  for (const name of ['photon', 'nominatim'] as const) {
    for (const { name: problem, failure, answer } of SERVICE_FAILURES) {
      test(`when ${name} ${problem}, suburbs are still found, and other addresses are an error in time`, async () => {
        const { url } = await service(answer)
        const { ask } = await directionsApp({ addresses: addresses[name](url, failure) })
        expect(
          (await ask({ parkId: '1', origin: '12 King St, Newtown NSW 2042' })).json().origin,
        ).toMatchObject({ label: 'Newtown NSW 2042', approximate: true })
        const unknown = await ask({ parkId: '1', origin: 'Xyzzyqua' })
        expect({ status: unknown.statusCode, code: unknown.json().code }).toEqual({
          status: failure === 'slow' ? 504 : 502,
          code: 'engine-unavailable',
        })
      })
    }
  }
})

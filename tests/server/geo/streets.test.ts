import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distanceMetres } from '../../../data/model/point.ts'
import { Directions } from '../../../data/model/directions.ts'
import type { TravelMode } from '../../../data/model/directions.ts'
import { estimateSeconds } from '../../../data/geo/travel.ts'
import { buildGazetteer } from '../../../data/search/gazetteer.ts'
import { osrm } from '../../../server/geo/osrm.ts'
import { startStreetRouter } from '../../support/street-router.ts'
import type { StreetRouter } from '../../support/street-router.ts'
import { appWithDirections } from './app-with-directions.ts'
import { serviceTimeoutMs } from './fake-service.ts'

/** No places: the starts are positions. */
const gazetteer = buildGazetteer([], [])

/** Part of Marrickville, Sydney, in July 2020. © OpenStreetMap contributors. */
const EXTRACT = new URL('../../fixtures/map/marrickville.osm.pbf', import.meta.url)

/** The centres of the extract's two parks. */
const WICKS_PARK = { latitude: -33.90959, longitude: 151.16295 }
const TILLMAN_PARK = { latitude: -33.91684, longitude: 151.16442 }

describe('directions on the real streets of Marrickville', () => {
  let streets: StreetRouter
  beforeAll(async () => {
    streets = await startStreetRouter(EXTRACT.pathname)
  })
  afterAll(() => streets.close())

  async function requestRoute(mode: TravelMode, from = TILLMAN_PARK, to = WICKS_PARK) {
    const router = osrm({
      url: `${streets.url}/{profile}`,
      userAgent: 'Offlead/1.2.3',
      timeout: serviceTimeoutMs(),
    })
    const app = await appWithDirections({ gazetteer, router })
    return app.inject(
      `/api/directions?lat=${to.latitude}&lng=${to.longitude}&mode=${mode}&units=km&origin=${from.latitude},${from.longitude}`,
    )
  }

  test.each([
    ['driving', 'car'],
    ['walking', 'foot'],
    ['bicycling', 'bike'],
  ] as const)('by %s follow streets from origin to destination, step by step', async (mode, profile) => {
    const answer = await requestRoute(mode)
    const { source, steps, geometry, metres, seconds, summary, alternatives } = Directions.parse(
      answer.json(),
    )
    expect({ source, status: answer.statusCode }).toEqual({ source: 'osrm', status: 200 })
    expect(streets.asked.at(-1)).toMatch(new RegExp(`^/${profile}/route/v1/`))
    expect(streets.isOnStreets(profile, geometry.coordinates as [number, number][])).toBe(true)
    const at = ([longitude, latitude]: readonly number[]) => ({ latitude: latitude!, longitude: longitude! })
    expect(distanceMetres(at(geometry.coordinates[0]!), TILLMAN_PARK)).toBeLessThan(400)
    expect(distanceMetres(at(geometry.coordinates.at(-1)!), WICKS_PARK)).toBeLessThan(400)
    const drawn = geometry.coordinates
      .slice(1)
      .reduce((sum, point, index) => sum + distanceMetres(at(geometry.coordinates[index]!), at(point)), 0)
    expect(Math.abs(drawn - metres!) / metres!).toBeLessThan(0.02)
    expect(steps.reduce((sum, step) => sum + step.metres, 0)).toBeCloseTo(metres!, -2)
    expect(steps[0]!.instructions).toMatch(/^Set out/)
    expect(steps.at(-1)!.instructions).toMatch(/^Arrive/)
    expect(summary).toMatch(/[A-Z][a-z]+ (Road|Street|Lane)/)
    expect(alternatives.length).toBeLessThanOrEqual(2)
    expect(seconds).toBeGreaterThan(0)
  })

  test('take a time within the estimated range', async () => {
    const straight = distanceMetres(TILLMAN_PARK, WICKS_PARK)
    for (const mode of ['driving', 'walking', 'bicycling'] as const) {
      const { seconds } = Directions.parse((await requestRoute(mode)).json())
      const [shortest, longest] = estimateSeconds(mode, straight)
      expect(seconds, mode).toBeGreaterThan(shortest)
      expect(seconds, mode).toBeLessThan(longest)
    }
  })

  test('respect one-way streets when driving, but not when walking', async () => {
    const there = await requestRoute('driving')
    const back = await requestRoute('driving', WICKS_PARK, TILLMAN_PARK)
    const line = (answer: typeof there) =>
      Directions.parse(answer.json()).geometry.coordinates.map((point) => point.join())
    expect(line(back).toReversed()).not.toEqual(line(there))
    const [walked, walkedBack] = [
      await requestRoute('walking'),
      await requestRoute('walking', WICKS_PARK, TILLMAN_PARK),
    ]
    expect(Directions.parse(walked.json()).metres).toBe(Directions.parse(walkedBack.json()).metres)
  })

  test('outside the known streets are a no-route error', async () => {
    const answer = await requestRoute('driving', { latitude: -33.87, longitude: 151.21 })
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 404, code: 'no-route' })
  })
})

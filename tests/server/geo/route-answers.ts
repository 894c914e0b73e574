/** Replies in the format of OSRM and Valhalla, including fields that the product does not read. */

const osrmStep = (distance: number, duration: number, name: string, maneuver: Record<string, unknown>) => ({
  distance,
  duration,
  weight: duration,
  name,
  mode: 'driving',
  driving_side: 'left',
  geometry: { type: 'LineString', coordinates: [[151.155, -33.911]] },
  maneuver: { bearing_before: 0, bearing_after: 90, location: [151.155, -33.911], ...maneuver },
  intersections: [],
})

const osrmRoute = (distance: number, duration: number) => ({
  distance,
  duration,
  weight: duration,
  weight_name: 'routability',
  geometry: {
    type: 'LineString',
    coordinates: [
      [151.155, -33.911],
      [151.16, -33.908],
      [151.1686, -33.9047],
    ] as [number, number][],
  },
  legs: [
    {
      distance,
      duration,
      weight: duration,
      summary: 'Addison Road, Enmore Road',
      steps: [
        osrmStep(612.4, 95.1, 'Illawarra Road', { type: 'depart' }),
        osrmStep(900, 120, 'Addison Road', { type: 'turn', modifier: 'left' }),
        osrmStep(distance - 1512.4, duration - 215.1, 'Enmore Road', {
          type: 'roundabout',
          modifier: 'straight',
          exit: 2,
        }),
        osrmStep(0, 0, '', { type: 'arrive', modifier: 'right' }),
      ],
    },
  ],
})

export const osrmAnswer = () => ({
  code: 'Ok',
  routes: [osrmRoute(1987.2, 284.6), osrmRoute(2411, 330)],
  waypoints: [
    { hint: '', distance: 4.1, name: 'Illawarra Road', location: [151.155, -33.911] },
    { hint: '', distance: 9.9, name: '', location: [151.1686, -33.9047] },
  ],
})

/** Encodes a polyline, following the published algorithm. `precision` in decimals. */
function encodePolyline(
  line: readonly (readonly [longitude: number, latitude: number])[],
  precision = 6,
): string {
  let before = [0, 0]
  let text = ''
  for (const [longitude, latitude] of line) {
    const here = [Math.round(latitude * 10 ** precision), Math.round(longitude * 10 ** precision)]
    for (const [part, value] of here.entries()) {
      const step = value - before[part]!
      let rest = step < 0 ? -2 * step - 1 : 2 * step
      while (rest >= 32) {
        text += String.fromCharCode((rest % 32) + 32 + 63)
        rest = Math.floor(rest / 32)
      }
      text += String.fromCharCode(rest + 63)
    }
    before = here
  }
  return text
}

const trip = (length: number, time: number) => ({
  status: 0,
  status_message: 'Found route between points',
  units: 'kilometers',
  language: 'en-GB',
  locations: [
    { type: 'break', lat: -33.911, lon: 151.155 },
    { type: 'break', lat: -33.9047, lon: 151.1686 },
  ],
  summary: { length, time, has_toll: false },
  legs: [
    {
      summary: { length, time },
      shape: encodePolyline([
        [151.155, -33.911],
        [151.16, -33.908],
        [151.1686, -33.9047],
      ]),
      maneuvers: [
        {
          type: 1,
          instruction: 'Bike north on Illawarra Road.',
          length: 0.6,
          time: 130,
          street_names: ['Illawarra Road'],
          begin_shape_index: 0,
          end_shape_index: 1,
          travel_mode: 'bicycle',
        },
        {
          type: 10,
          instruction: 'Turn right onto Addison Road.',
          length: length - 0.6,
          time: time - 130,
          street_names: ['Addison Road'],
          begin_shape_index: 1,
          end_shape_index: 2,
          travel_mode: 'bicycle',
        },
        {
          type: 4,
          instruction: 'You have arrived at your destination.',
          length: 0,
          time: 0,
          begin_shape_index: 2,
          end_shape_index: 2,
          travel_mode: 'bicycle',
        },
      ],
    },
  ],
})

export const valhallaAnswer = () => ({ trip: trip(1.85, 420), alternates: [{ trip: trip(2.3, 500) }] })

import type { HoursPlace } from '../../../data/hours/index.ts'

export const SYDNEY: HoursPlace = { state: 'NSW', city: 'Sydney', latitude: -33.8688, longitude: 151.2093 }
export const MELBOURNE: HoursPlace = {
  state: 'VIC',
  city: 'Melbourne',
  latitude: -37.8136,
  longitude: 144.9631,
}
export const BRISBANE: HoursPlace = {
  state: 'QLD',
  city: 'Brisbane',
  latitude: -27.4698,
  longitude: 153.0251,
}
export const ADELAIDE: HoursPlace = { state: 'SA', city: 'Adelaide', latitude: -34.9285, longitude: 138.6007 }
export const PERTH: HoursPlace = { state: 'WA', city: 'Perth', latitude: -31.9523, longitude: 115.8613 }
export const HOBART: HoursPlace = { state: 'TAS', city: 'Hobart', latitude: -42.8821, longitude: 147.3272 }
export const DARWIN: HoursPlace = { state: 'NT', city: 'Darwin', latitude: -12.4634, longitude: 130.8456 }
export const CANBERRA: HoursPlace = { state: 'ACT', city: 'Canberra', latitude: -35.2809, longitude: 149.13 }
export const BROKEN_HILL: HoursPlace = {
  state: 'NSW',
  city: 'Broken Hill',
  latitude: -31.9505,
  longitude: 141.4533,
}
export const LORD_HOWE: HoursPlace = {
  state: 'NSW',
  city: 'Lord Howe Island',
  latitude: -31.5553,
  longitude: 159.0821,
}
export const EUCLA: HoursPlace = { state: 'WA', city: 'Eucla', latitude: -31.6772, longitude: 128.8892 }
export const PLACES = [
  SYDNEY,
  MELBOURNE,
  BRISBANE,
  ADELAIDE,
  PERTH,
  HOBART,
  DARWIN,
  CANBERRA,
  BROKEN_HILL,
  LORD_HOWE,
  EUCLA,
]

/** An instant from a time with its offset: `at('2026-01-14T09:00+11:00')`. */
export const at = (text: string) => Date.parse(text)

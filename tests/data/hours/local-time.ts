import Holidays from 'date-holidays'
import { getTimes } from 'suncalc'
import type { HoursPlace } from '../../../data/hours/index.ts'
import { BROKEN_HILL, EUCLA, LORD_HOWE } from './places.ts'

/** Local time, date and sun of a park, computed without any code of `data/hours`. */
export interface LocalTime {
  /** From 1. */
  month: number
  date: number
  /** 1 is Monday, 7 Sunday. */
  weekday: number
  /** Hours since midnight, with a fraction. */
  hour: number
  daylightSaving: boolean
  /** Whether date-holidays lists a public holiday in the state, for the whole day or a part of it. */
  publicHoliday: boolean
  /** Days from Easter Sunday. */
  fromEaster: number
  /** Hours since midnight. */
  sunrise: number
  sunset: number
}

const ZONES: Readonly<Record<string, string>> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  WA: 'Australia/Perth',
  TAS: 'Australia/Hobart',
  NT: 'Australia/Darwin',
}
const OWN_ZONES = new Map([
  [BROKEN_HILL, 'Australia/Broken_Hill'],
  [LORD_HOWE, 'Australia/Lord_Howe'],
  [EUCLA, 'Australia/Eucla'],
])

/** Easter Sundays as published by the Astronomical Society of South Australia. */
const EASTER_SUNDAYS: Readonly<Record<number, string>> = {
  2024: '2024-03-31',
  2025: '2025-04-20',
  2026: '2026-04-05',
  2027: '2027-03-28',
  2028: '2028-04-16',
  2029: '2029-04-01',
}

const DAY = 86_400_000
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const cachedHolidays = new Map<string, Set<string>>()

function holidaysOf(state: string): Set<string> {
  let days = cachedHolidays.get(state)
  if (days === undefined) {
    days = new Set()
    const calendar = new Holidays('AU', state)
    for (const year of Object.keys(EASTER_SUNDAYS))
      for (const { date, type } of calendar.getHolidays(Number(year)))
        if (type === 'public') days.add(date.slice(0, 10))
    cachedHolidays.set(state, days)
  }
  return days
}

/** Converts instants to local times of a park. Results are cached. */
export function localTimes(place: HoursPlace): (instant: number) => LocalTime {
  const zone = OWN_ZONES.get(place) ?? ZONES[place.state]!
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const partsAt = (instant: number) =>
    Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const hourOf = (instant: number) => {
    const { hour, minute } = partsAt(instant)
    return Number(hour) + Number(minute) / 60
  }
  /** The offset from UTC in milliseconds, in whole minutes. */
  const offsetAt = (instant: number) => {
    const { year, month, day, hour, minute } = partsAt(instant)
    return (
      Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) -
      Math.floor(instant / 60_000) * 60_000
    )
  }
  const winter = offsetAt(Date.UTC(2026, 6, 1))
  const suns = new Map<string, { sunrise: number; sunset: number }>()
  const kept = new Map<number, LocalTime>()
  return (instant) => {
    const known = kept.get(instant)
    if (known !== undefined) return known
    const parts = partsAt(instant)
    const [year, month, date] = [Number(parts['year']), Number(parts['month']), Number(parts['day'])]
    const iso = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
    const noon = Date.parse(`${iso}T12:00Z`) - place.longitude * 240_000
    let sun = suns.get(iso)
    if (sun === undefined) {
      const { sunrise, sunset } = getTimes(new Date(noon), place.latitude, place.longitude)
      sun = { sunrise: hourOf(sunrise!.getTime()), sunset: hourOf(sunset!.getTime()) }
      suns.set(iso, sun)
    }
    const time: LocalTime = {
      month,
      date,
      weekday: WEEKDAYS.indexOf(parts['weekday']!) + 1,
      hour: Number(parts['hour']) + Number(parts['minute']) / 60,
      daylightSaving: offsetAt(instant) !== winter,
      publicHoliday: holidaysOf(place.state).has(iso),
      fromEaster: (Date.parse(iso) - Date.parse(EASTER_SUNDAYS[year]!)) / DAY,
      ...sun,
    }
    kept.set(instant, time)
    return time
  }
}

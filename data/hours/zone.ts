import { DAY } from '../model/constants.ts'
import type { StateCode } from '../model/state.ts'
import { readState, STATE_CODES } from '../model/state.ts'

/** Where a park is, as far as its clock and its sun need it. Coordinates in degrees. */
export interface HoursPlace {
  state: string
  city: string
  latitude: number
  longitude: number
}

const ZONE_OF_STATE: Readonly<Record<StateCode, string>> = {
  NSW: 'Australia/Sydney',
  ACT: 'Australia/Sydney',
  VIC: 'Australia/Melbourne',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  WA: 'Australia/Perth',
  TAS: 'Australia/Hobart',
  NT: 'Australia/Darwin',
}

interface Exception {
  state: StateCode
  zone: string
  names: readonly string[]
  holds: (latitude: number, longitude: number) => boolean
}

/**
 * Places that do not keep their state's time. Names and coordinates both tell, since a list may know only one of them.
 * The Yancowinna box holds Broken Hill and Silverton and stays west of Menindee, which keeps Sydney time.
 */
const EXCEPTIONS: readonly Exception[] = [
  {
    state: 'NSW',
    zone: 'Australia/Broken_Hill',
    names: ['broken hill', 'broken hill north', 'broken hill west', 'silverton'],
    holds: (latitude, longitude) =>
      latitude > -32.6 && latitude < -31.3 && longitude >= 140.99 && longitude < 142,
  },
  {
    state: 'NSW',
    zone: 'Australia/Lord_Howe',
    names: ['lord howe island'],
    holds: (_, longitude) => longitude > 158 && longitude < 161,
  },
  {
    state: 'NSW',
    zone: 'Pacific/Norfolk',
    names: ['norfolk island'],
    holds: (_, longitude) => longitude > 166 && longitude < 170,
  },
  {
    state: 'WA',
    zone: 'Australia/Eucla',
    names: ['eucla', 'mundrabilla', 'madura', 'cocklebiddy'],
    holds: (latitude, longitude) => latitude < -31 && longitude > 125.6 && longitude <= 129.01,
  },
  {
    state: 'SA',
    zone: 'Australia/Eucla',
    names: ['border village'],
    holds: (latitude, longitude) => latitude < -31 && longitude >= 128.99 && longitude < 129.1,
  },
  {
    state: 'WA',
    zone: 'Indian/Christmas',
    names: ['christmas island'],
    holds: (_, longitude) => longitude > 105 && longitude < 106.5,
  },
  {
    state: 'WA',
    zone: 'Indian/Cocos',
    names: ['home island', 'west island', 'cocos islands', 'cocos (keeling) islands'],
    holds: (_, longitude) => longitude > 96 && longitude < 98,
  },
]
const EXCEPTIONS_BY_STATE = new Map(
  STATE_CODES.map((code) => [code, EXCEPTIONS.filter(({ state }) => state === code)]),
)
const EXCEPTIONAL_NAMES = new Map(
  EXCEPTIONS.flatMap((exception) => exception.names.map((name) => [name, exception] as const)),
)

/** The state or territory a place is in, or `undefined` for one that is none of the eight. */
export const stateOf = ({ state }: Pick<HoursPlace, 'state'>): StateCode | undefined =>
  Object.hasOwn(ZONE_OF_STATE, state) ? (state as StateCode) : readState(state)

/**
 * The IANA zone whose clock the park's signs mean, or `undefined` for a state that is none of the eight.
 * Source: the IANA time zone database, file `australasia`: Queensland, Western Australia and the Northern Territory keep standard time all
 * year; the county of Yancowinna (Broken Hill) keeps South Australian time; Lord Howe moves by half an hour; Eucla and the roadhouses from
 * Cocklebiddy to Border Village keep UTC+8:45.
 */
export function zoneOf(place: HoursPlace): string | undefined {
  const { city, latitude, longitude } = place
  const code = stateOf(place)
  if (code === undefined) return undefined
  for (const exception of EXCEPTIONS_BY_STATE.get(code)!)
    if (exception.holds(latitude, longitude)) return exception.zone
  const named = EXCEPTIONAL_NAMES.get(city.toLowerCase())
  if (named?.state === code) return named.zone
  return ZONE_OF_STATE[code]
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string) {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

function measureOffset(zone: string, instant: number): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) fields[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000
}

/** Offsets at 0 h UTC by zone and day, and at half hours of days on which the offset changes. Emptied when it has grown large. */
const offsets = new Map<string, Map<number, number>>()
const OFFSETS_KEPT = 4_000
const HALF_HOUR = 1_800_000

/** What a zone's clock is ahead of UTC (milliseconds) from the beginning of one day to that of another: days since 1 January 1970, UTC. */
export interface OffsetNote {
  zone: string
  from: number
  until: number
  offset: number
}
const noted = new Map<string, OffsetNote>()
/** Days before and after an instant that a note is about: what a page of hours looks at. */
const NOTED_BEFORE = 1
const NOTED_AFTER = 9

/**
 * For where the clock has been asked already: notes for {@link learnOffsets}. None of a zone whose clock changes around that time.
 * @param instant milliseconds since 1970
 */
export function noteOffsets(places: readonly HoursPlace[], instant: number): OffsetNote[] {
  const today = Math.floor(instant / DAY)
  const [from, until] = [today - NOTED_BEFORE, today + NOTED_AFTER]
  const zones = new Set(places.flatMap((place) => zoneOf(place) ?? []))
  return [...zones].flatMap((zone) => {
    const days = Array.from({ length: until - from + 1 }, (_, index) =>
      offsetAtStep(zone, (from + index) * 48),
    )
    return days.every((offset) => offset === days[0]) ? [{ zone, from, until, offset: days[0]! }] : []
  })
}

/** Spares asking Intl, which takes a phone several milliseconds for the first word on each zone. */
export function learnOffsets(notes: readonly OffsetNote[]): void {
  for (const note of notes) noted.set(note.zone, note)
}

function offsetAtStep(zone: string, step: number): number {
  const note = noted.get(zone)
  if (note !== undefined && step >= note.from * 48 && step <= note.until * 48) return note.offset
  let known = offsets.get(zone)
  if (known === undefined) offsets.set(zone, (known = new Map()))
  let offset = known.get(step)
  if (offset === undefined) {
    if (known.size >= OFFSETS_KEPT) known.clear()
    known.set(step, (offset = measureOffset(zone, step * HALF_HOUR)))
  }
  return offset
}

/**
 * Milliseconds the zone's clock is ahead of UTC at an instant. Asking Intl costs microseconds, so days are asked once: a day with the same
 * offset at both ends has it throughout, and Australian clocks change on the half hour.
 */
export function offsetAt(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY)
  const before = offsetAtStep(zone, day * 48)
  return before === offsetAtStep(zone, day * 48 + 48)
    ? before
    : offsetAtStep(zone, Math.floor(instant / HALF_HOUR))
}

/** What the park's clock and calendar show: the day (days since 1 January 1970 in the park) and the milliseconds since its midnight. */
export function wallAt(zone: string, instant: number): { day: number; time: number } {
  const wall = instant + offsetAt(zone, instant)
  const day = Math.floor(wall / DAY)
  return { day, time: wall - day * DAY }
}

/** Instants by zone and time of a day. A search asks for the same few thousands of times. */
const instants = new Map<string, Map<number, number>>()
const INSTANTS_KEPT = 4_000

/**
 * The instant at which the park's clock shows `minute` (0 to 1440) of `day`. A time that the clock skips is moved on by what it skips, of a
 * time that comes twice the first is meant (the rule that Temporal and RFC 5545 share).
 */
export function instantOf(zone: string, day: number, minute: number): number {
  let known = instants.get(zone)
  if (known === undefined) instants.set(zone, (known = new Map()))
  const key = day * 1441 + minute
  let instant = known.get(key)
  if (instant === undefined) {
    if (known.size >= INSTANTS_KEPT) known.clear()
    known.set(key, (instant = findInstant(zone, day * DAY + minute * 60_000)))
  }
  return instant
}

function findInstant(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY)
  const after = offsetAt(zone, wall + DAY)
  if (before === after || offsetAt(zone, wall - before) === before) return wall - before
  return offsetAt(zone, wall - after) === after ? wall - after : wall - before
}

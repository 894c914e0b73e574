import { DAY } from '../model/constants.ts'
import type { StateCode } from '../model/state.ts'
import { readState, STATE_CODES } from '../model/state.ts'

/** The location of a park, as needed for its time zone and sun. Degrees. */
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

interface ZoneException {
  state: StateCode
  zone: string
  names: readonly string[]
  contains: (latitude: number, longitude: number) => boolean
}

/**
 * Places with another time zone than their state. They are recognised by name or coordinates, because a list
 * may have only one of them. The box for Yancowinna contains Broken Hill and Silverton but not Menindee,
 * which has Sydney time.
 */
const EXCEPTIONS: readonly ZoneException[] = [
  {
    state: 'NSW',
    zone: 'Australia/Broken_Hill',
    names: ['broken hill', 'broken hill north', 'broken hill west', 'silverton'],
    contains: (latitude, longitude) =>
      latitude > -32.6 && latitude < -31.3 && longitude >= 140.99 && longitude < 142,
  },
  {
    state: 'NSW',
    zone: 'Australia/Lord_Howe',
    names: ['lord howe island'],
    contains: (_, longitude) => longitude > 158 && longitude < 161,
  },
  {
    state: 'NSW',
    zone: 'Pacific/Norfolk',
    names: ['norfolk island'],
    contains: (_, longitude) => longitude > 166 && longitude < 170,
  },
  {
    state: 'WA',
    zone: 'Australia/Eucla',
    names: ['eucla', 'mundrabilla', 'madura', 'cocklebiddy'],
    contains: (latitude, longitude) => latitude < -31 && longitude > 125.6 && longitude <= 129.01,
  },
  {
    state: 'SA',
    zone: 'Australia/Eucla',
    names: ['border village'],
    contains: (latitude, longitude) => latitude < -31 && longitude >= 128.99 && longitude < 129.1,
  },
  {
    state: 'WA',
    zone: 'Indian/Christmas',
    names: ['christmas island'],
    contains: (_, longitude) => longitude > 105 && longitude < 106.5,
  },
  {
    state: 'WA',
    zone: 'Indian/Cocos',
    names: ['home island', 'west island', 'cocos islands', 'cocos (keeling) islands'],
    contains: (_, longitude) => longitude > 96 && longitude < 98,
  },
]
const EXCEPTIONS_BY_STATE = new Map(
  STATE_CODES.map((code) => [code, EXCEPTIONS.filter(({ state }) => state === code)]),
)
const EXCEPTIONAL_NAMES = new Map(
  EXCEPTIONS.flatMap((exception) => exception.names.map((name) => [name, exception] as const)),
)

/** The code of the state or territory of a place; `undefined` if it is none of the eight. */
export const stateCodeOf = ({ state }: Pick<HoursPlace, 'state'>): StateCode | undefined =>
  Object.hasOwn(ZONE_OF_STATE, state) ? (state as StateCode) : readState(state)

/**
 * The IANA time zone of a park; `undefined` if its state is none of the eight. Source: the IANA time zone
 * database, file `australasia`. Queensland, Western Australia and the Northern Territory have standard time
 * all year. The county of Yancowinna (Broken Hill) has South Australian time, Lord Howe Island changes by
 * half an hour, and Eucla and the roadhouses from Cocklebiddy to Border Village have UTC+8:45.
 */
export function zoneOf(place: HoursPlace): string | undefined {
  const { city, latitude, longitude } = place
  const code = stateCodeOf(place)
  if (code === undefined) return undefined
  for (const exception of EXCEPTIONS_BY_STATE.get(code)!)
    if (exception.contains(latitude, longitude)) return exception.zone
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

/** Numbers kept for each zone, of each kind. */
const MAX_CACHED = 4_000

/** Keeps the results of `compute`; those of a zone are deleted when it has {@link MAX_CACHED}. */
function cachedByZone(compute: (zone: string, key: number) => number) {
  const zones = new Map<string, Map<number, number>>()
  return (zone: string, key: number): number => {
    let known = zones.get(zone)
    if (known === undefined) zones.set(zone, (known = new Map()))
    let result = known.get(key)
    if (result === undefined) {
      if (known.size >= MAX_CACHED) known.clear()
      known.set(key, (result = compute(zone, key)))
    }
    return result
  }
}

const HALF_HOUR = 1_800_000
/** By half hour since 1970: 0:00 UTC of each day, and all half hours of days on which the offset changes. */
const cachedOffset = cachedByZone((zone, step) => measureOffset(zone, step * HALF_HOUR))

/**
 * A zone's offset from UTC in milliseconds, the same from the start of one day to the start of another. Days
 * since 1 January 1970, UTC.
 */
export interface KnownOffset {
  zone: string
  from: number
  until: number
  offset: number
}
const knownOffsets = new Map<string, KnownOffset>()
/** Sets known offsets, because the first call of Intl for each zone takes several milliseconds on a phone. */
export function setKnownOffsets(notes: readonly KnownOffset[]): void {
  for (const note of notes) knownOffsets.set(note.zone, note)
}

/** A zone's offset from UTC, in milliseconds, at the start of a half hour since 1970. */
export function offsetAtStep(zone: string, step: number): number {
  const note = knownOffsets.get(zone)
  if (note !== undefined && step >= note.from * 48 && step <= note.until * 48) return note.offset
  return cachedOffset(zone, step)
}

/**
 * A zone's offset from UTC at an instant, in milliseconds. Calls of Intl cost microseconds, so offsets are
 * cached by day: a day with the same offset at both ends has it throughout. Australian clocks change on the
 * half hour.
 */
export function offsetAt(zone: string, instant: number): number {
  const day = Math.floor(instant / DAY)
  const before = offsetAtStep(zone, day * 48)
  return before === offsetAtStep(zone, day * 48 + 48)
    ? before
    : offsetAtStep(zone, Math.floor(instant / HALF_HOUR))
}

/** The local date and time in a zone: days since 1 January 1970 and milliseconds since midnight. */
export function wallTimeAt(zone: string, instant: number): { day: number; time: number } {
  const wall = instant + offsetAt(zone, instant)
  const day = Math.floor(wall / DAY)
  return { day, time: wall - day * DAY }
}

/** By minute since 1970, local time. Cached, because a search asks for the same few thousands of times. */
const cachedInstant = cachedByZone((zone, minute) => findInstant(zone, minute * 60_000))

/**
 * The instant of a local time: `minute` (0 to 1440) of `day`. A time that is skipped when clocks go forward
 * is moved forward by the same amount; a time that occurs twice means the first (the rule of Temporal and RFC
 * 5545).
 */
export const instantOf = (zone: string, day: number, minute: number): number =>
  cachedInstant(zone, day * 1440 + minute)

function findInstant(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY)
  const after = offsetAt(zone, wall + DAY)
  if (before === after || offsetAt(zone, wall - before) === before) return wall - before
  return offsetAt(zone, wall - after) === after ? wall - after : wall - before
}

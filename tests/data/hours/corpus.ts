import { leashAt, openingAt } from '../../../data/hours/index.ts'
import type { HoursPlace } from '../../../data/hours/index.ts'
import { openingOf } from '../../../data/hours/opening.ts'
import { readLeash } from '../../../data/hours/read-leash.ts'
import type { DogAccess } from '../../../data/model/park.ts'
import { seedParks } from '../../../data/sources/parks.ts'
import { sampleParks } from '../../../data/sources/samples.ts'
import { localTimes } from './local-time.ts'
import type { LocalTime } from './local-time.ts'
import { OPEN, readAgain } from './second-reader.ts'

/** A published text about leash hours with the access of its park. */
export interface LeashText {
  text: string
  access: DogAccess
}

/** All texts about hours in the seed and the ten samples, without duplicates. */
export function publishedTexts(): { leash: LeashText[]; opening: string[] } {
  const leash = new Map<string, LeashText>()
  const opening = new Set<string>()
  for (const { leashHours, openingHours, access } of [...seedParks(), ...sampleParks]) {
    if (leashHours !== null) leash.set(`${access} ${leashHours}`, { text: leashHours, access })
    if (openingHours !== null) opening.add(openingHours)
  }
  return { leash: [...leash.values()], opening: [...opening] }
}

/** Every hour (UTC) from the start of a day ('2026-12-24') for a number of days. */
export function hoursOf(from: string, days: number): number[] {
  const first = Date.parse(`${from}T00:00Z`)
  return Array.from({ length: days * 24 }, (_, hour) => first + hour * 3_600_000)
}

export interface Finding {
  text: string
  city: string
  instant: string
  fault: string
}

export interface Tally {
  texts: number
  /** Texts that are understood. */
  read: number
  cases: number
  /** Cases with an answer other than 'unknown'. */
  known: number
  unsafe: Finding[]
}

interface Answer {
  state: string
  until: { instant: number } | null
  always: boolean
  conditions: readonly string[]
}

function isShown(limits: readonly string[], { conditions }: Answer): boolean {
  const shown = new Set(conditions.map((each) => each.toLowerCase()))
  return limits.every((limit) => shown.has(limit))
}

/** Evaluates a text at all places and instants. `yes` is the answer that must not be wrong. */
function judge(
  tally: Tally,
  text: string,
  yes: string,
  places: readonly HoursPlace[],
  instants: readonly number[],
  clocks: ReadonlyMap<HoursPlace, (instant: number) => LocalTime>,
  allows: (time: LocalTime) => boolean,
  ask: (place: HoursPlace, instant: number) => Answer,
  limits: readonly string[],
) {
  for (const place of places) {
    const timeAt = clocks.get(place)!
    let always = false
    const found = (instant: number, fault: string) =>
      tally.unsafe.push({ text, city: place.city, instant: new Date(instant).toISOString(), fault })
    for (const instant of instants) {
      const answer = ask(place, instant)
      tally.cases += 1
      if (answer.state !== 'unknown') tally.known += 1
      if (answer.state !== yes) continue
      always ||= answer.always
      if (!allows(timeAt(instant))) found(instant, yes)
      if (!isShown(limits, answer)) found(instant, `${yes} without its limits`)
      // 'Until 9 am' implies the state at 8:59.
      const last = answer.until === null ? null : answer.until.instant - 60_000
      if (last !== null && last > instant && !allows(timeAt(last)))
        found(instant, `${yes} until ${new Date(last).toISOString()}`)
    }
    const forbidden = always ? instants.find((instant) => !allows(timeAt(instant))) : undefined
    if (forbidden !== undefined) found(forbidden, `${yes} at all times`)
  }
}

const emptyTally = (): Tally => ({ texts: 0, read: 0, cases: 0, known: 0, unsafe: [] })

const clocksOf = (places: readonly HoursPlace[]) =>
  new Map(places.map((place) => [place, localTimes(place)] as const))

/**
 * Evaluates every published text about leash hours at every place and instant. An answer is unsafe if it is
 * 'off-leash' and the second reader disagrees, or if it lacks a condition of the text.
 * @throws Error if the second reader does not have a text
 */
export function judgeLeash(places: readonly HoursPlace[], instants: readonly number[]): Tally {
  const tally = emptyTally()
  const clocks = clocksOf(places)
  for (const { text, access } of publishedTexts().leash) {
    const second = readAgain(text, access)
    if (second === undefined) throw new Error(`the second reader does not have '${text}' (${access})`)
    tally.texts += 1
    if (readLeash(text) !== null) tally.read += 1
    const ask = (place: HoursPlace, instant: number) => leashAt(text, access, place, instant)
    judge(tally, text, 'off-leash', places, instants, clocks, second.offLeash, ask, second.limits)
  }
  return tally
}

/** Like {@link judgeLeash} for opening hours: 'open' is unsafe if the second reader has closed. */
export function judgeOpening(places: readonly HoursPlace[], instants: readonly number[]): Tally {
  const tally = emptyTally()
  const clocks = clocksOf(places)
  for (const text of publishedTexts().opening) {
    const isOpen = Object.hasOwn(OPEN, text) ? OPEN[text] : undefined
    if (isOpen === undefined) throw new Error(`the second reader does not have '${text}'`)
    tally.texts += 1
    if (openingOf(text) !== null) tally.read += 1
    const ask = (place: HoursPlace, instant: number) => openingAt(text, place, instant)
    judge(tally, text, 'open', places, instants, clocks, isOpen, ask, [])
  }
  return tally
}

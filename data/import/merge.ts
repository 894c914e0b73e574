import { readLeash } from '../hours/read-leash.ts'
import { readOpening } from '../hours/read-opening.ts'
import { compareAccuracy } from '../model/park.ts'
import type { DirectoryPark } from '../model/park.ts'
import { withSources } from '../model/source.ts'
import { beginningOf } from '../model/text.ts'
import { metresBetween } from './distance.ts'
import { fold } from '../places/text.ts'

/** Two parks with the same name are the same park if they are this near each other. Metres. */
const SAME_PARK_METRES = 150

export type Row = Omit<DirectoryPark, 'id'>

/** Shorter names are other names when a letter is different. Characters. */
export const LONG_NAME = 10

/**
 * Whether two names mean the same place: they may differ in abbreviations, punctuation or, in a long name,
 * one mistyped letter, but not in what numbers them.
 * @param spell {@link spelledOut}, or a cache of it
 */
export function sameName(a: string, b: string, spell = spelledOut): boolean {
  const [left, right] = [spell(a), spell(b)]
  return (
    left === right ||
    (Math.min(left.length, right.length) >= LONG_NAME &&
      Math.abs(left.length - right.length) <= 1 &&
      digitsOf(left) === digitsOf(right) &&
      isOneEditApart(left, right) &&
      numberingWords(a) === numberingWords(b))
  )
}

/**
 * The words of a name that number it, other than digits: the A of 'Oval A', the 2b of 'Oval 2b', the II of
 * 'Oval II'.
 */
const numberingWords = (name: string) =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/\b(?:\d*[a-z]\d*|[ivx]{2,})\b/g)
    ?.join(' ')

export const digitsOf = (text: string) => text.replace(/\D/g, '')

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  res: 'reserve',
  pk: 'park',
  ck: 'creek',
  no: '',
  saint: 'st',
  mount: 'mt',
}

/** A name without its abbreviations, small words, punctuation and case. */
export function spelledOut(name: string): string {
  return fold(name)
    .replace(/\bthe\b|\band\b|&/g, ' ')
    .replace(/[a-z]+/g, (word) => ABBREVIATIONS[word] ?? word)
    .replace(/[^a-z0-9]/g, '')
}

function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same += 1
  const [restA, restB] = [a.slice(same), b.slice(same)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

/** What tells parks apart. */
type PlacedName = Pick<Row, 'name' | 'city' | 'state' | 'latitude' | 'longitude' | 'accuracy'>

/**
 * Whether two rows describe the same park: the same name, and the same suburb or exact positions less than
 * 150 m apart.
 */
export function isSamePark(a: PlacedName, b: PlacedName): boolean {
  if (a.state !== b.state) return false
  // Comparing names is the most expensive part, so it comes last.
  const isNear =
    a.city === b.city ||
    (a.accuracy === 'exact' && b.accuracy === 'exact' && metresBetween(a, b) < SAME_PARK_METRES)
  return isNear && sameName(a.name, b.name)
}

const yearOf = (row: Row) => Number(/\d{4}/.exec(row.asOf ?? '')?.[0] ?? 0)

/**
 * Sorts the more reliable row first: the more accurate position, then the newer, then the one with
 * more features.
 */
function compareReliability(a: Row, b: Row): number {
  return (
    compareAccuracy(b.accuracy, a.accuracy) || yearOf(b) - yearOf(a) || b.features.length - a.features.length
  )
}

/** Whether a text is another with something added: 'Open 7am-7pm; closed Christmas Day'. */
function continues(longer: string, shorter: string): boolean {
  const [whole, start] = [longer.toLowerCase(), shorter.toLowerCase()]
  return whole.startsWith(start) && /^[\s;,.(]/.test(whole.slice(start.length))
}

/** Characters of hours that are put together from several rows or lists, which may be many. */
export const MAX_JOINED_HOURS = 600

const BETWEEN_ALTERNATIVES = '” or “'

/** Alternatives are written in quotation marks: no hours are read from a text that has some. */
const alternativesOf = (hours: string): string[] =>
  hours.includes(BETWEEN_ALTERNATIVES) ? hours.slice(1, -1).split(BETWEEN_ALTERNATIVES) : [hours]

/**
 * The hours of two rows of the same park: the text that says more or, if they say different things, both as
 * alternatives, which are not evaluated.
 * @param meaningOf what is the same for texts of the same hours
 */
export function agreedHours(
  a: string | null,
  b: string | null,
  meaningOf: (hours: string) => unknown,
): string | null {
  if (a === null || b === null) return a ?? b
  const full = [a, b].find((hours) => hours.length > MAX_JOINED_HOURS)
  if (full !== undefined) return full
  let agreed = alternativesOf(a)
  for (const hours of alternativesOf(b)) {
    if (agreed.some((known) => meaningOf(known) === meaningOf(hours) || continues(known, hours))) continue
    agreed = [...agreed.filter((known) => !continues(hours, known)), hours]
  }
  return agreed.length === 1
    ? agreed[0]!
    : beginningOf(`“${agreed.join(BETWEEN_ALTERNATIVES)}”`, MAX_JOINED_HOURS)
}

/** Hours by their meaning, so that '9am' and '9:00 am' are the same. */
export const meaningOfLeash = (hours: string) => JSON.stringify(readLeash(hours) ?? hours)
export const meaningOfOpening = (hours: string) => JSON.stringify(readOpening(hours) ?? hours)

/**
 * Merges two rows of the same park: the facts of the more reliable one, with gaps filled from the other.
 * Names both sources.
 */
export function mergePair(a: Row, b: Row): Row {
  const [best, other] = compareReliability(a, b) <= 0 ? [a, b] : [b, a]
  const features = best.features.concat(
    other.features.filter((id) => !best.features.includes(id) && !best.lacks.includes(id)),
  )
  return {
    ...best,
    address: best.address || other.address,
    area: best.area || other.area,
    postcode: best.postcode || other.postcode,
    features,
    lacks: best.lacks.concat(other.lacks.filter((id) => !features.includes(id) && !best.lacks.includes(id))),
    size: best.size ?? other.size,
    openingHours: agreedHours(best.openingHours, other.openingHours, meaningOfOpening),
    leashHours: agreedHours(best.leashHours, other.leashHours, meaningOfLeash),
    description: best.description ?? other.description,
    sources: withSources(best.sources, other.sources),
  }
}
